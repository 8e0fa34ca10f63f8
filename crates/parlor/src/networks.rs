//! The addresses of this machine in the networks that it is in: what friends in the same room open.

use std::net::{IpAddr, SocketAddr};

use if_addrs::{Interface, get_if_addrs};

/// What a network of this machine's own begins with, by the names that containers and virtual machines give theirs: nobody
/// else is in it.
const OWN_NETWORKS: &[&str] =
    &["docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "podman", "cni", "lxc", "lxd"];

/// The addresses by which others could open what listens there, the likeliest first. None, if it is for this machine alone.
pub(crate) fn addresses(at: SocketAddr) -> Vec<String> {
    if at.ip().is_loopback() {
        return Vec::new();
    }
    if !at.ip().is_unspecified() {
        return vec![format!("http://{at}")];
    }
    // Where the system does not say, whoever runs this knows: it still listens.
    let all = get_if_addrs().unwrap_or_default().into_iter().filter(Interface::is_oper_up);
    likeliest(all.map(|it| (it.ip(), it.name)).collect(), at)
}

/// Of all addresses of this machine, each with the name of its network.
fn likeliest(all: Vec<(IpAddr, String)>, at: SocketAddr) -> Vec<String> {
    let others_open = |ip: IpAddr| match ip {
        IpAddr::V4(ip) => !ip.is_loopback() && !ip.is_link_local(),
        IpAddr::V6(ip) => at.is_ipv6() && !ip.is_loopback() && !ip.is_unicast_link_local(),
    };
    let all = all.into_iter().filter(|(ip, _)| others_open(*ip));
    let mut found: Vec<(u8, IpAddr)> = all.map(|(ip, name)| (rank(ip, &name), ip)).collect();
    found.sort_unstable();
    found.dedup();
    found.into_iter().map(|(_, ip)| format!("http://{}", SocketAddr::new(ip, at.port()))).collect()
}

/// How likely a friend is to be in the same network: the smaller, the likelier.
fn rank(ip: IpAddr, name: &str) -> u8 {
    let is_own = OWN_NETWORKS.iter().any(|prefix| name.starts_with(prefix));
    match ip {
        IpAddr::V4(ip) if !is_own && ip.is_private() => 0,
        IpAddr::V4(_) if !is_own => 1,
        IpAddr::V6(_) if !is_own => 2,
        IpAddr::V4(_) | IpAddr::V6(_) => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_network_at_home_goes_before_all_others_and_nobody_is_told_an_address_that_they_cannot_open() {
        let found = || {
            let all = [
                ("127.0.0.1", "lo"),
                ("::1", "lo"),
                ("172.17.0.1", "docker0"),
                ("203.0.113.5", "eth0"),
                ("fe80::1", "wlan0"),
                ("2001:db8::7", "wlan0"),
                ("192.168.1.23", "wlan0"),
                ("169.254.3.4", "wlan1"),
            ];
            all.map(|(ip, name)| (ip.parse().expect("an address"), name.to_owned())).to_vec()
        };
        let at = |text: &str| text.parse::<SocketAddr>().expect("an address");
        let four = ["http://192.168.1.23:7777", "http://203.0.113.5:7777", "http://172.17.0.1:7777"];
        assert_eq!(likeliest(found(), at("0.0.0.0:7777")), four);
        let six = [four[0], four[1], "http://[2001:db8::7]:7777", four[2]];
        assert_eq!(likeliest(found(), at("[::]:7777")), six);
    }

    #[test]
    fn an_address_that_was_named_is_the_one_and_this_machine_alone_has_none() {
        let at = |text: &str| text.parse::<SocketAddr>().expect("an address");
        assert_eq!(addresses(at("192.0.2.7:80")), ["http://192.0.2.7:80"]);
        assert_eq!(addresses(at("127.0.0.1:7777")), [""; 0]);
        assert!(
            addresses(at("0.0.0.0:7777")).iter().all(|it| !it.contains("0.0.0.0") && !it.contains("127."))
        );
    }
}

//! Listening on a port, and who has it if it is taken.

use std::io;
use std::net::SocketAddr;

use tokio::net::TcpListener;

use crate::exit::Failure;

/// Listens there. `flag` chooses another address.
pub(crate) async fn listen(at: SocketAddr, flag: &str) -> Result<TcpListener, Failure> {
    TcpListener::bind(at).await.map_err(|error| failed(at, flag, &error))
}

/// Where it listens.
pub(crate) fn of(listener: &TcpListener) -> Result<SocketAddr, Failure> {
    let own = listener.local_addr();
    own.map_err(|error| Failure::bug(format!("the address that is listened on is not known: {error}")))
}

/// Why nothing listens there.
pub(crate) fn failed(at: SocketAddr, flag: &str, error: &io::Error) -> Failure {
    let other = format!("choose another with {flag} {}", SocketAddr::new(at.ip(), 0));
    let (ip, port) = (at.ip(), at.port());
    match error.kind() {
        io::ErrorKind::AddrInUse => {
            let by = by_whom(at);
            Failure::failed(
                format!("port {port} is in use{by}"),
                format!("stop the program that has it, or {other}"),
            )
        }
        io::ErrorKind::PermissionDenied => {
            Failure::failed(format!("you may not use port {port}"), format!("take one above 1023: {other}"))
        }
        io::ErrorKind::AddrNotAvailable => Failure::failed(
            format!("this machine has no address {ip}"),
            format!("{flag} 0.0.0.0:{port} listens on all that it has"),
        ),
        _ => Failure::failed(format!("cannot listen on {at}: {error}"), other),
    }
}

/// That a port is taken, and by whom, as far as that can be seen.
pub(crate) fn taken(at: SocketAddr) -> String {
    format!("port {} is in use{}", at.port(), by_whom(at))
}

fn by_whom(at: SocketAddr) -> String {
    holder(at.port()).map_or(String::new(), |pid| format!(" (by process {pid})"))
}

/// The process that listens on a port of this machine, where the system shows that.
fn holder(port: u16) -> Option<u32> {
    let tables =
        ["/proc/net/tcp", "/proc/net/tcp6"].map(|path| std::fs::read_to_string(path).unwrap_or_default());
    let inode = tables.iter().find_map(|table| inode(table, port))?;
    let wanted = format!("socket:[{inode}]");
    let processes = std::fs::read_dir("/proc").ok()?.flatten();
    processes.filter_map(|process| process.file_name().to_str()?.parse().ok()).find(|pid: &u32| {
        let files = std::fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten();
        files
            .filter_map(|file| std::fs::read_link(file.path()).ok())
            .any(|link| link.as_os_str() == wanted.as_str())
    })
}

/// The number of the socket that listens on a port, out of a table of the kernel's.
fn inode(table: &str, port: u16) -> Option<&str> {
    /// What the kernel calls listening.
    const LISTENS: &str = "0A";
    table.lines().skip(1).find_map(|line| {
        let mut columns = line.split_whitespace();
        let (local, state, inode) = (columns.nth(1)?, columns.nth(1)?, columns.nth(5)?);
        let (_, hex) = local.rsplit_once(':')?;
        (state == LISTENS && u16::from_str_radix(hex, 16) == Ok(port)).then_some(inode)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_socket_that_listens_is_found_and_not_one_that_is_connected() {
        let table = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n   \
                     0: 0100007F:1E61 0100007F:9C40 01 00000000:00000000 00:00000000 00000000     0        0 11 1\n   \
                     1: 0100007F:1E61 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4242 1\n";
        assert_eq!(inode(table, 7777), Some("4242"));
        assert_eq!(inode(table, 7778), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn whoever_has_a_port_is_named() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let at = listener.local_addr().expect("an address");
        assert_eq!(taken(at), format!("port {} is in use (by process {})", at.port(), std::process::id()));
    }

    #[test]
    fn what_cannot_be_listened_on_says_what_to_do() {
        let at: SocketAddr = "192.0.2.1:80".parse().expect("an address");
        let said = |kind| failed(at, "--bind", &io::Error::from(kind)).to_string();
        assert!(said(io::ErrorKind::AddrNotAvailable).contains("--bind 0.0.0.0:80 listens on all"));
        assert!(said(io::ErrorKind::PermissionDenied).contains("take one above 1023"));
        assert!(said(io::ErrorKind::Other).contains("cannot listen on 192.0.2.1:80"));
    }
}

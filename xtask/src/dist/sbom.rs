//! The list of what is in the binary, for programs (a software bill of materials): CycloneDX 1.5 as JSON.

use serde_json::{Value, json};

use super::Release;
use super::packages::{Key, Packages};
use super::tools::sha256;

/// The whole document. The same packages give the same bytes: its number is derived from what it says.
pub(super) fn document(release: &Release, packages: &Packages) -> Result<String, String> {
    let mut document = without_number(release, packages);
    document["serialNumber"] = number(&sha256(document.to_string().as_bytes())?).into();
    Ok(format!("{document:#}\n"))
}

fn without_number(release: &Release, packages: &Packages) -> Value {
    let components: Vec<Value> = packages
        .described
        .keys()
        .filter(|key| **key != packages.root)
        .map(|key| component(packages, key, "library"))
        .collect();
    let dependencies: Vec<Value> = packages
        .graph
        .iter()
        .map(
            |(key, needs)| json!({"ref": purl(key), "dependsOn": needs.iter().map(purl).collect::<Vec<_>>()}),
        )
        .collect();
    json!({
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "timestamp": release.date.to_string(),
            "component": component(packages, &packages.root, "application"),
            "properties": [{"name": "parlor:triple", "value": release.triple}],
        },
        "components": components,
        "dependencies": dependencies,
    })
}

fn component(packages: &Packages, key: &Key, kind: &str) -> Value {
    let purl = purl(key);
    let mut out = json!({"type": kind, "bom-ref": purl, "name": key.0, "version": key.1, "purl": purl});
    let package = packages.described.get(key);
    if let Some(licence) = package.and_then(|package| package.licence.as_ref()) {
        out["licenses"] = json!([{ "expression": licence }]);
    }
    if let Some(checksum) = package.and_then(|package| package.checksum.as_ref()) {
        out["hashes"] = json!([{"alg": "SHA-256", "content": checksum}]);
    }
    out
}

/// The address of a package (package URL), in which a plus is written as a number.
pub(super) fn purl((name, version): &Key) -> String {
    format!("pkg:cargo/{name}@{}", version.replace('+', "%2B"))
}

/// A UUID of the kind that is made from something else (version 8).
fn number(sum: &str) -> String {
    let part = |from: usize, to: usize| sum.get(from..to).unwrap_or_default();
    format!("urn:uuid:{}-{}-8{}-8{}-{}", part(0, 8), part(8, 12), part(13, 16), part(17, 20), part(20, 32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dist::packages::tests::{key, some};
    use crate::dist::tests::release;

    #[test]
    fn it_names_every_package_once_and_what_each_needs() {
        let text = document(&release(), &some()).unwrap();
        let sbom: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((&sbom["bomFormat"], &sbom["specVersion"]), (&json!("CycloneDX"), &json!("1.5")));
        assert_eq!(sbom["metadata"]["component"]["bom-ref"], "pkg:cargo/a@1.0.0");
        let names: Vec<&Value> =
            sbom["components"].as_array().unwrap().iter().map(|it| &it["name"]).collect();
        assert_eq!(names, ["b", "c"]);
        let third = json!({
            "type": "library", "bom-ref": "pkg:cargo/c@1.0.0", "name": "c", "version": "1.0.0", "purl": "pkg:cargo/c@1.0.0",
            "licenses": [{"expression": "MIT"}], "hashes": [{"alg": "SHA-256", "content": "0a".repeat(32)}]
        });
        assert_eq!(sbom["components"][1], third);
        let needs =
            json!({"ref": "pkg:cargo/a@1.0.0", "dependsOn": ["pkg:cargo/b@1.0.0", "pkg:cargo/c@1.0.0"]});
        assert_eq!(sbom["dependencies"][0], needs);
        assert_eq!(sbom["dependencies"].as_array().map(Vec::len), Some(3));
    }

    #[test]
    fn the_same_packages_give_the_same_bytes_and_others_another_number() {
        let text = document(&release(), &some()).unwrap();
        assert_eq!(document(&release(), &some()), Ok(text.clone()));
        let mut fewer = some();
        fewer.described.remove(&key("c"));
        let number = |text: &str| serde_json::from_str::<Value>(text).unwrap()["serialNumber"].clone();
        assert_ne!(number(&document(&release(), &fewer).unwrap()), number(&text));
    }

    #[test]
    fn a_number_is_a_uuid_and_a_plus_is_written_as_a_number() {
        assert_eq!(number(&"0123456789abcdef".repeat(4)), "urn:uuid:01234567-89ab-8def-8123-456789abcdef");
        assert_eq!(purl(&("toml".into(), "1.1.8+spec-1.1.0".into())), "pkg:cargo/toml@1.1.8%2Bspec-1.1.0");
    }
}

//! Formats the report as SARIF 2.1.0, for code hosting sites and editors.

use super::report::{Check, Evidence, Finding, Rule};
use serde_json::{Value, json};

/// Returns the report as SARIF. `version` is the version of Crownhead.
pub fn sarif(check: &Check, version: &str) -> String {
    let rules: Vec<Value> = Rule::ALL
        .iter()
        .map(|rule| {
            json!({
                "id": rule.name(),
                "shortDescription": { "text": rule.description() },
            })
        })
        .collect();
    let results: Vec<Value> = check
        .findings
        .iter()
        .map(|finding| result(check, finding))
        .collect();
    let value = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {
                "driver": { "name": "crownhead check", "version": version, "rules": rules },
            },
            "results": results,
            "properties": { "verdict": check.verdict, "frames": check.frames },
        }],
    });
    format!("{value:#}\n")
}

fn result(check: &Check, finding: &Finding) -> Value {
    let line = finding.site.as_ref().and_then(|site| site.line.as_ref());
    let physical = match line {
        Some((file, line)) => json!({
            "artifactLocation": { "uri": uri(file) },
            "region": { "startLine": line },
        }),
        None => json!({ "artifactLocation": { "uri": uri(&check.program) } }),
    };
    let logical = finding.site.as_ref().map(|site| {
        json!([{
            "fullyQualifiedName": format!("{:X}:{:04X}", site.bank, site.pc),
            "kind": "instruction",
        }])
    });
    let mut location = json!({ "physicalLocation": physical });
    if let Some(logical) = logical {
        location["logicalLocations"] = logical;
    }
    let Evidence { rank, source } = finding.evidence;
    let index = Rule::ALL.iter().position(|rule| *rule == finding.rule);
    json!({
        "ruleId": finding.rule.name(),
        "ruleIndex": index,
        "level": finding.level,
        "message": { "text": message(finding) },
        "locations": [location],
        "properties": { "rank": rank, "source": source, "beam": finding.place },
    })
}

fn message(finding: &Finding) -> String {
    let mut text = format!("{} ({}).", finding.text, finding.when);
    for why in &finding.why {
        text += &format!("\n{why}");
    }
    text
}

/// Converts a path into a URI. The URI has forward slashes, and special characters are
/// percent-encoded, as in `%20`.
fn uri(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-~:".contains(&byte);
    path.replace('\\', "/")
        .bytes()
        .map(|byte| match plain(byte) {
            true => char::from(byte).to_string(),
            false => format!("%{byte:02X}"),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_becomes_a_uri() {
        assert_eq!(uri("a b\\c(1).asm"), "a%20b/c%281%29.asm");
    }
}

//! Formats machine-readable reports: JUnit XML, which build servers read, and JSON.

use super::report::{Judgment, Report};
use serde_json::json;
use std::fmt::Write;

/// Returns the reports on all scripts as one JUnit test suite.
pub fn junit(reports: &[Report]) -> String {
    let count = |result| {
        reports
            .iter()
            .filter(|report| report.result == result)
            .count()
    };
    let (failed, broken) = (count(Judgment::Failed), count(Judgment::Broken));
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(
        xml,
        "<testsuites>\n  <testsuite name=\"crownhead verify\" tests=\"{}\" failures=\"{failed}\" \
         errors=\"{broken}\">",
        reports.len()
    );
    for report in reports {
        let name = escape(&report.path.display().to_string());
        let _ = write!(xml, "    <testcase classname=\"script\" name=\"{name}\"");
        let lines: Vec<String> = report
            .mismatches
            .iter()
            .map(|mismatch| format!("line {}: {}", mismatch.line, mismatch.text))
            .collect();
        let _ = match (report.result, &report.error) {
            (Judgment::Failed, _) => write_element(&mut xml, "failure", &lines),
            (Judgment::Broken, Some(error)) => {
                write_element(&mut xml, "error", std::slice::from_ref(error))
            }
            _ => writeln!(xml, "/>"),
        };
    }
    xml.push_str("  </testsuite>\n</testsuites>\n");
    xml
}

fn write_element(xml: &mut String, name: &str, lines: &[String]) -> std::fmt::Result {
    let first = escape(lines.first().map_or("", String::as_str));
    let all = escape(&lines.join("\n"));
    writeln!(
        xml,
        ">\n      <{name} message=\"{first}\">{all}</{name}>\n    </testcase>"
    )
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // XML forbids most control characters.
            control if control.is_control() && control != '\n' => escaped.push('\u{fffd}'),
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// Returns the reports on all scripts as JSON.
pub fn json(reports: &[Report]) -> String {
    let value = json!({ "format": "crownhead-verify", "version": 1, "scripts": reports });
    format!("{value:#}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_messages_are_escaped() {
        let report = Report {
            path: "a<b>&\"c\".script".into(),
            result: Judgment::Broken,
            expectations: 0,
            frames: 0,
            mismatches: Vec::new(),
            error: Some("bad \u{1b} byte".into()),
            artifacts: Vec::new(),
            power_on: None,
            check: None,
        };
        let xml = junit(&[report]);
        assert!(
            xml.contains("name=\"a&lt;b&gt;&amp;&quot;c&quot;.script\""),
            "{xml}"
        );
        assert!(
            xml.contains("errors=\"1\"") && xml.contains("bad \u{fffd} byte"),
            "{xml}"
        );
    }
}

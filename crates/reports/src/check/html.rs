//! Formats the report as a section of an HTML page.

use super::report::{Check, Verdict};
use crate::escape::escaped;
use std::fmt::Write;

/// Returns a heading with the verdict, and a table of the findings if there are any.
pub fn section(check: &Check) -> String {
    let class = match check.verdict {
        Verdict::Clean => "passed",
        _ => "failed",
    };
    let mut page = format!(
        "<h2>check {}: <span class=\"{class}\">{}</span></h2>\n",
        escaped(&check.program),
        check.verdict.name()
    );
    if check.findings.is_empty() {
        return page;
    }
    page.push_str("<table>\n<tr><th>rule<th>finding<th>where<th>evidence\n");
    for finding in &check.findings {
        let site = finding.site.as_ref().map(ToString::to_string);
        let why: String = finding
            .why
            .iter()
            .map(|why| format!("<br>{}", escaped(why)))
            .collect();
        let _ = writeln!(
            page,
            "<tr><td>{} {}<td>{} ({}){why}<td>{}<td>{}",
            finding.level.name(),
            finding.rule.name(),
            escaped(&finding.text),
            escaped(&finding.when),
            escaped(&site.unwrap_or_default()),
            escaped(&finding.evidence.to_string())
        );
    }
    page.push_str("</table>\n");
    page
}

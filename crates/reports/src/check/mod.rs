//! Reports of `crownhead check`, which finds out whether a program would also work on other
//! consoles and television sets.

mod html;
mod plain_text;
mod report;
mod sarif;

pub use html::section;
pub use plain_text::text;
pub use report::{Check, Evidence, Finding, Level, Rule, Site, Verdict};
pub use sarif::sarif;

/// Returns the report as JSON.
pub fn json(check: &Check) -> String {
    let value = serde_json::json!({
        "format": "crownhead-check",
        "version": 1,
        "check": check,
    });
    format!("{value:#}\n")
}

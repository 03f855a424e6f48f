//! Reports of `crownhead check`, which finds out whether a program would also work on other
//! consoles and television sets.

mod html;
mod report;
mod sarif;
mod words;

pub use html::section;
pub use report::{Check, Evidence, Finding, Level, Rule, Site, Verdict};
pub use sarif::sarif;
pub use words::text;

/// Returns the report as JSON.
pub fn json(check: &Check) -> String {
    let value = serde_json::json!({
        "format": "crownhead-check",
        "version": 1,
        "check": check,
    });
    format!("{value:#}\n")
}

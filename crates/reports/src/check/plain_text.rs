//! Formats the report as text.

use super::report::{Check, Evidence, Finding, Level, Site};
use std::fmt::{self, Write};

/// Returns the verdict and the findings. If `with_notes` is false, gives only the number of notes
/// instead of the notes themselves.
pub fn text(check: &Check, with_notes: bool) -> String {
    let mut text = format!("{}: {}\n", check.program, check.verdict.name());
    let _ = writeln!(
        text,
        "{} frames {}, each on {} consoles, {}",
        check.frames,
        check.plays.join(" and "),
        check.consoles,
        check.standard.to_uppercase()
    );
    let is_note = |finding: &&Finding| finding.level == Level::Note;
    let notes = check.findings.iter().filter(is_note).count();
    for finding in &check.findings {
        if with_notes || finding.level > Level::Note {
            describe(finding, &mut text);
        }
    }
    if notes > 0 && !with_notes {
        let (noun, them) = if notes == 1 {
            ("note", "it")
        } else {
            ("notes", "them")
        };
        let _ = writeln!(text, "\n{notes} {noun}; --notes shows {them}");
    }
    text
}

fn describe(finding: &Finding, text: &mut String) {
    let (level, rule) = (finding.level.name(), finding.rule.name());
    let _ = writeln!(text, "\n{level}[{rule}]: {}", finding.text);
    let mut row = |what: &str, words: &str| {
        let _ = writeln!(text, "    {what:<6}{words}");
    };
    if let Some(site) = &finding.site {
        row("at", &site.to_string());
    }
    if let Some(place) = &finding.place {
        row("beam", place);
    }
    row("when", &finding.when);
    for why in &finding.why {
        row("why", why);
    }
    row("basis", &finding.evidence.to_string());
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((file, line)) = &self.line {
            write!(f, "{file}:{line}  ")?;
        }
        write!(f, "{:X}:{:04X}  {}", self.bank, self.pc, self.instruction)
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rank {}: {}", self.rank, self.source)?;
        match self.is_reported() {
            true => Ok(()),
            false => f.write_str("; no console report"),
        }
    }
}

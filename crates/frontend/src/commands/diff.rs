//! Finds where two traces part.

use crate::{
    error::Error,
    headless::{
        output::read_text,
        rows::{Row, RowForm, form_of, row},
    },
};
use std::{
    fmt::Write as _,
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::ExitCode,
};

/// The options of `crownhead diff`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A trace; - is standard input, .gz and .zst are taken apart
    a: PathBuf,
    /// Another trace of the same kind, or an instruction trace in another emulator's form
    b: PathBuf,
    /// Lines shown before and after the first difference
    #[arg(long, short, value_name = "N", default_value_t = 5)]
    context: usize,
    /// Begin where the two first run the same eight instructions, not at their tops
    #[arg(long)]
    align: bool,
}

/// Lines that must agree for an alignment.
const ALIGNED: usize = 8;
/// Lines of either trace in which an alignment is looked for.
const SEARCHED: usize = 20_000;

/// A trace in memory: its lines with their numbers, and what they say.
struct Trace {
    lines: Vec<(usize, String)>,
    rows: Option<Vec<Row>>,
}

/// Prints the first difference; status 1 where there is one.
///
/// # Errors
/// A trace cannot be read, or is of a newer version.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    let (mut a, mut b) = (read(&args.a)?, read(&args.b)?);
    if a.rows.is_some() != b.rows.is_some() {
        return Err(Error::Usage(
            "one is an instruction trace and the other is not; diff compares traces of one kind"
                .into(),
        ));
    }
    if args.align {
        align(&mut a, &mut b)?;
    }
    let text = describe(&a, &b, &args);
    let differs = text.is_some();
    let text = text.unwrap_or_else(|| format!("the same: {} lines\n", a.lines.len()));
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())
        .map_err(Error::write(Path::new("-")))?;
    Ok(ExitCode::from(u8::from(differs)))
}

fn read(path: &Path) -> Result<Trace, Error> {
    let text = read_text(path)?;
    check_version(path, text.lines().next().unwrap_or_default())?;
    let form = text.lines().take(20).find_map(form_of);
    let numbered = text.lines().enumerate().map(|(at, line)| (at + 1, line));
    let (mut lines, mut rows) = (Vec::new(), form.map(|_| Vec::new()));
    for (number, line) in numbered {
        if line.starts_with('#') || line.starts_with("{\"format\"") || line.is_empty() {
            continue;
        }
        if let (Some(form), Some(rows)) = (form, &mut rows) {
            let Some(row) = row(form, line) else {
                if form == RowForm::Crownhead {
                    return Err(Error::Usage(format!(
                        "{}:{number}: no line of an instruction trace; the file is damaged",
                        path.display()
                    )));
                }
                continue;
            };
            rows.push(row);
        }
        lines.push((number, line.to_string()));
    }
    if lines.is_empty() {
        return Err(Error::Usage(format!("{} holds no trace", path.display())));
    }
    Ok(Trace { lines, rows })
}

/// Refuses formats of a higher version than this program writes.
fn check_version(path: &Path, line: &str) -> Result<(), Error> {
    let Some(json) = line
        .strip_prefix("# ")
        .or(Some(line))
        .filter(|json| json.starts_with('{'))
    else {
        return Ok(());
    };
    let Ok(value) = serde_json::from_str::<serde_json::Value>(json) else {
        return Ok(());
    };
    match value["version"].as_u64() {
        Some(version @ 2..) => Err(Error::Usage(format!(
            "{} is of version {version}; this program reads version 1: use a newer crownhead",
            path.display()
        ))),
        _ => Ok(()),
    }
}

/// Drops lines from the top until the traces run together.
fn align(a: &mut Trace, b: &mut Trace) -> Result<(), Error> {
    let (Some(rows_a), Some(rows_b)) = (&mut a.rows, &mut b.rows) else {
        return Err(Error::Usage("--align needs instruction traces".into()));
    };
    let together = |x: &[Row], y: &[Row]| {
        x.len() >= ALIGNED
            && y.len() >= ALIGNED
            && x.iter().zip(y).take(ALIGNED).all(|(x, y)| x.agrees(y))
    };
    let drop_b = (0..rows_b.len().min(SEARCHED)).find(|at| together(rows_a, &rows_b[*at..]));
    let drop_a = (0..rows_a.len().min(SEARCHED)).find(|at| together(&rows_a[*at..], rows_b));
    let (skip_a, skip_b) = match (drop_a, drop_b) {
        (Some(skip), _) => (skip, 0),
        (None, Some(skip)) => (0, skip),
        (None, None) => {
            return Err(Error::Mismatch(
                "the traces never run the same eight instructions".into(),
            ));
        }
    };
    rows_a.drain(..skip_a);
    a.lines.drain(..skip_a);
    rows_b.drain(..skip_b);
    b.lines.drain(..skip_b);
    Ok(())
}

fn describe(a: &Trace, b: &Trace, args: &Args) -> Option<String> {
    let shorter = a.lines.len().min(b.lines.len());
    let same = |at: usize| match (&a.rows, &b.rows) {
        (Some(rows_a), Some(rows_b)) => rows_a[at].agrees(&rows_b[at]),
        _ => a.lines[at].1 == b.lines[at].1,
    };
    let first = (0..shorter).find(|at| !same(*at));
    let mut text = String::new();
    let at = match first {
        Some(at) => at,
        None if a.lines.len() == b.lines.len() => return None,
        None => {
            let ended = if a.lines.len() < b.lines.len() {
                &args.a
            } else {
                &args.b
            };
            let _ = writeln!(
                text,
                "the same for {shorter} lines; then {} ends",
                ended.display()
            );
            return Some(text);
        }
    };
    let number = |trace: &Trace| trace.lines[at].0;
    let (line_a, line_b) = (number(a), number(b));
    let _ = writeln!(
        text,
        "the same for {at} lines; then line {line_a} and line {line_b} differ"
    );
    for line in &a.lines[at.saturating_sub(args.context)..at] {
        let _ = writeln!(text, "  {}", line.1);
    }
    for (sign, trace) in [('-', a), ('+', b)] {
        for line in trace.lines[at..].iter().take(args.context.max(1)) {
            let _ = writeln!(text, "{sign} {}", line.1);
        }
    }
    Some(text)
}

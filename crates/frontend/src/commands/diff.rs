//! Finds where two traces part.

use crate::{
    error::Error,
    headless::lines::{Line, Lines},
};
use std::{
    collections::VecDeque,
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

/// Prints the first difference; status 1 where there is one. Neither trace is ever held whole.
///
/// # Errors
/// A trace cannot be read, is damaged, or is of a newer version.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    let (mut a, mut b) = (Lines::open(&args.a)?, Lines::open(&args.b)?);
    if a.kind() != b.kind() {
        return Err(Error::Usage(format!(
            "one trace holds {} and the other {}; diff compares traces of one kind",
            a.kind(),
            b.kind()
        )));
    }
    if args.align {
        align(&mut a, &mut b)?;
    }
    let (text, differs) = compare(&mut a, &mut b, args.context)?;
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(Error::write(Path::new("-")))?;
    Ok(ExitCode::from(u8::from(differs)))
}

/// Drops lines from the top until the traces run together.
fn align(a: &mut Lines, b: &mut Lines) -> Result<(), Error> {
    let top_a = a.peek(SEARCHED + ALIGNED)?;
    let top_b = b.peek(SEARCHED + ALIGNED)?;
    if top_a.iter().chain(top_b).any(|line| line.row.is_none()) {
        return Err(Error::Usage("--align needs instruction traces".into()));
    }
    let together = |x: &[Line], y: &[Line]| {
        x.len() >= ALIGNED
            && y.len() >= ALIGNED
            && x.iter().zip(y).take(ALIGNED).all(|(x, y)| same(x, y))
    };
    let skip_a = (0..top_a.len().min(SEARCHED)).find(|at| together(&top_a[*at..], top_b));
    let skip_b = (0..top_b.len().min(SEARCHED)).find(|at| together(top_a, &top_b[*at..]));
    let (skipped, count) = match (skip_a, skip_b) {
        (Some(count), _) => (a, count),
        (None, Some(count)) => (b, count),
        (None, None) => {
            return Err(Error::Mismatch(
                "the traces never run the same eight instructions".into(),
            ));
        }
    };
    (0..count).try_for_each(|_| skipped.next().map(drop))
}

fn same(a: &Line, b: &Line) -> bool {
    match (&a.row, &b.row) {
        (Some(a), Some(b)) => a.agrees(b),
        _ => a.text == b.text,
    }
}

/// What there is to say, and whether the traces differ.
fn compare(a: &mut Lines, b: &mut Lines, context: usize) -> Result<(String, bool), Error> {
    let mut before = VecDeque::new();
    let mut count = 0;
    loop {
        let (ended, line_a, line_b) = match (a.next()?, b.next()?) {
            (Some(line_a), Some(line_b)) if same(&line_a, &line_b) => {
                count += 1;
                before.push_back(line_a);
                if before.len() > context {
                    before.pop_front();
                }
                continue;
            }
            (None, None) => return Ok((format!("the same: {count} lines\n"), false)),
            (None, _) => (a.path(), None, None),
            (_, None) => (b.path(), None, None),
            (line_a, line_b) => (Path::new(""), line_a, line_b),
        };
        let (Some(line_a), Some(line_b)) = (line_a, line_b) else {
            let text = format!(
                "the same for {count} lines; then {} ends\n",
                ended.display()
            );
            return Ok((text, true));
        };
        let mut text = format!(
            "the same for {count} lines; then line {} and line {} differ\n",
            line_a.number, line_b.number
        );
        for line in &before {
            let _ = writeln!(text, "  {}", line.text);
        }
        for (sign, line, lines) in [('-', line_a, a), ('+', line_b, b)] {
            // Damage further on must not hide the difference.
            let after = lines.peek(context.saturating_sub(1)).unwrap_or_default();
            for line in [&line].into_iter().chain(after) {
                let _ = writeln!(text, "{sign} {}", line.text);
            }
        }
        return Ok((text, true));
    }
}

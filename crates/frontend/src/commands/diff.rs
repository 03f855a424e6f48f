//! `crownhead diff`: finds the first difference between two traces.

use headless::{
    error::Error,
    lines::{TraceLine, TraceReader},
    print,
};
use std::{
    collections::{HashMap, VecDeque},
    fmt::Write as _,
    path::{Path, PathBuf},
    process::ExitCode,
};

/// The options of `crownhead diff`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A trace; - for standard input, .gz and .zst are decompressed
    a: PathBuf,
    /// Another trace of the same kind, or an instruction trace in another emulator's format
    b: PathBuf,
    /// Number of lines to show before and after the first difference
    #[arg(long, short, value_name = "N", default_value_t = 5)]
    context: usize,
    /// Start at the first eight consecutive instructions that both traces contain
    #[arg(long)]
    align: bool,
}

/// Number of consecutive lines that must agree in both traces. `--align` starts the comparison at
/// the first of these lines.
const MATCH_LINES: usize = 8;
/// Number of lines to search in each trace for a place where the traces agree.
const SEARCH_LINES: usize = 20_000;

/// Prints the first difference; the exit status is 1 if there is one. Reads the traces as streams.
///
/// # Errors
/// A trace cannot be read, is damaged, or has a format version that is too new.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    let (mut a, mut b) = (TraceReader::open(&args.a)?, TraceReader::open(&args.b)?);
    if a.kind() != b.kind() {
        return Err(Error::Usage(format!(
            "one trace contains {} and the other {}; diff compares traces of the same kind",
            a.kind(),
            b.kind()
        )));
    }
    if args.align {
        align(&mut a, &mut b)?;
    }
    let (text, differs) = compare(&mut a, &mut b, args.context)?;
    print::out(&text)?;
    Ok(ExitCode::from(u8::from(differs)))
}

/// Drops lines from the start of each trace, so that both begin with the same instructions.
fn align(a: &mut TraceReader, b: &mut TraceReader) -> Result<(), Error> {
    let top_a = a.peek(SEARCH_LINES + MATCH_LINES)?;
    let top_b = b.peek(SEARCH_LINES + MATCH_LINES)?;
    if top_a.iter().chain(top_b).any(|line| line.row.is_none()) {
        return Err(Error::Usage("--align needs instruction traces".into()));
    }
    let Some((skip_a, skip_b)) = find_common_start(top_a, top_b) else {
        return Err(Error::Mismatch(format!(
            "the first {SEARCH_LINES} lines of the traces have no eight instructions in common"
        )));
    };
    for (lines, skip) in [(a, skip_a), (b, skip_b)] {
        (0..skip).try_for_each(|_| lines.next_line().map(drop))?;
    }
    Ok(())
}

/// Finds eight consecutive instructions that both traces contain. Returns the number of lines
/// before them in each trace. If there are several such places, chooses the one that skips the
/// fewest lines in total.
fn find_common_start(a: &[TraceLine], b: &[TraceLine]) -> Option<(usize, usize)> {
    let mut places: HashMap<Vec<u16>, Vec<usize>> = HashMap::new();
    for (start, window) in a.windows(MATCH_LINES).enumerate() {
        places.entry(addresses(window)).or_default().push(start);
    }
    let mut best: Option<(usize, usize)> = None;
    for (start_b, window) in b.windows(MATCH_LINES).enumerate() {
        let agrees = |start: &usize| {
            a[*start..]
                .iter()
                .zip(window)
                .all(|(a, b)| lines_agree(a, b))
        };
        let skips_fewer = |start: &usize| best.is_none_or(|(a, b)| *start + start_b < a + b);
        let found = places.get(&addresses(window)).into_iter().flatten();
        let found = found.copied().take_while(skips_fewer).find(agrees);
        best = found.map(|start| (start, start_b)).or(best);
    }
    best
}

/// Returns the addresses of the instructions. Every trace format records them.
fn addresses(window: &[TraceLine]) -> Vec<u16> {
    let rows = window.iter().filter_map(|line| line.row.as_ref());
    rows.map(|row| row.pc).collect()
}

fn lines_agree(a: &TraceLine, b: &TraceLine) -> bool {
    match (&a.row, &b.row) {
        (Some(a), Some(b)) => a.agrees_with(b),
        _ => a.text == b.text,
    }
}

/// Returns the report, and whether the traces differ.
fn compare(
    a: &mut TraceReader,
    b: &mut TraceReader,
    context: usize,
) -> Result<(String, bool), Error> {
    let mut before = VecDeque::new();
    let mut count = 0;
    loop {
        let (ended, line_a, line_b) = match (a.next_line()?, b.next_line()?) {
            (Some(line_a), Some(line_b)) if lines_agree(&line_a, &line_b) => {
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
            // Show the difference even if a trace is damaged after it.
            let after = lines.peek(context.saturating_sub(1)).unwrap_or_default();
            for line in [&line].into_iter().chain(after) {
                let _ = writeln!(text, "{sign} {}", line.text);
            }
        }
        return Ok((text, true));
    }
}

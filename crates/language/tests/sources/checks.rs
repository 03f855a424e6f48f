//! Checks properties that hold for every source.

use crate::corpus::{Case, cases};
use asm6502::build::Overlay;
use asm6502::record::Target;
use asm6502::{Format, Options};
use language::{
    Columns, Edit, Position, Program, Text, TextRange, Timing, apply, check, format, hover, lenses,
    problems, rename, used_bytes_per_bank, words,
};
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn the_corpus_is_large_enough() {
    assert!(cases().len() >= 200, "{}", cases().len());
}

#[test]
fn messages_equal_those_of_the_assembler() {
    let mut count = 0;
    for case in cases() {
        let provider = case.provider();
        let options = Options {
            format: Format::Origin,
            ..case.options.clone()
        };
        let expected = asm6502::assemble(&provider, &options).diagnostics;
        let output = check(&provider, &case.options);
        let problems = problems(&provider, &case.options, &output);
        let found: Vec<_> = problems
            .iter()
            .map(|problem| problem.diagnostic.clone())
            .collect();
        // If a macro call causes several errors, `problems` returns only the first of them.
        let mut calls = BTreeSet::new();
        let shown = expected.iter().filter(|diagnostic| {
            let mut notes = diagnostic.notes.iter().rev();
            let call = notes.find(|note| note.text.ends_with(", called here"));
            diagnostic.severity != asm6502::Severity::Error
                || call.is_none_or(|call| calls.insert((call.site.file.clone(), call.site.line)))
        });
        let shown: Vec<_> = shown.cloned().collect();
        assert_eq!(found, shown, "{}", case.name());
        count += found.len();
        let recorded = Program::new(&provider, &case.options);
        let recorded_messages: Vec<_> = recorded
            .output
            .diagnostics
            .iter()
            .map(|diagnostic| diagnostic.to_string())
            .collect();
        let messages: Vec<_> = expected
            .iter()
            .map(|diagnostic| diagnostic.to_string())
            .collect();
        assert_eq!(recorded_messages, messages, "recorded: {}", case.name());
        for problem in problems {
            let text = Text::new(
                asm6502::SourceProvider::read(&provider, &problem.location.file)
                    .unwrap_or_default(),
            );
            let range = problem.location.range;
            assert!(range.start <= range.end, "{}: {problem:?}", case.name());
            assert!(
                range.end.column as usize <= text.line(range.end.line).len(),
                "{}: {problem:?}",
                case.name()
            );
        }
    }
    assert!(count > 300, "{count}");
}

#[test]
fn a_recorded_run_has_the_same_bytes() {
    for case in cases() {
        let provider = case.provider();
        let plain = check(&provider, &case.options);
        let recorded = Program::new(&provider, &case.options);
        assert_eq!(recorded.output.binary, plain.binary, "{}", case.name());
        assert_eq!(recorded.output.printed, plain.printed, "{}", case.name());
        assert_eq!(recorded.output.passes, plain.passes, "{}", case.name());
    }
}

/// Checks that the bytes of the recorded statements are in the binary in the same order, without
/// overlaps.
#[test]
fn statements_cover_the_binary() {
    let mut covered = 0;
    for case in cases() {
        let program = Program::new(&case.provider(), &case.options);
        if program.output.exit_code != 0 {
            continue;
        }
        let mut end = 0;
        for statement in &program.record.statements {
            let Some(offset) = statement.offset else {
                continue;
            };
            assert!(offset as usize >= end, "{}: {statement:?}", case.name());
            let bytes = program.bytes_of(statement);
            assert_eq!(bytes.len(), statement.length as usize, "{}", case.name());
            covered += bytes.len();
            end = offset as usize + bytes.len();
        }
        assert!(end <= program.output.binary.len(), "{}", case.name());
    }
    assert!(covered > 60_000, "{covered}");
}

/// Checks that the number of used bytes in each bank is the same as in the assembler's usage
/// report.
#[test]
fn usage_equals_that_of_the_assembler() {
    for case in cases() {
        let options = Options {
            map: true,
            format: Format::Raw,
            ..case.options.clone()
        };
        let provider = case.provider();
        let output = asm6502::assemble(&provider, &options);
        if output.exit_code != 0 {
            continue;
        }
        let program = Program::new(&provider, &case.options);
        let usage = output.usage.expect("the options request the usage");
        let expected: BTreeMap<i64, i64> = usage
            .banks
            .iter()
            .filter(|bank| bank.used > 0)
            .map(|bank| (bank.bank as i64, bank.used as i64))
            .collect();
        assert_eq!(used_bytes_per_bank(&program), expected, "{}", case.name());
    }
}

/// Checks that the text at the recorded position of each name is that name.
#[test]
fn names_are_at_their_recorded_positions() {
    let (mut found, mut all) = (0, 0);
    for case in cases() {
        let program = Program::new(&case.provider(), &case.options);
        for name in &program.record.names {
            all += 1;
            let Some(span) = name.span else { continue };
            found += 1;
            let line = program.text(span.file).line(span.line - 1);
            let spelled = String::from_utf8_lossy(&line[span.start as usize..span.end as usize]);
            let expected = program.name_of(name.target);
            if line.contains(&0x80) {
                continue; // dasm treats this byte as a space.
            }
            let is_same = match name.target {
                Target::Macro(_) => spelled.eq_ignore_ascii_case(expected),
                Target::Symbol(_) => spelled == expected,
            };
            assert!(
                is_same,
                "{}: {spelled} is not {expected}, {span:?}",
                case.name()
            );
        }
    }
    assert!(found * 100 > all * 97, "{found} of {all}");
}

fn formatted(case: &Case, program: &Program, file: u32) -> Option<Vec<u8>> {
    let edits = format(program.text(file), Columns::default());
    let result = apply(program.text(file), &edits);
    assert!(result.is_some(), "{}: edits overlap", case.name());
    result
}

#[test]
fn formatting_keeps_the_bytes_and_is_idempotent() {
    let mut changed = 0;
    for case in cases() {
        let provider = case.provider();
        let program = Program::new(&provider, &case.options);
        let mut overlay = Overlay::new(&provider);
        for file in 1..program.record.files.len() as u32 {
            let Some(once) = formatted(&case, &program, file) else {
                continue;
            };
            changed += usize::from(once != program.text(file).bytes());
            let again = format(&Text::new(once.clone()), Columns::default());
            assert_eq!(again, [], "{}", case.name());
            overlay.insert(&path_of(program.path(file)), once);
        }
        let after = check(&overlay, &case.options);
        assert_eq!(after.binary, program.output.binary, "{}", case.name());
        assert_eq!(after.exit_code, program.output.exit_code, "{}", case.name());
    }
    assert!(changed > 200, "{changed}");
}

/// Renames every `step`-th name in a source, one at a time, each time in the original source.
/// Checks that the binary stays the same. Adds the number of renamed names to `renamed`, and the
/// error messages for the other names to `refused`.
fn rename_every_nth(case: &Case, step: usize, renamed: &mut usize, refused: &mut BTreeSet<String>) {
    let provider = case.provider();
    let program = Program::new(&provider, &case.options);
    let mut seen = BTreeSet::new();
    let mentions: Vec<_> = program
        .mentions()
        .iter()
        .filter(|mention| seen.insert(mention.target))
        .collect();
    for mention in mentions.iter().step_by(step) {
        let old = program.name_of(mention.target).to_owned();
        let new = match (old.starts_with('.'), old.ends_with('$')) {
            (true, _) => format!(".Renamed_{}", &old[1..]),
            (_, true) => format!("9{old}"),
            _ => format!("Renamed_{old}"),
        };
        let position = Position {
            line: mention.span.line - 1,
            column: mention.span.start,
        };
        match rename(
            &program,
            &provider,
            &case.options,
            mention.span.file,
            position,
            &new,
        ) {
            Ok(edits) => {
                *renamed += 1;
                check_renamed(case, &program, &edits);
            }
            Err(error) => {
                refused.insert(format!("{}: {old}: {error}", case.name()));
            }
        }
    }
}

fn check_renamed(case: &Case, program: &Program, edits: &[Edit]) {
    assert!(!edits.is_empty());
    let provider = case.provider();
    let mut by_file: BTreeMap<&[u8], Vec<(TextRange, String)>> = BTreeMap::new();
    for edit in edits {
        let file = by_file.entry(&edit.location.file).or_default();
        file.push((edit.location.range, edit.text.clone()));
    }
    let mut overlay = Overlay::new(&provider);
    for (path, edits) in by_file {
        let file = program.file(path).expect("a file of the program");
        overlay.insert(
            &path_of(path),
            apply(program.text(file), &edits).expect("no overlap"),
        );
    }
    let after = check(&overlay, &case.options);
    assert_eq!(
        after.binary,
        program.output.binary,
        "{}: {edits:?}",
        case.name()
    );
    assert_eq!(after.exit_code, program.output.exit_code, "{}", case.name());
}

#[test]
fn renaming_keeps_the_bytes() {
    let (mut renamed, mut refused) = (0, BTreeSet::new());
    for case in cases() {
        rename_every_nth(&case, 25, &mut renamed, &mut refused);
    }
    let refusals: Vec<_> = refused.iter().cloned().collect();
    println!("{renamed} renamed");
    assert!(renamed > 300, "{renamed}");
    assert!(
        refused.len() * 10 < renamed,
        "{renamed} renamed, refused:\n{}",
        refusals.join("\n")
    );
}

#[test]
#[ignore = "renames every name of every source: takes a minute"]
fn full_renaming_each_name_keeps_the_bytes() {
    let (mut renamed, mut refused) = (0, BTreeSet::new());
    for case in cases() {
        rename_every_nth(&case, 1, &mut renamed, &mut refused);
    }
    assert!(renamed > 8_000, "{renamed}");
}

/// Calls the crate's functions at many positions in every source, and checks that none of them
/// panics.
#[test]
fn no_function_panics_at_any_position() {
    let mut hovers = 0;
    for case in cases() {
        let program = Program::new(&case.provider(), &case.options);
        let timing = Timing::new(&program);
        for file in 1..program.record.files.len() as u32 {
            let text = program.text(file);
            for line in (0..text.line_count()).step_by(7) {
                for column in (0..=text.line(line).len() as u32).step_by(3) {
                    let position = Position { line, column };
                    hovers += usize::from(hover(&program, &timing, file, position).is_some());
                    language::definition(&program, file, position);
                }
                language::references(&program, file, Position { line, column: 0 }, true);
            }
            language::hints(&program, &timing, file, 0..text.line_count());
            language::outline(&program, file);
            language::folds(text);
            lenses(&program, file, 8);
            let words = words(text, Some((&program, file)));
            let sorted = words
                .windows(2)
                .all(|pair| pair[0].range.end <= pair[1].range.start);
            assert!(sorted, "{}", case.name());
        }
    }
    assert!(hovers > 10_000, "{hovers}");
}

fn path_of(name: &[u8]) -> std::path::PathBuf {
    String::from_utf8_lossy(name).into_owned().into()
}

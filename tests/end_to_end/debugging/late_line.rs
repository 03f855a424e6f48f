//! Tests that the commands in the chapter "The line that was two cycles late" print what the
//! chapter shows.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};
use support::{Start, page::apply_mark};

/// Runs the program in a folder. Returns its output.
fn output_of(arguments: &str, folder: &Path) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .args(arguments.split(' '))
        .current_dir(folder)
        .run();
    assert!(output.stderr.is_empty(), "{arguments}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_chapter_shows_what_the_commands_print() {
    let root = env!("CARGO_MANIFEST_DIR");
    let path: PathBuf = [root, "docs/late-line.md"].iter().collect();
    let page = fs::read_to_string(&path).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut program = String::new();
    let mut pieces = page.split("<!-- ");
    let mut updated = pieces.next().unwrap().to_owned();
    let mut outputs = Vec::new();
    for piece in pieces {
        let (directive, rest) = piece.split_once(" -->").unwrap();
        updated += &format!("<!-- {directive} -->");
        if apply_mark(directive, rest, &mut program) {
            fs::write(folder.path().join("main.asm"), &program).unwrap();
        } else if let Some(arguments) = directive.strip_prefix("run: ") {
            let output = output_of(arguments, folder.path());
            let after = rest.splitn(3, "```").nth(2).unwrap();
            updated += &format!("\n```text\n{output}```{after}");
            outputs.push(output);
            continue;
        }
        updated += rest;
    }
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &updated).unwrap();
    }
    let current = fs::read_to_string(&path).unwrap();
    assert_eq!(
        current, updated,
        "the page is out of date; BLESS=1 renews it"
    );
    let [found, late, early, clean] = outputs.try_into().expect("four commands");
    assert!(found.starts_with("main.asm: differs\n"), "{found}");
    assert!(found.contains("warning[frame-length]") && found.contains("78 of 76"));
    assert!(late.contains(": 0 of 76 cycles are free"), "{late}");
    assert!(early.contains(": 6 of 76 cycles are free"), "{early}");
    assert!(clean.starts_with("main.asm: clean\n"), "{clean}");
}

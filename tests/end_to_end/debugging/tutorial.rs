//! The last step of the tutorial, which runs the program from the previous steps in the debugger.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};
use support::Start;

/// Returns the commands of the tutorial's last step. `line` is the number of the source line that
/// loads a row of the ship's shape.
fn commands(line: usize) -> String {
    format!(
        "break main.asm:{line} if scanline == 133\n\
         run\n\
         print y\n\
         next 2\n\
         objects\n\
         back next 2\n\
         run\n\
         why 132 8\n"
    )
}

/// Writes the tutorial's files into a folder.
fn write_program(page: &str, folder: &Path) {
    let mut main = String::new();
    for piece in page.split("<!-- ").skip(1) {
        let (directive, rest) = piece.split_once(" -->").unwrap();
        let block = || {
            let (_, block) = rest.split_once("```").unwrap();
            let (_, block) = block.split_once('\n').unwrap();
            block.split_once("```").unwrap().0.to_owned()
        };
        let replace = |main: &String, line: &str, replacement: String| {
            assert_eq!(main.matches(line).count(), 1, "{line:?}");
            main.replacen(line, &replacement, 1)
        };
        if directive == "file: main.asm" {
            main = block();
        } else if let Some(name) = directive.strip_prefix("file: ") {
            fs::write(folder.join(name), block()).unwrap();
        } else if let Some(line) = directive.strip_prefix("after: ") {
            let line = format!("{line}\n");
            main = replace(&main, &line, line.clone() + &block());
        } else if let Some(line) = directive.strip_prefix("instead of: ") {
            main = replace(&main, &format!("{line}\n"), block());
        } else if directive == "rename: Row; NextRow" {
            main = main
                .replace("\nRow  ", "\nNextRow  ")
                .replace("bpl Row", "bpl NextRow");
        }
    }
    fs::write(folder.join("main.asm"), main).unwrap();
}

#[test]
fn the_breakpoint_on_a_scanline_stops_as_the_page_shows() {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "docs/tutorial.md"]
        .iter()
        .collect();
    let page = fs::read_to_string(&path).unwrap();
    let folder = tempfile::tempdir().unwrap();
    write_program(&page, folder.path());
    let source = fs::read_to_string(folder.path().join("main.asm")).unwrap();
    let load = source.lines().position(|line| line.contains("lda Ship,y"));
    let line = load.expect("the line of the breakpoint") + 1;
    fs::write(folder.path().join("commands"), commands(line)).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .args([
            "debug",
            "main.asm",
            "--power-on",
            "zero",
            "--commands",
            "commands",
        ])
        .current_dir(folder.path())
        .run();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    // Skip the output before the first command, which only describes the starting position.
    let session = &text[text.find("> ").unwrap()..];
    let (head, rest) = page.split_once("<!-- debug -->\n```text\n").unwrap();
    let (_, tail) = rest.split_once("```\n").unwrap();
    let whole = format!("{head}<!-- debug -->\n```text\n{session}```\n{tail}");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &whole).unwrap();
    }
    let shown = fs::read_to_string(&path).unwrap();
    assert_eq!(shown, whole, "the page is out of date; BLESS=1 renews it");
    for part in ["133.", "breakpoint 1", "player 0", "GRP0"] {
        assert!(session.contains(part), "{part}: {session}");
    }
}

//! Runs the command lines in the documentation pages unchanged.

use super::{run_ok, text};
use crate::{
    pages::{pages, prose},
    repository,
};
use std::{collections::HashMap, fs, path::Path, process::Command};
use support::{Folder, Start};

/// Pages that have command lines in code blocks.
const PAGES: &[&str] = &[
    "crates/frontend/docs/headless.md",
    "crates/lab/docs/testing.md",
    "crates/lab/docs/traces.md",
    "README.md",
];

/// Returns the lines in a page's code blocks, without comments.
fn code_lines(page: &str) -> Vec<String> {
    let text = fs::read_to_string(repository().join(page)).unwrap();
    let blocks = text.split("```").skip(1).step_by(2);
    let lines = blocks.flat_map(|block| block.lines().skip(1));
    let lines = lines.map(|line| line.split("  # ").next().unwrap_or_default().trim_end());
    lines.map(str::to_owned).collect()
}

/// Returns true if a command line opens a window or runs until it is interrupted.
fn keeps_running(line: &str) -> bool {
    let debugs = line.starts_with("crownhead debug");
    line == "crownhead game.asm" || line.contains("--watch") || debugs
}

/// Returns a folder with the files that the command lines read.
fn folder_with_files() -> Folder {
    let folder = Folder::new("pages");
    let copy = |from: &str, to: &str| {
        fs::copy(repository().join(from), folder.path(to)).unwrap();
    };
    copy("rom/video-checkers.bin", "game.bin");
    copy("rom/video-checkers.bin", "old.bin");
    copy("tests/roms/probe.asm", "game.asm");
    fs::create_dir(folder.path("tests")).unwrap();
    let page = code_lines(PAGES[0]);
    let script = page.iter().skip_while(|line| *line != "crownhead-script 1");
    let end = |line: &&String| line.ends_with(" end");
    let count = 1 + script.clone().position(|line| end(&line)).expect("an end");
    let script: Vec<_> = script.take(count).cloned().collect();
    folder.write("moves.script", script.join("\n") + "\n");
    for name in ["moves", "short"] {
        folder.write(
            &format!("tests/{name}.script"),
            "crownhead-script 1\ncartridge bundled\n@9 expect frame-lines 262\n@10 end\n",
        );
    }
    folder
}

#[test]
fn every_command_line_of_the_pages_runs() {
    support::needs!("bash", "ffmpeg");
    let folder = folder_with_files();
    let program = Path::new(env!("CARGO_BIN_EXE_crownhead"));
    let old_path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{old_path}", program.parent().unwrap().display());
    let run = |line: &str| {
        Command::new("bash")
            .args(["-c", line])
            .current_dir(&folder)
            .env("PATH", &path)
            .env("XDG_DATA_HOME", folder.path("data"))
            .env("XDG_CONFIG_HOME", folder.path("config"))
            .run()
    };
    for file in ["a.txt", "b.txt"] {
        let trace = format!("crownhead trace game.bin --frames 3 --kind frame --out {file}");
        assert!(run(&trace).status.success());
    }
    let form = "--kind instruction --form stella";
    let trace = format!("crownhead trace game.bin --frames 60 {form} --out stella.log");
    assert!(run(&trace).status.success());
    let mut count = 0;
    for page in PAGES {
        for line in code_lines(page)
            .iter()
            .filter(|line| line.starts_with("crownhead "))
        {
            if keeps_running(line) {
                continue;
            }
            let output = run(line);
            let errors = text(output.stderr);
            assert!(output.status.success(), "{page}: {line}: {errors}");
            count += 1;
        }
    }
    assert!(count > 20, "{count} lines");
}

/// Returns the command lines of `crownhead` in the running text of all pages, each with the page
/// that it is on.
fn commands_in_prose() -> Vec<(String, String)> {
    let mut mentions = Vec::new();
    for page in pages() {
        let prose = prose(&page);
        for code in prose.split('`').skip(1).step_by(2) {
            let words: Vec<&str> = code.split_whitespace().collect();
            if words.len() > 1 && words[0] == "crownhead" {
                mentions.push((page.display().to_string(), words[1..].join(" ")));
            }
        }
    }
    mentions
}

#[test]
fn every_subcommand_and_option_mentioned_in_the_text_exists() {
    let help = |words: &str| text(run_ok(words, Path::new("")));
    let mut help_texts = HashMap::new();
    let overview = help("help");
    let mentions = commands_in_prose();
    assert!(mentions.len() > 50, "{} command lines", mentions.len());
    for (page, line) in &mentions {
        let (line, _) = line.split_once(" | ").unwrap_or((line, ""));
        let word = line.split(' ').next().unwrap_or_default();
        let is_command = word.bytes().all(|byte| byte.is_ascii_lowercase());
        let mut commands = overview
            .lines()
            .filter_map(|row| row.split_whitespace().next());
        assert!(
            !is_command || commands.any(|name| name == word),
            "{page}: crownhead {line}"
        );
        let command = if is_command && word != "help" {
            word
        } else {
            ""
        };
        let text = help_texts
            .entry(command)
            .or_insert_with(|| help(format!("{command} --help").trim_start()));
        // An option in quotes belongs to an engine's command line, not to this command's.
        let own_words = line.split('"').step_by(2).flat_map(str::split_whitespace);
        for option in own_words.filter(|word| word.starts_with("--")) {
            let mut known = text.split(|letter: char| letter != '-' && !letter.is_alphanumeric());
            assert!(
                known.any(|word| word == option),
                "{page}: crownhead {line}: no option {option}"
            );
        }
    }
}

//! Tests sources in the window: Alt+T turns the session into a test, and a source that changes is
//! assembled again.

use super::stage::{App, Stage, recorded_frames, wait_for};
use std::{fs, path::PathBuf};
use support::Start;

/// Writes the source of a program whose picture is one color.
fn write_source(stage: &Stage, color: &str) -> PathBuf {
    let source = super::super::repository().join("tests/roms/faults.asm");
    let source = fs::read_to_string(source).unwrap();
    assert!(source.contains("lda #$2c"));
    let file = stage.path("game.asm");
    fs::write(&file, source.replace("lda #$2c", color)).unwrap();
    file
}

fn start<'a>(stage: &'a Stage, options: &[&str]) -> App<'a> {
    let (source, data) = (write_source(stage, "lda #$2c"), stage.path("out"));
    let arguments = [
        source.to_str().unwrap(),
        "--audio-out",
        "null",
        "--data-dir",
        data.to_str().unwrap(),
    ];
    stage.start(&[&arguments[..], options].concat())
}

#[test]
fn alt_t_saves_a_test_that_passes_from_every_power_on_state() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("save-test");
    let keys = stage.command(&["keys"]).run();
    let keys = String::from_utf8(keys.stdout).unwrap();
    let line = keys.lines().find(|line| line.contains("save-test"));
    assert!(line.is_some_and(|line| line.contains("alt+t")), "{keys}");
    let recording = stage.path("s.script");
    let record = ["--record", recording.to_str().unwrap()];
    let app = start(&stage, &[&["--speed", "4"], &record[..]].concat());
    app.input(&["key", "F2"]);
    // The number of scanlines varies in the first frames.
    wait_for("sixty frames", || {
        recorded_frames(&recording).filter(|frame| *frame > 60)
    });
    app.input(&["key", "alt+t"]);
    let script = stage.path("tests/game-0001.script");
    let text = wait_for("the expectations", || {
        let text = fs::read_to_string(&script).ok()?;
        text.contains("expect frame-lines 262").then_some(text)
    });
    for words in ["cartridge ../game.asm", "reset down", "| frame "] {
        assert!(text.contains(words), "{text}");
    }
    app.input(&["key", "ctrl+q"]);
    assert_eq!(app.wait_for_exit(), (0, String::new()));
    let mut verify = stage.command(&["verify", "--seeds", "0..99"]);
    let output = verify.arg(&script).run();
    let report = String::from_utf8_lossy(&output.stdout);
    assert!(
        report.contains("100 of 100 power-on states"),
        "{report}{text}"
    );
}

#[test]
fn a_changed_source_plays_and_its_errors_are_shown_over_the_last_picture() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("watched-source");
    let app = start(&stage, &["--watch"]);
    let middle = |pixels: &[u32], width: usize| pixels[pixels.len() / 2 + width / 2];
    let before = wait_for("a picture", || {
        let (pixels, width) = app.screenshot();
        Some(pixels.clone()).filter(|_| middle(&pixels, width) != 0)
    });
    let (_, width) = app.screenshot();
    fs::write(stage.path("game.asm"), "  lda\n").unwrap();
    let message = wait_for("the assembler's message", || {
        let (pixels, _) = app.screenshot();
        (pixels != before).then_some(pixels)
    });
    assert_eq!(middle(&message, width), middle(&before, width));
    write_source(&stage, "lda #$84");
    wait_for("the other color", || {
        let (pixels, _) = app.screenshot();
        (middle(&pixels, width) != middle(&before, width)).then_some(())
    });
    app.input(&["key", "ctrl+q"]);
    assert_eq!(app.wait_for_exit(), (0, String::new()));
}

#[test]
fn after_a_source_is_saved_the_game_keeps_its_state() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("kept-state");
    let created = stage
        .command(&["new", stage.path("game").to_str().unwrap()])
        .run();
    assert!(created.status.success());
    // The commands that `new` prints.
    let text = String::from_utf8(created.stdout).unwrap();
    let lines = text
        .lines()
        .filter_map(|line| line.strip_prefix("  crownhead "));
    let commands = lines.map(|line| line.split("  ").next().unwrap().split(' ').collect());
    let commands: Vec<Vec<&str>> = commands.collect();
    let [play, others @ ..] = &commands[..] else {
        panic!("{text}");
    };
    assert_eq!(
        others.iter().map(|words| words[0]).collect::<Vec<_>>(),
        ["verify", "debug", "check"]
    );
    for words in others {
        // 2,000 frames would take too long here.
        let limit: &[&str] = if words[0] == "check" {
            &["--frames", "60"]
        } else {
            &[]
        };
        let output = stage.command(&[words, limit].concat()).run();
        assert!(output.status.success(), "{words:?}");
    }
    let (game, data) = (stage.path("game/game.asm"), stage.path("out"));
    let log = stage.path("log");
    let mut more = vec!["--audio-out", "null", "--data-dir", data.to_str().unwrap()];
    more.extend(["--log-input", log.to_str().unwrap()]);
    assert!(play.contains(&"--watch"), "{play:?}");
    let app = stage.start(&[play, &more[..]].concat());
    // The color of the field, and the first pixel of another color in the lines that contain the
    // player.
    let locate_player = || {
        let (pixels, width) = app.screenshot();
        let rows: Vec<&[u32]> = pixels.chunks_exact(width).collect();
        let lines = &rows[rows.len() * 45 / 100..rows.len() * 60 / 100];
        let field = lines[0][width / 4];
        let differs = |row: &&[u32]| (width / 8..width * 7 / 8).find(|x| row[*x] != field);
        lines.iter().filter_map(differs).min().map(|x| (field, x))
    };
    let (field, start) = wait_for("the player", locate_player);
    app.input(&["keydown", "Right"]);
    wait_for("the player to move", || {
        locate_player().filter(|(_, x)| *x > start + 40)
    });
    app.input(&["keyup", "Right"]);
    wait_for("the released key", || {
        let lines = fs::read_to_string(&log).unwrap_or_default();
        lines.lines().last()?.contains("swcha FF").then_some(())
    });
    let mut last = 0;
    let (_, position) = wait_for("the player to rest", || {
        let seen = locate_player()?;
        (std::mem::replace(&mut last, seen.1) == seen.1).then_some(seen)
    });
    let source = fs::read_to_string(&game).unwrap();
    assert!(source.contains("FIELD_COLOR = $c2"));
    fs::write(
        &game,
        source.replace("FIELD_COLOR = $c2", "FIELD_COLOR = $42"),
    )
    .unwrap();
    let (_, new_position) = wait_for("the other color", || {
        locate_player().filter(|(color, _)| *color != field)
    });
    assert_eq!(new_position, position);
    app.input(&["key", "ctrl+q"]);
    assert_eq!(app.wait_for_exit(), (0, String::new()));
}

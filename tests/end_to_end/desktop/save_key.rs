//! Tests the SaveKey in the window: its contents survive from one session to the next, and if they
//! cannot be saved, there is one error message.

use super::{
    super::repository,
    stage::{App, Stage, wait_for},
};
use std::fs::{self, File};

fn start_counter(stage: &Stage) -> App<'_> {
    let rom = repository().join("tests/roms/savekey.asm");
    let folder = stage.path("out");
    let options = ["--audio-out", "null", "--scale", "2", "--data-dir"];
    let rom = rom.display().to_string();
    stage.start(&[&[rom.as_str()], &options[..], &[folder.to_str().unwrap()]].concat())
}

/// Returns the background's color, whose color number is twice the counter.
fn background(app: &App<'_>) -> u32 {
    let (pixels, width) = app.screenshot();
    pixels[pixels.len() / 2 + width / 2]
}

fn press_reset(app: &App<'_>) {
    let before = background(app);
    app.input(&["keydown", "F2"]);
    wait_for("another count", || {
        (background(app) != before).then_some(())
    });
    app.input(&["keyup", "F2"]);
    wait_for("Reset to be up", || (!has_edge(app)).then_some(()));
}

/// Returns true if the picture has the white edge that the program shows while Reset is held down.
fn has_edge(app: &App<'_>) -> bool {
    let (pixels, width) = app.screenshot();
    pixels[pixels.len() / 2 / width * width + 4] > 0xd0_d0d0
}

fn saved_count(stage: &Stage) -> Option<u8> {
    let bytes = fs::read(stage.path("out/savekey.bin")).ok()?;
    assert_eq!(bytes.len(), 32_768);
    Some(bytes[0x40])
}

#[test]
fn scores_are_kept_from_session_to_session() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("save-key");
    let app = start_counter(&stage);
    press_reset(&app);
    press_reset(&app);
    wait_for("the file", || {
        saved_count(&stage).filter(|count| *count == 2)
    });
    app.input(&["key", "ctrl+q"]);
    assert_eq!(app.wait_for_exit(), (0, String::new()));
    let app = start_counter(&stage);
    press_reset(&app);
    wait_for("the next count", || {
        saved_count(&stage).filter(|count| *count == 3)
    });
    app.input(&["key", "ctrl+q"]);
    assert_eq!(app.wait_for_exit(), (0, String::new()));
}

#[test]
fn a_locked_file_gives_one_message_and_the_game_continues() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("save-key-locked");
    let file = stage.path("out/savekey.bin");
    fs::create_dir_all(stage.path("out")).unwrap();
    fs::write(&file, vec![0xff; 32_768]).unwrap();
    let lock = File::create(stage.path("out/savekey.bin.lock")).unwrap();
    lock.lock().unwrap();
    let app = start_counter(&stage);
    press_reset(&app);
    press_reset(&app);
    let warning = "is locked by another program: the SaveKey will be saved later";
    wait_for("the message", || {
        app.stderr().contains(warning).then_some(())
    });
    assert_eq!(saved_count(&stage), Some(0xff));
    drop(lock);
    wait_for("the file", || {
        saved_count(&stage).filter(|count| *count == 2)
    });
    app.input(&["key", "ctrl+q"]);
    let (_, stderr) = app.wait_for_exit();
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
}

#[test]
fn a_file_that_is_not_a_save_key_is_not_changed() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("save-key-odd");
    let file = stage.path("out/savekey.bin");
    fs::create_dir_all(stage.path("out")).unwrap();
    fs::write(&file, b"a shopping list").unwrap();
    let app = start_counter(&stage);
    press_reset(&app);
    app.input(&["key", "ctrl+q"]);
    let (_, stderr) = app.wait_for_exit();
    assert!(
        stderr.contains("the file has 15; name another file"),
        "{stderr}"
    );
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    assert_eq!(fs::read(&file).unwrap(), b"a shopping list");
}

//! A session from start to end: closing, files, sound, the twin without a window.

use super::stage::{Stage, probe, wait_for};
use serde_json::Value;
use std::{fs, path::Path};
use vcs::{
    Cartridge,
    script::{Player, Script, Verdict},
    trace::Symbols,
};

fn stats(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).expect("numbers")).expect("JSON")
}

#[test]
fn each_way_to_close_ends_with_status_0_and_whole_files() {
    for way in ["message", "ctrl+q", "Escape"] {
        let stage = Stage::new(&format!("close-{way}"));
        let (numbers, sound, script) = (
            stage.path("s.json"),
            stage.path("s.wav"),
            stage.path("s.script"),
        );
        let show = stage.start(&[
            "--stats-json",
            numbers.to_str().unwrap(),
            "--audio-out",
            &format!("wav:{}", sound.display()),
            "--record",
            script.to_str().unwrap(),
        ]);
        match way {
            "message" => show.ask_to_close(),
            key => show.hands(&["key", key]),
        }
        assert_eq!(show.end(), (0, String::new()), "{way}");
        let frames = stats(&numbers)["frames"].as_u64().unwrap();
        let parsed = Script::parse(&fs::read_to_string(&script).unwrap()).unwrap();
        assert_eq!(parsed.end.frame, frames);
        let samples = hound::WavReader::open(&sound).expect("a WAV file").len();
        // 48,000 samples a second at 59.92 frames a second.
        assert!(
            u64::from(samples).abs_diff(frames * 801) <= frames + 801,
            "{samples} {frames}"
        );
    }
}

#[test]
fn without_a_sound_card_there_is_one_warning() {
    let stage = Stage::new("no-card");
    let show = stage.start(&["--exit-after-frames", "60"]);
    let (status, said) = show.end();
    assert_eq!(status, 0);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.starts_with("crownhead: no sound"), "{said}");
}

#[test]
fn the_recording_replayed_without_a_window_gives_the_same_picture_and_sound() {
    let stage = Stage::new("twin");
    let rom = probe(&stage.path(""));
    let (numbers, script) = (stage.path("s.json"), stage.path("s.script"));
    let show = stage.start(&[
        rom.to_str().unwrap(),
        "--audio-out",
        "null",
        "--seed",
        "5",
        "--stats-json",
        numbers.to_str().unwrap(),
        "--record",
        script.to_str().unwrap(),
    ]);
    show.hands(&[
        "keydown", "space", "keydown", "Left", "sleep", "0.1", "keyup", "space", "key", "F5",
    ]);
    // Quitting while a key is held: the last picture shows it.
    show.hands(&["key", "ctrl+q"]);
    assert_eq!(show.end().0, 0);

    let text = fs::read_to_string(&script).unwrap();
    assert!(
        text.contains("left fire") && text.contains("ldiff a"),
        "{text}"
    );
    let cartridge = Cartridge::from_image(&fs::read(&rom).unwrap()).unwrap();
    assert_eq!(
        differences(cartridge, &with_expectations(&text, &stats(&numbers))),
        0
    );
}

/// The recording with the hashes that the window's session ended with.
fn with_expectations(text: &str, numbers: &Value) -> String {
    let end = numbers["frames"].as_u64().unwrap();
    let hash = |name: &str| numbers[name].as_str().unwrap().to_owned();
    let expectations = format!(
        "@{} expect picture {}\n@{end} expect audio {}\n@{end} end",
        end - 1,
        hash("picture"),
        hash("audio"),
    );
    text.replace(&format!("@{end} end"), &expectations)
}

/// Runs a script without a window and counts what is not as expected.
fn differences(cartridge: Cartridge, text: &str) -> usize {
    let script = Script::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let symbols = Symbols::default();
    let mut player = Player::new(cartridge, &script, &symbols);
    while player.frame().is_some() {}
    assert_eq!(player.outcomes().len(), 2, "both expectations were judged");
    player
        .outcomes()
        .iter()
        .filter(|outcome| outcome.verdict != Verdict::Met)
        .count()
}

#[test]
fn pause_holds_and_a_frame_at_a_time_goes_on() {
    let stage = Stage::new("pause");
    let (log, numbers) = (stage.path("log"), stage.path("s.json"));
    let rom = probe(&stage.path(""));
    let show = stage.start(&[
        rom.to_str().unwrap(),
        "--audio-out",
        "null",
        "--log-input",
        log.to_str().unwrap(),
        "--stats-json",
        numbers.to_str().unwrap(),
    ]);
    let lines = || fs::read_to_string(&log).unwrap_or_default().lines().count();
    wait_for("the first frame", || (lines() == 1).then_some(()));
    show.hands(&["key", "p", "keydown", "space", "sleep", "0.1"]);
    let before = lines();
    show.hands(&["key", "period"]);
    wait_for("the frame that sees fire", || {
        (lines() == before + 1).then_some(())
    });
    show.hands(&["key", "ctrl+q"]);
    assert_eq!(show.end().0, 0);
    let text = fs::read_to_string(&log).unwrap();
    let last: u64 = text.lines().last().unwrap()[1..]
        .split(' ')
        .next()
        .unwrap()
        .parse()
        .unwrap();
    assert_eq!(stats(&numbers)["frames"], last + 1, "one frame and no more");
}

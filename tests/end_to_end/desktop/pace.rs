//! How fast frames come. These look at the clock, so they run alone: `cargo test -- --ignored soak_`.

use super::stage::{Stage, wait_for};
use serde_json::Value;
use std::{fs, path::Path};

fn numbers(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).expect("numbers")).expect("JSON")
}

/// Runs the bundled cartridge without a sound card; the numbers of the session.
fn run(stage: &Stage, frames: &str) -> Value {
    let file = stage.path("s.json");
    let show = stage.start(&[
        "--exit-after-frames",
        frames,
        "--stats-json",
        file.to_str().unwrap(),
    ]);
    // The limit of a step is shorter than these runs.
    while !file.exists() {
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    assert_eq!(show.end().0, 0);
    numbers(&file)
}

#[test]
#[ignore = "looks at the clock for ten seconds; run it alone"]
fn soak_ten_seconds_at_the_consoles_own_rate() {
    let stage = Stage::new("pace");
    let rate = run(&stage, "620")["frames_per_second"].as_f64().unwrap();
    assert!((rate - 59.92).abs() < 0.3, "{rate}");
}

#[test]
#[ignore = "ten minutes; run it alone"]
fn soak_ten_minutes_on_a_third_of_a_core() {
    let stage = Stage::new("soak");
    let numbers = run(&stage, "36000");
    let number = |name: &str| numbers[name].as_f64().unwrap();
    assert!(
        (number("frames_per_second") - 59.92).abs() < 0.05,
        "{numbers}"
    );
    assert!(number("busy") < 1.0 / 3.0, "{numbers}");
}

#[test]
fn turbo_is_faster_than_the_console() {
    let stage = Stage::new("turbo");
    let file = stage.path("s.json");
    let options = [
        "--audio-out",
        "null",
        "--exit-after-frames",
        "4000",
        "--stats-json",
    ];
    let show = stage.start(&[&options[..], &[file.to_str().unwrap()]].concat());
    show.hands(&["key", "ctrl+t"]);
    assert_eq!(show.end().0, 0);
    wait_for("the numbers", || file.exists().then_some(()));
    // Each picture stands for several frames, however slow the computer is.
    let numbers = numbers(&file);
    assert_eq!(numbers["frames"], 4000);
    assert!(numbers["pictures"].as_u64().unwrap() < 3000, "{numbers}");
}

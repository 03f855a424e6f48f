//! Tests sessions from start to end: ways to close the window, files, sound, and replaying a
//! session without a window.

use super::stage::{Stage, probe, read_stats, wait_for};
use lab::{
    script::{Script, ScriptRun, Verdict},
    trace::Symbols,
};
use serde_json::Value;
use std::fs;
use support::Start;
use vcs::Cartridge;

/// Starts the program `times` times, one after another, on an X server that resets itself when its
/// last client leaves. After that, the server refuses new clients for a moment.
fn start_on_a_server_that_resets_itself(times: usize) {
    let stage = Stage::with_server("reset", "640x480x24", &["-reset"]);
    for number in 0..times {
        let file = stage.path(&format!("{number}.json"));
        let arguments = [
            "--audio-out",
            "null",
            "--scale",
            "1",
            "--exit-after-frames",
            "2",
        ];
        let arguments = [&arguments[..], &["--stats-json", file.to_str().unwrap()]].concat();
        let output = stage.command(&arguments).run();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "start {number}: {errors}");
        assert_eq!(read_stats(&file)["frames"], 2);
        // The server is ready once it accepts a client.
        wait_for("the server", || {
            x11rb::connect(Some(stage.display())).ok().map(drop)
        });
    }
}

#[test]
fn a_server_that_resets_itself_gets_a_window() {
    support::needs!("Xvfb");
    start_on_a_server_that_resets_itself(3);
}

#[test]
#[ignore = "takes a minute"]
fn soak_a_hundred_starts_on_a_server_that_resets_itself() {
    support::needs!("Xvfb");
    start_on_a_server_that_resets_itself(100);
}

#[test]
fn each_way_to_close_ends_with_status_0_and_complete_files() {
    support::needs!("Xvfb", "xdotool", "import");
    for way in ["message", "ctrl+q", "Escape"] {
        let stage = Stage::new(&format!("close-{way}"));
        let (stats_file, sound, script) = (
            stage.path("s.json"),
            stage.path("s.wav"),
            stage.path("s.script"),
        );
        let settings = stage.settings("[play]\nescape = \"quit\"\n");
        let app = stage.start(&[
            &settings,
            "--stats-json",
            stats_file.to_str().unwrap(),
            "--audio-out",
            &format!("wav:{}", sound.display()),
            "--record",
            script.to_str().unwrap(),
        ]);
        match way {
            "message" => app.ask_to_close(),
            key => app.input(&["key", key]),
        }
        assert_eq!(app.wait_for_exit(), (0, String::new()), "{way}");
        let frames = read_stats(&stats_file)["frames"].as_u64().unwrap();
        let parsed = Script::parse(&fs::read_to_string(&script).unwrap()).unwrap();
        assert_eq!(parsed.end.frame, frames);
        let samples = hound::WavReader::open(&sound).expect("a WAV file").len();
        // 48,000 samples per second at 59.92 frames per second.
        assert!(
            u64::from(samples).abs_diff(frames * 801) <= frames + 801,
            "{samples} {frames}"
        );
    }
}

#[test]
fn without_a_sound_card_there_is_one_warning() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("no-card");
    let app = stage.start(&["--exit-after-frames", "60"]);
    let (status, stderr) = app.wait_for_exit();
    assert_eq!(status, 0);
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    assert!(stderr.starts_with("crownhead: no sound"), "{stderr}");
}

#[test]
fn the_recording_replayed_without_a_window_gives_the_same_picture_and_sound() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("twin");
    let rom = probe(&stage.path(""));
    let (stats_file, script) = (stage.path("s.json"), stage.path("s.script"));
    let app = stage.start(&[
        rom.to_str().unwrap(),
        "--audio-out",
        "null",
        "--seed",
        "5",
        "--stats-json",
        stats_file.to_str().unwrap(),
        "--record",
        script.to_str().unwrap(),
    ]);
    app.input(&[
        "keydown", "space", "keydown", "Left", "sleep", "0.1", "keyup", "space", "key", "F5",
    ]);
    // Left is still held down here, so the last picture shows it.
    app.input(&["key", "ctrl+q"]);
    assert_eq!(app.wait_for_exit().0, 0);

    let text = fs::read_to_string(&script).unwrap();
    assert!(
        text.contains("left fire") && text.contains("ldiff a"),
        "{text}"
    );
    let cartridge = Cartridge::from_image(&fs::read(&rom).unwrap()).unwrap();
    assert_eq!(
        failed_expectations(
            cartridge,
            &with_expectations(&text, &read_stats(&stats_file))
        ),
        0
    );
}

#[test]
fn a_script_gives_the_same_chain_of_hashes_with_and_without_a_window() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("scripted");
    let rom = probe(&stage.path(""));
    let (stats_file, script) = (stage.path("s.json"), stage.path("s.script"));
    let input = "crownhead-script 1\nseed 3\nldiff a\n@10 p0 fire left\n@25 p0 -; p1 fire\n\
                 @40 select down\n@41 select up; color bw\n@60 p1 -\n";
    fs::write(&script, format!("{input}@90 end\n")).unwrap();
    let app = stage.start(&[
        rom.to_str().unwrap(),
        "--input",
        script.to_str().unwrap(),
        "--audio-out",
        "null",
        "--exit-after-frames",
        "90",
        "--stats-json",
        stats_file.to_str().unwrap(),
    ]);
    assert_eq!(app.wait_for_exit(), (0, String::new()));
    let stats = read_stats(&stats_file);
    let hash = |name: &str| stats[name].as_str().unwrap().to_owned();
    let text = format!(
        "{input}@90 expect chain {}\n@90 expect audio {}\n@90 end\n",
        hash("chain"),
        hash("audio")
    );
    let cartridge = Cartridge::from_image(&fs::read(&rom).unwrap()).unwrap();
    assert_eq!(failed_expectations(cartridge, &text), 0, "{text}");
}

#[test]
fn playing_a_script_leaves_the_saved_session_unchanged() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("watched");
    let rom = probe(&stage.path(""));
    let (script, out) = (stage.path("s.script"), stage.path("out"));
    let input = "crownhead-script 1\n@10 p0 fire left\n@25 p0 -; p1 fire\n@90 end\n";
    fs::write(&script, input).unwrap();
    let play = |frames: &str, options: &[&str]| {
        let common = [
            rom.to_str().unwrap(),
            "--audio-out",
            "null",
            "--data-dir",
            out.to_str().unwrap(),
            "--exit-after-frames",
            frames,
        ];
        let app = stage.start(&[&common, options].concat());
        assert_eq!(app.wait_for_exit(), (0, String::new()));
        let mut states = fs::read_dir(out.join("states")).unwrap();
        fs::read(states.next().unwrap().unwrap().path()).unwrap()
    };
    let last = play("20", &[]);
    let script = ["--input", script.to_str().unwrap()];
    for frames in ["80", "140"] {
        assert!(play(frames, &script) == last, "{frames} frames");
    }
}

#[test]
fn a_recording_of_a_script_names_the_cartridge_of_the_script() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("script-cartridge");
    let rom = probe(&stage.path(""));
    let (script, record) = (stage.path("s.script"), stage.path("again.script"));
    fs::write(
        &script,
        "crownhead-script 1\ncartridge probe.bin\n@5 p0 fire\n@20 end\n",
    )
    .unwrap();
    let app = stage.start(&[
        "--input",
        script.to_str().unwrap(),
        "--audio-out",
        "null",
        "--exit-after-frames",
        "20",
        "--record",
        record.to_str().unwrap(),
    ]);
    assert_eq!(app.wait_for_exit(), (0, String::new()));
    let text = fs::read_to_string(&record).unwrap();
    let setup = Script::parse(&text).unwrap().setup;
    assert_eq!(setup.cartridge.as_deref(), rom.to_str(), "{text}");
}

#[test]
fn a_recording_survives_a_kill_at_any_moment() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("kill");
    let rom = probe(&stage.path(""));
    for pause in ["0", "0.2", "0.4", "0.6", "0.8"] {
        let (script, sound) = (stage.path("s.script"), stage.path("s.wav"));
        let _ = (fs::remove_file(&script), fs::remove_file(&sound));
        let app = stage.start(&[
            rom.to_str().unwrap(),
            "--record",
            script.to_str().unwrap(),
            "--audio-out",
            &format!("wav:{}", sound.display()),
            "--data-dir",
            stage.path("out").to_str().unwrap(),
        ]);
        app.input(&["key", "space", "key", "F9"]);
        let text = || fs::read_to_string(&script).unwrap_or_default();
        wait_for("the press in the file", || {
            text().contains("p0 fire").then_some(())
        });
        app.input(&["key", "Up", "key", "F9", "sleep", pause]);
        let samples = || Some(hound::WavReader::open(&sound).ok()?.len());
        if pause == "0.8" {
            wait_for("a second of sound in the file", || {
                samples().filter(|count| *count > 40_000)
            });
        }
        app.child.kill();
        let parsed = Script::parse(&text()).unwrap_or_else(|error| panic!("{error}\n{}", text()));
        assert!(parsed.end.frame > 0);
        assert!(samples().is_some(), "a WAV file");
    }
    // F11 must load a complete state, whether from the first or the second save.
    let app = stage.start(&[
        rom.to_str().unwrap(),
        "--audio-out",
        "null",
        "--data-dir",
        stage.path("out").to_str().unwrap(),
    ]);
    app.input(&["key", "F11", "key", "ctrl+q"]);
    assert_eq!(app.wait_for_exit(), (0, String::new()));
}

#[test]
fn the_frame_that_sees_a_key_is_the_next_one_shown() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("next-frame");
    let (log, stats_file) = (stage.path("log"), stage.path("s.json"));
    let rom = probe(&stage.path(""));
    let app = stage.start(&[
        rom.to_str().unwrap(),
        "--integer-scale",
        "--scale",
        "1",
        "--audio-out",
        "null",
        "--log-input",
        log.to_str().unwrap(),
        "--stats-json",
        stats_file.to_str().unwrap(),
    ]);
    // Up clears bit 4 of SWCHA: a block of the middle band goes dark.
    let is_dark = || {
        let (pixels, width) = app.screenshot();
        pixels[(14 + 64 + 32) * width + 2 * (16 + 3 * 4) + 1] == 0
    };
    wait_for("the block of bit 4", || (!is_dark()).then_some(()));
    app.input(&["key", "p", "sleep", "0.2", "keydown", "Up", "sleep", "0.2"]);
    assert!(!is_dark(), "the game is paused");
    app.input(&["key", "period"]);
    wait_for("the picture of the next frame", || is_dark().then_some(()));
    app.input(&["key", "ctrl+q"]);
    assert_eq!(app.wait_for_exit().0, 0);
    let text = fs::read_to_string(&log).unwrap();
    let line = text.lines().last().unwrap();
    let logged_frame: u64 = line[1..].split(' ').next().unwrap().parse().unwrap();
    assert!(line.contains("swcha EF"), "{line}");
    assert_eq!(
        read_stats(&stats_file)["frames"],
        logged_frame + 1,
        "no frame came after the one that saw the key"
    );
}

/// Returns the recording with two expectations added: the hashes of the picture and the sound at
/// the end of the window's session.
fn with_expectations(text: &str, stats: &Value) -> String {
    let end = stats["frames"].as_u64().unwrap();
    let hash = |name: &str| stats[name].as_str().unwrap().to_owned();
    let expectations = format!(
        "@{} expect picture {}\n@{end} expect audio {}\n@{end} end",
        end - 1,
        hash("picture"),
        hash("audio"),
    );
    text.replace(&format!("@{end} end"), &expectations)
}

/// Runs a script without a window and counts the failed expectations.
fn failed_expectations(cartridge: Cartridge, text: &str) -> usize {
    let script = Script::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let symbols = Symbols::default();
    let mut player = ScriptRun::new(cartridge, &script, &symbols);
    while player.frame().is_some() {}
    assert_eq!(player.outcomes().len(), 2, "both expectations were judged");
    player
        .outcomes()
        .iter()
        .filter(|outcome| outcome.verdict != Verdict::Met)
        .count()
}

#[test]
fn the_game_pauses_and_continues_frame_by_frame() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("pause");
    let (log, stats_file) = (stage.path("log"), stage.path("s.json"));
    let rom = probe(&stage.path(""));
    let app = stage.start(&[
        rom.to_str().unwrap(),
        "--audio-out",
        "null",
        "--log-input",
        log.to_str().unwrap(),
        "--stats-json",
        stats_file.to_str().unwrap(),
    ]);
    let line_count = || fs::read_to_string(&log).unwrap_or_default().lines().count();
    wait_for("the first frame", || (line_count() == 1).then_some(()));
    app.input(&["key", "p", "keydown", "space", "sleep", "0.1"]);
    let before = line_count();
    app.input(&["key", "period"]);
    wait_for("the frame that sees fire", || {
        (line_count() == before + 1).then_some(())
    });
    app.input(&["key", "ctrl+q"]);
    assert_eq!(app.wait_for_exit().0, 0);
    let text = fs::read_to_string(&log).unwrap();
    let last: u64 = text.lines().last().unwrap()[1..]
        .split(' ')
        .next()
        .unwrap()
        .parse()
        .unwrap();
    assert_eq!(
        read_stats(&stats_file)["frames"],
        last + 1,
        "one frame and no more"
    );
}

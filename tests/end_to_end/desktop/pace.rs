//! The frame rate. Run the real-time tests by themselves: `cargo test -- --ignored soak_`.

use super::stage::{Stage, read_stats, wait_for};
use serde_json::Value;
use std::fs;
use vcs::{Cartridge, Machine, television::BLANK};

/// Runs the bundled cartridge without a sound card. Returns the session's statistics.
fn run(stage: &Stage, frames: &str) -> Value {
    let file = stage.path("s.json");
    let app = stage.start(&[
        "--exit-after-frames",
        frames,
        "--stats-json",
        file.to_str().unwrap(),
    ]);
    // A run may take longer than the timeout of `wait_for_exit`, so wait for the file first.
    while !file.exists() {
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    assert_eq!(app.wait_for_exit().0, 0);
    read_stats(&file)
}

#[test]
#[ignore = "measures ten seconds of real time; run it alone"]
fn soak_ten_seconds_at_the_consoles_own_rate() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("pace");
    let rate = run(&stage, "620")["frames_per_second"].as_f64().unwrap();
    assert!((rate - 59.92).abs() < 0.3, "{rate}");
}

/// Returns the processor time that a process has used so far, in seconds, and its memory in KiB;
/// `None` after the process has ended.
fn usage(process: u32) -> Option<(f64, u64)> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let fields: Vec<&str> = stat.rsplit(") ").next()?.split(' ').collect();
    // utime and stime, in hundredths of a second.
    let ticks = fields[11].parse::<f64>().ok()? + fields[12].parse::<f64>().ok()?;
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    Some((ticks / 100.0, line.split_whitespace().nth(1)?.parse().ok()?))
}

/// Leaves the bundled cartridge running by itself, with a sound device that has a clock.
fn soak(name: &str, minutes: u64, tolerance: f64) {
    let stage = Stage::new(name);
    let (file, pipe) = (stage.path("s.json"), stage.path("pipe"));
    super::sound::make_card(&stage, &pipe);
    let listener = std::thread::spawn(move || super::sound::listen(&pipe, 48_000.0).len());
    let frames = (minutes * 3595).to_string();
    let mut command = stage.command(&["--title", "stage", "--exit-after-frames", &frames]);
    command.arg("--stats-json").arg(&file);
    command.env("ALSA_CONFIG_PATH", stage.path("card.conf"));
    let app = stage.launch(command);
    let process = app.child.id();
    let (mut samples, start) = (Vec::new(), std::time::Instant::now());
    while let Some((cpu_seconds, memory)) = usage(process) {
        samples.push((start.elapsed().as_secs_f64(), cpu_seconds, memory));
        std::thread::sleep(std::time::Duration::from_millis(500));
        if file.exists() {
            break;
        }
    }
    assert_eq!(app.wait_for_exit().0, 0);
    listener.join().expect("the listener");
    let stats = read_stats(&file);
    let (seconds, cpu_seconds, memory) = *samples.last().expect("a sample");
    // The rewind history reaches its maximum size during the first half.
    let memory_halfway = samples[samples.len() / 2].2;
    let cpu_share = cpu_seconds / seconds;
    println!(
        "{stats}\n{cpu_share:.3} of a core, {memory_halfway} KiB after half of the time, \
         {memory} at the end"
    );
    let rate = stats["frames_per_second"].as_f64().unwrap();
    assert!((rate - 59.92).abs() < tolerance, "{rate}");
    assert_eq!(stats["sound_playing"], true);
    assert_eq!(stats["sound_under_runs"], 0);
    assert!(stats["sound_latency_ms"].as_f64().unwrap() < 60.0);
    assert!(cpu_share < 1.0 / 3.0, "{cpu_share} of a core");
    assert!(
        memory < memory_halfway + 4096,
        "{memory_halfway} to {memory} KiB"
    );
}

#[test]
#[ignore = "takes a minute; run it alone, with --release"]
fn soak_one_minute_on_a_third_of_a_core() {
    support::needs!("Xvfb", "xdotool", "import");
    soak("short-soak", 1, 0.3);
}

#[test]
#[ignore = "takes ten minutes; run it alone, with --release"]
fn soak_ten_minutes_on_a_third_of_a_core() {
    support::needs!("Xvfb", "xdotool", "import");
    soak("soak", 10, 0.05);
}

/// Measures the time from a key press until a pixel changes on the screen, as another client of the
/// X server sees it.
#[test]
#[ignore = "measures real time; run it alone"]
fn soak_latency_from_key_to_picture() {
    support::needs!("Xvfb", "xdotool", "import");
    use x11rb::{
        connection::Connection,
        protocol::{
            xproto::{ConnectionExt, ImageFormat, KEY_PRESS_EVENT, KEY_RELEASE_EVENT},
            xtest::ConnectionExt as _,
        },
    };
    const UP: u32 = 0xff52;
    let stage = Stage::new("latency");
    let rom = super::stage::probe(&stage.path(""));
    let app = stage.start(&[rom.to_str().unwrap(), "--scale", "1", "--audio-out", "null"]);
    let (x, screen) = x11rb::connect(Some(stage.display())).expect("the server answers");
    let (first, root) = (x.setup().min_keycode, x.setup().roots[screen].root);
    let count = x.setup().max_keycode - first + 1;
    let map = x
        .get_keyboard_mapping(first, count)
        .unwrap()
        .reply()
        .unwrap();
    let symbols_per_key = usize::from(map.keysyms_per_keycode);
    let at = map
        .keysyms
        .chunks(symbols_per_key)
        .position(|symbols| symbols.contains(&UP));
    let key = first + at.expect("a key") as u8;
    let window = app.window();
    let is_dark = || {
        let (format, left, top) = (ImageFormat::Z_PIXMAP, 2 * (16 + 3 * 4) + 1, 14 + 64 + 32);
        let pixel = x.get_image(format, window, left, top, 1, 1, !0).unwrap();
        pixel.reply().unwrap().data[..3] == [0; 3]
    };
    let press = |kind| {
        x.xtest_fake_input(kind, key, 0, root, 0, 0, 0).unwrap();
        x.flush().unwrap();
    };
    wait_for("the picture", || (!is_dark()).then_some(()));
    let mut times: Vec<f64> = (0..60)
        .map(|number| {
            // Press the key at a different moment within the frame each time.
            std::thread::sleep(std::time::Duration::from_micros(50_000 + number * 277));
            press(KEY_PRESS_EVENT);
            let start = std::time::Instant::now();
            while !is_dark() {}
            let milliseconds = start.elapsed().as_secs_f64() * 1000.0;
            press(KEY_RELEASE_EVENT);
            wait_for("the release", || (!is_dark()).then_some(()));
            milliseconds
        })
        .collect();
    times.sort_by(f64::total_cmp);
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    println!(
        "key to picture: mean {mean:.1} ms, median {:.1}, worst {:.1}",
        times[30], times[59]
    );
    // On average, half a frame passes until the keyboard is polled. Computing and drawing the
    // picture may take one more frame.
    assert!(mean < 1.5 * 16.69, "{mean} ms");
}

/// A device that accepts sound immediately must not make the game run faster.
#[test]
fn a_sound_device_without_a_clock_does_not_set_the_pace() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("null-device");
    let file = stage.path("s.json");
    fs::write(stage.path("card.conf"), "pcm.!default { type null }\n").unwrap();
    let mut command = stage.command(&["--title", "stage", "--exit-after-frames", "120"]);
    command.arg("--stats-json").arg(&file);
    command.env("ALSA_CONFIG_PATH", stage.path("card.conf"));
    assert_eq!(stage.launch(command).wait_for_exit(), (0, String::new()));
    let stats = read_stats(&file);
    assert_eq!(stats["sound_playing"], true);
    let count = |name: &str| stats[name].as_u64().unwrap();
    let rounds = count("pictures") + count("pictures_left_out");
    assert_eq!(
        rounds,
        count("frames"),
        "one round of the main loop per frame"
    );
    assert!(count("pictures") > 0);
}

/// Plays for ten seconds in full screen on a screen of this size, with these options. Returns the
/// statistics, and the processor time per picture in milliseconds.
fn play_on(screen: &str, options: &[&str]) -> (Value, f64) {
    let stage = Stage::on_screen("large", screen);
    let file = stage.path("s.json");
    let fixed = [
        "--title",
        "stage",
        "--fullscreen",
        "--exit-after-frames",
        "600",
        "--stats-json",
    ];
    let words = [&fixed[..], &[file.to_str().unwrap()], options].concat();
    let app = stage.launch(stage.command(&words));
    let process = app.child.id();
    let mut cpu_seconds = 0.0;
    while let Some((seconds, _)) = usage(process) {
        cpu_seconds = seconds;
        std::thread::sleep(std::time::Duration::from_millis(50));
        if file.exists() {
            break;
        }
    }
    assert_eq!(app.wait_for_exit().0, 0);
    let stats = read_stats(&file);
    let cost = cpu_seconds * 1000.0 / stats["pictures"].as_f64().unwrap();
    println!("{screen} {options:?}: {cost:.1} ms of processor time a picture\n{stats}");
    (stats, cost)
}

#[test]
#[ignore = "measures real time; run it alone, with --release"]
fn soak_a_large_screen_skips_pictures_but_keeps_the_frame_rate() {
    support::needs!("Xvfb", "xdotool", "import");
    const LARGE: &str = "3840x2160x24";
    for options in [
        &[][..],
        &["--phosphor", "70", "--scanlines"],
        &["--look", "composite"],
    ] {
        let (stats, cost) = play_on(LARGE, options);
        let rate = stats["frames_per_second"].as_f64().unwrap();
        assert!((rate - 59.92).abs() < 0.3, "{rate}");
        assert_eq!(stats["sound_under_runs"], 0);
        assert!(stats["pictures"].as_u64().unwrap() > 300, "{stats}");
        assert!(!options.is_empty() || cost < 8.0, "{cost} ms");
    }
}

#[test]
fn turbo_is_faster_than_the_console() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("turbo");
    let file = stage.path("s.json");
    let options = [
        "--audio-out",
        "null",
        "--exit-after-frames",
        "2000",
        "--stats-json",
    ];
    let app = stage.start(&[&options[..], &[file.to_str().unwrap()]].concat());
    app.input(&["key", "ctrl+t"]);
    assert_eq!(app.wait_for_exit().0, 0);
    wait_for("the statistics", || file.exists().then_some(()));
    // With turbo, some pictures cover several frames, unless the computer is slower than the
    // console.
    let stats = read_stats(&file);
    assert_eq!(stats["frames"], 2000);
    assert!(stats["pictures"].as_u64().unwrap() < 2000, "{stats}");
}

#[test]
fn the_last_frame_of_a_turbo_run_has_a_picture() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("turbo-end");
    let options = ["--audio-out", "null", "--exit-after-frames", "2000"];
    let folder = stage.path("out");
    let app = stage.start(&[&options[..], &["--data-dir", folder.to_str().unwrap()]].concat());
    app.input(&["key", "ctrl+t"]);
    assert_eq!(app.wait_for_exit(), (0, String::new()));
    let mut states = fs::read_dir(folder.join("states")).expect("a state");
    let state = fs::read(states.next().unwrap().unwrap().path()).unwrap();
    let head = state.iter().position(|byte| *byte == b'\n').unwrap();
    let image = include_bytes!("../../../rom/video-checkers.bin");
    let cartridge = Cartridge::from_image(image).unwrap();
    let machine = Machine::load(&cartridge, &state[head + 1..]).unwrap();
    let picture = machine.last_frame();
    let lines = (0..picture.scanlines()).map(|line| picture.line(line));
    let blank = lines.filter(|line| line.iter().all(|pixel| *pixel == BLANK));
    assert!(blank.count() < 100, "the board is visible");
}

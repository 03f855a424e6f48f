//! Tests the sound that reaches the sound device. The device used here writes every sample to a
//! pipe.

use super::stage::{self, Stage, probe, wait_for};
use std::{
    fs::{self, File},
    io::Read,
    path::Path,
    thread,
    time::{Duration, Instant},
};
use support::make_pipe;

/// The format that cpal chooses for this device: frames of two floats, 44,100 or 48,000 per second.
const CHANNELS: usize = 2;
const BYTES_PER_FRAME: usize = 4 * CHANNELS;
/// The tone that the probe cartridge plays while left fire is pressed: 31,400 / 2 / 30 Hz.
const TONE: f64 = 523.3;

/// Makes a pipe, and a sound device in `card.conf` that writes to it.
pub fn make_card(stage: &Stage, pipe: &Path) {
    make_pipe(pipe);
    let device = format!(
        "pcm.!default {{ type file; slave.pcm {{ type null }}; file \"{}\"; format \"raw\" }}\n",
        pipe.display()
    );
    fs::write(stage.path("card.conf"), device).unwrap();
}

/// Maximum delay that a listener catches up on. If it falls behind by more, it sets its clock back
/// instead, because a real device also requests only one period at a time.
const MAX_CATCH_UP: Duration = Duration::from_millis(5);

/// Reads the pipe at `rate` frames per second, as a sound device does, until the writer closes it.
/// Returns the samples of the left channel.
pub fn listen(pipe: &Path, rate: f64) -> Vec<f32> {
    let mut pipe = File::open(pipe).expect("the pipe");
    let mut received = Vec::new();
    let mut buffer = [0; 512 * BYTES_PER_FRAME];
    let mut start = Instant::now();
    loop {
        let due = Duration::from_secs_f64(received.len() as f64 / BYTES_PER_FRAME as f64 / rate);
        thread::sleep(due.saturating_sub(start.elapsed()));
        let late = start.elapsed().saturating_sub(due);
        if late > MAX_CATCH_UP {
            start += late;
        }
        match pipe.read(&mut buffer) {
            Ok(0) | Err(_) => break,
            Ok(count) => received.extend_from_slice(&buffer[..count]),
        }
    }
    let frames = received.chunks_exact(BYTES_PER_FRAME);
    frames
        .map(|frame| f32::from_le_bytes([frame[0], frame[1], frame[2], frame[3]]))
        .collect()
}

/// Returns the longest range that contains no millisecond of silence.
fn longest_sound(samples: &[f32]) -> &[f32] {
    let (mut best, mut start, mut silent) = (0..0, 0, 0);
    for (at, sample) in samples.iter().enumerate() {
        silent = if sample.abs() < 0.005 { silent + 1 } else { 0 };
        if silent > 44 {
            start = at + 1;
        } else if at + 1 - start > best.len() {
            best = start..at + 1;
        }
    }
    &samples[best]
}

#[test]
fn the_device_receives_an_unbroken_tone_of_the_right_pitch() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("tone");
    let (pipe, stats_file) = (stage.path("pipe"), stage.path("s.json"));
    make_card(&stage, &pipe);
    let rom = probe(&stage.path(""));
    let mut command = stage.command(&[
        "--title",
        "stage",
        rom.to_str().unwrap(),
        "--exit-after-frames",
        "240",
    ]);
    command.args(["--stats-json", stats_file.to_str().unwrap()]);
    command.env("ALSA_CONFIG_PATH", stage.path("card.conf"));
    let listener = thread::spawn(move || listen(&pipe, 48_000.0));
    let app = stage.launch(command);
    app.input(&["keydown", "space"]);
    assert_eq!(app.wait_for_exit(), (0, String::new()));

    let samples = listener.join().expect("the listener");
    let stats = stage::read_stats(&stats_file);
    assert_eq!(stats["sound_playing"], true);
    let tone = longest_sound(&samples);
    // If the computer is too busy to feed the device, there are gaps, which are counted.
    if stats["sound_under_runs"] == 0 {
        assert!(tone.len() > 2 * 44_100, "{} samples of tone", tone.len());
    }
    assert!(tone.len() > 4_000, "{} samples of tone", tone.len());
    let pairs = tone.windows(2).enumerate();
    let rising_crossings: Vec<usize> = pairs
        .filter(|(_, pair)| pair[0] < 0.0 && pair[1] >= 0.0)
        .map(|(at, _)| at)
        .collect();
    // Take the median length of groups of twenty periods, because a sample dropped by a busy
    // computer affects only a few groups.
    let mut lengths: Vec<usize> = rising_crossings
        .windows(21)
        .map(|crossings| crossings[20] - crossings[0])
        .collect();
    lengths.sort_unstable();
    let pitch = 20.0 / lengths[lengths.len() / 2] as f64 * 48_000.0;
    // The rate is corrected by at most 0.5 %.
    assert!((pitch - TONE).abs() < TONE * 0.006, "{pitch} Hz");
}

#[test]
fn a_device_that_is_lost_while_the_game_runs_is_used_again_when_it_comes_back() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("lost");
    let (pipe, other, stats_file) = (
        stage.path("pipe"),
        stage.path("other"),
        stage.path("s.json"),
    );
    make_pipe(&other);
    make_card(&stage, &pipe);
    let rom = probe(&stage.path(""));
    let mut command = stage.command(&["--title", "stage", rom.to_str().unwrap()]);
    command.args(["--exit-after-frames", "420"]);
    command.args(["--stats-json", stats_file.to_str().unwrap()]);
    command.env("ALSA_CONFIG_PATH", stage.path("card.conf"));
    let listener = thread::spawn(move || {
        let mut device = File::open(&pipe).expect("the pipe");
        device
            .read_exact(&mut [0; 24_000 * BYTES_PER_FRAME])
            .expect("sound");
        // A second device is ready before the first one is removed.
        fs::rename(other, &pipe).unwrap();
        drop(device);
        listen(&pipe, 48_000.0)
    });
    let app = stage.launch(command);
    app.input(&["keydown", "space"]);
    wait_for("the loss", || {
        app.stderr().contains("sound device lost").then_some(())
    });
    wait_for("the device", || {
        app.stderr().contains("sound device found").then_some(())
    });
    let (status, stderr) = app.wait_for_exit();
    assert_eq!((status, stderr.lines().count()), (0, 2), "{stderr}");
    let samples = listener.join().expect("the listener");
    let tone = longest_sound(&samples);
    assert!(tone.len() > 4_000, "{} samples of tone", tone.len());
    assert_eq!(stage::read_stats(&stats_file)["sound_playing"], true);
}

/// Plays `frames` frames at ten times the console's speed. Returns the number of samples in the
/// sound file.
fn samples_at_pace(pace: &str, frames: u32) -> u32 {
    let stage = Stage::new(&format!("sync-{pace}"));
    let (rom, file) = (probe(&stage.path("")), stage.path("sound.wav"));
    let app = stage.start(&[
        rom.to_str().unwrap(),
        "--sync",
        pace,
        "--speed",
        "10",
        "--audio-out",
        &format!("wav:{}", file.display()),
        "--exit-after-frames",
        &frames.to_string(),
    ]);
    assert_eq!(app.wait_for_exit(), (0, String::new()));
    hound::WavReader::open(file).unwrap().duration()
}

#[test]
fn with_display_sync_the_sound_of_a_frame_lasts_as_long_as_a_picture_on_the_display() {
    support::needs!("Xvfb", "xdotool", "import");
    const FRAMES: u32 = 400;
    // Both runs have 48,000 samples per second of real time, and lose the same number of samples at
    // the start.
    let console = f64::from(FRAMES) * 4800.0 / 59.9228;
    let display = f64::from(FRAMES) * 4800.0 / 60.0;
    let [slow, fast] = ["console", "display"].map(|pace| samples_at_pace(pace, FRAMES));
    assert!((f64::from(fast) - display).abs() < 100.0, "{fast}");
    let difference = f64::from(slow) - f64::from(fast);
    assert!(
        (difference - (console - display)).abs() < 5.0,
        "{slow} {fast}"
    );
}

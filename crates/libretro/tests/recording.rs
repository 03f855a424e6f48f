//! Records the core's output with RetroArch, without loss. Compares every frame and every sample of
//! the recording with the output of a console that runs without libretro.

mod reference_console;

use play::bundled::BUNDLED;
use reference_console::ReferenceConsole;
use std::{fs, path::Path, process::Command};
use support::Start;
use vcs::{Input, television::WIDTH};

/// Number of recorded frames.
const FRAMES: usize = 3000;
/// Height of the pictures that RetroArch records, in scanlines. The bundled cartridges show this
/// number of scanlines.
const LINES: usize = 228;

/// Runs RetroArch with the core on a private display, and records the run. Returns the pixels of
/// all frames, and all samples.
fn record(folder: &Path, image: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let path = folder.display();
    let write_file = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, bytes).expect("a file");
        path
    };
    let settings = format!(
        "video_driver = \"sdl2\"\naudio_driver = \"null\"\nvideo_gpu_record = \"false\"\n\
         video_post_filter_record = \"false\"\nvideo_vsync = \"false\"\n\
         config_save_on_exit = \"false\"\npause_nonactive = \"false\"\n\
         libretro_info_path = \"{path}\"\nlibretro_directory = \"{path}\"\n"
    );
    let settings = write_file("retroarch.cfg", settings.as_bytes());
    let codecs = write_file(
        "recording.cfg",
        b"format = matroska\nvcodec = ffv1\nacodec = flac\npix_fmt = bgr0\nthreads = 1\n",
    );
    let game = write_file("game.a26", image);
    // Cargo builds the library next to the test.
    let test = std::env::current_exe().expect("the test's own file");
    let recording = folder.join("recording.mkv");
    let status = Command::new("xvfb-run")
        .args(["-a", "-s", "-screen 0 640x480x24", "retroarch"])
        .arg("--config")
        .arg(settings)
        .arg("--recordconfig")
        .arg(codecs)
        .arg("--record")
        .arg(&recording)
        .arg(format!("--max-frames={FRAMES}"))
        .arg("-L")
        .arg(test.with_file_name("libcrownhead_libretro.so"))
        .arg(game)
        .env("HOME", folder)
        // Without a session bus, GameMode's library makes an invalid D-Bus call. By default, D-Bus
        // would then abort the process.
        .env("DBUS_FATAL_WARNINGS", "0")
        .run()
        .status;
    assert!(status.success(), "{status}");
    let extract = |stream: &[&str]| {
        let mut ffmpeg = Command::new("ffmpeg");
        ffmpeg
            .args(["-v", "error", "-i"])
            .arg(&recording)
            .args(stream);
        let decoded = ffmpeg.arg("-").run();
        assert!(decoded.status.success(), "{decoded:?}");
        decoded.stdout
    };
    let pixels = extract(&[
        "-map",
        "0:v",
        "-vsync",
        "passthrough",
        "-f",
        "rawvideo",
        "-pix_fmt",
        "bgr0",
    ]);
    (pixels, extract(&["-map", "0:a", "-f", "s16le"]))
}

#[test]
#[ignore = "needs RetroArch: apt-get install retroarch xvfb xauth libgl1-mesa-dri ffmpeg"]
fn oracle_a_recording_by_retroarch_equals_the_consoles_output() {
    for bundled in BUNDLED {
        let folder = tempfile::tempdir().expect("a folder");
        let (pixels, sound) = record(folder.path(), bundled.image);
        let mut reference = ReferenceConsole::new(bundled.image);
        let mut samples = Vec::new();
        let mut pictures = pixels.chunks_exact(WIDTH * LINES * size_of::<u32>());
        assert_eq!(pictures.len(), FRAMES, "{}", bundled.name);
        let mut scaled = Vec::new();
        for frame in 0..FRAMES {
            let (expected_picture, expected_sound) = reference.run(Input::default());
            samples.extend(
                expected_sound
                    .iter()
                    .flat_map(|sample| sample.to_le_bytes()),
            );
            let shown = pictures.next().expect("a picture for each frame");
            if expected_picture.len() != WIDTH * LINES {
                scaled.push(frame);
                continue;
            }
            let shown = shown.as_chunks().0.iter();
            let shown = shown.map(|pixel| u32::from_le_bytes(*pixel) & 0xff_ffff);
            assert!(
                shown.eq(expected_picture),
                "{}: picture of frame {frame}",
                bundled.name
            );
        }
        // Until the television has detected the standard, pictures have a different height, so
        // RetroArch scales them and they cannot be compared.
        assert!(
            scaled.iter().all(|frame| *frame < 4),
            "{}: {scaled:?}",
            bundled.name
        );
        assert!(samples == sound, "{}: sound", bundled.name);
    }
}

//! Tests `crownhead video`: it must end in the same state as `replay`, and its picture of a frame
//! must equal a snapshot of that frame.

use super::{crownhead, run_ok, text};
use std::{fs, path::Path, process::Command};
use support::{Folder, Start};

/// A script of 40 frames of the bundled cartridge, with a sound.
const SCRIPT: &str = "crownhead-script 1\ncartridge bundled\nseed 5\n@10 reset down\n@13 reset up\n\
                      @25 snapshot board\n@40 end\n";

/// Returns Y, Cb and Cr by the formulas of ITU-R BT.601, rounded to integers.
fn yuv([red, green, blue]: [u8; 3]) -> [u8; 3] {
    let [red, green, blue] = [red, green, blue].map(i64::from);
    // The weights in millionths, multiplied by 219 / 255 for Y and by 224 / 255 for Cb and Cr.
    let y = 256_788 * red + 504_129 * green + 97_906 * blue;
    let cb = -148_223 * red - 290_993 * green + 439_216 * blue;
    let cr = 439_216 * red - 367_788 * green - 71_427 * blue;
    [(16, y), (128, cb), (128, cr)].map(|(offset, weighted_sum)| {
        let scaled = (weighted_sum + 500_000 * weighted_sum.signum()) / 1_000_000;
        (offset + scaled) as u8
    })
}

/// Returns the pixels of a PNG file that the program wrote, one for each color clock. (The file has
/// two equal pixels for each color clock.)
fn snapshot(path: &Path) -> Vec<[u8; 3]> {
    let decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(path).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    let pixels = bytes[..info.buffer_size()].chunks(3).step_by(2);
    pixels.map(|rgb| [rgb[0], rgb[1], rgb[2]]).collect()
}

/// Returns the width and height of a PNG file.
fn size(path: &Path) -> [u32; 2] {
    let bytes = fs::read(path).unwrap();
    [16, 20].map(|at| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()))
}

#[test]
fn looks_apply_to_snapshots_and_videos_and_the_default_is_bitmap() {
    let folder = Folder::new("television");
    let script = folder.write("a.script", SCRIPT);
    let picture = |name: &str, options: &str| {
        let path = folder.path(name);
        let out = path.display();
        run_ok(
            &format!("snapshot --frame 25 --out {out}{options} --input {{}}"),
            &script,
        );
        path
    };
    let none = picture("none.png", "");
    let bitmap = picture("bitmap.png", " --look bitmap");
    assert!(fs::read(&none).unwrap() == fs::read(bitmap).unwrap());
    assert_eq!(size(&none), [320, 228]);
    let composite = picture("set.png", " --look composite --scale 2");
    assert_eq!(size(&composite), [550, 456]);
    let again = picture("again.png", " --look composite --scale 2");
    assert!(fs::read(composite).unwrap() == fs::read(again).unwrap());
    let out = folder.path("set.y4m");
    run_ok(
        &format!("video {{}} --look rf --scale 2 --out {}", out.display()),
        &script,
    );
    let bytes = fs::read(&out).unwrap();
    assert!(bytes.starts_with(b"YUV4MPEG2 W550 H456 F"));
    let end = bytes.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    assert_eq!(bytes.len() - end, 40 * (6 + 3 * 550 * 456));
}

#[test]
fn a_video_has_the_frames_of_a_replay_and_the_pictures_of_a_snapshot() {
    let folder = Folder::new("video");
    let script = folder.write("a.script", SCRIPT);
    let snapshots = folder.to_str().unwrap();
    let replay = format!("replay {{}} --snapshots {snapshots}");
    let replayed = text(run_ok(&replay, &script));
    let out = folder.path("game.y4m");
    let video_output = text(run_ok(
        &format!("video {{}} --out {}", out.display()),
        &script,
    ));
    assert_eq!(video_output.lines().last(), replayed.lines().last());
    let bytes = fs::read(&out).unwrap();
    let end = bytes.iter().position(|byte| *byte == b'\n').unwrap();
    let header = std::str::from_utf8(&bytes[..end]).unwrap();
    assert!(header.starts_with("YUV4MPEG2 W160 H228 F"), "{header}");
    // The frame rate follows from 315 / 88 MHz and the number of clocks in the frames, of which the
    // first is short.
    let rate = header.split(' ').find_map(|word| word.strip_prefix('F'));
    let (numerator, denominator) = rate.unwrap().split_once(':').unwrap();
    let rate = numerator.parse::<f64>().unwrap() / denominator.parse::<f64>().unwrap();
    assert!((59.5..61.5).contains(&rate), "{rate}");
    let frame = 3 * 160 * 228;
    let frames: Vec<&[u8]> = bytes[end + 1..].chunks(6 + frame).collect();
    assert_eq!(frames.len(), 40);
    assert!(frames.iter().all(|frame| frame.starts_with(b"FRAME\n")));
    let expected: Vec<[u8; 3]> = snapshot(&folder.path("board.png"))
        .into_iter()
        .map(yuv)
        .collect();
    assert_eq!(expected.len(), 160 * 228);
    let planes: Vec<&[u8]> = frames[25][6..].chunks(160 * 228).collect();
    for (at, expected) in expected.iter().enumerate() {
        assert_eq!(
            [planes[0][at], planes[1][at], planes[2][at]],
            *expected,
            "pixel {at}"
        );
    }
    // Two samples per scanline, four bytes each, after a header.
    let sound = fs::metadata(folder.path("game.wav")).unwrap().len();
    let seconds = (sound as f64) / 4.0 / 31_400.0;
    assert!((seconds - 40.0 / rate).abs() < 0.01, "{seconds}");
}

#[test]
fn ffmpeg_makes_a_video_with_every_frame_and_the_sound() {
    support::needs!("ffmpeg", "ffprobe");
    let folder = Folder::new("video-ffmpeg");
    let script = folder.write("a.script", SCRIPT);
    let out = folder.path("game.mp4");
    let words = format!("video {{}} --scale 1 --out {}", out.display());
    run_ok(&words, &script);
    let probe = |entries: &str| {
        let output = Command::new("ffprobe")
            .args([
                "-v",
                "error",
                "-count_frames",
                "-of",
                "csv=p=0",
                "-show_entries",
                entries,
            ])
            .arg(&out)
            .run();
        text(output.stdout)
    };
    let streams = probe("stream=codec_type,width,height,nb_read_frames");
    assert!(streams.contains("video,320,228,40"), "{streams}");
    assert!(streams.contains("audio,"), "{streams}");
    let files: Vec<_> = fs::read_dir(&folder).unwrap().flatten().collect();
    assert_eq!(files.len(), 2, "{files:?}");
}

#[test]
fn without_ffmpeg_the_parts_are_written_and_the_error_has_one_line() {
    let folder = Folder::new("video-plain");
    let script = folder.write("a.script", SCRIPT);
    let out = folder.path("game.mp4");
    let output = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .args([
            "video",
            script.to_str().unwrap(),
            "--out",
            out.to_str().unwrap(),
        ])
        .env("PATH", &folder)
        .run();
    let errors = text(output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(
        errors.contains("ffmpeg is not installed: wrote"),
        "{errors}"
    );
    assert_eq!(errors.lines().count(), 1, "{errors}");
    assert!(folder.path("game.y4m").exists() && folder.path("game.wav").exists());
    assert!(!out.exists());
    // A second run replaces these files, but not a file with the same name that another program has
    // written.
    let again = |options: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_crownhead"))
            .args([
                "video",
                script.to_str().unwrap(),
                "--out",
                out.to_str().unwrap(),
            ])
            .args(options)
            .env("PATH", &folder)
            .run()
    };
    assert_eq!(again(&[]).status.code(), Some(1));
    fs::write(folder.path("game.y4m"), "mine").unwrap();
    assert_eq!(again(&[]).status.code(), Some(2));
    assert_eq!(fs::read(folder.path("game.y4m")).unwrap(), b"mine");
    assert_eq!(again(&["--force"]).status.code(), Some(1));
    // If the video cannot be made, an existing file stays unchanged.
    let unsupported = folder.path("game.nonsense");
    fs::write(&unsupported, "mine").unwrap();
    let output = crownhead(&[
        "video",
        script.to_str().unwrap(),
        "--out",
        unsupported.to_str().unwrap(),
    ]);
    let errors = text(output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains("ffmpeg cannot make"), "{errors}");
    assert_eq!(errors.lines().count(), 1, "{errors}");
    assert_eq!(fs::read(&unsupported).unwrap(), b"mine");
    let files = fs::read_dir(&folder).unwrap().flatten();
    let mut files: Vec<_> = files.map(|entry| entry.file_name()).collect();
    files.sort();
    let expected = ["a.script", "game.nonsense", "game.wav", "game.y4m"];
    assert_eq!(files, expected);
}

#[test]
fn a_video_does_not_overwrite_its_input_or_an_unrelated_file() {
    let folder = Folder::new("video-same");
    let script = folder.write("a.y4m", SCRIPT);
    let empty = folder.write(
        "empty.script",
        "crownhead-script 1\ncartridge bundled\n@0 end\n",
    );
    let refused = |script: &Path, out: &str| {
        let out = folder.path(out);
        let words = ["video", script.to_str().unwrap(), "--out"];
        let output = crownhead(&[&words[..], &[out.to_str().unwrap()]].concat());
        assert_eq!(output.status.code(), Some(2));
        text(output.stderr)
    };
    let same = refused(&script, "a.y4m");
    assert!(same.contains("is an input of the video"), "{same}");
    assert_eq!(fs::read_to_string(&script).unwrap(), SCRIPT);
    let none = refused(&empty, "game.y4m");
    assert!(none.contains("the script has no frames"), "{none}");
    let sound = folder.write("game.wav", "mine");
    let companion = refused(&script, "game.y4m");
    assert!(companion.contains("--force"), "{companion}");
    assert_eq!(fs::read(&sound).unwrap(), b"mine");
}

//! Tests that wrong files, options and traces give one line on standard error, and the right exit
//! status.

use super::{repository, run, run_fails, run_ok, text};
use std::{fs, io::Read, path::Path};
use support::Folder;

#[test]
fn wrong_files_give_a_one_line_error_and_status_2() {
    let folder = Folder::new("wrong");
    let rom = repository().join("rom/video-checkers.bin");
    let image = fs::read(&rom).unwrap();
    let cases: [(&str, &[u8], &str); 3] = [
        ("truncated.bin", &image[..3000], "3000 bytes"),
        ("empty.bin", &[], "0 bytes"),
        (
            "endless.bin",
            &vec![0; 2 << 20],
            "larger than any cartridge",
        ),
    ];
    for (name, bytes, message) in cases {
        let path = folder.write(name, bytes);
        for command in [
            "trace {}",
            "snapshot {}",
            "info {}",
            "disasm {}",
            "profile {}",
            "kernel {}",
            "record {}",
        ] {
            run_fails(command, &path, 2, message);
        }
    }
    run_fails("trace {}", &folder.path("missing.bin"), 2, "No such file");
    run_fails("trace {}", &folder, 2, "is a directory");
    run_fails("trace --input {}", &folder, 2, "is a directory");
    run_fails(
        "replay {}",
        &folder.path("missing.script"),
        2,
        "No such file",
    );
    run_fails("diff {} {}", &folder.path("missing"), 2, "No such file");
    run_fails("verify {}", &folder.path("missing"), 2, "No such file");
    run_fails(
        "trace --input {}",
        &folder.write("foreign.script", "#!/bin/sh\n"),
        2,
        "not an input script",
    );
    let newer = folder.write("newer.script", "crownhead-script 2\n@1 end\n");
    run_fails(
        "replay {}",
        &newer,
        2,
        "version 2; this program reads version 1",
    );
    let cut = folder.write("cut.script", "crownhead-script 1\n@1 p0 left\n");
    run_fails("replay {}", &cut, 2, "truncated");
    let typo = folder.write("typo.script", "crownhead-script 1\n@1 p0 lfet\n@2 end\n");
    run_fails("replay {}", &typo, 2, ":2:7: expected `up`");
    let binary = folder.write("binary.script", [0xff, 0xfe, 0x00]);
    run_fails("replay {}", &binary, 2, "not UTF-8");
    let other = format!("crownhead-script 1\nsha256 {}\n@1 end\n", "0".repeat(64));
    run_fails(
        "replay {}",
        &folder.write("other.script", other),
        2,
        "the script is for a cartridge with SHA-256 0000",
    );
    let newer = folder.write(
        "newer.trace",
        "# {\"format\":\"crownhead-bus\",\"version\":2}\n",
    );
    run_fails(
        "diff {} {}",
        &newer,
        2,
        "version 2; this program reads version 1",
    );
}

#[test]
fn wrong_options_give_status_2() {
    run_fails("trace --writes", Path::new(""), 2, "filters need --kind");
    run_fails(
        "trace --kind bus --form mame",
        Path::new(""),
        2,
        "--form needs",
    );
    run_fails(
        "trace --kind bus --from pc==",
        Path::new(""),
        2,
        "expected a number, a register",
    );
    let folder = Folder::new("empty-folder");
    let no_path = Path::new("");
    run_fails("verify {}", &folder, 2, &folder.display().to_string());
    run_fails("trac game.bin", no_path, 2, "did you mean trace?");
    run_fails("play --watch", no_path, 2, "write: crownhead GAME");
    run_fails("run game.asm", no_path, 2, "write: crownhead GAME");
    run_fails("build game.asm", no_path, 2, "did you mean asm?");
    run_fails("test tests", no_path, 2, "did you mean verify?");
    let image = folder.write("game.bin", [0xff; 100]);
    run_fails("{} verify", &image, 2, "write: crownhead verify");
    run_fails("video {} --out x.mp4", &image, 2, "cartridge image");
    run_fails("diff {} {}", &image, 2, "cartridge image");
    for (words, message) in [
        ("trace --frames -1", "expected a number of frames"),
        ("verify x --seeds 5..1", "write 1..5"),
        ("snapshot --frame -1", "invalid digit"),
    ] {
        let output = run(words, no_path);
        let errors = text(output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words}: {errors}");
        assert!(errors.contains(message), "{words}: {errors}");
    }
    for words in [
        "trace --frames 0",
        "trace --frames 5..4",
        "trace --kind bsu",
    ] {
        let output = run(words, Path::new(""));
        assert_eq!(output.status.code(), Some(2), "{words}");
    }
}

#[test]
fn damaged_truncated_foreign_and_newer_traces_are_rejected() {
    let folder = Folder::new("damaged");
    let trace = |kind: &str| {
        text(run_ok(
            &format!("trace --kind {kind} --frames 2"),
            Path::new(""),
        ))
    };
    for kind in ["frame", "instruction", "bus", "tia"] {
        let whole = trace(kind);
        let file = folder.write("whole", &whole);
        run_ok("diff {} {}", &file);
        let newer = folder.write("newer", whole.replacen("\"version\":1", "\"version\":2", 1));
        run_fails("diff {} {}", &newer, 2, ":1: the trace has version 2");
        let cut = folder.write("cut", &whole[..whole.len() - 20]);
        run_fails("diff {} {}", &cut, 2, "truncated");
        let head = folder.write("head", whole.replacen("\"seed\":0", "\"seed\":", 1));
        run_fails("diff {} {}", &head, 2, ":1: the heading is damaged");
    }
    let frames = trace("frame");
    let lines: Vec<&str> = frames.lines().collect();
    let cut = folder.write("cut", lines[..lines.len() - 1].join("\n") + "\n");
    run_fails("diff {} {}", &cut, 2, "its last line must be {\"end\"");
    let garbled = trace("instruction").replacen("\n    0", "\n~~", 3);
    let garbled = folder.write("garbled", garbled);
    run_fails("diff {} {}", &garbled, 2, "the file is damaged");
    let newer = folder.write("newer", "crownhead-picture 2\n");
    run_fails("diff {} {}", &newer, 2, ":1: the trace has version 2");
    let endless = folder.write("endless", vec![b'x'; 3 << 20]);
    run_fails("diff {} {}", &endless, 2, "longer than 1 MiB");
    let binary = folder.write("binary", [0xff, 0xfe, 0x00, 0x0a]);
    run_fails("diff {} {}", &binary, 2, "not UTF-8");
    let mut packed = Vec::new();
    let mut encoder = flate2::read::GzEncoder::new(frames.as_bytes(), Default::default());
    encoder.read_to_end(&mut packed).unwrap();
    let cut = folder.write("cut.gz", &packed[..packed.len() / 2]);
    run_fails("diff {} {}", &cut, 2, "cut.gz");
    folder.write("bus", trace("bus"));
    folder.write("tia", trace("tia"));
    run_fails("diff {}/bus {}/tia", &folder, 2, "traces of the same kind");
}

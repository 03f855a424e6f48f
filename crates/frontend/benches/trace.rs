//! What traces cost: `cargo bench -p crownhead --no-default-features --features zstd --bench trace`.
//!
//! Each kind is written to a file by the program itself, start and end included, and divided by the same run without a trace
//! (`crownhead snapshot` of the last frame). The fastest of several runs counts.

use std::{
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

const FRAMES: u32 = 2000;
const RUNS: u32 = 5;
const KINDS: [&str; 7] = [
    "frame",
    "picture",
    "audio",
    "tia",
    "instruction",
    "bus",
    "vcd",
];

fn main() {
    let folder = tempfile::tempdir().expect("a folder for the traces");
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let programs = [
        ("kernel", "tests/golden/colors.asm"),
        ("checkers", "roms-src/video-checkers/main.asm"),
    ];
    println!(
        "{:<12} {:>10} {:>8} {:>12}",
        "kind", "program", "times", "bytes/frame"
    );
    for (program, source) in programs {
        let image = assemble(&repository.join(source), &repository, folder.path());
        let untraced = best(|| {
            let last = (FRAMES - 1).to_string();
            crownhead(
                &image,
                &["snapshot", "--frame", &last],
                &folder.path().join("x.png"),
            )
        });
        for kind in KINDS {
            let out = folder.path().join("trace");
            let frames = FRAMES.to_string();
            let time = best(|| {
                crownhead(
                    &image,
                    &["trace", "--kind", kind, "--frames", &frames],
                    &out,
                )
            });
            let size = std::fs::metadata(&out).map_or(0, |file| file.len());
            let times = time.as_secs_f64() / untraced.as_secs_f64();
            let bytes = size / u64::from(FRAMES);
            println!("{kind:<12} {program:>10} {times:>8.2} {bytes:>12}");
        }
    }
}

fn best(mut run: impl FnMut()) -> Duration {
    let time = |_| {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    (0..RUNS).map(time).min().unwrap_or_default()
}

fn crownhead(image: &Path, words: &[&str], out: &Path) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
    command
        .args(words)
        .args(["--tv", "ntsc"])
        .arg(image)
        .arg("--out")
        .arg(out);
    let status = command.status().expect("the program starts");
    assert!(status.success(), "{command:?}");
}

fn assemble(source: &Path, repository: &Path, folder: &Path) -> PathBuf {
    let bytes = |path: &Path| path.as_os_str().as_encoded_bytes().to_vec();
    let parent = source.parent().unwrap_or(repository);
    let options = asm6502::Options {
        source: bytes(source),
        format: asm6502::Format::Raw,
        include_dirs: vec![bytes(parent), bytes(&repository.join("roms-src/include"))],
        ..asm6502::Options::default()
    };
    let output = asm6502::assemble(&asm6502::DiskProvider, &options);
    assert_eq!(output.exit_code, 0, "{}", source.display());
    let image = folder.join("a.bin");
    std::fs::write(&image, output.binary).expect("the image is written");
    image
}

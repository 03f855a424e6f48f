//! Traces as a long run, a full disk, a closed pipe and damage treat them; the same bytes everywhere.

use super::{
    headless::{Folder, golden, good, refused, run, text},
    repository,
};
use flate2::read::MultiGzDecoder;
use std::{
    fs::{self, File},
    io::Read,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};
use vcs::Hash;

const KINDS: [&str; 7] = [
    "frame",
    "instruction",
    "picture",
    "bus",
    "tia",
    "vcd",
    "audio",
];

#[test]
fn the_same_run_gives_the_same_bytes() {
    let folder = Folder::new("same");
    for kind in KINDS {
        let frames = if kind == "frame" { 600 } else { 5 };
        let file = |name: &str| folder.path(name);
        for name in ["a", "b"] {
            let words = format!("trace --seed 5 --kind {kind} --frames {frames} --out {{}}");
            good(&words, &file(name));
        }
        let (a, b) = (fs::read(file("a")).unwrap(), fs::read(file("b")).unwrap());
        assert!(a.len() > 1000 && a == b, "{kind}");
        let other = good(
            &format!("trace --seed 6 --kind {kind} --frames {frames}"),
            Path::new(""),
        );
        // The seed stands in the header of every kind but these two.
        assert!(other != a || ["audio", "picture"].contains(&kind), "{kind}");
    }
}

#[test]
fn sound_to_standard_output_leaves_a_file_named_like_it_alone() {
    let folder = Folder::new("dash");
    let file = folder.write(
        "-",
        "a file whose name is a dash, longer than the head of a WAV file",
    );
    let before = fs::read(&file).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .args(["trace", "--kind", "audio", "--frames", "2", "--out", "-"])
        .current_dir(&folder.0)
        .output()
        .unwrap();
    assert!(output.status.success() && output.stdout.starts_with(b"RIFF"));
    assert!(fs::read(&file).unwrap() == before);
}

/// Hashes of what a program writes of a script that moves every contact.
fn hashes(program: &Path) -> Vec<String> {
    let input = golden("probe-input.script");
    let hash = |kind: &&str| {
        let output = Command::new(program)
            .args(["trace", "--kind", kind, "--frames", "20", "--input"])
            .arg(&input)
            .output()
            .unwrap();
        assert!(output.status.success());
        format!("{kind} {}", Hash::of(&output.stdout))
    };
    KINDS.iter().map(hash).collect()
}

/// In every build, on every machine. They change with the formats, and with the version of the program that
/// stands in the traces' first lines.
const HASHES: [&str; 7] = [
    "frame 2161846db242a1ac",
    "instruction 9eef7132e96b1b75",
    "picture 9ab0a07819509cc9",
    "bus 83d480aeba4f1fff",
    "tia 6301229ed9c5f666",
    "vcd e917d6e681569b18",
    "audio 0cd51bdfbac4d54f",
];

#[test]
fn every_build_writes_the_same_bytes() {
    assert_eq!(hashes(Path::new(env!("CARGO_BIN_EXE_crownhead"))), HASHES);
}

#[test]
#[ignore = "builds the program for release"]
fn full_a_release_build_writes_the_same_bytes() {
    // Where benches build, so that little is built anew.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let status = Command::new(env!("CARGO"))
        .current_dir(repository())
        .args([
            "build",
            "--release",
            "-p",
            "crownhead",
            "--no-default-features",
            "--features",
            "zstd",
        ])
        .arg("--target-dir")
        .arg(target)
        .status()
        .unwrap();
    assert!(status.success());
    assert_eq!(hashes(&target.join("release/crownhead")), HASHES);
}

/// The most memory that a process has held so far, in KiB; `None` once it has ended.
#[cfg(target_os = "linux")]
fn peak_kib(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// Memory of a trace of so many frames after its first tenth and at its end, and its bytes.
#[cfg(target_os = "linux")]
fn memory_of_trace(kind: &str, frames: u32) -> (u64, u64, u64) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .args(["trace", "--kind", kind, "--frames", &frames.to_string()])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let mut piece = vec![0; 1 << 16];
    let (mut peaks, mut bytes) = (Vec::new(), 0);
    while let count @ 1.. = stdout.read(&mut piece).unwrap() {
        bytes += count as u64;
        peaks.extend(peak_kib(child.id()));
    }
    assert!(child.wait().unwrap().success());
    (peaks[peaks.len() / 10], *peaks.last().unwrap(), bytes)
}

#[cfg(target_os = "linux")]
fn memory_stays(kind: &str, frames: u32) {
    let (early, late, bytes) = memory_of_trace(kind, frames);
    assert!(bytes > 200_000, "{kind}: {bytes} bytes");
    assert!(
        late < early + 4096,
        "{kind}: {early} KiB grow to {late} KiB over {bytes} bytes"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_trace_streams_in_constant_memory() {
    for (kind, frames) in [
        ("frame", 3600),
        ("picture", 300),
        ("audio", 600),
        ("instruction", 300),
        ("bus", 100),
        ("tia", 300),
        ("vcd", 50),
    ] {
        memory_stays(kind, frames);
    }
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "a minute of every kind: several minutes"]
fn full_an_emulated_minute_streams_in_constant_memory() {
    KINDS.iter().for_each(|kind| memory_stays(kind, 3600));
}

#[cfg(target_os = "linux")]
#[test]
fn diff_holds_no_trace_whole() {
    let folder = Folder::new("diff-memory");
    good(
        "trace --kind instruction --frames 40 --out {}",
        &folder.path("a"),
    );
    let size = fs::metadata(folder.path("a")).unwrap().len();
    assert!(size > 12 << 20, "{size}");
    let mut child = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .current_dir(&folder.0)
        .args(["diff", "a", "a"])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut peaks = Vec::new();
    while child.try_wait().unwrap().is_none() {
        peaks.extend(peak_kib(child.id()));
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let peak = *peaks.last().expect("it takes a while");
    assert!(peak < 24 << 10, "{peak} KiB");
}

/// What a damaged compressed file still gives.
fn readable(path: &Path) -> Vec<u8> {
    let file = File::open(path).unwrap();
    let mut bytes = Vec::new();
    let mut reader: Box<dyn Read> = match path.extension().and_then(|e| e.to_str()) {
        Some("gz") => Box::new(MultiGzDecoder::new(file)),
        #[cfg(feature = "zstd")]
        Some("zst") => Box::new(zstd::Decoder::new(file).unwrap()),
        _ => Box::new(file),
    };
    // The end is missing, which is an error after all that is there.
    let _ = reader.read_to_end(&mut bytes);
    bytes
}

/// Whether a command may have mounts of its own: some containers and kernels forbid that, each in its own words.
#[cfg(target_os = "linux")]
fn may_mount(folder: &Folder) -> bool {
    let output = Command::new("unshare")
        .args(["--map-root-user", "--mount"])
        .args(["mount", "-t", "tmpfs", "-o", "size=256k", "none"])
        .arg(&folder.0)
        .output()
        .expect("this test needs unshare: apt-get install util-linux");
    output.status.success()
}

/// A disk of 256 KiB that only the commands run in it can see, each writing `{}/out.EXTENSION`; it is kept in a folder
/// outside.
#[cfg(target_os = "linux")]
fn on_a_small_disk(folder: &Folder, words: &str) -> (Option<i32>, String) {
    let disk = folder.path("disk");
    fs::create_dir_all(&disk).unwrap();
    let script = format!(
        "mount -t tmpfs -o size=256k none {disk} || exit 99
         ! head -c 1000000 /dev/zero > {disk}/probe 2>/dev/null || exit 98
         rm {disk}/probe
         {program} {words}; status=$?
         cp {disk}/* {kept}; exit $status",
        disk = disk.display(),
        program = env!("CARGO_BIN_EXE_crownhead"),
        words = words.replace("{}", disk.to_str().unwrap()),
        kept = folder.0.display(),
    );
    let output = Command::new("unshare")
        .args(["--map-root-user", "--mount", "sh", "-c", &script])
        .output()
        .expect("this test needs unshare: apt-get install util-linux");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), errors)
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_one_line_and_what_was_written_is_readable() {
    let folder = Folder::new("full-disk");
    if !may_mount(&folder) {
        // The device that is always full must do.
        return full_device();
    }
    let (status, said) = on_a_small_disk(&folder, "trace --frames 1 --out {}/out");
    assert_eq!(status, Some(0), "{said}");
    // What is compressed of sound, pictures and frames that stand still does not fill the disk.
    let zst = cfg!(feature = "zstd").then_some(".zst");
    let packed = ["instruction", "bus", "tia", "vcd"];
    let packed = packed.map(|kind| [Some(".gz"), zst].map(|extension| Some((kind, extension?))));
    let plain = KINDS.map(|kind| (kind, ""));
    for (kind, extension) in plain
        .into_iter()
        .chain(packed.into_iter().flatten().flatten())
    {
        let out = format!("out{extension}");
        let words = format!("trace --kind {kind} --frames 10000 --out {{}}/{out}");
        let (status, said) = on_a_small_disk(&folder, &words);
        assert_eq!(status, Some(1), "{kind}{extension}: {said}");
        assert!(said.contains("No space left"), "{kind}{extension}: {said}");
        assert_eq!(said.lines().count(), 1, "{kind}{extension}: {said}");
        let kept = readable(&folder.path(&out));
        let wanted = good(&format!("trace --kind {kind} --frames 60"), Path::new(""));
        // The last line of some says where the trace ends.
        let count = kept.len().min(wanted.len() * 9 / 10);
        assert!(count > 4000, "{kind}{extension}: {count} bytes");
        assert!(kept[..count] == wanted[..count], "{kind}{extension}");
    }
}

#[cfg(target_os = "linux")]
fn full_device() {
    // The device refuses a plain write, too: the check can fail.
    assert!(fs::write("/dev/full", "x").is_err());
    for kind in KINDS {
        let words = format!("trace --kind {kind} --frames 600 --out {{}}");
        refused(&words, Path::new("/dev/full"), 1, "No space left");
    }
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_quietly() {
    for kind in KINDS {
        let mut child = Command::new(env!("CARGO_BIN_EXE_crownhead"))
            .args(["trace", "--kind", kind, "--frames", "4000"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = [0; 64];
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_exact(&mut first).unwrap();
        drop(stdout);
        let output = child.wait_with_output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            errors.is_empty() && output.status.success(),
            "{kind}: {errors}"
        );
    }
}

#[test]
fn damaged_cut_foreign_and_newer_traces_are_refused() {
    let folder = Folder::new("damaged");
    let trace = |kind: &str| {
        text(good(
            &format!("trace --kind {kind} --frames 2"),
            Path::new(""),
        ))
    };
    for kind in ["frame", "instruction", "bus", "tia"] {
        let whole = trace(kind);
        let file = folder.write("whole", &whole);
        good("diff {} {}", &file);
        let newer = folder.write("newer", whole.replacen("\"version\":1", "\"version\":2", 1));
        refused("diff {} {}", &newer, 2, ":1: the trace is of version 2");
        let cut = folder.write("cut", &whole[..whole.len() - 20]);
        refused("diff {} {}", &cut, 2, "truncated");
        let head = folder.write("head", whole.replacen("\"seed\":0", "\"seed\":", 1));
        refused("diff {} {}", &head, 2, ":1: the heading is damaged");
    }
    let frames = trace("frame");
    let lines: Vec<&str> = frames.lines().collect();
    let cut = folder.write("cut", lines[..lines.len() - 1].join("\n") + "\n");
    refused("diff {} {}", &cut, 2, "its last line must be {\"end\"");
    let garbled = trace("instruction").replacen("\n    0", "\n~~", 3);
    let garbled = folder.write("garbled", garbled);
    refused("diff {} {}", &garbled, 2, "the file is damaged");
    let newer = folder.write("newer", "crownhead-picture 2\n");
    refused("diff {} {}", &newer, 2, ":1: the trace is of version 2");
    let endless = folder.write("endless", vec![b'x'; 3 << 20]);
    refused("diff {} {}", &endless, 2, "longer than 1 MiB");
    let binary = folder.write("binary", [0xff, 0xfe, 0x00, 0x0a]);
    refused("diff {} {}", &binary, 2, "no UTF-8");
    let mut packed = Vec::new();
    let mut encoder = flate2::read::GzEncoder::new(frames.as_bytes(), Default::default());
    encoder.read_to_end(&mut packed).unwrap();
    let cut = folder.write("cut.gz", &packed[..packed.len() / 2]);
    refused("diff {} {}", &cut, 2, "cut.gz");
    folder.write("bus", trace("bus"));
    folder.write("tia", trace("tia"));
    refused("diff {}/bus {}/tia", &folder.0, 2, "traces of one kind");
}

/// Every source that the repository builds a cartridge from.
fn sources() -> Vec<PathBuf> {
    let folders = ["tests/bench", "tests/golden", "tests/litmus", "tests/roms"];
    let files = folders.iter().flat_map(|folder| {
        let entries = fs::read_dir(repository().join(folder)).unwrap();
        entries.map(|entry| entry.unwrap().path())
    });
    let is_source = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "asm");
    let mut sources: Vec<PathBuf> = files.filter(is_source).collect();
    sources.push(repository().join("roms-src/video-checkers/main.asm"));
    sources
}

#[test]
fn every_cartridge_comes_back_from_its_disassembly() {
    let folder = Folder::new("disasm-all");
    let sources = sources();
    assert!(sources.len() > 60);
    for source in sources {
        let image = super::assemble(&source);
        let rom = folder.write("a.bin", &image);
        let listing = folder.write("a.asm", good("disasm --frames 20 {}", &rom));
        assert!(super::assemble(&listing) == image, "{}", source.display());
    }
}

#[test]
fn dasm_builds_a_disassembly_with_banks_to_the_same_bytes() {
    let folder = Folder::new("disasm-banks");
    let image = super::assemble(&repository().join("tests/bench/banks.asm"));
    assert!(image.len() > 4096);
    let rom = folder.write("a.bin", &image);
    let source = folder.write("a.asm", good("disasm {}", &rom));
    let built = folder.path("b.bin");
    let dasm = Command::new("dasm")
        .arg(&source)
        .arg("-f3")
        .arg(format!("-o{}", built.display()))
        .output()
        .expect("dasm is needed: apt-get install dasm");
    let said = String::from_utf8_lossy(&dasm.stdout);
    assert!(dasm.status.success(), "{said}");
    assert!(fs::read(built).unwrap() == image);
}

#[test]
fn reports_can_be_read_by_machines() {
    let folder = Folder::new("reports");
    let asm = golden("colors.asm");
    let script = |lines: &str| {
        format!(
            "crownhead-script 1\ncartridge {}\n@2 expect frame-lines {lines}\n@3 end\n",
            asm.display()
        )
    };
    folder.write("a <good> & \"quoted\".script", script("262"));
    folder.write("bad.script", script("1"));
    folder.write("broken.script", "crownhead-script 1\n@1 p0 lfet\n@2 end\n");
    let output = run("verify {}/ --json --junit {}/report.xml", &folder.0);
    assert_eq!(output.status.code(), Some(2));

    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["format"], "crownhead-verify");
    assert_eq!(report["version"], 1);
    let results: Vec<_> = report["scripts"].as_array().unwrap().iter().collect();
    let words: Vec<_> = results.iter().map(|script| &script["result"]).collect();
    assert_eq!(words, ["passed", "failed", "broken"]);
    assert_eq!(results[1]["mismatches"][0]["line"], 3);
    assert_eq!(results[1]["mismatches"][0]["frame"], 2);
    assert!(
        results[2]["error"]
            .as_str()
            .unwrap()
            .contains(":2:7: expected")
    );

    let xml = fs::read_to_string(folder.path("report.xml")).unwrap();
    let document = roxmltree::Document::parse(&xml).unwrap();
    let suites = document.root_element();
    assert_eq!(suites.tag_name().name(), "testsuites");
    let suite = suites.first_element_child().unwrap();
    let count = |name| suite.attribute(name).unwrap().parse::<usize>().unwrap();
    assert_eq!(
        (count("tests"), count("failures"), count("errors")),
        (3, 1, 1)
    );
    let cases: Vec<_> = suite.children().filter(|node| node.is_element()).collect();
    assert_eq!(cases.len(), 3);
    let outcome = |at: usize| {
        cases[at]
            .first_element_child()
            .map(|node| node.tag_name().name())
    };
    assert_eq!(
        [outcome(0), outcome(1), outcome(2)],
        [None, Some("failure"), Some("error")]
    );
    assert!(
        cases[0]
            .attribute("name")
            .unwrap()
            .ends_with("a <good> & \"quoted\".script")
    );
    assert!(
        cases
            .iter()
            .all(|case| case.attribute("classname").is_some())
    );
}

//! Long runs, full disks and closed pipes.

use super::{Folder, KINDS, good, refused};
use flate2::read::MultiGzDecoder;
use std::{
    fs::{self, File},
    io::Read,
    path::Path,
    process::{Command, Stdio},
};

/// The peak memory of a process so far in KiB; `None` after it has ended.
#[cfg(target_os = "linux")]
fn peak_kib(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// The memory of a trace after its first tenth and at its end, and its size in bytes.
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
fn diff_reads_traces_as_streams() {
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
    let peak = *peaks.last().expect("the program runs for a while");
    assert!(peak < 24 << 10, "{peak} KiB");
}

/// The readable part of a damaged compressed file.
fn readable(path: &Path) -> Vec<u8> {
    let file = File::open(path).unwrap();
    let mut bytes = Vec::new();
    let mut reader: Box<dyn Read> = match path.extension().and_then(|e| e.to_str()) {
        Some("gz") => Box::new(MultiGzDecoder::new(file)),
        #[cfg(feature = "zstd")]
        Some("zst") => Box::new(zstd::Decoder::new(file).unwrap()),
        _ => Box::new(file),
    };
    // The missing end is an error after the readable part.
    let _ = reader.read_to_end(&mut bytes);
    bytes
}

/// Whether a command may mount; some containers and kernels forbid it, with different messages.
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

/// Runs a command on a disk of 256 KiB that only it can see; its files are copied to the folder.
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
    // Compressed sound, pictures and frames are too small to fill the disk.
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
        // The last line of some kinds is an end mark.
        let count = kept.len().min(wanted.len() * 9 / 10);
        assert!(count > 4000, "{kind}{extension}: {count} bytes");
        assert!(kept[..count] == wanted[..count], "{kind}{extension}");
    }
}

#[cfg(target_os = "linux")]
fn full_device() {
    // A plain write to the device fails, too: the check can fail.
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

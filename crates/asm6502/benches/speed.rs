//! Seconds for a generated source of 100,000 lines, side by side with dasm.
//!
//! Both programs run as processes, so that start and file writing count for both alike; the best
//! of several runs is printed, the ratio, and the peak of memory where `/usr/bin/time` is there.

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Labels, three macros, repeats, conditionals, equates, comments.
fn source() -> String {
    let mut text = String::from(
        "\tprocessor 6502\n\torg $1000\n\tjmp Last\n mac ADDI\n clc\n lda {1}\n adc #{2}\n sta {1}\n endm\n \
         mac MOVW\n lda #<{1}\n sta {2}\n lda #>{1}\n sta {2}+1\n endm\n \
         mac PAD\n repeat 3\n nop\n repend\n endm\n",
    );
    let mut lines = text.lines().count();
    let mut index = 0;
    while lines < 100_000 {
        index += 1;
        if index % 400 == 0 {
            text.push_str("\trorg $1000\n");
            lines += 1;
        }
        let before = text.len();
        let _ = match index % 10 {
            0 => writeln!(
                text,
                "Label{index}:\tlda #{}\t; load the value",
                index & 255
            ),
            1 => writeln!(text, "\tsta ${:02x},x\t\t; store it", index & 255),
            2 => writeln!(text, "CONST{index} = {}", index % 256),
            3 => writeln!(text, "\t.byte ${:02x},{},\"ab\"", index & 255, index & 127),
            4 => writeln!(text, "\tADDI $80,{}", index % 200),
            5 => {
                let name = index - 3;
                writeln!(
                    text,
                    "\tif CONST{name} > 100\n\tlda #CONST{name}\n\telse\n\tldx #CONST{name}\n\tendif"
                )
            }
            6 if index > 6 => writeln!(text, "\tMOVW Label{},$82 ; pointer", index - 6),
            7 => writeln!(text, ".loop{index}\tdex\n\tbne .loop{index}"),
            8 => writeln!(text, "\tPAD"),
            _ => writeln!(
                text,
                "; a comment line that says something about what follows"
            ),
        };
        lines += text[before..].lines().count();
    }
    text.push_str("Last\tnop\n");
    text
}

/// The best time of several runs, and the most memory that one of them had, in MB.
struct Measured {
    time: Duration,
    megabytes: f64,
}

fn best(program: &str, folder: &Path, flags: &[&str]) -> Measured {
    let run = || {
        let start = Instant::now();
        let status = Command::new(program)
            .current_dir(folder)
            .args(["big.asm", "-f3", "-m99999999"])
            .args(flags)
            .stdout(Stdio::null())
            .status()
            .expect("this bench compares with dasm: install it with `apt-get install dasm`");
        assert!(status.success(), "{program} fails");
        start.elapsed()
    };
    Measured {
        time: (0..15).map(|_| run()).min().unwrap_or_default(),
        megabytes: peak_memory(program, folder, flags),
    }
}

/// The peak of the resident memory, as `time -v` of a POSIX shell reports it; 0 where there is none.
fn peak_memory(program: &str, folder: &Path, flags: &[&str]) -> f64 {
    let output = Command::new("/usr/bin/time")
        .args(["-f", "%M", program, "big.asm", "-f3", "-m99999999"])
        .args(flags)
        .current_dir(folder)
        .output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stderr).into_owned());
    let last = text.as_deref().unwrap_or_default().lines().last();
    last.and_then(|line| line.parse::<f64>().ok())
        .unwrap_or(0.0)
        / 1024.0
}

fn main() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("big.asm"), source()).expect("the folder can be written");
    for (what, flags) in [
        ("binary only", vec!["-ox.bin"]),
        ("with -l and -s", vec!["-ox.bin", "-lx.lst", "-sx.sym"]),
    ] {
        let dasm = best("dasm", folder.path(), &flags);
        let ours = best(env!("CARGO_BIN_EXE_asm6502"), folder.path(), &flags);
        let ratio = dasm.time.as_secs_f64() / ours.time.as_secs_f64();
        println!(
            "{what}: dasm {:.1?} ({:.0} MB), asm6502 {:.1?} ({:.0} MB), {ratio:.2} times as fast",
            dasm.time, dasm.megabytes, ours.time, ours.megabytes
        );
    }
}

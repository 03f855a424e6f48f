//! Seconds for a generated source of 100,000 lines, side by side with dasm.
//!
//! Both programs run as processes, so that start and file writing count for both alike; the best
//! of several runs is printed, and the ratio.

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

fn best(program: &str, folder: &Path, flags: &[&str]) -> Duration {
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
    (0..15).map(|_| run()).min().unwrap_or_default()
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
        let ratio = dasm.as_secs_f64() / ours.as_secs_f64();
        println!("{what}: dasm {dasm:.1?}, asm6502 {ours:.1?}, ratio {ratio:.2}");
    }
}

//! Tests the command line with cartridges that have an ARM processor: traces of calls to ARM code,
//! the share of time that calls take, and faults in scripts. The images are built here.

use super::{run, run_fails, run_ok, text};
use std::path::Path;
use support::Folder;

/// Returns a DPC+ image that calls Thumb code over and over.
fn image(thumb: &[u8]) -> Vec<u8> {
    let mut image = vec![0; 0x8000];
    let bank = 0xc00 + 5 * 0x1000;
    // lda #$ff: sta $105a: jmp $1100
    let program = [0xa9, 0xff, 0x8d, 0x5a, 0x10, 0x4c, 0x00, 0x11];
    let parts: [(usize, &[u8]); 7] = [
        (0x20, &[0x1e, 0xab, 0xad, 0x10]),
        (0x31c, b"DPC+"),
        (0xbf0, b"DPC+"),
        // Two ARM instructions; the second one switches to Thumb state.
        (0xc00, &[0x01, 0x00, 0x8f, 0xe2, 0x10, 0xff, 0x2f, 0xe1]),
        (0xc08, thumb),
        (bank + 0x100, &program),
        (bank + 0xffc, &[0x00, 0x11]),
    ];
    for (offset, bytes) in parts {
        image[offset..offset + bytes.len()].copy_from_slice(bytes);
    }
    image
}

/// movs r0, #1: bx lr
const CODE_THAT_RETURNS: [u8; 4] = [0x01, 0x20, 0x70, 0x47];
/// An undefined instruction.
const CODE_THAT_FAILS: [u8; 2] = [0x00, 0xde];

#[test]
fn a_trace_has_one_line_per_call_or_per_instruction() {
    let folder = Folder::new("arm-trace");
    let file = folder.write("game.bin", image(&CODE_THAT_RETURNS));
    let calls = text(run_ok("trace {} --kind arm --frames 1", &file));
    let mut lines = calls.lines();
    let header = lines.next().unwrap();
    for part in [
        r#""format":"crownhead-arm","version":1"#,
        r#""arm_time":"model","arm_kilohertz":70000"#,
    ] {
        assert!(header.contains(part), "{header}");
    }
    let rows: Vec<Vec<&str>> = lines
        .skip(1)
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert!(rows.len() > 100, "{} calls", rows.len());
    for row in &rows {
        // Columns 4 to 7: bank, next address, function, instructions. Column 10: how the call
        // ended.
        assert_eq!(row[4..8], ["5", "1105", "FF", "4"], "{row:?}");
        assert_eq!(row[10], "returned");
    }
    let without_arm_time = text(run_ok(
        "trace {} --kind arm --frames 1 --arm-time zero",
        &file,
    ));
    assert!(
        2 * without_arm_time.lines().count() > 3 * rows.len(),
        "without ARM time, more calls fit in a frame"
    );
    let instructions = text(run_ok("trace {} --kind arm-instruction --frames 1", &file));
    let first: Vec<&str> = instructions.lines().skip(2).take(5).collect();
    for (line, part) in first.iter().zip([
        "00000C00 E28F0001 ARM state",
        "00000C04 E12FFF10 ARM state",
        "00000C08 2001     movs r0, #1",
        "00000C0A 4770     bx lr",
        "00000C00 E28F0001 ARM state",
    ]) {
        assert!(line.contains(part), "{line}");
    }
    let numbers = [0, 3, 4].map(|line| first[line].split_whitespace().next().unwrap());
    assert_eq!(numbers, ["1", "1", "2"]);
    let message = "has no ARM processor";
    run_fails("trace --kind arm", Path::new(""), 2, message);
}

#[test]
fn profile_and_info_describe_the_arm() {
    let folder = Folder::new("arm-share");
    let file = folder.write("game.bin", image(&CODE_THAT_RETURNS));
    let profile = text(run_ok("profile {} --frames 4", &file));
    let line = profile.lines().find(|line| line.starts_with("ARM: "));
    let line = line.expect("a line about the ARM");
    let words: Vec<&str> = line.split_whitespace().collect();
    let [calls, instructions]: [u64; 2] = [1, 3].map(|at| words[at].parse().unwrap());
    assert!(calls > 100 && instructions == 4 * calls, "{line}");
    assert!(line.ends_with(" % of the time"), "{line}");
    let info = text(run_ok("info {}", &file));
    let wanted = "entry 0xc00, stack 0x40001fb8, 8 KiB of RAM, 70 MHz";
    assert!(info.contains(wanted), "{info}");
    let plain = text(run_ok("profile --frames 4", Path::new("")));
    assert!(!plain.contains("ARM"), "{plain}");
}

#[test]
fn a_script_can_expect_that_no_call_fails() {
    let folder = Folder::new("arm-faults");
    let script = "crownhead-script 1\ncartridge game.bin\n@2 expect arm-fault none\n@3 end\n";
    let script = folder.write("a.script", script);
    folder.write("game.bin", image(&CODE_THAT_RETURNS));
    assert!(run("verify {}", &script).status.success());
    folder.write("game.bin", image(&CODE_THAT_FAILS));
    let output = run("verify {}", &script);
    assert!(!output.status.success());
    let report = text([output.stdout, output.stderr].concat());
    for part in [
        "a call to ARM code failed: undefined instruction, caused by the instruction at \
         0x00000c08",
        "before $F105 of bank 5",
    ] {
        assert!(report.contains(part), "{report}");
    }
}

/// If the linker's map is given, a report names the function.
#[test]
fn a_report_names_functions() {
    let folder = Folder::new("arm-names");
    let script = "crownhead-script 1\ncartridge game.bin\narm-symbols game.map\n\
                  @2 expect arm-fault none\n@3 end\n";
    let script = folder.write("a.script", script);
    folder.write("game.bin", image(&CODE_THAT_FAILS));
    folder.write("game.map", "    0x00000c08                move_player\n");
    let output = run("verify {}", &script);
    assert!(!output.status.success());
    let report = text([output.stdout, output.stderr].concat());
    assert!(report.contains("at 0x00000c08 (move_player), "), "{report}");
    folder.write("game.map", "nothing");
    let output = run("verify {}", &script);
    let report = text([output.stdout, output.stderr].concat());
    let message = "no functions in this file; specify the ELF file from the ARM program's build";
    assert!(report.contains(message), "{report}");
}

/// `--arm-driver run` is refused if the image has no driver.
#[test]
fn an_image_without_a_driver_cannot_run_its_driver() {
    let folder = Folder::new("arm-driver");
    let file = folder.write("game.bin", &image(&CODE_THAT_RETURNS)[..]);
    let traced = text(run_ok("trace {} --kind arm --frames 1 --arm-compat", &file));
    assert!(traced.contains(r#""arm_compat":true"#), "{traced}");
    let mut without_driver = image(&CODE_THAT_RETURNS);
    without_driver[0x20] = 0;
    let file = folder.write("without.bin", without_driver);
    let message = "this cartridge has no driver to run";
    run_fails("trace {} --kind arm --arm-driver run", &file, 2, message);
}

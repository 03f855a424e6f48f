//! Tests `crownhead info` with cartridges, and with files that are not cartridges.

use std::path::Path;
use std::process::{Command, Output};
use support::{Folder, Start};

fn info(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .arg("info")
        .args(words)
        .run()
}

fn json(path: &Path) -> serde_json::Value {
    let output = info(&["--json", path.to_str().unwrap()]);
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn standard_input_takes_precedence_over_a_folder_named_dash() {
    let folder = Folder::new("info-dash");
    std::fs::create_dir(folder.path("-")).unwrap();
    let image = super::repository().join("rom/video-checkers.bin");
    let output = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .args(["info", "-"])
        .current_dir(&folder)
        .run_with_input(std::fs::File::open(image).unwrap());
    assert!(output.status.success(), "{output:?}");
    assert_eq!(output.stdout, info(&[]).stdout);
}

#[test]
fn the_bundled_cartridge_is_described() {
    let output = info(&[]);
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    for line in [
        "size         4096 bytes",
        "scheme       4K (4 KiB without bank switching; 4096 bytes, the usual scheme for this \
         size, and no sign of another)",
        "TV standard  ntsc (262 scanlines in frame 119; 0 of 40 frames have 287 scanlines or more; \
         its hues show no sign of PAL)",
        "controllers  joystick (it shows no sign of another controller), \
         joystick (it shows no sign of another controller)",
    ] {
        assert!(text.contains(line), "no {line:?} in\n{text}");
    }
    for (name, digits) in [("SHA-256", 64), ("MD5", 32)] {
        let line = text.lines().find(|line| line.starts_with(name)).unwrap();
        let value = line.split_whitespace().nth(1).unwrap();
        assert_eq!(value.len(), digits, "{line}");
    }
}

#[test]
fn a_detection_is_explained() {
    let output = info(&["--explain"]);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let chosen: Vec<_> = text.lines().filter(|line| line.starts_with('*')).collect();
    let evidence = "* 4K    usual for the size; no evidence in its bytes; \
                    after reset runs for 120000 cycles, VSYNCs";
    assert!(
        chosen.len() == 1 && chosen[0].starts_with(evidence),
        "{text}"
    );
    assert!(text.lines().any(|line| line.starts_with("  4KSC  ")));
    let weights: Vec<_> = text
        .lines()
        .filter(|line| line.starts_with("tv "))
        .collect();
    assert_eq!(
        weights[0],
        "tv    weight 10 for ntsc, pal60: 0 of 40 frames have 287 scanlines or more"
    );
    assert!(
        weights[1].starts_with("tv    weight 5 for ntsc, ntsc50: "),
        "{text}"
    );
    let json = json(Path::new("--explain"));
    assert_eq!(json["tv"][0]["weight"], 10);
    let schemes = json["schemes"].as_array().unwrap();
    let chosen: Vec<_> = schemes
        .iter()
        .filter(|scheme| scheme["taken"] == true)
        .collect();
    assert_eq!(chosen.len(), 1);
    assert_eq!(chosen[0]["scheme"], "4K");
}

#[test]
fn json_has_fixed_keys() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wheel.e0");
    // lda #$82: sta VBLANK: bit INPT0: sta WSYNC: jmp, in every KiB
    let code = [
        0xa9, 0x82, 0x85, 0x01, 0x24, 0x08, 0x85, 0x02, 0x4c, 0x00, 0xfc,
    ];
    let mut slice = vec![0xea; 1024];
    slice[..code.len()].copy_from_slice(&code);
    slice[1020..].copy_from_slice(&[0x00, 0xfc, 0x00, 0xfc]);
    std::fs::write(&path, slice.repeat(8)).unwrap();
    let value = json(&path);
    assert_eq!(value["size"], 8192);
    assert_eq!(value["scheme"]["name"], "E0");
    assert_eq!(value["controllers"][0]["kind"], "paddles");
    assert_eq!(value["controllers"][1]["kind"], "joystick");
    for pointer in [
        "/sha256",
        "/md5",
        "/scheme/why",
        "/scheme/description",
        "/tv/standard",
        "/tv/why",
        "/controllers/0/why",
    ] {
        let text = value.pointer(pointer).and_then(|value| value.as_str());
        assert!(text.is_some_and(|text| !text.is_empty()), "{pointer}");
    }
}

#[test]
fn files_that_are_not_cartridges_are_refused_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let too_large = 3 << 20;
    for size in [0, 1, 127, 3000, 4093, 4099, 10_000, 600_000, too_large] {
        let path = folder.path().join(format!("{size}.bin"));
        std::fs::write(&path, vec![0xea; size]).unwrap();
        let output = info(&[path.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(2), "{size} bytes");
        assert!(output.stdout.is_empty());
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(text.lines().count(), 1, "{text}");
        assert!(
            text.contains("; use a whole raw dump") || text.contains("; use a raw image"),
            "{text}"
        );
    }
}

#[test]
fn a_pal_program_with_a_white_background_is_pal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("white.asm");
    std::fs::write(&path, PAL_SOURCE).unwrap();
    let value = json(&path);
    assert_eq!(value["tv"]["standard"], "pal", "{value}");
}

/// The source of a program with 312 scanlines, red on white.
const PAL_SOURCE: &str = "
        processor 6502
        org $f000
start   ldx #$ff
        txs
        lda #$aa
        sta $0d
        lda #$ff
        sta $08
        lda #$b2
        sta $09
frame   lda #2
        sta $00
        sta $02
        sta $02
        sta $02
        lda #0
        sta $00
        ldx #45
l1      sta $02
        dex
        bne l1
        stx $01
        ldx #228
l2      sta $02
        dex
        bne l2
        lda #2
        sta $01
        ldx #36
l3      sta $02
        dex
        bne l3
        jmp frame
        org $fffc
        word start,start
";

#[test]
fn an_unsupported_scheme_is_named() {
    for (name, expected) in [("CM", "CompuMate"), ("mc", "Megacart"), ("ace", "ARM")] {
        let output = info(&["--bs", name]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(
            text.contains(expected) && text.contains("does not run it"),
            "{text}"
        );
    }
}

//! Tests `crownhead kernel`.

use super::{run_fails, run_ok, text};
use serde_json::Value;
use std::{fs, path::Path};
use support::Folder;

/// The source of a program whose picture has 221 scanlines. Each scanline has one color up to a
/// certain pixel, and a different color from there on.
const SOURCE: &str = "
        processor 6502
VSYNC   = $00
WSYNC   = $02
RESP0   = $10
COLUBK  = $09
        org $f000
Start   ldx #$ff
        txs
Frame   lda #2
        sta VSYNC
        sta WSYNC
        sta WSYNC
        sta WSYNC
        lda #0
        sta VSYNC
        ldx #37
Blank   sta WSYNC
        dex
        bne Blank
        ldx #221
Line    lda #$0e        ; @5 after DEX and the branch
        sta COLUBK      ; @7
        pha             ; @10
        pla             ; @13
        pha             ; @17
        pla             ; @20
        lda #$42        ; @24
        sta COLUBK      ; @26
        lda #0          ; @29
        sta RESP0       ; @31
        sta WSYNC       ; @34
        dex             ; @0
        bne Line        ; @2
        sta WSYNC
        jmp Frame
        org $fffc
        .word Start
        .word Start
";

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("game.asm", SOURCE);
    folder
}

#[test]
fn the_report_shows_a_lines_instructions_free_cycles_and_slack() {
    let folder = folder("kernel");
    let report = text(run_ok("kernel {}/game.asm --frame 5 --line 100", &folder));
    let row = |start: &str| {
        let mut rows = report.lines().filter(|row| row.starts_with(start));
        let row = rows.next().unwrap_or_else(|| panic!("{start}: {report}"));
        row.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert!(
        report.starts_with("frame 5, scanline 100: 39 of 76 cycles are free; 1 write has no slack"),
        "{report}"
    );
    let bar = report.lines().nth(1).unwrap();
    assert!(bar.starts_with("aabbbccdddeee"), "{bar}");
    assert_eq!(bar.find('!'), Some(28), "{bar}");
    assert_eq!(bar.matches('.').count(), 39, "{bar}");
    // The first pixel is at color clock 68. A write in cycle 21 lands after 66 clocks, in time for
    // this pixel.
    let first = row(" 7- 9   sta COLUBK");
    assert!(
        first.contains("COLUBK=$0E -38 @9 in 0..21 0-18 "),
        "{first}"
    );
    assert!(first.ends_with("game.asm:23"), "{first}");
    // A write one cycle earlier or later moves the edge by three pixels.
    let second = row("26-28   sta COLUBK");
    assert!(
        second.contains("COLUBK=$42 19 @28 none 19-159 later"),
        "{second}"
    );
    // In every line, this write puts the player, which shows no pixels, at the same position, so it
    // changes nothing.
    let third = row("31-33   sta RESP0");
    assert!(third.contains("@33 in 0..75 nothing"), "{third}");
    assert!(row("37-75").contains("(39 cycles free)"), "{report}");
}

#[test]
fn an_unstable_opcode_is_marked() {
    let folder = folder("kernel-mark");
    let source = SOURCE.replace("lda #$42        ; @24", ".byte $8b, $0f");
    folder.write("game.asm", source);
    let report = text(run_ok("kernel {}/game.asm --frame 5 --line 100", &folder));
    let marked: Vec<&str> = report
        .lines()
        .filter(|line| line.contains("; unstable"))
        .collect();
    assert!(
        matches!(marked[..], [row] if row.contains("ane #$0f ; unstable")),
        "{report}"
    );
}

#[test]
fn json_and_svg_have_the_same_lines_as_the_text() {
    let folder = folder("kernel-json");
    let words =
        "kernel {}/game.asm --frame 5 --line 100..102 --json --svg {}/view.svg --out {}/view.json";
    assert_eq!(run_ok(words, &folder), b"");
    let json = fs::read_to_string(folder.path("view.json")).unwrap();
    let view: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(view["format"], "crownhead-kernel");
    assert_eq!(view["frame"], 5);
    let lines = view["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 3);
    for (line, scanline) in lines.iter().zip(100..) {
        assert_eq!(line["scanline"], scanline);
        let pixels = line["pixels"].as_array().unwrap();
        assert_eq!(
            (pixels.len(), &pixels[18], &pixels[19]),
            (160, &0x0e.into(), &0x42.into())
        );
        let write = &line["writes"][1];
        assert_eq!(write["name"], "COLUBK");
        assert_eq!([&write["earliest"], &write["latest"]], [28, 28]);
        assert_eq!(write["changes"][0]["first"], 19);
        let instruction = &line["instructions"][write["instruction"].as_u64().unwrap() as usize];
        assert_eq!(instruction["text"], "sta COLUBK");
        assert_eq!(instruction["source"]["line"], 29);
    }
    let svg = fs::read_to_string(folder.path("view.svg")).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    // Each scanline has one write without slack. In the SVG, that write has three red marks (its
    // slack, its cycle in its row, and its cycle above the instructions) and a red name.
    assert_eq!(svg.matches("COLUBK=$42 at cycle 28").count(), 3);
    assert_eq!(svg.matches("fill=\"#d22\"").count(), 4 * 3);
}

#[test]
fn an_image_uses_the_source_lines_in_the_map_next_to_it() {
    let folder = folder("kernel-map");
    run_ok(
        "asm {}/game.asm -f3 -o{}/game.bin --map={}/game.map",
        &folder,
    );
    let report = text(run_ok("kernel {}/game.bin --frame 5 --line 100", &folder));
    assert!(report.contains("game.asm:29\n"), "{report}");
}

#[test]
fn scanlines_outside_the_frame_are_refused() {
    let folder = folder("kernel-refused");
    let game = |rest: &str| format!("kernel {{}}/game.asm {rest}");
    for (rest, expected) in [
        ("--frame 5 --line 1", "frame 5 begins in scanline 2"),
        (
            "--frame 5 --line 100..264",
            "frame 5 ends with scanline 263",
        ),
        ("--frame 5 --line 5000", "frame 5 ends with scanline 263"),
        (
            "--frame 5 --line 99999999",
            "frame 5 ends with scanline 263",
        ),
    ] {
        run_fails(&game(rest), &folder, 2, expected);
    }
}

#[test]
fn a_frame_of_the_bundled_cartridge_has_all_lines() {
    let view = run_ok("kernel --frame 60 --json", Path::new(""));
    let view: Value = serde_json::from_slice(&view).unwrap();
    let lines = view["lines"].as_array().unwrap();
    let scanlines = lines.iter().map(|line| line["scanline"].as_u64().unwrap());
    assert!(scanlines.eq(2..=263));
    let slack = |write: &Value| write["latest"].as_u64() > write["earliest"].as_u64();
    let writes = || {
        lines
            .iter()
            .flat_map(|line| line["writes"].as_array().unwrap())
    };
    assert!(writes().any(slack) && !writes().all(slack));
}

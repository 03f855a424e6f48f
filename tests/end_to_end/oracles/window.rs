//! Tests that Stella does not show any scanline that Crownhead crops.

use super::*;

/// Returns an image of a program that gives each scanline the color number 2n, where n is the
/// line's number.
fn numbered_lines(scanlines: u16) -> Vec<u8> {
    let source = format!(
        "
        processor 6502
        org $f000
Frame   lda #2
        sta $02                 ; WSYNC
        sta $00                 ; VSYNC
        lda #0
        sta $01                 ; VBLANK
        sta $81
        ldx #1
        stx $80
Line    sta $02
        lda $80
        asl
        sta $09                 ; COLUBK
        inc $80
        bne Low
        inc $81
Low     lda $80
        cmp #4
        bne Next
        lda $81
        bne Next
        sta $00
Next    lda $80
        cmp #<{scanlines}
        bne Line
        lda $81
        cmp #>{scanlines}
        bne Line
        jmp Frame
        org $fffc
        .word Frame, Frame
"
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lines.asm");
    std::fs::write(&path, source).unwrap();
    crate::assemble(&path)
}

#[test]
#[ignore = "needs stella, Xvfb and xdotool"]
fn oracle_stella_shows_no_scanline_that_we_crop() {
    let stella = Stella::start();
    for scanlines in [262, 280, 312] {
        let image = numbered_lines(scanlines);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines.bin");
        std::fs::write(&path, &image).unwrap();
        let stella_picture = stella.show(&path);
        let mut machine = Machine::new(Cartridge::from_image(&image).unwrap(), PowerOn::default());
        (0..20).for_each(|_| {
            machine.frame();
        });
        let our_lines = machine.television().shown_lines();
        // Stella must show the same number of lines, with black on the same lines.
        assert_eq!(
            our_lines.len(),
            stella_picture.lines.len(),
            "{scanlines} lines"
        );
        // Hues 1, 14 and 15 are also gray on a PAL set.
        let grays: &[u8] = if scanlines < 300 {
            &[0]
        } else {
            &[0x00, 0x10, 0xe0, 0xf0]
        };
        let is_black = |line: usize| grays.contains(&machine.last_frame().line(line)[80]);
        for (row, line) in our_lines.clone().enumerate() {
            if line < usize::from(scanlines) {
                assert_eq!(
                    stella_picture.lines[row][80] == [0, 0, 0],
                    is_black(line),
                    "{scanlines} lines: row {row}, scanline {line}"
                );
            }
        }
    }
}

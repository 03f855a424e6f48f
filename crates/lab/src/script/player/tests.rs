//! Machines run by scripts: events in time, expectations, snapshots.

use super::*;
use crate::trace::Symbols;
use vcs::Cartridge;

/// A kernel of 262 scanlines: the background shows SWCHA, $80 counts frames.
#[rustfmt::skip]
const KERNEL: [u8; 44] = [
    0x78, 0xd8, 0xa2, 0xff, 0x9a,       // F000 sei; cld; ldx #$ff; txs
    0xa9, 0x00, 0x85, 0x80, 0x85, 0x01, // F005 lda #0; sta $80; sta VBLANK
    0xa9, 0x02, 0x85, 0x00,             // F00B lda #2; sta VSYNC
    0x85, 0x02, 0x85, 0x02, 0x85, 0x02, // F00F sta WSYNC, three times
    0xa9, 0x00, 0x85, 0x00,             // F015 lda #0; sta VSYNC
    0xe6, 0x80, 0xa2, 0x00,             // F019 inc $80; ldx #0
    0xad, 0x80, 0x02, 0x85, 0x09,       // F01D lda SWCHA; sta COLUBK
    0x85, 0x02, 0xca, 0xd0, 0xf6,       // F022 sta WSYNC; dex; bne F01D
    0x85, 0x02, 0x4c, 0x33, 0xf0,       // F027 sta WSYNC; jmp F033
];

fn cartridge() -> Cartridge {
    let mut image = [0xea; 4096];
    image[..KERNEL.len()].copy_from_slice(&KERNEL);
    image[0x33..0x3a].copy_from_slice(&[0x85, 0x02, 0x85, 0x02, 0x4c, 0x0b, 0xf0]);
    image[0xffc..0xffe].copy_from_slice(&[0x00, 0xf0]);
    Cartridge::from_image(&image).unwrap()
}

fn play(lines: &str) -> (String, Script, Vec<Outcome>) {
    let text = format!("crownhead-script 1\npower-on zero\n{lines}\n");
    let script = Script::parse(&text).unwrap();
    let symbols = Symbols::parse("counter 0080\nLoop f01d\n").unwrap();
    let mut player = Player::new(cartridge(), &script, &symbols);
    while player.frame().is_some() {}
    let outcomes = player.outcomes().to_vec();
    (text, script.clone(), outcomes)
}

fn differences(lines: &str) -> Vec<String> {
    let (_, _, outcomes) = play(lines);
    let texts = outcomes
        .into_iter()
        .filter_map(|outcome| match outcome.verdict {
            Verdict::Differs(difference) => Some(difference.text),
            Verdict::Met => None,
        });
    texts.collect()
}

const GAME: &str = "\
@2 p0 left
@3.100.68 p0 -; p1 down
@3.200 expect ram $80 04
@3.200 expect pc $F01D..$F026
@4 expect frame-lines 262 since 1
   expect picture
   | frame 4  ntsc  262 lines  visible 0..=261
   |   0-261  FEx160
@4 expect audio 0000000000000000
   expect chain ?
   expect ram ?
   expect pc Loop
@5 end";

#[test]
fn frames_and_expectations_go_together() {
    let texts = differences(GAME);
    assert_eq!(texts.len(), 5, "{texts:#?}");
    assert!(texts[0].contains("the sound has hash"), "{texts:#?}");
    assert!(texts[1].contains("the chain of frames has not been recorded yet"));
    assert!(texts[2].contains("RAM has not been recorded yet"));
    assert!(
        texts[3].contains("the instruction in progress is at $F0"),
        "{texts:#?}"
    );
    assert!(texts[4].contains("frame 4 scanline"), "{texts:#?}");
}

#[test]
fn a_renewed_script_holds_and_keeps_its_text() {
    let (text, script, outcomes) = play(GAME);
    let renewed = renew(&text, &script, &outcomes).unwrap();
    let kept = |line: &&str| !line.contains("expect") && !line.contains('|');
    assert!(
        text.lines().filter(kept).eq(renewed.lines().filter(kept)),
        "{renewed}"
    );
    let lines = renewed.split_once("zero\n").unwrap().1;
    assert_eq!(differences(lines), [""; 0], "{renewed}");
    assert!(
        renewed.contains("   | frame 4  ntsc  262 lines  visible"),
        "{renewed}"
    );
}

#[test]
fn input_reaches_the_pixel_it_is_placed_at() {
    // The kernel reads SWCHA at the start of each line.
    let (_, script, outcomes) = play("@3 expect picture\n@3.100 p0 left\n@4 end");
    let Verdict::Differs(difference) = &outcomes[0].verdict else {
        panic!("{outcomes:?}")
    };
    let frame = difference.actual.as_ref().unwrap();
    assert_eq!(script.end.frame, 4);
    assert_eq!(frame.line(99)[159], 0xfe);
    assert_eq!(frame.line(100)[159], 0xbe);
}

#[test]
fn requested_pictures_are_whole_after_skipped_frames() {
    // The kernel leaves VBLANK off: its first lines, too, show SWCHA.
    let text = "crownhead-script 1\n@140 p0 left\n@200 expect picture ?\n@201 end";
    let script = Script::parse(text).unwrap();
    let symbols = Symbols::default();
    let mut seen = Player::new(cartridge(), &script, &symbols);
    let mut unseen = seen.clone();
    while seen.frame().is_some() {}
    while unseen.skip_frame() {}
    assert_eq!(seen.outcomes().len(), 1);
    assert_eq!(seen.outcomes(), unseen.outcomes());
}

#[test]
fn cycle_by_cycle_equals_frame_by_frame() {
    let text = format!(
        "crownhead-script 1\n{}",
        GAME.replace("@5 end", "@5 power cycle\n@9 end")
    );
    let script = Script::parse(&text).unwrap();
    let symbols = Symbols::default();
    let player = Player::new(cartridge(), &script, &symbols).with_records();
    let (mut frames, mut cycles, mut steps) = (player.clone(), player.clone(), player);
    while frames.frame().is_some() {}
    while cycles.cycle().is_some() {}
    while steps.instruction().is_some() {}
    assert_eq!(frames.outcomes(), cycles.outcomes());
    assert_eq!(frames.outcomes(), steps.outcomes());
    assert_eq!(frames.record(), cycles.record());
    assert_eq!(frames.record(), steps.record());
    assert_eq!(frames.place().frame, 9);
    assert_eq!(frames.last_frame().number, 8);
}

#[test]
fn a_saved_machine_goes_on_with_the_script() {
    let text = "crownhead-script 1\n@2 p0 left\n@6.50.9 p0 right\n@12 end";
    let script = Script::parse(text).unwrap();
    let symbols = Symbols::default();
    let mut whole = Player::new(cartridge(), &script, &symbols);
    for _ in 0..100_000 {
        whole.cycle();
    }
    let saved = whole.machine().clone();
    let mut resumed = Player::resume(saved, &script, &symbols);
    loop {
        let (a, b) = (whole.instruction(), resumed.instruction());
        assert_eq!(a, b);
        if a.is_none() {
            break;
        }
    }
    assert_eq!(whole.place(), resumed.place());
}

#[test]
fn loops_cannot_be_renewed_with_two_values() {
    let (text, script, outcomes) = play("@2\nrepeat 3\n+1 expect ram $80 00\nnext\n+1 end");
    let line = 5;
    assert_eq!(
        renew(&text, &script, &outcomes),
        Err(RenewError::Loop { line })
    );
}

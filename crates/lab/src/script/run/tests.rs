//! Tests of script runs: expectations, waits, and the times of events.

use crate::{script::*, trace::Symbols};
use vcs::{Cartridge, PowerOn, PowerOnState};

/// A kernel of 262 scanlines. The background color is the value of SWCHA, and $80 counts frames.
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
    let mut run = ScriptRun::new(cartridge(), &script, &symbols);
    while run.frame().is_some() {}
    let outcomes = run.outcomes().to_vec();
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
fn each_expectation_is_checked_at_its_place() {
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
fn a_renewed_script_passes_and_keeps_its_other_lines() {
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
fn input_takes_effect_at_its_place() {
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
fn pictures_are_complete_after_skipped_frames() {
    // The kernel leaves VBLANK off, so even the first lines of its frames show SWCHA.
    let text = "crownhead-script 1\n@140 p0 left\n@200 expect picture ?\n@201 end";
    let script = Script::parse(text).unwrap();
    let symbols = Symbols::default();
    let mut shown = ScriptRun::new(cartridge(), &script, &symbols);
    let mut skipped = shown.clone();
    while shown.frame().is_some() {}
    while skipped.skip_frame() {}
    assert_eq!(shown.outcomes().len(), 1);
    assert_eq!(shown.outcomes(), skipped.outcomes());
}

#[test]
fn running_by_cycles_or_instructions_equals_running_by_frames() {
    let text = format!(
        "crownhead-script 1\n{}",
        GAME.replace("@5 end", "@5 power cycle\n@9 end")
    );
    let script = Script::parse(&text).unwrap();
    let symbols = Symbols::default();
    let run = ScriptRun::new(cartridge(), &script, &symbols).with_records();
    let (mut frames, mut cycles, mut steps) = (run.clone(), run.clone(), run);
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
fn a_saved_machine_continues_the_script() {
    let text = "crownhead-script 1\n@2 p0 left\n@6.50.9 p0 right\n@12 end";
    let script = Script::parse(text).unwrap();
    let symbols = Symbols::default();
    let mut original = ScriptRun::new(cartridge(), &script, &symbols);
    for _ in 0..100_000 {
        original.cycle();
    }
    let saved = original.machine().clone();
    let mut resumed = ScriptRun::resume(saved, &script, &symbols);
    loop {
        let (a, b) = (original.instruction(), resumed.instruction());
        assert_eq!(a, b);
        if a.is_none() {
            break;
        }
    }
    assert_eq!(original.place(), resumed.place());
}

#[test]
fn renewing_fails_if_iterations_of_a_loop_need_different_values() {
    let (text, script, outcomes) = play("@2\nrepeat 3\n+1 expect ram $80 00\nnext\n+1 end");
    let line = 5;
    assert_eq!(
        renew(&text, &script, &outcomes),
        Err(RenewError::Loop { line })
    );
}

#[test]
fn places_after_a_wait_are_relative_to_the_end_of_the_wait() {
    // The counter becomes 5 when INC runs in frame 5.
    let lines = "@1 wait until ram counter = 5 within 60 frames\n   expect ram counter = 5\n\
                 +1 expect ram counter >= 5; expect frame-lines 262\n\
                 @pc Loop within 2 frames\n   expect pc Loop; expect ram $80 06\n+3 end";
    let (_, script, outcomes) = play(lines);
    assert_eq!(differences(lines), [""; 0]);
    let frames: Vec<u64> = outcomes.iter().map(|outcome| outcome.frame).collect();
    assert_eq!(outcomes.len(), 7, "{outcomes:?}");
    assert!(frames.is_sorted() && frames[0] >= 4, "{frames:?}");
    assert_eq!(script.max_frames(), 1 + 60 + 1 + 2 + 3);
}

#[test]
fn a_wait_that_times_out_ends_the_run() {
    let lines = "@2 wait until ram $80 = $7f within 4 frames\n   expect ram $80 00\n+9 end";
    let texts = differences(lines);
    assert_eq!(texts.len(), 1, "{texts:?}");
    assert!(
        texts[0].contains("waited 4 frames without success: RAM at $80 is $")
            && texts[0].contains("expected = $7F"),
        "{texts:?}"
    );
}

#[test]
fn registers_latches_stack_and_cycles_are_checked() {
    let met = "@6.100 expect tia COLUBK = $ff; expect tia VSYNC 0; expect collision none\n\
               expect collision p0 pf off; expect bank 0\n\
               @9 expect stack = $ff; expect stack >= $f4 since 2\n\
               expect cycles Loop..Loop >= 69; expect cycles Loop..Loop < 600 since 3\n@9 end";
    assert_eq!(differences(met), [""; 0]);
    let cases = [
        ("expect tia COLUBK $0e", "COLUBK is $FE, expected = $0E"),
        (
            "expect tia NUSIZ0 ?",
            "NUSIZ0 has not been recorded yet (now $00)",
        ),
        (
            "expect collision p0 m1",
            "latch of p0 m1 is off, expected on",
        ),
        (
            "expect stack < $f4",
            "stack pointer is $FF, expected < $F4; at ",
        ),
        (
            "expect cycles Loop..Loop <= 75",
            "longest pass from Loop to Loop is ",
        ),
        (
            "expect cycles Loop..$f033 <= 1",
            "pass from Loop to $F033 is ",
        ),
        ("expect cycles Nowhere..Loop <= 1", "no symbol `Nowhere`"),
        (
            "expect cycles Loop..Loop != 76",
            "a pass from Loop to Loop is 76",
        ),
        ("expect bank 3", "the bank is 0, expected = 3"),
        (
            "expect ram counter != 9",
            "RAM at $80 is $09, expected != $09",
        ),
    ];
    for (line, words) in cases {
        let texts = differences(&format!("@9 {line}\n@9 end"));
        assert!(
            texts.len() == 1 && texts[0].contains(words),
            "{line}: {texts:?}"
        );
    }
}

#[test]
fn pictures_may_be_compared_in_part_and_may_have_pixels_of_any_color() {
    let met = "@4 expect picture lines 10..12 pixels 8..15\n\
               \x20  | 10- 11  FEx8\n   | 12      FEx2 ..x6\n\
               @4 expect picture\n   | frame 4  ntsc  262 lines  visible 0..=261\n\
               |   0-260  FEx160\n   | 261      ..x160\n@6 end";
    assert_eq!(differences(met), [""; 0]);
    let lines = "@4 expect picture lines 10..12 pixels 8..15\n   | 10- 12  FEx7 00x1\n@6 end";
    let texts = differences(lines);
    assert!(
        texts[0].contains("scanline 10 pixel 15: color FE, expected 00; 3 pixels"),
        "{texts:?}"
    );
}

#[test]
fn values_written_as_question_marks_are_recorded() {
    let lines = "@6 expect tia COLUBK ?; expect ram counter ? ..\n   expect ram counter = ?\n\
                 @6 expect stack >= ?\n   expect cycles Loop..Loop <= ?\n\
                 @6 expect picture lines 3..4 pixels 0..1\n@6 expect picture lines 3..4 ?\n\
                 @6 expect chain ? since 3; expect collision p0 pf ?\n\
                 @7 expect shown ? since 2\n@8 end";
    let (text, script, outcomes) = play(lines);
    let renewed = renew(&text, &script, &outcomes).unwrap();
    for line in [
        "expect tia COLUBK = $FE; expect ram counter 06 ..",
        "expect ram counter = $06",
        "expect stack >= $FF",
        "|   3-  4  FEx2",
        "expect collision p0 pf off",
    ] {
        assert!(renewed.contains(line), "{line}: {renewed}");
    }
    let lines: String = renewed
        .lines()
        .skip(2)
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!(differences(&lines), [""; 0], "{renewed}");
}

#[test]
fn merged_runs_have_separate_results() {
    let text = "crownhead-script 1\n@1 expect ram $81 00\n@9 expect chain ? since 4\n\
                @9 expect chain ?; expect shown ?; expect shown ? since 4\n@12 end\n";
    let script = Script::parse(text).unwrap();
    let symbols = Symbols::default();
    let state = |state| PowerOn { state, seed: 1 };
    let start = |number, state| {
        ScriptRun::from_power_on(cartridge(), &script, &symbols, state).numbered(number)
    };
    let mut alone =
        [PowerOnState::Zero, PowerOnState::Ones].map(|power_on| start(0, state(power_on)));
    let finish = |run: &mut ScriptRun<'_>| while run.skip_frame() {};
    alone.iter_mut().for_each(finish);
    let mut merged = alone.each_ref().map(|run| start(7, run.power_on()));
    merged
        .iter_mut()
        .for_each(|run| while run.place().frame < 3 && run.skip_frame() {});
    let [leader, other] = &mut merged;
    assert_ne!(leader.merge_key(), other.merge_key(), "RAM differs");
    let mut same = start(8, state(PowerOnState::Zero));
    while same.place().frame < 3 && same.skip_frame() {}
    assert_eq!(leader.merge_key(), same.merge_key());
    leader.lead(same);
    finish(leader);
    let results: Vec<_> = leader.results().collect();
    assert_eq!(
        results
            .iter()
            .map(|(number, _)| *number)
            .collect::<Vec<_>>(),
        [7, 8]
    );
    for (_, outcomes) in results {
        assert_eq!(outcomes, alone[0].outcomes());
    }
}

#[test]
fn watching_a_frame_does_not_change_it() {
    let script = Script::parse("crownhead-script 1\n@3.100.68 p0 down\n@9 end\n").unwrap();
    let symbols = Symbols::default();
    let mut plain = ScriptRun::new(cartridge(), &script, &symbols);
    let mut watched = plain.clone();
    let mut stores = 0;
    while plain.frame().is_some() {
        assert!(watched.watched_frame(|_, step| {
            stores += usize::from(step.effective == Some(0x80) && step.cycle > 0);
        }));
        assert_eq!(plain.machine().cycles(), watched.machine().cycles());
        // Compare the machines, not the merge keys of the runs. These keys differ, because `frame`
        // does not record the address of the last instruction but `watched_frame` does.
        assert_eq!(
            plain.machine().future_hash(),
            watched.machine().future_hash()
        );
        assert_eq!(plain.last_frame(), watched.last_frame());
    }
    assert!(!watched.watched_frame(|_, _| {}));
    // The setup code stores to $80 once, and each of the nine frames increments $80 once.
    assert_eq!(stores, 1 + 9);
}

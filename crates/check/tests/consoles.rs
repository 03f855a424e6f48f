//! Tests with small programs. Each program has one fault, which `check` must report; for the same
//! program without the fault, `check` must not report it.

use asm6502::{MemoryProvider, Options, build};
use check::{Subject, check};
use debugger::Program;
use reports::check::{Check, Finding, Level, Rule, Verdict};
use std::{path::Path, sync::Arc};
use support::repository;
use vcs::{Cartridge, cartridge::Scheme};

/// Number of frames in each run. A short run is enough: most of these programs do the same in every
/// frame, and the programs in `differences_in_later_frames_are_found` change their behavior at
/// frame 60.
const FRAMES: u64 = 130;

/// The vectors, at the end of each program.
const VECTORS: &str = "\n        ORG $FFFC\n        .word Reset\n        .word Reset\n";

/// Returns the result of checking a source.
fn check_source(source: &str) -> Check {
    check_with_scheme(source, None)
}

/// Assembles a source, and returns the result of checking the program. `scheme` is the program's
/// bank-switching scheme; `None` to detect it.
fn check_with_scheme(source: &str, scheme: Option<Scheme>) -> Check {
    let mut sources = MemoryProvider::default();
    let include = repository().join("roms-src/include");
    for name in ["hardware.asm", "macros.asm"] {
        let text = std::fs::read_to_string(include.join(name)).unwrap();
        sources.insert(name, &text);
    }
    sources.insert("frame.inc", include_str!("frame.inc"));
    sources.insert("game.asm", source);
    let path = Path::new("game.asm");
    let built = build(&sources, path).unwrap_or_else(|fault| panic!("{fault}\n{source}"));
    let options = Options {
        map: true,
        ..build::options(None, path)
    };
    let map = asm6502::assemble(&sources, &options).map.unwrap();
    let subject = Subject {
        name: "game.asm".into(),
        cartridge: match scheme {
            Some(scheme) => Cartridge::with_scheme(&built.image, scheme).unwrap(),
            None => Cartridge::from_image(&built.image).unwrap(),
        },
        program: Program::of_build(&built, &map).unwrap(),
        script: Arc::default(),
        standard: None,
    };
    let options = check::Options {
        frames: FRAMES,
        seed: 0,
    };
    check(&subject, options, &|| false).unwrap()
}

/// Returns a program that runs `setup` before the first frame and `body` in each frame.
fn program_with(setup: &str, body: &str) -> String {
    format!(
        "        include \"frame.inc\"\nSetup   SUBROUTINE\n{setup}\n        rts\nBody    SUBROUTINE\n\
         {body}\n        rts\n{VECTORS}"
    )
}

/// Returns the findings of one rule.
fn findings_of(check: &Check, rule: Rule) -> Vec<&Finding> {
    let findings = check.findings.iter();
    findings.filter(|finding| finding.rule == rule).collect()
}

/// Checks `source`, and returns the finding of this rule whose text contains `expected`. Panics if
/// there is none, or if it is not at a source line that contains `line`. `without` is the same
/// program without the fault; panics if that program has such a finding, too.
#[track_caller]
fn assert_finding(rule: Rule, expected: &str, line: &str, source: &str, without: &str) -> Finding {
    let report = check_source(source);
    let is_expected = |finding: &&&Finding| format!("{finding:?}").contains(expected);
    let found = findings_of(&report, rule);
    let found = found.iter().find(is_expected);
    let found = *found.unwrap_or_else(|| panic!("no {rule:?} with {expected:?}: {report:#?}"));
    let site = found.site.as_ref();
    let line_number = site
        .and_then(|site| site.line.as_ref())
        .map_or(0, |line| line.1);
    let text = source
        .lines()
        .nth((line_number as usize).saturating_sub(1))
        .unwrap_or("");
    assert!(
        text.contains(line),
        "{rule:?} is at {text:?}, not at {line:?}: {found:#?}"
    );
    let other = check_source(without);
    let other = findings_of(&other, rule);
    let other = other.iter().find(is_expected);
    assert!(
        other.is_none(),
        "{rule:?} is found without the fault: {other:#?}"
    );
    found.clone()
}

const COLORS: &str = "
        lda #$42
        sta COLUP0
        lda #$84
        sta COLUP1
        lda #$C6
        sta COLUPF
        lda #$0E
        sta COLUBK
        lda #$A5
        sta GRP0
        sta GRP1
        lda #2
        sta ENAM0
        sta ENABL";

/// Returns `count` lines, each a store to WSYNC.
fn wsync_lines(count: usize) -> String {
    "        sta WSYNC\n".repeat(count)
}

/// Returns code that stores to a register in a given cycle (4 to 75) of the next scanline.
fn store_in_cycle(register: &str, cycle: usize) -> String {
    format!(
        "        sta WSYNC\n        SLEEP {}\n        sta {register}\n{}",
        cycle - 2,
        wsync_lines(8)
    )
}

#[test]
fn a_correct_program_is_clean() {
    let report = check_source(&program_with(COLORS, &wsync_lines(20)));
    assert_eq!(report.verdict, Verdict::Clean, "{report:#?}");
    let warnings = report
        .findings
        .iter()
        .filter(|finding| finding.level > Level::Note);
    assert_eq!(warnings.count(), 0);
}

#[test]
fn hmove_in_the_visible_part_acts_differently_on_late_consoles() {
    let fault = program_with(COLORS, &store_in_cycle("HMOVE", 32));
    assert_finding(
        Rule::Revision,
        "late Junior",
        "sta HMOVE",
        &fault,
        &program_with(COLORS, &store_in_cycle("HMOVE", 4)),
    );
}

#[test]
fn hmove_in_cycle_72_loses_a_pulse_on_some_consoles() {
    assert_finding(
        Rule::Revision,
        "cycles 72 and 73",
        "sta HMOVE",
        &program_with(COLORS, &store_in_cycle("HMOVE", 72)),
        &program_with(COLORS, &store_in_cycle("HMOVE", 40)),
    );
}

#[test]
fn the_finding_for_hmove_in_cycle_74_is_a_note_without_a_console_report() {
    let found = assert_finding(
        Rule::Revision,
        "without a comb",
        "sta HMOVE",
        &program_with(COLORS, &store_in_cycle("HMOVE", 74)),
        &program_with(COLORS, &store_in_cycle("HMOVE", 70)),
    );
    assert_eq!(found.level, Level::Note);
    assert!(found.evidence.to_string().ends_with("no console report"));
}

#[test]
fn a_starfield_has_a_different_phase_on_some_consoles() {
    let stars = |cycles: usize| {
        format!(
            "        sta WSYNC\n        SLEEP 40\n        sta RESM0\n        lda #$70\n        sta HMM0\n        lda #$60\n        sta WSYNC\n        sta HMOVE\n        SLEEP {cycles}\n        sta HMM0\n{}        lda #0\n        sta HMM0\n        sta WSYNC\n        sta HMOVE\n{}",
            wsync_lines(40),
            wsync_lines(2)
        )
    };
    assert_finding(
        Rule::Revision,
        "two clocks later",
        "sta HMOVE",
        &program_with(COLORS, &stars(18)),
        &program_with(COLORS, &stars(40)),
    );
}

#[test]
fn resp0_during_a_motion_pulse_differs_between_consoles() {
    let reset_after_hmove = |cycles: usize| {
        format!(
            "        sta WSYNC\n        sta HMOVE\n        SLEEP {cycles}\n        sta RESP0\n{}",
            wsync_lines(8)
        )
    };
    assert_finding(
        Rule::Revision,
        "all objects lose",
        "sta RESP0",
        &program_with(COLORS, &reset_after_hmove(2)),
        &program_with(COLORS, &reset_after_hmove(40)),
    );
}

#[test]
fn resp0_near_the_end_of_the_blank_depends_on_the_temperature() {
    assert_finding(
        Rule::Revision,
        "warm chip",
        "sta RESP0",
        &program_with(COLORS, &store_in_cycle("RESP0", 21)),
        &program_with(COLORS, &store_in_cycle("RESP0", 40)),
    );
}

#[test]
fn score_mode_changes_color_at_two_pixels() {
    let score = |mode: usize| {
        let setup = format!(
            "{COLORS}\n        lda #{mode}\n        sta CTRLPF\n        lda #$FF\n        sta PF2"
        );
        program_with(&setup, &wsync_lines(20))
    };
    assert_finding(Rule::Revision, "at pixel 79", "sta ", &score(2), &score(0));
}

#[test]
fn late_playfield_and_color_writes_show_on_slow_chips() {
    let playfield = |cycle| {
        format!(
            "        lda #$FF\n{}        lda #0\n        sta PF2\n",
            store_in_cycle("PF2", cycle)
        )
    };
    assert_finding(
        Rule::Revision,
        "PF0, PF1 or PF2",
        "sta PF2",
        &program_with(COLORS, &playfield(37)),
        &program_with(COLORS, &playfield(30)),
    );
    let color = |register: &str, cycle| {
        format!(
            "        lda #$FF\n        sta PF0\n        sta PF1\n        sta PF2\n        lda #$1E\n{}        lda #$C6\n        sta {register}\n",
            store_in_cycle(register, cycle)
        )
    };
    for (register, words) in [("COLUPF", "write to COLUPF"), ("COLUBK", "write to COLUBK")] {
        let body = |cycle| {
            let body = color(register, cycle);
            match register {
                "COLUBK" => body.replace("        lda #$FF\n", "        lda #0\n"),
                _ => body,
            }
        };
        assert_finding(
            Rule::Revision,
            words,
            &format!("sta {register}"),
            &program_with(COLORS, &body(45)),
            &program_with(COLORS, &body(10)),
        );
    }
}

#[test]
fn graphics_that_are_copied_in_mid_draw_are_late_on_some_chips() {
    let setup = format!(
        "{COLORS}\n        sta WSYNC\n        SLEEP 29\n        sta RESP0\n        lda #1\n        sta VDELP0"
    );
    let copy_in_cycle = |cycle: usize| {
        let body = format!(
            "        lda #$A5\n        sta WSYNC\n        sta GRP0\n        lda #$5A\n{}",
            store_in_cycle("GRP1", cycle)
        );
        program_with(&setup, &body)
    };
    assert_finding(
        Rule::Revision,
        "copies delayed",
        "sta GRP1",
        &copy_in_cycle(33),
        &copy_in_cycle(33).replace("sta VDELP0", "nop"),
    );
}

#[test]
fn undriven_bits_are_found_and_masked_ones_are_not() {
    let body_with_mask = |mask: &str| {
        format!(
            "        lda INPT4\n        and #{mask}\n        sta $80\n        sta WSYNC\n        lda $80\n        sta COLUBK\n{}",
            wsync_lines(8)
        )
    };
    let found = assert_finding(
        Rule::FloatingBits,
        "does not hold",
        "sta $80",
        &program_with(COLORS, &body_with_mask("$3E")),
        &program_with(COLORS, &body_with_mask("$C0")),
    );
    assert_eq!(found.level, Level::Warning);
    assert!(
        found.why.iter().any(|why| why.contains("$80")),
        "{found:#?}"
    );
}

#[test]
fn black_and_blank_pixels_are_the_same_picture() {
    // Returns the verdict on a program with a background of this color. It reads an undriven bit
    // and, depending on the bit's value, switches blanking on or off.
    let verdict = |color: &str| {
        let body = format!(
            "        lda #{color}\n        sta COLUBK\n        sta WSYNC\n        lda INPT4\n\
             \x20       and #2\n        sta VBLANK\n{}        lda #0\n        sta VBLANK\n\
             \x20       lda #$0E\n        sta COLUBK\n",
            wsync_lines(4)
        );
        check_source(&program_with("", &body)).verdict
    };
    assert_eq!(verdict("$42"), Verdict::Differs);
    assert_eq!(verdict("$00"), Verdict::Clean);
}

/// Returns a program that, after each press of Reset, runs for about `frames` frames without a
/// vertical sync.
fn program_restarting_without_sync(frames: usize) -> String {
    program_with_frame_code(|frame| {
        let wait = format!(
            "        lsr SWCHB\n        bcs .stay\n        jmp Restart\n.stay   jmp Frame\n\
             Restart SUBROUTINE\n        ldy #{frames}\n.frame  ldx #250\n.line   sta WSYNC\n\
             \x20       dex\n        bne .line\n        dey\n        bne .frame\n\
             \x20       jmp Frame"
        );
        frame.replace("        jmp Frame", &wait)
    })
}

#[test]
fn frames_soon_after_reset_are_ignored() {
    assert_eq!(
        check_source(&program_restarting_without_sync(8)).verdict,
        Verdict::Clean
    );
    let report = check_source(&program_restarting_without_sync(100));
    assert_eq!(report.verdict, Verdict::Rolls, "{report:#?}");
}

#[test]
fn unconnected_pins_are_tried_high_and_low() {
    let body_reading = |register: &str, mask: &str| {
        format!(
            "        lda {register}\n        and #{mask}\n        sta $80\n        sta WSYNC\n        lda $80\n        sta COLUBK\n{}",
            wsync_lines(8)
        )
    };
    let switches = program_with(COLORS, &body_reading("SWCHB", "$34"));
    assert_finding(
        Rule::Pins,
        "SWCHB",
        "sta $80",
        &switches,
        &program_with(COLORS, &body_reading("SWCHB", "$C8")),
    );
    // Carrot Kingdom reads a pot that is not connected.
    let pots = program_with(COLORS, &body_reading("INPT1", "$80"));
    assert_finding(
        Rule::Pins,
        "INPT0 to INPT3",
        "sta $80",
        &pots,
        &program_with(COLORS, &body_reading("INPT4", "$80")),
    );
}

#[test]
fn visible_power_on_values_are_found_with_the_reads_that_use_them() {
    let body = format!(
        "        sta WSYNC\n        lda $90\n        and #2\n        sta COLUBK\n{}",
        wsync_lines(8)
    );
    let correct = program_with(COLORS, &body);
    let faulty = without_clearing_ram(&correct);
    let found = assert_finding(Rule::PowerOn, "", "lda $90", &faulty, &correct);
    assert_eq!(found.level, Level::Warning);
    assert!(found.when.ends_with(" more"), "{}", found.when);
    assert_eq!(found.when.matches("; ").count(), 2);
    let report = check_source(&faulty);
    assert!(!findings_of(&report, Rule::UnwrittenRead).is_empty());
}

#[test]
fn differences_in_later_frames_are_found() {
    let from_frame_60 = |fault: &str| {
        format!(
            "        inc $80\n        lda $80\n        cmp #60\n        bcc .soon\n{fault}.soon\n\
             {}",
            wsync_lines(8)
        )
    };
    // Until the first picture that differs, the machines differ only in RAM bytes that the program
    // never writes.
    let setup = format!("        clv\n        sei\n        ldy #0\n        sty $80\n{COLORS}");
    let ram_as_color = from_frame_60("        lda $90\n        and #2\n        sta COLUBK\n");
    let report = check_source(&without_clearing_ram(&program_with(&setup, &ram_as_color)));
    assert_eq!(report.verdict, Verdict::Differs, "{report:#?}");
    // In the first 60 frames, only the late Junior shows a different picture, because the program
    // writes to HMOVE in the visible part of a line. From frame 60 onward, so do the slow chips,
    // because the program then also writes to COLUBK in the visible part.
    let color = store_in_cycle("COLUBK", 45);
    let color = format!("        lda #$C6\n{color}        lda #$0E\n        sta COLUBK\n");
    let body = format!("{}{}", store_in_cycle("HMOVE", 32), from_frame_60(&color));
    let report = format!("{:?}", check_source(&program_with(COLORS, &body)));
    assert!(report.contains("late Junior"), "{report}");
    assert!(report.contains("write to COLUBK"), "{report}");
}

/// Replaces the startup code in the source with code that clears the TIA but not RAM. The new code
/// does not clear HMOVE, because on a late Junior a strobe of HMOVE in mid-line moves the players.
fn without_clearing_ram(source: &str) -> String {
    let source = source.replace(".word Reset", ".word Start");
    source.replace(
        "Setup   SUBROUTINE",
        "Start   ldx #$FF\n        txs\n        cld\n        lda #0\n.tia    sta $00,x\n\
         \x20       inx\n        cpx #$2A\n        bne .tia\n        ldx #4\n.more   sta $00,x\n\
         \x20       inx\n        cpx #$2A\n        bne .more\n        jsr Setup\n\
         \x20       jmp Frame\nSetup   SUBROUTINE",
    )
}

#[test]
fn arithmetic_in_an_unknown_decimal_mode_is_found() {
    let body = format!(
        "        lda #8\n        clc\n        adc #8\n        sta COLUBK\n{}",
        wsync_lines(8)
    );
    let correct = without_clearing_ram(&program_with(COLORS, &body));
    let unknown = correct.replace("        cld\n", "");
    let found = assert_finding(
        Rule::PowerOn,
        "decimal mode has not been",
        "adc #8",
        &unknown,
        &correct,
    );
    assert_eq!(found.level, Level::Warning);
}

#[test]
fn an_unwritten_byte_that_goes_to_the_tia_is_not_a_random_seed() {
    let check_with = |code: &str| {
        let body = format!(
            "        sta WSYNC\n        lda #$10\n        clc\n{code}{}",
            wsync_lines(8)
        );
        let body = body.replace("sta COLUBK", "sta COLUBK\n        sta GRP0");
        check_source(&without_clearing_ram(&program_with(COLORS, &body)))
    };
    let report = check_with("        adc $90\n        sta COLUBK\n");
    assert_eq!(report.verdict, Verdict::Differs, "{report:#?}");
    let found = format!("{:?}", findings_of(&report, Rule::PowerOn));
    assert!(
        found.contains("never written; it goes to COLUBK"),
        "{found}"
    );
    for seed in [
        "        lda $90\n        eor #$5A\n        sta COLUBK\n",
        "        lda $90\n        sta COLUBK\n        inc $90\n",
    ] {
        let report = check_with(seed);
        assert_eq!(report.verdict, Verdict::Clean, "{seed}{report:#?}");
    }
}

#[test]
fn frames_of_an_unusual_constant_length_are_a_note_with_the_late_line() {
    let correct = program_with(COLORS, &wsync_lines(20));
    let long = include_str!("frame.inc").replace("ldx #48", "ldx #56");
    let long = correct.replace("        include \"frame.inc\"", &long);
    let found = assert_finding(
        Rule::FrameLength,
        "most frames have 270 scanlines",
        "",
        &long,
        &correct,
    );
    assert_eq!(found.level, Level::Note);
    let body = format!(
        "{}        SLEEP 78\n        sta WSYNC ; late\n{}",
        wsync_lines(6),
        wsync_lines(6)
    );
    let late = program_with(COLORS, &body);
    let found = assert_finding(
        Rule::FrameLength,
        "81 of 76 cycles",
        "; late",
        &late,
        &correct,
    );
    assert_eq!(found.level, Level::Note);
}

/// Returns a program whose picture depends on a byte: `load` is the instruction that loads the
/// byte, and `mask` selects the bits that matter.
fn program_using_byte(load: &str, mask: &str) -> String {
    let setup = format!("{COLORS}\n        {load}\n        and #{mask}\n        sta $90");
    program_with(
        &setup,
        &format!(
            "        lda $90\n        sta COLUBK\n        sta GRP0\n{}",
            wsync_lines(8)
        ),
    )
}

/// Changes the startup code in the source so that the byte at $95 keeps its power-on value.
fn keep_byte_95(source: &str) -> String {
    let source = source.replace(".word Reset", ".word Start");
    source.replace(
        "Setup   SUBROUTINE",
        "Start   ldy $95\n        CLEAN_START\n        sty $95\n        jsr Setup\n        jmp Frame\nSetup   SUBROUTINE",
    )
}

#[test]
fn a_random_seed_in_ram_is_only_a_note() {
    let verdict = |mask| check_source(&keep_byte_95(&program_using_byte("lda $95", mask))).verdict;
    assert_eq!(verdict("$FF"), Verdict::Clean);
    assert_eq!(verdict("$02"), Verdict::Differs);
}

#[test]
fn a_random_seed_in_the_timer_is_only_a_note() {
    for mask in ["$FF", "$02"] {
        let report = check_source(&program_using_byte("lda INTIM", mask));
        assert_eq!(report.verdict, Verdict::Clean, "{report:#?}");
        let found = findings_of(&report, Rule::PowerOn);
        assert_eq!(found.len(), 1, "{report:#?}");
        assert!(found[0].evidence.source.contains("startup.asm"));
        assert_eq!(found[0].site.as_ref().unwrap().instruction, "lda INTIM");
    }
}

#[test]
fn the_picture_rolls_without_vsync_or_with_a_vsync_of_six_cycles() {
    let correct = program_with(COLORS, &wsync_lines(20));
    let no_sync = correct.replace("Frame   ", "").replace(
        "include \"frame.inc\"",
        "processor 6502\n        include \"hardware.asm\"\n        include \"macros.asm\"\n        SEG code\n        ORG $F000\nReset   CLEAN_START\n        jsr Setup\nForever jsr Body\n        jmp Forever",
    );
    let found = assert_finding(
        Rule::NoSync,
        "without a vertical sync",
        "",
        &no_sync,
        &correct,
    );
    assert_eq!(found.level, Level::Error);
    assert_eq!(check_source(&no_sync).verdict, Verdict::Rolls);
    let short_sync = no_sync.replace(
        "Forever jsr Body",
        "Forever jsr Body\n        lda #2\n        sta VSYNC\n        nop\n        lda #0\n        sta VSYNC",
    );
    assert_finding(
        Rule::NoSync,
        "without a vertical sync",
        "sta VSYNC",
        &short_sync,
        &correct,
    );
}

/// Returns a program with the usual frame code, modified by `change`.
fn program_with_frame_code(change: impl Fn(&str) -> String) -> String {
    let frame = change(include_str!("frame.inc"));
    format!(
        "{frame}\nSetup   SUBROUTINE\n{COLORS}\n        rts\n\
         Body    SUBROUTINE\n{}        rts\n{VECTORS}",
        wsync_lines(20)
    )
}

#[test]
fn a_vsync_of_two_lines_is_too_short_for_strict_sets() {
    let sync = |cycles: usize| {
        program_with_frame_code(|frame| {
            let sync = format!(
                "        lda #2\n        sta WSYNC\n        sta VSYNC\n        sta WSYNC\n        sta WSYNC\n        lda #0\n        SLEEP {}\n        sta VSYNC\n        sta WSYNC\n",
                cycles - 154
            );
            frame.replace("VERTICAL_SYNC\n", &sync)
        })
    };
    let found = assert_finding(
        Rule::ShortVsync,
        "cycles",
        "sta VSYNC",
        &sync(170),
        &sync(210),
    );
    assert_eq!(found.level, Level::Note);
}

#[test]
fn two_syncs_close_together_count_as_one() {
    let two_syncs = program_with_frame_code(|frame| {
        frame.replace(
            "VERTICAL_SYNC\n",
            "VERTICAL_SYNC\n        sta WSYNC\n        VERTICAL_SYNC\n",
        )
    });
    let report = check_source(&two_syncs);
    assert!(findings_of(&report, Rule::NoSync).is_empty(), "{report:#?}");
}

#[test]
fn frames_of_changing_length_make_the_picture_jump() {
    let longer = |lines: usize| {
        program_with_frame_code(|frame| {
            let extra = format!(
                "        inc $80\n        lda $80\n        and #15\n        bne .same\n        ldx #{lines}\n.extra  sta WSYNC\n        dex\n        bne .extra\n.same   jmp Frame"
            );
            frame.replace("        jmp Frame", &extra)
        })
    };
    let found = assert_finding(Rule::FrameLength, "scanlines", "", &longer(5), &longer(2));
    assert_eq!(found.level, Level::Warning);
}

#[test]
fn pal_frames_with_an_odd_number_of_lines_lose_their_color() {
    let pal = |extra: usize| {
        program_with_frame_code(|frame| {
            let lines = format!("ldx #{}", 48 + 50 + extra);
            frame.replace("ldx #48", &lines)
        })
    };
    let even =
        (0..2).find(|extra| findings_of(&check_source(&pal(*extra)), Rule::OddPalLines).is_empty());
    let odd = 1 - even.expect("one of two lengths is even");
    let found = assert_finding(
        Rule::OddPalLines,
        "odd number",
        "",
        &pal(odd),
        &pal(1 - odd),
    );
    assert!(found.evidence.is_reported());
}

#[test]
fn a_jam_and_an_unstable_opcode_are_found() {
    let correct = program_with(COLORS, &wsync_lines(20));
    let jam = program_with(COLORS, &format!("{}        .byte $02\n", wsync_lines(20)));
    let found = assert_finding(Rule::Jam, "$02", ".byte $02", &jam, &correct);
    assert_eq!(found.level, Level::Error);
    let unstable = |operand: usize| {
        program_with(
            COLORS,
            &format!(
                "        lda #1\n        .byte $AB, {operand}\n{}",
                wsync_lines(20)
            ),
        )
    };
    assert_finding(
        Rule::UnstableOpcode,
        "$AB",
        ".byte $AB",
        &unstable(3),
        &unstable(0),
    );
}

#[test]
fn a_return_address_over_a_variable_that_is_read_later_is_found() {
    let program_with_variable = |variable: &str| {
        program_with(
            COLORS,
            &format!(
                "        lda #7\n        sta {variable}\n        jsr Deep\n        lda {variable}\n        sta COLUBK\n{}        rts\nDeep    nop\n",
                wsync_lines(20)
            ),
        )
    };
    // The frame code calls Body, and Body calls Deep, so the return addresses occupy $FC to $FF.
    let found = assert_finding(
        Rule::Stack,
        "$FC",
        "jsr Deep",
        &program_with_variable("$FC"),
        &program_with_variable("$F0"),
    );
    assert!(found.why[0].contains("reads this byte later"));
    assert_eq!(found.level, Level::Warning);
    // After TSX, the program is changing the return address on purpose.
    let intended = program_with(
        COLORS,
        &format!(
            "        lda #7\n        sta $FC\n        jsr Deep\n        .byte $0E\n\
             {}        rts\nDeep    SUBROUTINE\n        tsx\n        inx\n        inc $00,x\n\
             \x20       rts\n",
            wsync_lines(20)
        ),
    );
    let report = check_source(&intended);
    assert!(findings_of(&report, Rule::Stack).is_empty(), "{report:#?}");
    // Here only the startup code, which clears RAM, has written to $FC. The indexed load stands for
    // one that runs past the end of a table, so it is not reported.
    let cleared = program_with_variable("$FC")
        .replace(".word Reset", ".word Start")
        .replace(
            "Setup   SUBROUTINE",
            "Start   ldx #$FF\n        txs\n        cld\n        inx\n        lda #0\n\
         .clear  sta $80,x\n        inx\n        bpl .clear\n        jsr Setup\n\
         \x20       jmp Frame\nSetup   SUBROUTINE",
        );
    let count_findings = |load: &str| {
        let source = cleared
            .replace("sta $FC", "ldx #$1C")
            .replace("lda $FC", load);
        findings_of(&check_source(&source), Rule::Stack).len()
    };
    assert_eq!(
        (count_findings("lda $E0,x"), count_findings("lda $FC")),
        (0, 1)
    );
    // The value of the overwritten variable does not matter to this program, which reads it only to
    // spend time.
    let idle = program_with_variable("$FC").replace("sta COLUBK", "lda #0");
    let report = check_source(&idle);
    assert_eq!(report.verdict, Verdict::Clean, "{report:#?}");
    assert!(findings_of(&report, Rule::Stack)[0].why[1].contains("the original byte $07"));
}

#[test]
fn an_indexed_store_that_switches_banks_is_found() {
    let banks = |store: &str| {
        let body = format!(
            "        ldx #0\n        sta $1FF8\n        {store}\n{}",
            wsync_lines(20)
        );
        let game = program_with(COLORS, &body);
        // Both banks contain the same code, so that a bank switch does not change what the program
        // does.
        let bank = |name: &str, origin: &str| {
            let frame = include_str!("frame.inc").replace(
                "        ORG $F000",
                &format!("        ORG {origin}\n        RORG $F000"),
            );
            let text = game.replace("        include \"frame.inc\"", &frame);
            let text = text.replace(
                "ORG $FFFC",
                &format!("ORG {}+$FFC\n        RORG $FFFC", origin),
            );
            let labels = ["Reset", "Setup", "Frame", "Body"];
            labels.iter().fold(text, |text, label| {
                text.replace(label, &format!("{label}{name}"))
            })
        };
        let first = bank("0", "$1000");
        let without_header = |text: String| {
            text.replace("        processor 6502\n", "")
                .replace("        include \"hardware.asm\"\n", "")
                .replace("        include \"macros.asm\"\n", "")
                .replace("        SEG code\n", "")
        };
        first + &without_header(bank("1", "$2000"))
    };
    let [indexed, plain] = ["sta $1FF9,x", "sta $1FF9"]
        .map(|store| check_with_scheme(&banks(store), Some(Scheme::F8)));
    let found = findings_of(&indexed, Rule::HotSpot);
    assert_eq!(found.len(), 1, "{indexed:#?}");
    assert_eq!(found[0].level, Level::Warning);
    assert_eq!(found[0].site.as_ref().unwrap().instruction, "sta $1ff9,x");
    assert!(findings_of(&plain, Rule::HotSpot).is_empty(), "{plain:#?}");
}

#[test]
fn colors_that_become_equal_in_secam_are_noted() {
    let two_colors = |color: &str| {
        program_with(
            COLORS,
            &format!(
                "        lda #{color}\n        sta COLUBK\n        lda #$F0\n        sta PF0\n        sta PF1\n{}        lda #0\n        sta PF0\n        sta PF1\n",
                wsync_lines(100)
            ),
        )
    };
    // The playfield has the color $C6. SECAM has one color for each luminance, so there a
    // background of $46, which has the same luminance, becomes equal to the playfield.
    let found = assert_finding(
        Rule::Colors,
        "SECAM",
        "",
        &two_colors("$46"),
        &two_colors("$4A"),
    );
    assert_eq!(found.level, Level::Note);
}

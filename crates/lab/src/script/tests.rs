//! Tests of the parser and its messages, and of the functions that write scripts.

use super::*;
use vcs::{
    Place, PowerOnState,
    input::{Controller, Difficulty, Joystick, Paddle},
};

const FULL_SCRIPT: &str = "\
crownhead-script 1
# A comment; and a blank line.

cartridge \"my games/a.bin\"
sha256 00112233445566778899AABBCCDDEEFF00112233445566778899aabbccddeeff
scheme 4k
arm-time zero
arm-clock 60000
arm-compat on
arm-driver run
arm-symbols game.elf
tv pal
symbols a.sym
power-on ones
seed $ff
color bw; ldiff a
plug p1 paddles

@60 reset down   # held
+3  reset up
@120.40.68 p0 left fire;paddle3 20000 fire
     expect ram $80 02 .. 7F
     expect pc $F000..$F0FF; expect pc Main+2
     expect audio ?
@121 expect picture
   | frame 121  pal  2 lines  visible 0..=0
   |   0      00x160
     expect picture 2d06800538d394c2
     expect frame-lines 312..314 since 100
     snapshot board
     power cycle
@130 end
";

fn fault(lines: &str) -> String {
    match Script::parse(&format!("crownhead-script 1\n{lines}")) {
        Ok(script) => panic!("no fault in {lines:?}: {script:?}"),
        Err(error) => error.to_string(),
    }
}

fn parse(lines: &str) -> Script {
    Script::parse(&format!("crownhead-script 1\n{lines}\n")).unwrap()
}

#[test]
fn loops_have_a_limit_of_commands_and_of_text() {
    let fault = |count: usize, line: &str| {
        let text = format!("crownhead-script 1\nrepeat {count}\n{line}\nnext\n@1 end\n");
        Script::parse(&text).map_err(|error| error.fault)
    };
    assert!(fault(100_000, "p0 -; p0 -; p0 -; p0 -").is_ok());
    let many = fault(500_000, "p0 -; p0 -; p0 -; p0 -");
    assert_eq!(many, Err(Fault::TooLong(2_000_000)));
    let long = format!("#{}", "x".repeat(4096));
    assert!(fault(1_000, &long).is_ok());
    assert_eq!(fault(100_000, &long), Err(Fault::TooMuchText(256 << 20)));
}

#[test]
fn settings_and_input_at_power_on_are_read() {
    let setup = Script::parse(FULL_SCRIPT).unwrap().setup;
    assert_eq!(setup.cartridge.as_deref(), Some("my games/a.bin"));
    assert!(setup.sha256.unwrap().ends_with("ccddeeff"));
    assert_eq!(setup.scheme.as_deref(), Some("4k"));
    assert_eq!(setup.arm.time, Some(vcs::cartridge::ArmTime::Zero));
    assert_eq!(setup.arm.kilohertz, Some(60_000));
    assert_eq!(setup.arm.compat, Some(true));
    assert_eq!(setup.arm_symbols.as_deref(), Some("game.elf"));
    assert_eq!(setup.arm.driver, Some(vcs::cartridge::ArmDriver::Run));
    assert_eq!(setup.tv.as_deref(), Some("pal"));
    assert_eq!(setup.symbols.as_deref(), Some("a.sym"));
    assert_eq!(setup.power_on.state, PowerOnState::Ones);
    assert_eq!(setup.power_on.seed, 255);
    assert!(!setup.input.switches.color);
    assert_eq!(setup.input.switches.left, Difficulty::A);
    assert_eq!(
        setup.input.ports[1],
        Controller::Paddles(Default::default())
    );
}

#[test]
fn events_contain_their_place_and_the_complete_input() {
    let script = Script::parse(FULL_SCRIPT).unwrap();
    let [down, up, stick, ..] = &script.events[..] else {
        panic!("{script:?}")
    };
    assert_eq!(down.place, Place::frame(60));
    assert_eq!(up.place, Place::frame(63));
    assert_eq!(stick.place.to_string(), "120.40.68");
    let Action::Input(input) = stick.action else {
        panic!("{stick:?}")
    };
    let (left, fire) = (true, true);
    let joystick = Joystick {
        left,
        fire,
        ..Joystick::default()
    };
    assert_eq!(input.ports[0], Controller::Joystick(joystick));
    assert!(!input.switches.reset && !input.switches.color);
    let Action::Input(input) = script.events[3].action else {
        panic!("{stick:?}")
    };
    let paddle = Paddle {
        position: 20_000,
        fire,
    };
    assert_eq!(
        input.ports[1],
        Controller::Paddles([Paddle::default(), paddle])
    );
    assert_eq!(script.end, Place::frame(130));
}

#[test]
fn expectations_are_read_with_their_source() {
    let script = Script::parse(FULL_SCRIPT).unwrap();
    let expected: Vec<_> = script
        .events
        .iter()
        .filter_map(|event| match &event.action {
            Action::Expect(expectation) => Some((expectation, &event.source)),
            _ => None,
        })
        .collect();
    assert_eq!(expected.len(), 7);
    let address = |symbol: Option<&str>, offset| Address {
        symbol: symbol.map(String::from),
        offset,
    };
    let bytes = vec![
        RequiredByte::Is(2),
        RequiredByte::Any,
        RequiredByte::Is(0x7f),
    ];
    let ram = RequiredRam::Bytes(address(None, 0x80), bytes);
    assert_eq!(*expected[0].0, Expectation::Ram(ram));
    let range = (address(None, 0xf000), address(None, 0xf0ff));
    assert_eq!(*expected[1].0, Expectation::Pc(Some(range)));
    let main = address(Some("Main"), 2);
    assert_eq!(*expected[2].0, Expectation::Pc(Some((main.clone(), main))));
    let line = FULL_SCRIPT.lines().nth(expected[2].1.line - 1).unwrap();
    assert_eq!(&line[expected[2].1.value.clone()], " Main+2");
    let (hash, since) = (None, 0);
    assert_eq!(*expected[3].0, Expectation::Audio { hash, since });
    assert_eq!(expected[4].1.block_lines, 2);
    assert!(matches!(expected[4].0, Expectation::Picture(Some(_))));
    assert!(matches!(expected[5].0, Expectation::PictureHash(Some(_))));
    let (lines, since) = (Some(312..=314), Some(100));
    assert_eq!(*expected[6].0, Expectation::FrameLines { lines, since });
}

#[test]
fn loops_unroll_and_nest() {
    let text = "@10\nrepeat 2\n+5 p0 fire\nrepeat 3\n+1 p0 -\nnext\nnext\n+1 end";
    let script = parse(text);
    let frames: Vec<_> = script
        .events
        .iter()
        .map(|event| event.place.frame)
        .collect();
    assert_eq!(frames, [15, 16, 17, 18, 23, 24, 25, 26]);
    assert_eq!(script.end.frame, 27);
}

#[test]
fn errors_state_the_place_and_the_remedy() {
    let cases = [
        (
            "@1 p0 lfet",
            "2:7: expected `up`, `down`, `left`, `right`, `fire` or `-`, found `lfet`",
        ),
        (
            "@1 selcet down",
            "2:4: `selcet` is not a command; did you mean `select`?",
        ),
        ("@1 frobnicate", "2:4: `frobnicate` is not a command"),
        (
            "@1 p0",
            "2:6: expected the directions and buttons to hold, or `-`, found the end of the line",
        ),
        (
            "@1 color",
            "2:9: expected `color` or `bw`, found the end of the line",
        ),
        (
            "@1 paddle0 3",
            "2:12: the controller in p0 is `joystick`; write `plug p0 paddles` before this",
        ),
        (
            "@x end",
            "2:1: expected a place such as @12, @12.40.68 or +3, found `@x`",
        ),
        (
            "@1.2.228 end",
            "2:1: color clock 228 is too high; a scanline has color clocks 0 to 227",
        ),
        (
            "@2\n@1 end",
            "3:1: @1.0.0 is before the previous place, @2.0.0; places must",
        ),
        (
            "@2.5\n+0 end",
            "3:1: @2.0.0 is before the previous place, @2.5.0; places must",
        ),
        (
            "@1 seed 4",
            "2:4: `seed` is a setting; move it before the first place",
        ),
        ("seed 1\nseed 2", "3:1: `seed` is set twice"),
        ("snapshot a", "2:1: `snapshot` needs a place before it"),
        ("@1 snapshot ../a", "2:13: expected a name of letters"),
        ("@1 next", "2:4: `next` has no `repeat`"),
        ("@1 repeat 2\n+1 p0 -", "2:1: `repeat` has no `next`"),
        (
            "@1 repeat 0",
            "2:11: expected a count of at least 1, found `0`",
        ),
        (
            "@1 repeat 2; p0 -",
            "2:4: `repeat` must be the only command on its line",
        ),
        (
            "@1 repeat 2\n@5 p0 -\nnext",
            "3:1: a place inside `repeat` must be relative",
        ),
        (
            "repeat 1000000\nrepeat 1000000\nnext\nnext",
            "the loops repeat more than",
        ),
        (
            "@1 p0 -",
            "the script is truncated: its last line must be `end`",
        ),
        ("", "the script is truncated"),
        ("@1 end\n@2 p0 -", "3:1: the script continues after `end`"),
        ("@1 end; p0 -", "2:9: the script continues after `end`"),
        ("@1 end 5", "2:8: the command ends before `5`"),
        (
            "| frame",
            "2:1: a `|` line is valid only after `expect picture`",
        ),
        (
            "cartridge \"a",
            "2:11: the closing quotation mark is missing",
        ),
        (
            "sha256 12",
            "2:8: expected a SHA-256 of 64 hexadecimal digits, found `12`",
        ),
        ("@1 expect", "2:10: expected one of picture, audio"),
        (
            "@1 expect pictrue",
            "2:11: `pictrue` is not a command; did you mean `picture`?",
        ),
        (
            "@1 expect ram $7f 00",
            "2:15: expected a hash, a RAM address ($80 to $FF) or a symbol",
        ),
        (
            "@1 expect ram $80",
            "2:18: expected a byte of two hexadecimal digits",
        ),
        (
            "@1 expect ram $ff 00 00",
            "2:15: expected at most 1 bytes, because RAM ends at $FF",
        ),
        (
            "@1 expect pc $12345",
            "2:14: expected an address such as $F000",
        ),
        (
            "@1 expect frame-lines 5..4",
            "2:23: expected a number of scanlines",
        ),
        (
            "@1 expect picture\n| frame 2  ntsc  1 lines  blank",
            "3:1: this is the picture of frame 2",
        ),
        (
            "@1 expect picture\n| frame 1  ntsc  1 lines  visible 0..=0",
            "3:1: scanlines 0..=0 are missing",
        ),
    ];
    for (lines, words) in cases {
        let message = fault(lines);
        assert!(message.contains(words), "{lines:?}: {message}");
    }
}

#[test]
fn errors_in_waits_and_expectations_list_the_valid_words() {
    let cases = [
        (
            "@1 frobnicate",
            "Valid here: power, snapshot, expect, wait, end, repeat, next, p0",
        ),
        (
            "@1 expect frob",
            "Valid here: picture, audio, ram, pc, frame-lines, chain, shown, tia",
        ),
        (
            "@1 expect tia COLUKB 0",
            "did you mean `COLUBK`? Valid here: VSYNC, VBLANK, NUSIZ0",
        ),
        ("@1 expect tia WSYNC 0", "`WSYNC` is not a command"),
        ("@1 expect collision p0 p2", "expected `p0` or `m0` or `p1`"),
        (
            "@1 expect collision p0 p0",
            "expected two different objects",
        ),
        (
            "@1 expect stack >= 3x",
            "such as $0E, a symbol or `?`, after =, !=, <",
        ),
        (
            "@1 expect cycles Main <= 3",
            "two addresses or labels such as Kernel..KernelEnd",
        ),
        (
            "@1 expect picture lines 9..3",
            "expected scanlines such as 40..60, at most 399",
        ),
        (
            "@1 expect picture pixels 0..160 ?",
            "expected pixels such as 40..60, at most 159",
        ),
        (
            "@1 expect ram $80 < 300",
            "expected a byte, 0 to 255, found `300`",
        ),
        ("@1 expect ram $80 != $100", "expected a byte, 0 to 255"),
        ("@1 expect tia COLUBK = 256", "expected a byte, 0 to 255"),
        ("@1 wait for ram $80 = 1", "expected `until`, found `for`"),
        (
            "@1 wait until stack > 3",
            "Valid here: ram, pc, tia, collision, bank",
        ),
        (
            "@1 wait until ram $80 = 1",
            "expected `within`, found the end of the line",
        ),
        (
            "@1 wait until ram $80 01 within 0 frames",
            "expected at least 1 frame",
        ),
        (
            "@1 wait until pc Main within 9 frames\n@20 end",
            "must be relative, such as +1",
        ),
        ("@pc\n", "expected an address such as $F000, or a symbol"),
    ];
    for (lines, words) in cases {
        let message = fault(lines);
        assert!(message.contains(words), "{lines:?}: {message}");
    }
}

#[test]
fn texts_of_other_formats_and_newer_scripts_are_refused() {
    let newer = Script::parse("crownhead-script 2\n@1 end\n")
        .unwrap_err()
        .to_string();
    assert!(
        newer.contains("version 2; this program reads version 1"),
        "{newer}"
    );
    for foreign in ["", "\n", "#!/bin/sh", "crownhead-picture 1", "\u{0}\u{1}"] {
        let error = Script::parse(foreign).unwrap_err();
        assert_eq!(error.fault, Fault::NotAScript, "{foreign:?}");
    }
}

#[test]
fn every_truncation_is_refused_without_a_panic() {
    let complete = FULL_SCRIPT.trim_end();
    for length in 0..complete.len() {
        assert!(
            Script::parse(&complete[..length]).is_err(),
            "{length} bytes"
        );
    }
}

#[test]
fn a_written_header_reads_back_the_same() {
    let setup = Script::parse(FULL_SCRIPT).unwrap().setup;
    let mut text = String::new();
    write_header(&mut text, &setup).unwrap();
    text.push_str("@0 end\n");
    assert_eq!(Script::parse(&text).unwrap().setup, setup, "{text}");
}

#[test]
fn any_file_name_reads_back_the_same() {
    let names = [
        "a b.bin",
        "\"a",
        "a\" b",
        "\"",
        "\"\"",
        "a\"\"b",
        ";",
        "#1",
        "a;b \"c\"",
        "a\\b",
        "é\"",
    ];
    for name in names {
        let setup = Setup {
            cartridge: Some(name.into()),
            symbols: Some(name.into()),
            ..Setup::default()
        };
        let mut text = String::new();
        write_header(&mut text, &setup).unwrap();
        text.push_str("@0 end\n");
        assert_eq!(Script::parse(&text).unwrap().setup, setup, "{text}");
    }
}

#[test]
fn any_input_change_reads_back_the_same() {
    let script = parse(
        "plug p0 two-button\nplug p1 keypad\n@0 p0 up second\np1 1 star hash\n\
         plug p0 driving; p0 step 3 fire\n\
         p1 -\nselect down; rdiff a\nplug p1 paddles; paddle2 0; paddle3 65535 fire\n\
         plug p0 none\n\
         plug p0 joystick; p0 down right\n@1 end",
    );
    let mut before = script.setup.input;
    for event in &script.events {
        let Action::Input(after) = event.action else {
            unreachable!()
        };
        let mut header = String::new();
        write_header(
            &mut header,
            &Setup {
                input: before,
                ..Setup::default()
            },
        )
        .unwrap();
        let mut changes = String::new();
        write_input_changes(&mut changes, &before, &after).unwrap();
        let read = Script::parse(&format!("{header}@0 {changes}\n@1 end\n")).unwrap();
        let last = read
            .events
            .last()
            .map_or(read.setup.input, |event| match event.action {
                Action::Input(input) => input,
                _ => unreachable!(),
            });
        assert_eq!(last, after, "{header}@0 {changes}");
        before = after;
    }
}

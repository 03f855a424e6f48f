//! Tests the pictures that television sets show. Some tests compare small parts of pictures with
//! the text files in `golden`; others check rules that hold for all pictures. `BLESS=1 cargo test`
//! rewrites these files; review the diff.

use signal::{
    Console, DelayLine, Field, HoldEffect, Preset, QUICK_SWING, Receiver, SLOW_SWING, Separation,
    Set, System, Tube,
};
use std::{fmt::Write, path::Path};
use vcs::{
    Cartridge, Frame, Machine, PowerOn,
    palette::{Palette, Tuning},
    television::{BLANK, Standard, WIDTH},
};

/// The lines of a frame that the sets show.
const SHOWN_LINES: std::ops::Range<usize> = 40..50;

/// Returns a frame of `lines` equal scanlines. `pixels` returns the color number for each column.
fn frame(lines: usize, pixels: impl Fn(usize) -> u8) -> Frame {
    let line: Vec<u8> = (0..WIDTH).map(pixels).collect();
    Frame {
        number: 0,
        pixels: line.repeat(lines),
    }
}

/// Returns a set that shows the decoded signal unchanged, because its tube has no mask, no gaps and
/// no curvature. `change` can adjust the receiver.
fn undistorted_set(console: &Console, change: impl Fn(&mut Receiver)) -> Set {
    let mut receiver = Receiver::new(console.system);
    change(&mut receiver);
    Set::new(console, &receiver, Tube::default())
}

fn receive(set: &mut Set, frame: &Frame) {
    set.receive(&Field {
        frame,
        shown: SHOWN_LINES,
        synced: true,
        next_sync_clock: 0,
    });
}

/// Returns the picture, with one pixel for each sample of each line.
fn picture(set: &mut Set, system: System) -> Vec<Vec<u32>> {
    let (width, height) = (system.width(), SHOWN_LINES.len());
    let mut pixels = vec![0; width * height];
    set.draw(&mut pixels, width, height);
    pixels.chunks(width).map(<[u32]>::to_vec).collect()
}

/// Returns the picture of a frame on a fresh set.
fn picture_of(console: &Console, frame: &Frame, change: impl Fn(&mut Receiver)) -> Vec<Vec<u32>> {
    let mut set = undistorted_set(console, change);
    receive(&mut set, frame);
    picture(&mut set, console.system)
}

fn channels(pixel: u32) -> [i32; 3] {
    [16, 8, 0].map(|shift| (pixel >> shift & 0xff) as i32)
}

/// Returns the difference between a color's largest and smallest component, which is 0 for gray.
fn colorfulness(pixel: u32) -> i32 {
    let [red, green, blue] = channels(pixel);
    red.max(green).max(blue) - red.min(green).min(blue)
}

fn hex(pixels: &[u32]) -> String {
    let mut text = String::new();
    for pixel in pixels {
        write!(text, " {pixel:06x}").unwrap();
    }
    text
}

/// Compares a text with a file in `golden`. A color component may differ from the file by up to
/// two, because processors round differently.
fn assert_golden(name: &str, text: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let path = folder.join(name).with_extension("txt");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap();
    assert_eq!(text.lines().count(), golden.lines().count(), "{name}");
    for (line, golden) in text.lines().zip(golden.lines()) {
        let words = line.split(' ').zip(golden.split(' '));
        let color = |word: &str| match word.len() {
            6 => u32::from_str_radix(word, 16).ok().map(channels),
            _ => None,
        };
        let mut same = line.split(' ').count() == golden.split(' ').count();
        for (word, golden) in words {
            same &= match (color(word), color(golden)) {
                (Some(a), Some(b)) => a.into_iter().zip(b).all(|(a, b)| (a - b).abs() <= 2),
                _ => word == golden,
            };
        }
        assert!(same, "{name}\n{line}\n{golden}");
    }
}

#[test]
fn flat_colors_match_the_palette() {
    for (system, standard) in [
        (System::Ntsc, Standard::Ntsc),
        (System::Pal, Standard::Pal),
        (System::Secam, Standard::Secam),
    ] {
        let palette = Palette::of(standard, Tuning::Service);
        // Steps of 18 include all hues and all luminances.
        for color in (0..=254).step_by(18) {
            let wanted = channels(palette.color(color));
            for separation in [Separation::Apart, Separation::Notch, Separation::Comb] {
                let change = |receiver: &mut Receiver| receiver.separation = separation;
                let shown = picture_of(&Console::new(system), &frame(262, |_| color), change);
                let got = channels(shown[5][system.width() / 2]);
                let near = got.into_iter().zip(wanted).all(|(a, b)| (a - b).abs() <= 2);
                assert!(
                    near,
                    "{system:?} {separation:?} {color:02x}: {got:?} {wanted:?}"
                );
            }
        }
    }
}

#[test]
fn a_custom_palette_replaces_the_colors_of_the_chip() {
    let mut console = Console::new(System::Ntsc);
    console.palette = Some([0x40_80c0; 128]);
    let shown = picture_of(&console, &frame(262, |_| 0x1a), |_| ());
    let [red, green, blue] = channels(shown[5][320]);
    assert!((red - 0x40).abs() <= 2 && (green - 0x80).abs() <= 2 && (blue - 0xc0).abs() <= 2);
}

#[test]
fn an_edge_between_two_colors_matches_the_golden_file() {
    let mut text = String::new();
    let edge = frame(262, |x| if x < 80 { 0x00 } else { 0x0c });
    for (name, separation, system) in [
        ("ntsc apart", Separation::Apart, System::Ntsc),
        ("ntsc notch", Separation::Notch, System::Ntsc),
        ("ntsc comb", Separation::Comb, System::Ntsc),
        ("pal notch", Separation::Notch, System::Pal),
        ("secam", Separation::Notch, System::Secam),
    ] {
        let change = |receiver: &mut Receiver| receiver.separation = separation;
        let shown = picture_of(&Console::new(system), &edge, change);
        let middle = system.width() / 2;
        writeln!(text, "{name}:{}", hex(&shown[5][middle - 8..middle + 8])).unwrap();
    }
    assert_golden("edge", &text);
}

#[test]
fn alternating_pixels_have_artifact_colors() {
    let mut text = String::new();
    for (name, pattern) in [("1 of 2", 2), ("1 of 3", 3), ("1 of 4", 4)] {
        let stripes = frame(262, |x| if x % pattern == 0 { 0x0e } else { 0x00 });
        for (set, separation) in [("notch", Separation::Notch), ("apart", Separation::Apart)] {
            let change = |receiver: &mut Receiver| receiver.separation = separation;
            let shown = picture_of(&Console::new(System::Ntsc), &stripes, change);
            let pixels = &shown[5][320..320 + 4 * pattern];
            writeln!(text, "{name} {set}:{}", hex(pixels)).unwrap();
            let max_colorfulness = pixels.iter().map(|pixel| colorfulness(*pixel)).max();
            match separation {
                Separation::Apart => assert_eq!(max_colorfulness, Some(0), "{text}"),
                _ => assert!(max_colorfulness > Some(15), "{text}"),
            }
        }
    }
    assert_golden("artifacts", &text);
}

#[test]
fn pal_turns_hue_errors_into_pale_colors() {
    let mut text = String::new();
    let flat = frame(312, |_| 0x68);
    let middle = System::Pal.width() / 2;
    let mut console = Console::new(System::Pal);
    let reference = picture_of(&console, &flat, |_| ())[5][middle];
    console.phase_error = 30.0;
    for (name, delay_line) in [
        ("none", DelayLine::None),
        ("glass", DelayLine::Glass),
        ("clocked", DelayLine::Clocked),
    ] {
        let change = |receiver: &mut Receiver| receiver.delay_line = delay_line;
        let shown = picture_of(&console, &flat, change);
        let lines: Vec<u32> = shown[4..8].iter().map(|line| line[middle]).collect();
        writeln!(text, "{name}:{}", hex(&lines)).unwrap();
        let two_hues = lines[0] != lines[1];
        assert_eq!(two_hues, delay_line == DelayLine::None, "{text}");
        if delay_line != DelayLine::None {
            assert!(
                colorfulness(lines[0]) < colorfulness(reference) - 8,
                "{text}"
            );
        }
    }
    // A glass delay line is shorter than a scanline, so it also mixes the colors at a vertical
    // edge.
    let edge = frame(312, |x| if x < 80 { 0x48 } else { 0xd8 });
    let console = Console::new(System::Pal);
    for (name, delay_line) in [("glass", DelayLine::Glass), ("clocked", DelayLine::Clocked)] {
        let change = |receiver: &mut Receiver| receiver.delay_line = delay_line;
        let shown = picture_of(&console, &edge, change);
        writeln!(
            text,
            "edge {name}:{}",
            hex(&shown[5][middle - 12..middle + 8])
        )
        .unwrap();
    }
    assert_golden("pal_hue_error", &text);
}

#[test]
fn the_tint_knob_corrects_an_ntsc_hue_error() {
    let mut console = Console::new(System::Ntsc);
    let flat = frame(262, |_| 0x48);
    let reference = picture_of(&console, &flat, |_| ())[5][320];
    console.phase_error = 30.0;
    let shifted = picture_of(&console, &flat, |_| ())[5][320];
    assert_ne!(reference, shifted);
    let tint = |receiver: &mut Receiver| receiver.tint_degrees += 30.0;
    let corrected = picture_of(&console, &flat, tint)[5][320];
    let is_close = channels(corrected)
        .into_iter()
        .zip(channels(reference))
        .all(|(a, b)| (a - b).abs() <= 2);
    assert!(is_close, "the tint knob: {corrected:06x} {reference:06x}");
}

#[test]
fn pal_frames_of_odd_length_lose_their_color_on_slow_sets() {
    let mut text = String::new();
    let console = Console::new(System::Pal);
    for (name, swing) in [("slow", SLOW_SWING), ("quick", QUICK_SWING)] {
        for lengths in [[312; 8], [313; 8], [312, 313, 312, 312, 312, 312, 312, 312]] {
            let mut set = undistorted_set(&console, |receiver| receiver.swing_lines = swing);
            let shown = lengths.map(|lines| {
                receive(&mut set, &frame(lines, |_| 0x68));
                picture(&mut set, System::Pal)[5][400]
            });
            writeln!(text, "{name} {lengths:?}:{}", hex(&shown)).unwrap();
            let gray = shown.map(|pixel| colorfulness(pixel) == 0);
            let loses_color = lengths.contains(&313) && swing == SLOW_SWING;
            assert_eq!(gray.contains(&true), loses_color, "{text}");
            assert!(!gray[7] || lengths == [313; 8], "{text}");
        }
    }
    assert_golden("odd_pal_frames", &text);
}

#[test]
fn without_the_right_burst_there_is_no_color() {
    let is_gray = |console: &Console, change: fn(&mut Receiver)| {
        let mut set = undistorted_set(console, change);
        (0..3).for_each(|_| receive(&mut set, &frame(312, |_| 0x48)));
        assert!(!set.has_color());
        colorfulness(picture(&mut set, console.system)[5][320]) == 0
    };
    for system in [System::Ntsc, System::Pal] {
        let mut console = Console::new(system);
        console.burst = false;
        assert!(is_gray(&console, |_| ()), "{system:?}");
    }
    let to_pal: fn(&mut Receiver) = |receiver| receiver.system = System::Pal;
    assert!(
        is_gray(&Console::new(System::Ntsc), to_pal),
        "an NTSC console on a PAL set"
    );
}

#[test]
fn secam_has_eight_colors_and_mixes_those_of_two_lines() {
    let console = Console::new(System::Secam);
    let mut text = String::new();
    let colors: Vec<u32> = (0..8)
        .map(|color| picture_of(&console, &frame(312, |_| color << 1), |_| ())[5][400])
        .collect();
    writeln!(text, "flat:{}", hex(&colors)).unwrap();
    // Red and blue lines alternate.
    let mut frame = frame(312, |_| 0x04);
    for line in frame.pixels.chunks_mut(2 * WIDTH) {
        line[WIDTH..].fill(0x02);
    }
    let shown = picture_of(&console, &frame, |_| ());
    let lines: Vec<u32> = shown[4..8].iter().map(|line| line[400]).collect();
    writeln!(text, "red and blue lines:{}", hex(&lines)).unwrap();
    assert!(lines.iter().all(|pixel| !colors.contains(pixel)), "{text}");
    assert_golden("secam", &text);
}

#[test]
fn a_black_secam_picture_has_no_colored_edges() {
    for separation in [Separation::Notch, Separation::Apart] {
        let change = |receiver: &mut Receiver| receiver.separation = separation;
        let shown = picture_of(&Console::new(System::Secam), &frame(312, |_| 0), change);
        let colors = shown.iter().flatten().map(|pixel| channels(*pixel));
        assert_eq!(colors.max(), Some([0; 3]), "{separation:?}");
    }
}

#[test]
fn noise_is_the_same_for_the_same_frame() {
    let mut gray = frame(262, |_| 0x06);
    let noisy =
        |frame: &Frame| picture_of(&Console::new(System::Ntsc), frame, |set| set.noise = 0.1);
    let shown = noisy(&gray);
    assert!(shown == noisy(&gray));
    assert!(shown[5].iter().any(|pixel| *pixel != shown[5][320]));
    gray.number = 1;
    assert!(shown != noisy(&gray));
}

#[test]
fn the_edges_of_a_noisy_picture_have_no_more_color_than_its_middle() {
    let mut set = undistorted_set(&Console::new(System::Ntsc), |set| set.noise = 0.1);
    let black = frame(262, |_| 0x00);
    (0..20).for_each(|_| receive(&mut set, &black));
    let shown = picture(&mut set, System::Ntsc);
    let max_colorfulness = |columns: std::ops::Range<usize>| {
        let pixels = shown.iter().flat_map(|line| &line[columns.clone()]);
        pixels.map(|pixel| colorfulness(*pixel)).max().unwrap()
    };
    let middle = max_colorfulness(200..440);
    assert!(max_colorfulness(0..8) <= middle && max_colorfulness(632..640) <= middle);
}

/// The vertical sync of a program's frames.
#[derive(Clone, Copy, PartialEq)]
enum Sync {
    Progressive,
    Never,
    Interlaced,
}

/// Returns a machine whose program draws bands 16 lines tall, in frames of `lines` lines.
fn bands(lines: usize, sync: Sync) -> Machine {
    let on = if sync == Sync::Never { 0 } else { 2 };
    let wait = match sync {
        // Every other frame begins 38 cycles later and has one more line.
        Sync::Interlaced => {
            "        lda $80\n        eor #1\n        sta $80\n        tay\n        beq .now\n        \
             ldy #6\n.wait   dey\n        bne .wait\n.now\n"
        }
        _ => "",
    };
    let source = format!(
        "        processor 6502\n        org $f000\nStart   cld\n        lda #0\n        sta $80\n\
         Frame   SUBROUTINE\n{wait}        lda #{on}\n        sta 0\n        sta 2\n        sta 2\n        \
         sta 2\n        lda #0\n        sta 0\n        ldx #{first}\n.one    sta 2\n        txa\n        \
         and #$f0\n        ora #8\n        sta 9\n        dex\n        bne .one\n        ldx #{second}\n\
         .two    sta 2\n        txa\n        and #$f0\n        ora #8\n        sta 9\n        dex\n        \
         bne .two\n{extra}        jmp Frame\n        org $fffc\n        .word Start, Start\n",
        first = 112,
        second = lines - 115,
        extra = match sync {
            Sync::Interlaced => "        lda $80\n        beq .even\n        sta 2\n.even\n",
            _ => "",
        },
    );
    let binary = asm6502::assemble_str(&source).unwrap().binary;
    Machine::new(Cartridge::from_image(&binary).unwrap(), PowerOn::default())
}

#[test]
fn frames_of_all_lengths_and_without_sync_match_the_golden_file() {
    let mut text = String::new();
    for (name, lines, sync) in [
        ("262", 262, Sync::Progressive),
        ("263", 263, Sync::Progressive),
        ("312", 312, Sync::Progressive),
        ("313", 313, Sync::Progressive),
        ("without VSYNC", 262, Sync::Never),
        ("interlaced", 262, Sync::Interlaced),
    ] {
        let mut machine = bands(lines, sync);
        for _ in 0..20 {
            machine.frame();
        }
        let standard = if lines > 300 {
            Standard::Pal
        } else {
            Standard::Ntsc
        };
        let mut set = Preset::Rf.new_set(standard).unwrap();
        let mut clean = Preset::Clean.new_set(standard).unwrap();
        for _ in 0..4 {
            machine.frame();
            let television = machine.television();
            let shown = television.shown_lines().len();
            let field = Field::of(television);
            set.receive(&field);
            clean.receive(&field);
            // The picture has two rows for each line.
            let mut pixels = vec![0; 8 * 2 * shown];
            clean.draw(&mut pixels, 8, 2 * shown);
            let column: Vec<u32> = pixels.chunks(8).step_by(33).map(|row| row[4]).collect();
            let hold_effect = set.hold_effect();
            let color = if set.has_color() { "color" } else { "gray" };
            let scanlines = television.frame().scanlines();
            writeln!(
                text,
                "{name}: {scanlines} lines {hold_effect:?} {color}{}",
                hex(&column)
            )
            .unwrap();
            assert_eq!(hold_effect == HoldEffect::Rolls, sync == Sync::Never);
        }
    }
    assert_golden("frames", &text);
}

#[test]
fn interlaced_fields_are_half_a_line_apart() {
    let mut machine = bands(262, Sync::Interlaced);
    let mut set = Preset::Clean.new_set(Standard::Ntsc).unwrap();
    // In each frame, find the edge between two bands: the first picture row whose color is closer
    // to the lower band's color than to the upper band's color. The picture has eight rows per
    // scanline.
    let mut edges = Vec::new();
    for number in 0..24 {
        machine.frame();
        let television = machine.television();
        set.receive(&Field {
            shown: 26..254,
            ..Field::of(television)
        });
        let mut pixels = vec![0; 4 * 228 * 8];
        set.draw(&mut pixels, 4, 228 * 8);
        let column: Vec<u32> = pixels.chunks(4).map(|row| row[2]).collect();
        let (upper, lower) = (column[120 * 8 + 4], column[140 * 8 + 4]);
        assert_ne!(upper, lower);
        let is_nearer_to_lower = |pixel: &u32| {
            let distance_to = |other: u32| -> i32 {
                channels(*pixel)
                    .into_iter()
                    .zip(channels(other))
                    .map(|(a, b)| (a - b).abs())
                    .sum()
            };
            distance_to(lower) < distance_to(upper)
        };
        if number >= 20 {
            edges.push(
                column[120 * 8..140 * 8]
                    .iter()
                    .position(is_nearer_to_lower)
                    .unwrap() as i32,
            );
        }
    }
    let steps: Vec<i32> = edges
        .windows(2)
        .map(|pair| (pair[0] - pair[1]).abs())
        .collect();
    assert!(steps.iter().all(|step| (3..=5).contains(step)), "{edges:?}");
}

#[test]
fn presets_have_names_and_all_except_the_bitmap_have_a_set() {
    for preset in Preset::ALL {
        assert_eq!(Preset::from_name(preset.name()), Some(preset));
        let set = preset.new_set(Standard::Ntsc);
        assert_eq!(set.is_none(), preset == Preset::Bitmap);
    }
    assert_eq!(Preset::from_name("hdmi"), None);
    let mut text = String::new();
    for preset in Preset::ALL {
        for standard in [Standard::Ntsc, Standard::Pal] {
            if let Some(receiver) = preset.receiver(standard) {
                writeln!(text, "{} {standard:?}: {receiver:?}", preset.name()).unwrap();
            }
        }
        writeln!(text, "{}: {:?}", preset.name(), preset.tube()).unwrap();
    }
    assert_golden("presets", &text);
    assert_eq!(Preset::Pal.system(Standard::Ntsc), System::Pal);
    assert_eq!(Preset::Composite.system(Standard::Secam), System::Secam);
}

#[test]
fn a_blank_frame_is_black() {
    for preset in Preset::ALL {
        let Some(mut set) = preset.new_set(Standard::Ntsc) else {
            continue;
        };
        receive(&mut set, &frame(262, |_| BLANK));
        let shown = picture(&mut set, preset.system(Standard::Ntsc));
        let light = shown
            .iter()
            .flatten()
            .map(|pixel| channels(*pixel).iter().sum::<i32>());
        let mean = light.sum::<i32>() / (3 * SHOWN_LINES.len() * shown[0].len()) as i32;
        let expected_range = if preset == Preset::Rf { 1..24 } else { 0..1 };
        assert!(expected_range.contains(&mean), "{preset:?}: {mean}");
    }
}

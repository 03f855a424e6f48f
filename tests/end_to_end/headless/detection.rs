//! Tests the detection of a cartridge's properties, and the weight of each piece of evidence. The
//! tests use every program in the repository, a thousand generated programs, and public images, for
//! which they compare the results with Stella's.

use crate::repository;
use programs::assemble_output;
use rayon::prelude::*;
use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::Command,
};
use support::{Folder, Start};
use vcs::{
    Cartridge, Machine, PowerOn, detect,
    input::ControllerKind,
    television::{Evidence, Standard},
};

/// Number of frames after which the detected standard no longer changes for any program here.
const FRAMES: usize = 160;

/// Returns the detected standard, and the evidence for the different standards.
fn standard_of(cartridge: &Cartridge) -> (Standard, Vec<Evidence>) {
    let mut machine = Machine::new(cartridge.clone(), PowerOn::default());
    (0..FRAMES).for_each(|_| _ = machine.frame());
    let television = machine.television();
    (television.standard(), television.standard_evidence())
}

/// Rules out standards with each piece of evidence, from the strongest to the weakest, and returns
/// the first standard that is left.
fn standard_from(evidence: &[Evidence]) -> Standard {
    let mut strongest_first: Vec<&Evidence> = evidence.iter().collect();
    strongest_first.sort_by_key(|piece| std::cmp::Reverse(piece.weight));
    let mut candidates = Standard::ALL.to_vec();
    for piece in strongest_first {
        let fits = |standard: &Standard| piece.consistent_with.contains(standard);
        if candidates.iter().any(fits) {
            candidates.retain(fits);
        }
    }
    candidates[0]
}

/// Returns a line for every program in the repository: its scheme, standard and controllers.
fn detection_table() -> String {
    let mut sources: Vec<_> = ["tests/roms", "tests/litmus", "tests/bench"]
        .iter()
        .flat_map(|folder| fs::read_dir(repository().join(folder)).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "asm"))
        .collect();
    sources.sort();
    let assembled = sources.par_iter().map(|path| {
        let name = path
            .strip_prefix(repository())
            .unwrap()
            .display()
            .to_string();
        (name, assemble_output(path, &[]).binary)
    });
    let bundled = ["rom/triktrak.bin", "rom/video-checkers.bin"].into_par_iter();
    let bundled = bundled.map(|name| (name.to_owned(), fs::read(repository().join(name)).unwrap()));
    let lines = bundled.chain(assembled).map(|(name, image)| {
        let cartridge = Cartridge::from_image(&image).unwrap();
        let (standard, evidence) = standard_of(&cartridge);
        assert_eq!(standard_from(&evidence), standard, "{name}: {evidence:?}");
        let [left, right] = detect::controllers(&cartridge).map(|found| found.kind.name());
        let scheme = cartridge.scheme();
        format!("{name} {scheme} {} {left} {right}\n", standard.name())
    });
    lines.collect()
}

/// `BLESS=1` rewrites the table; review the difference.
#[test]
fn every_program_in_the_repository_is_detected_as_recorded() {
    let table = repository().join("tests/data/detection.txt");
    let found = detection_table();
    if std::env::var_os("BLESS").is_some() {
        fs::write(&table, &found).unwrap();
    }
    let recorded = fs::read_to_string(&table).unwrap_or_default();
    let differ = |(recorded, found): &(&str, &str)| recorded != found;
    let first = recorded.lines().zip(found.lines()).find(differ);
    assert!(recorded == found, "recorded and found: {first:?}");
}

/// Instructions that read a controller, each with the controller that they indicate.
const READS: [(&str, ControllerKind); 8] = [
    (" lda $280\n sta $82\n bit $0c", ControllerKind::Joystick),
    (" lda $280\n asl\n lda $0d", ControllerKind::Joystick),
    (" lda $08\n bmi read\n inc $82", ControllerKind::Paddles),
    (
        " lda #0\n ora $08\n bmi read\n inc $82",
        ControllerKind::Paddles,
    ),
    (
        " ldx #0\n lda $08,x\n bmi read\n inc $82",
        ControllerKind::Paddles,
    ),
    (" bit $08\n bmi read\n inc $82", ControllerKind::Paddles),
    (
        " lda #$80\n and $08\n bne read\n inc $82",
        ControllerKind::Paddles,
    ),
    (" bit $38\n bmi read\n inc $82", ControllerKind::Paddles),
];

/// Color lists for the generated programs: the colors of sixteen lines in order, true if they
/// include a hue that is gray on PAL sets, and the number of hues. $FE counts as no hue.
const COLORS: [(&str, bool, usize); 7] = [
    (
        "$04,$06,$08,$0a,$0c,$0e,$00,$02,$04,$06,$08,$0a,$0c,$0e,$00,$02",
        false,
        0,
    ),
    (
        "$46,$84,$c8,$46,$84,$c8,$46,$84,$c8,$46,$84,$c8,$46,$84,$c8,$46",
        false,
        3,
    ),
    (
        "$26,$34,$48,$56,$64,$78,$86,$94,$a8,$b6,$c4,$d8,$26,$34,$48,$56",
        false,
        12,
    ),
    (
        "$fe,$fe,$fe,$fe,$84,$84,$84,$84,$fe,$fe,$fe,$fe,$84,$84,$84,$84",
        false,
        1,
    ),
    (
        "$1c,$1c,$1c,$1c,$84,$84,$84,$84,$1c,$1c,$1c,$1c,$84,$84,$84,$84",
        true,
        2,
    ),
    (
        "$fc,$f4,$e8,$16,$84,$84,$84,$84,$84,$84,$84,$84,$84,$84,$84,$84",
        true,
        4,
    ),
    (
        "$26,$34,$48,$56,$64,$78,$86,$94,$a8,$b6,$c4,$d8,$1e,$34,$48,$56",
        true,
        13,
    ),
];

/// Returns the source of a program whose frames have `lines` scanlines, except for the first few
/// frames. `title` is the number of those frames, followed by their length in scanlines.
fn program(lines: usize, title: (usize, usize), colors: &str, read: &str) -> String {
    let title_lines = title.1;
    // The number of scanlines left after three for synchronization, 37 blank ones and 192 for the
    // picture.
    let [rest, title_rest] = [lines, title_lines].map(|lines| lines - 3 - 37 - 192);
    format!(
        " processor 6502\n org $f000\nstart ldx #$ff\n txs\n lda #{count}\n sta $80\n lda #0\n \
         sta $81\n sta $82\n sta $0281\nframe lda #2\n sta $00\n sta $02\n sta $02\n sta $02\n \
         lda #0\n sta $00\n lda #$82\n sta $01\n ldx #37\nblank sta $02\n dex\n bne blank\n \
         lda #0\n sta $01\n ldy #192\nline sta $02\n tya\n and #15\n tax\n lda colors,x\n \
         sta $09\n{read}\nread dey\n bne line\n lda #2\n sta $01\n ldx #{rest}\n lda $80\n \
         beq over\n dec $80\n ldx #{title_rest}\nover sta $02\n dex\n bne over\n jmp frame\n\
         colors dc.b {colors}\n org $fffc\n word start, start\n",
        count = title.0,
    )
}

/// Returns the standard according to the rule in `television/standard.rs`. Among the first 80
/// frames, those whose length fits neither 60 nor 50 Hz (270 to 286 lines) do not count. Of the
/// frames that count, 8 are skipped, and the majority of the next 40 decides.
fn expected_standard(
    lines: usize,
    title: (usize, usize),
    has_pal_gray_hue: bool,
    hues: usize,
) -> Standard {
    let title_frames = match title.1 {
        270..287 => 0,
        _ => title.0.saturating_sub(8).min(40),
    };
    let is_long = |lines: usize| lines >= 287;
    let long_frames = match (is_long(lines), is_long(title.1)) {
        (true, true) => 40,
        (true, false) => 40 - title_frames,
        (false, true) => title_frames,
        (false, false) => 0,
    };
    match (2 * long_frames > 40, has_pal_gray_hue) {
        (true, true) => Standard::Ntsc50,
        (true, false) => Standard::Pal,
        (false, false) if hues >= 8 => Standard::Pal60,
        (false, _) => Standard::Ntsc,
    }
}

#[test]
fn a_thousand_generated_programs_are_detected_as_intended() {
    let mut cases = Vec::new();
    for lines in [262, 312] {
        for title in [
            (0, 262),
            (20, 262),
            (40, 312),
            (60, 275),
            (12, 312),
            (70, 290),
        ] {
            for colors in 0..COLORS.len() {
                for read in 0..READS.len() {
                    for extra_lines in [0, 2] {
                        cases.push((lines + extra_lines, title, colors, read));
                    }
                }
            }
        }
    }
    assert!(cases.len() > 1000, "{} programs", cases.len());
    let wrong: Vec<String> = cases
        .par_iter()
        .filter_map(|&(lines, title, colors, read)| {
            let (list, has_pal_gray_hue, hues) = COLORS[colors];
            let (reads, kind) = READS[read];
            let source = program(lines, title, list, reads);
            let image = asm6502::assemble_raw(&one_source(&source), "a.asm").binary;
            let cartridge = Cartridge::from_image(&image).unwrap();
            let (found, evidence) = standard_of(&cartridge);
            let mut wrong = String::new();
            if found != expected_standard(lines, title, has_pal_gray_hue, hues)
                || standard_from(&evidence) != found
            {
                let _ = writeln!(
                    wrong,
                    "{lines} {title:?} {list}: {} {evidence:?}",
                    found.name()
                );
            }
            // The controllers do not depend on the other parameters.
            if title.0 == 0 && colors == 1 {
                let [left, _] = detect::controllers(&cartridge);
                if left.kind != kind {
                    let _ = writeln!(wrong, "{lines} {reads:?}: {} ({})", left.kind, left.why);
                }
            }
            (!wrong.is_empty()).then_some(wrong)
        })
        .collect();
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        cases.len(),
        wrong.concat()
    );
}

fn one_source(text: &str) -> asm6502::MemoryProvider {
    let mut sources = asm6502::MemoryProvider::default();
    sources.insert("a.asm", text);
    sources
}

/// Public homebrew images on which Stella and Crownhead disagree, each with a note that says which
/// emulator is right, and why.
const DISAGREEMENTS: [(&str, &str); 2] = [
    (
        "Toyshop Trouble (NTSC).a26",
        "Stella is right: the game discharges the capacitors and has code that reads INPT0 as a \
         paddle game does",
    ),
    (
        "Zippy the Porcupine (NTSC).a26",
        "Stella is right, for the same reason",
    ),
];

/// Returns the standard and the left controller that Stella's option `-rominfo` reports for an
/// image.
fn stella_detection(image: &Path, home: &Path) -> Option<(String, String)> {
    let output = Command::new("stella")
        .arg("-rominfo")
        .arg(image)
        .env("HOME", home)
        .env("XDG_CONFIG_HOME", home)
        .run();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let value = |name: &str| {
        let line = text.lines().find_map(|line| line.trim().strip_prefix(name));
        line.map(|value| value.trim().trim_end_matches('*').to_owned())
    };
    Some((value("Display Format:")?, value("Controller 0:")?))
}

/// Translates Crownhead's results into Stella's names.
fn stella_names(standard: Standard, left: ControllerKind) -> (&'static str, &'static str) {
    let standard = match standard {
        Standard::Ntsc => "NTSC",
        Standard::Pal => "PAL",
        Standard::Secam => "SECAM",
        Standard::Ntsc50 => "NTSC50",
        Standard::Pal60 => "PAL60",
    };
    let left = match left {
        ControllerKind::Paddles => "Paddles",
        ControllerKind::Driving => "Driving",
        ControllerKind::Keypad => "Keyboard",
        _ => "",
    };
    (standard, left)
}

#[test]
#[ignore = "needs stella, and CROWNHEAD_IMAGES: a folder of cartridge images"]
fn oracle_public_images_are_detected_as_in_stella() {
    support::needs!("stella");
    let folder = std::env::var_os("CROWNHEAD_IMAGES")
        .expect("set CROWNHEAD_IMAGES to a folder of cartridge images");
    let mut images = Vec::new();
    let mut folders = vec![PathBuf::from(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.extension().and_then(|extension| extension.to_str()) {
                None if path.is_dir() => folders.push(path),
                Some("a26" | "bin") => images.push(path),
                _ => {}
            }
        }
    }
    images.sort();
    let home = Folder::new("stella");
    let mut compared = 0;
    let mut differences = Vec::new();
    for path in &images {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let Ok(cartridge) = Cartridge::from_image(&fs::read(path).unwrap()) else {
            continue;
        };
        let Some((standard, left)) = stella_detection(path, &home) else {
            continue;
        };
        let [left_controller, _] = detect::controllers(&cartridge);
        let names = stella_names(standard_of(&cartridge).0, left_controller.kind);
        compared += 1;
        let is_known = DISAGREEMENTS.iter().any(|(known, _)| *known == name);
        let agrees = names.0 == standard && (names.1.is_empty() || left.starts_with(names.1));
        if agrees == is_known {
            let reason = DISAGREEMENTS.iter().find(|(known, _)| *known == name);
            let reason = reason.map_or("", |(_, reason)| reason);
            differences.push(format!(
                "{name}: {names:?}, stella {standard} {left} {reason}"
            ));
        }
    }
    println!("{compared} of {} images", images.len());
    assert!(compared > 50, "{compared} images");
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

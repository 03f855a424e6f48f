//! Tests with public images of DPC+ and CDF cartridges, which are not in the repository:
//! `CROWNHEAD_ARM_IMAGES` names a folder with some of them. `crates/vcs/docs/arm-cartridges.md`
//! says where they come from.
//!
//! For these images, Stella and Crownhead show the same pictures if calls to ARM code take no time
//! in either program. If calls to ARM code take as long as Crownhead's model says, games have 262
//! scanlines in every frame.

use super::{
    CalibratedOracle, Stella,
    bundled::{self, Recording, SHIFTS},
};
use crate::video_checkers::random::Rng;
use std::{
    ops::Range,
    path::{Path, PathBuf},
};
use vcs::{
    Cartridge, Input, Machine, PowerOn, PowerOnState,
    cartridge::ArmTime,
    input::{Controller, Joystick},
};

/// Number of frames that each image runs for a comparison.
const FRAMES: u64 = 3_001;
/// Number of frames from one compared frame to the next.
const COMPARISON_INTERVAL: u64 = 100;
/// Number of frames whose scanlines are counted.
const COUNTED_FRAMES: u64 = 600;
/// Number of frames at the start that may have a different number of scanlines.
const STARTUP_FRAMES: u64 = 8;

/// Options that override Stella's defaults. By default, calls take time in Stella. For games that
/// it knows, Stella also blends flickering frames, and it plugs in a SaveKey; the games read scores
/// from the SaveKey before they start.
#[rustfmt::skip]
const OPTIONS: [&str; 8] =
    ["-dev.thumb.inccycles", "0", "-pp", "No", "-lc", "Joystick", "-rc", "Joystick"];

/// Images whose pictures differ from Stella's, with the number of pictures that differ;
/// `arm-cartridges.md` has the evidence. Stella crashes with downUnder.bin.
const DIFFERENCES: [(&str, usize); 5] = [
    ("CGE Adventures (NTSC).a26", 1),
    ("Galagon (NTSC) (Demo 2).a26", 30),
    ("Mappy (NTSC).a26", 12),
    ("Tyre Trax (NTSC).a26", 17),
    (LONG_CALLS, 21),
];
/// The image that crashes Stella.
const CRASHES_STELLA: &str = "downUnder.bin";
/// An image in which some calls are longer than Stella allows, the first of them near frame 1000.
const LONG_CALLS: &str = "wowbugspectra.bin";
/// Maximum number of instructions in a call to ARM code that Stella allows.
const STELLA_CALL_LIMIT: u64 = 500_000;

/// Unfinished games in which some frames have too many lines; `arm-cartridges.md` has the evidence.
const OVERRUNS: [&str; 8] = [
    "128.bin",
    "CDFJBoulderDash.bin",
    "GOPHERMEHOP20210731.bin",
    "WENHOP20210811x.bin",
    "ZPHHUSK20210723.bin",
    "downUnder.bin",
    "wowbugspectra.bin",
    "Wizard of Wor Arcade (NTSC) (8-12-19 Demo).a26",
];
/// An image that begins with a hundred frames of 263 lines, whether or not calls take time.
const SLOW_TITLE: &str = "Tyre Trax (NTSC).a26";

fn images() -> Vec<(String, PathBuf)> {
    let folder = std::env::var_os("CROWNHEAD_ARM_IMAGES")
        .expect("set CROWNHEAD_ARM_IMAGES to a folder of images");
    let files = std::fs::read_dir(folder).expect("a folder");
    let mut images: Vec<(String, PathBuf)> = files
        .map(|file| file.expect("a file"))
        .map(|file| (file.file_name().to_string_lossy().into_owned(), file.path()))
        .collect();
    images.sort();
    assert!(!images.is_empty(), "the folder has images");
    images
}

fn cartridge(path: &Path, time: ArmTime) -> Cartridge {
    let image = std::fs::read(path).expect("an image");
    let cartridge = Cartridge::from_image(&image).expect("a cartridge");
    assert!(cartridge.arm().is_some(), "{}: an ARM", path.display());
    cartridge.with_arm_time(time)
}

/// Returns the input for a frame. There is none in the first second; after that, the stick and the
/// button change every few frames.
fn input(frame: u64) -> Input {
    let mut input = Input::default();
    if frame >= 60 {
        let direction = frame / 37 % 5;
        input.ports[0] = Controller::Joystick(Joystick {
            up: direction == 1,
            down: direction == 2,
            left: direction == 3,
            right: direction == 4,
            fire: (frame / 20).is_multiple_of(3),
        });
    }
    input
}

/// Compares about thirty pictures for each image, taken from three thousand frames with changing
/// input.
#[test]
#[ignore = "needs public images, stella, Xvfb and xdotool"]
fn oracle_stella_shows_arm_cartridges_identically() {
    let mut wrong = Vec::new();
    compare_with_stella(
        |name| name != CRASHES_STELLA,
        |name, faults| {
            let known = DIFFERENCES.iter().find(|(image, _)| *image == name);
            if faults.len() > known.map_or(0, |(_, count)| *count) {
                wrong.extend(faults);
            }
        },
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Tests the evidence for one of the differences: the first call that Stella would end too early
/// occurs within the hundred frames before the first picture that differs.
#[test]
#[ignore = "needs public images"]
fn oracle_a_call_is_longer_than_stella_allows() {
    let images = images();
    let path = images.iter().find(|(name, _)| name == LONG_CALLS);
    let (_, path) = path.expect("the folder has the image");
    let power_on = PowerOn {
        state: PowerOnState::Zero,
        seed: 0,
    };
    let mut machine = Machine::new(cartridge(path, ArmTime::Zero), power_on);
    assert!(longest_call(&mut machine, 0..900) < STELLA_CALL_LIMIT);
    assert!(longest_call(&mut machine, 900..1_010) > STELLA_CALL_LIMIT);
}

/// Runs the given frames, and returns the number of instructions in the longest call.
fn longest_call(machine: &mut Machine, frames: Range<u64>) -> u64 {
    let mut longest = 0;
    for frame in frames {
        machine.set_input(input(frame));
        let frames = machine.television().frames();
        while machine.television().frames() == frames {
            machine.instruction();
            let calls = machine.cartridge().arm_calls().expect("an ARM");
            longest = longest.max(calls.last.map_or(0, |last| last.instructions));
        }
    }
    longest
}

/// Calls `check` with the name of each wanted image and the list of its pictures that differ.
fn compare_with_stella(wanted: impl Fn(&str) -> bool, mut check: impl FnMut(&str, Vec<String>)) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let stella = Stella::start();
    let calibrated = CalibratedOracle::calibrate(&stella, folder.path());
    for (name, path) in images() {
        if wanted(&name) {
            check(&name, differences(&stella, &calibrated, &name, &path));
        }
    }
}

/// Returns the pictures of an image that differ from Stella's.
fn differences(
    stella: &Stella,
    calibrated: &CalibratedOracle,
    name: &str,
    path: &Path,
) -> Vec<String> {
    let mut recording = Recording::new(cartridge(path, ArmTime::Zero), COMPARISON_INTERVAL);
    recording.beginning = 0..0;
    for frame in 0..FRAMES {
        recording.input = input(frame);
        recording.frame();
    }
    // Stella counts the frames before the first VSYNC differently, so try several shifts of the
    // frame numbers. The one with the fewest differences is right.
    let mut fewest: Option<(Vec<String>, u64)> = None;
    for shift in SHIFTS {
        let whole = bundled::part(stella, path, &OPTIONS, &recording, (u64::MAX, shift, 0));
        let found = bundled::differences(calibrated, stella, &whole);
        let is_fewest = |(faults, _): &(Vec<String>, u64)| found.len() < faults.len();
        if fewest.as_ref().is_none_or(is_fewest) {
            fewest = Some((found, shift));
        }
        if fewest.as_ref().is_some_and(|(faults, _)| faults.is_empty()) {
            break;
        }
    }
    let (found, shift) = fewest.expect("shifts are tried");
    println!(
        "{name}: {} pictures differ, shifted by {shift}",
        found.len()
    );
    found
}

/// If calls take as long as Crownhead's model says, released games and their demos have 262
/// scanlines in every frame.
#[test]
#[ignore = "needs public images"]
fn oracle_games_keep_262_scanlines_with_modeled_call_times() {
    for (name, path) in images() {
        let power_on = PowerOn {
            state: PowerOnState::Zero,
            seed: 0,
        };
        let mut machine = Machine::new(cartridge(&path, ArmTime::Model), power_on);
        let mut irregular_frames = Vec::new();
        for number in 0..COUNTED_FRAMES {
            machine.set_input(input(number));
            let lines = machine.frame().scanlines();
            if number >= STARTUP_FRAMES && lines != 262 {
                irregular_frames.push((number, lines));
            }
        }
        println!(
            "{name}: {} of {COUNTED_FRAMES} frames have a different length",
            irregular_frames.len()
        );
        let calls = machine.cartridge().arm_calls().expect("an ARM");
        assert!(calls.made > 0, "{name} calls ARM code");
        if name != CRASHES_STELLA {
            assert_eq!(calls.faults, 0, "{name}: {:x?}", calls.first_fault);
        }
        if name == SLOW_TITLE {
            irregular_frames.retain(|(number, _)| *number > 110);
        }
        if !OVERRUNS.contains(&name.as_str()) {
            assert!(irregular_frames.is_empty(), "{name}: {irregular_frames:?}");
        }
    }
}

/// Runs each image, and saves and loads its state at random cycles; the loaded machine must
/// continue like the uninterrupted one.
#[test]
#[ignore = "needs public images"]
fn oracle_loaded_states_of_arm_cartridges_continue_identically() {
    const SAVES: u64 = 1_000;
    for (name, path) in images() {
        let cartridge = cartridge(&path, ArmTime::Model);
        let mut machine = Machine::new(cartridge.clone(), PowerOn::default());
        let mut rng = Rng::new(0x2600);
        let mut twin: Option<Machine> = None;
        for save in 0..SAVES {
            let cycles = 5_000 + rng.below(10_000) as u64;
            machine.set_input(input(save / 2));
            let mut both: Vec<&mut Machine> = Vec::from_iter([&mut machine]);
            if let Some(twin) = &mut twin {
                twin.set_input(input(save / 2));
                both.push(twin);
            }
            for machine in both {
                let end = machine.cycles() + cycles;
                while machine.cycles() < end {
                    machine.cycle();
                }
            }
            if let Some(twin) = &twin {
                assert!(*twin == machine, "{name}: save {save}");
            }
            let loaded = Machine::load(&cartridge, &machine.save()).expect("a good state");
            twin = Some(loaded);
        }
        println!("{name}: {SAVES} saves");
    }
}

//! Tests the protection against burn-in: when there has been no input for a long time, the colors
//! cycle.

use super::console::{Console, joystick};
use std::{
    collections::BTreeMap,
    hash::{DefaultHasher, Hash, Hasher},
    ops::Range,
};
use vcs::{Input, input::Difficulty};

/// Number of frames for each count of `idle`.
const FRAMES_PER_COUNT: usize = 256;
/// Number of frames from the last input to the first color change. The TIA ignores the lowest bit
/// of a color, so colors change with every second count.
const FRAMES_TO_FIRST_CHANGE: usize = 127 * FRAMES_PER_COUNT;
/// The lowest value of `idle` at which the colors cycle.
const FIRST_CYCLING_IDLE: u8 = 0x80;
/// The highest value of `idle`.
const MAX_IDLE: u8 = 0xFF;
/// The bit that only bright colors have.
const BRIGHT_BIT: u8 = 0b1000;
/// A change to a controller or a switch.
type InputChange = Box<dyn Fn(&mut Input)>;
/// The lines of the board.
const BOARD_LINES: Range<usize> = 55..231;

/// Returns a console whose RAM variable `idle` has this value, and will be incremented in a few
/// frames.
fn console_before_count(idle: u8) -> Console {
    let mut console = Console::new();
    console.poke("idle", idle);
    console.poke("frame", (FRAMES_PER_COUNT - 10) as u8);
    console
}

/// Returns two consoles that have run the same frames. The colors are cycling on the first, but not
/// on the second.
fn cycling_and_normal() -> [Console; 2] {
    let mut console = console_before_count(FIRST_CYCLING_IDLE - 1);
    console.frames(20);
    assert_eq!(console.peek("idle"), FIRST_CYCLING_IDLE);
    let mut awake = console.clone();
    awake.poke("idle", 0);
    [console, awake].map(|mut console| {
        console.frames(2);
        console
    })
}

/// Returns the pixels of some lines of the last picture.
fn pixels(console: &Console, lines: Range<usize>) -> Vec<u8> {
    let frame = console.machine.last_frame();
    lines.flat_map(|line| frame.line(line).to_vec()).collect()
}

/// Returns the checksum of the last picture.
fn picture_hash(console: &Console) -> u64 {
    let mut hasher = DefaultHasher::new();
    pixels(console, 39..232).hash(&mut hasher);
    hasher.finish()
}

#[test]
fn colors_cycle_after_nine_minutes_without_input() {
    let mut console = Console::new();
    let before = console.peek("idle");
    console.frames(3 * FRAMES_PER_COUNT);
    assert_eq!(console.peek("idle"), before + 3, "counted every 256 frames");
    let mut console = console_before_count(FIRST_CYCLING_IDLE - 2);
    let light = console.screen().light;
    console.frames(20);
    let first = picture_hash(&console);
    assert_eq!(console.screen().light, light, "the colors do not cycle yet");
    console.frames(FRAMES_PER_COUNT);
    let mut pictures = Vec::new();
    for _ in 0..4 {
        assert_eq!(
            console.peek("idle") | 1,
            FIRST_CYCLING_IDLE + 2 * pictures.len() as u8 + 1
        );
        pictures.push(picture_hash(&console));
        console.frames(2 * FRAMES_PER_COUNT);
    }
    for (index, picture) in pictures.iter().enumerate() {
        assert!(*picture != first && !pictures[..index].contains(picture));
    }
    let mut console = console_before_count(MAX_IDLE);
    console.frames(20);
    assert_eq!(
        console.peek("idle"),
        FIRST_CYCLING_IDLE,
        "the count continues at the first cycling value"
    );
}

// While the colors cycle, none may be bright, and colors that normally differ on the board must
// still differ. (In the header, the text may become as dark as its band.)
#[test]
fn a_resting_picture_is_the_same_in_darker_colors() {
    for game in [1, 5] {
        for color in [true, false] {
            for idle in FIRST_CYCLING_IDLE..=MAX_IDLE {
                let mut awake = Console::new();
                awake.poke("game", game);
                awake.set_color_switch(color);
                let mut resting = awake.clone();
                resting.poke("idle", idle);
                awake.frames(2);
                resting.frames(2);
                let mut colors = BTreeMap::new();
                let consoles = [&awake, &resting];
                let [usual, cycled] = consoles.map(|console| pixels(console, BOARD_LINES));
                for (usual, cycled) in usual.into_iter().zip(cycled) {
                    assert_eq!(*colors.entry(usual).or_insert(cycled), cycled);
                    assert_eq!(cycled & BRIGHT_BIT, 0, "{usual:02X} is {cycled:02X}");
                }
                let mut distinct: Vec<u8> = colors.values().copied().collect();
                distinct.sort_unstable();
                distinct.dedup();
                assert_eq!(
                    distinct.len(),
                    colors.len(),
                    "idle {idle:02X}: {colors:02X?}"
                );
            }
        }
    }
}

#[test]
fn any_input_brings_the_colors_back() {
    let stick = |port: usize, directions: &'static str| -> InputChange {
        Box::new(move |input| input.ports[port] = joystick(directions))
    };
    let mut inputs: Vec<InputChange> = vec![
        Box::new(|input| input.switches.select = true),
        Box::new(|input| input.switches.reset = true),
        Box::new(|input| input.switches.color = false),
        Box::new(|input| input.switches.left = Difficulty::A),
        Box::new(|input| input.switches.right = Difficulty::A),
    ];
    inputs.extend(["u", "d", "l", "r", "ul", "f"].map(|directions| stick(0, directions)));
    inputs.extend(["u", "ul"].map(|directions| stick(1, directions)));
    for (number, input) in inputs.iter().enumerate() {
        let [mut resting, mut awake] = cycling_and_normal();
        assert_ne!(picture_hash(&resting), picture_hash(&awake));
        for console in [&mut resting, &mut awake] {
            input(&mut console.input);
            console.frames(3);
        }
        assert_eq!(
            picture_hash(&resting),
            picture_hash(&awake),
            "input {number}"
        );
    }
}

#[test]
fn thinking_does_not_count_as_time_without_input() {
    let mut console = Console::new();
    for _ in 0..4 {
        let chosen = console.position().legal_moves()[0].to_string();
        console.play(&chosen);
        console.wait_for_reply();
        assert!(console.peek("idle") <= 1, "after {chosen}");
    }
}

#[test]
#[ignore = "full: emulates twenty minutes"]
fn full_the_colors_keep_cycling_without_input() {
    let mut console = Console::new();
    console.frames(1);
    let first = console.screen().light;
    let light = |console: &Console| console.machine.last_frame().line(60)[0];
    for frame in 0..2 * FRAMES_TO_FIRST_CHANGE + 4 * FRAMES_PER_COUNT {
        let is_cycling = frame > FRAMES_TO_FIRST_CHANGE;
        if frame.abs_diff(FRAMES_TO_FIRST_CHANGE) > FRAMES_PER_COUNT {
            assert_eq!(
                console.peek("idle") >= FIRST_CYCLING_IDLE,
                is_cycling,
                "frame {frame}"
            );
            if is_cycling {
                assert_eq!(light(&console) & BRIGHT_BIT, 0);
            } else {
                assert_eq!(light(&console), first);
            }
        }
        console.frame();
    }
}

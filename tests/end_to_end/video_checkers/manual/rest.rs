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
const CYCLE: usize = 256;
/// Number of frames from the last input to the first color change. The TIA ignores the lowest bit
/// of a color, so colors change with every second count.
const REST: usize = 127 * CYCLE;
/// The first value of `idle` at which colors cycle.
const RESTING: u8 = 0x80;
/// The highest value of `idle`.
const LAST: u8 = 0xFF;
/// The bit that only bright colors have.
const BRIGHT: u8 = 0b1000;
/// A change to a controller or a switch.
type Change = Box<dyn Fn(&mut Input)>;
/// The lines of the board.
const BOARD: Range<usize> = 55..231;

/// Returns a console whose RAM variable `idle` has this value, and will be incremented in a few
/// frames.
fn almost(idle: u8) -> Console {
    let mut console = Console::on();
    console.poke("idle", idle);
    console.poke("frame", (CYCLE - 10) as u8);
    console
}

/// Returns two consoles that have run the same frames. The colors are cycling on the first, but not
/// on the second.
fn resting() -> [Console; 2] {
    let mut console = almost(RESTING - 1);
    console.frames(20);
    assert_eq!(console.peek("idle"), RESTING);
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
fn shown(console: &Console) -> u64 {
    let mut hasher = DefaultHasher::new();
    pixels(console, 39..232).hash(&mut hasher);
    hasher.finish()
}

#[test]
fn colors_cycle_after_nine_minutes_without_input() {
    let mut console = Console::on();
    let before = console.peek("idle");
    console.frames(3 * CYCLE);
    assert_eq!(console.peek("idle"), before + 3, "counted every 256 frames");
    let mut console = almost(RESTING - 2);
    let light = console.screen().light;
    console.frames(20);
    let first = shown(&console);
    assert_eq!(console.screen().light, light, "not yet");
    console.frames(CYCLE);
    let mut pictures = Vec::new();
    for _ in 0..4 {
        assert_eq!(
            console.peek("idle") | 1,
            RESTING + 2 * pictures.len() as u8 + 1
        );
        pictures.push(shown(&console));
        console.frames(2 * CYCLE);
    }
    for (at, picture) in pictures.iter().enumerate() {
        assert!(*picture != first && !pictures[..at].contains(picture));
    }
    let mut console = almost(LAST);
    console.frames(20);
    assert_eq!(console.peek("idle"), RESTING, "and so on for ever");
}

// While the colors cycle, none may be bright, and colors that normally differ on the board must
// still differ. (In the header, the text may become as dark as its band.)
#[test]
fn a_resting_picture_is_the_same_in_darker_colors() {
    for game in [1, 5] {
        for color in [true, false] {
            for idle in RESTING..=LAST {
                let mut awake = Console::on();
                awake.poke("game", game);
                awake.color(color);
                let mut resting = awake.clone();
                resting.poke("idle", idle);
                awake.frames(2);
                resting.frames(2);
                let mut colors = BTreeMap::new();
                let [was, is] = [&awake, &resting].map(|console| pixels(console, BOARD));
                for (was, is) in was.into_iter().zip(is) {
                    assert_eq!(*colors.entry(was).or_insert(is), is);
                    assert_eq!(is & BRIGHT, 0, "{was:02X} is {is:02X}");
                }
                let mut other: Vec<u8> = colors.values().copied().collect();
                other.sort_unstable();
                other.dedup();
                assert_eq!(other.len(), colors.len(), "idle {idle:02X}: {colors:02X?}");
            }
        }
    }
}

#[test]
fn any_input_brings_the_colors_back() {
    let stick = |port: usize, hands: &'static str| -> Change {
        Box::new(move |input| input.ports[port] = joystick(hands))
    };
    let mut inputs: Vec<Change> = vec![
        Box::new(|input| input.switches.select = true),
        Box::new(|input| input.switches.reset = true),
        Box::new(|input| input.switches.color = false),
        Box::new(|input| input.switches.left = Difficulty::A),
        Box::new(|input| input.switches.right = Difficulty::A),
    ];
    inputs.extend(["u", "d", "l", "r", "ul", "f"].map(|hands| stick(0, hands)));
    inputs.extend(["u", "ul"].map(|hands| stick(1, hands)));
    for (number, input) in inputs.iter().enumerate() {
        let [mut resting, mut awake] = resting();
        assert_ne!(shown(&resting), shown(&awake));
        for console in [&mut resting, &mut awake] {
            input(&mut console.input);
            console.frames(3);
        }
        assert_eq!(shown(&resting), shown(&awake), "input {number}");
    }
}

#[test]
fn thinking_does_not_count_as_time_without_input() {
    let mut console = Console::on();
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
    let mut console = Console::on();
    console.frames(1);
    let first = console.screen().light;
    let light = |console: &Console| console.machine.last_frame().line(60)[0];
    for frame in 0..2 * REST + 4 * CYCLE {
        let rests = frame > REST;
        if frame.abs_diff(REST) > CYCLE {
            assert_eq!(console.peek("idle") >= RESTING, rests, "frame {frame}");
            assert_eq!(light(&console) & BRIGHT == 0 && rests, rests);
            assert!(rests || light(&console) == first);
        }
        console.frame();
    }
}

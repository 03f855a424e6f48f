//! Tests the bundled cartridge: its build from the sources, byte for byte, and its frames.

use super::{
    manual::console::{Console, joystick},
    random::Rng,
};
use crate::{assemble, repository};
use std::process::Command;
use support::Start;
use vcs::{
    Input, PowerOn, PowerOnState,
    input::{Controller, Difficulty},
};

/// The scanlines of the picture: 193 lines, which follow the 3 lines of vertical sync and the 36 of
/// vertical blank (see frame.asm).
const PICTURE: std::ops::Range<usize> = 39..232;
/// First scanline of the board.
const BOARD_TOP: usize = 55;
/// Number of lines in a square.
const RANK_LINES: usize = 22;
/// First color clock of the board.
const FILE_0: usize = 24;
/// Number of color clocks in a square.
const FILE_CLOCKS: usize = 16;

fn image() -> Vec<u8> {
    std::fs::read(repository().join("rom/video-checkers.bin")).expect("the image is in rom/")
}

fn source() -> std::path::PathBuf {
    repository().join("roms-src/video-checkers/main.asm")
}

/// Returns one of the board's bit planes in RAM. Bit number `%000kkrrr` belongs to the square in
/// column `kk` and row `rrr`.
fn plane(console: &Console, name: &str) -> u32 {
    u32::from_le_bytes(console.peek_bytes(name))
}

#[test]
fn our_assembler_builds_the_bundled_image() {
    assert_eq!(image().len(), 4096);
    assert!(
        assemble(&source()) == image(),
        "rebuild rom/ from roms-src/"
    );
}

#[test]
fn debians_dasm_builds_the_same_bytes() {
    support::needs!("dasm");
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let [binary, symbols] = ["image", "symbols"].map(|name| temporary.path().join(name));
    let folder = source().parent().expect("a folder").to_path_buf();
    let output = Command::new("dasm")
        .current_dir(&folder)
        .args(["main.asm", "-f3", "-I../include"])
        .arg(format!("-o{}", binary.display()))
        .arg(format!("-s{}", symbols.display()))
        .run();
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{stdout}");
    let built = std::fs::read(&binary).expect("dasm wrote the image");
    assert!(
        built == image(),
        "dasm's image differs from the one in rom/"
    );
    let symbols = std::fs::read(&symbols).expect("dasm wrote the symbols");
    let bundled = std::fs::read(repository().join("rom/video-checkers.sym"));
    assert!(
        symbols == bundled.expect("the symbols are in rom/"),
        "the symbols in rom/ are out of date: rebuild rom/"
    );
    for report in ["RAM: think stack ", "RAM: screen scratch ", "program has "] {
        let line = stdout.lines().find(|line| line.trim().starts_with(report));
        assert!(line.is_some_and(|line| line.contains("free")), "{report}");
    }
}

#[test]
fn every_frame_from_the_first_sync_on_has_262_lines() {
    for state in [PowerOnState::Zero, PowerOnState::Ones, PowerOnState::Random] {
        let mut console = Console::with_power_on(PowerOn { state, seed: 3 }, Input::default());
        console.frames(60);
    }
}

#[test]
fn the_board_is_drawn_square_by_square() {
    let console = Console::new();
    let frame = console.machine.last_frame();
    assert!(
        frame
            .line(PICTURE.start - 1)
            .iter()
            .all(|&c| c == vcs::television::BLANK)
    );
    assert!(
        frame
            .line(PICTURE.end)
            .iter()
            .all(|&c| c == vcs::television::BLANK)
    );
    let light = frame.line(BOARD_TOP - 2)[0];
    for rank in 0..8 {
        for line in [0, RANK_LINES - 1] {
            let pixels = frame.line(BOARD_TOP + rank * RANK_LINES + line);
            let dark = pixels[FILE_0 + FILE_CLOCKS * ((rank + 1) % 2)];
            assert_ne!(dark, light);
            for (clock, &pixel) in pixels.iter().enumerate() {
                let on_board = (FILE_0..FILE_0 + 8 * FILE_CLOCKS).contains(&clock);
                let is_dark = on_board && ((clock - FILE_0) / FILE_CLOCKS + rank) % 2 == 1;
                assert_eq!(
                    pixel,
                    if is_dark { dark } else { light },
                    "rank {rank}, clock {clock}"
                );
            }
        }
    }
}

#[test]
fn a_push_moves_the_cursor_immediately_and_once() {
    let mut console = Console::new();
    let start = console.peek("cursor");
    console.hold(2, |input| input.ports[0] = joystick("ul"));
    let moved = console.peek("cursor");
    assert_ne!(moved, start);
    console.hold(2, |input| input.ports[0] = joystick("dr"));
    assert_eq!(console.peek("cursor"), start);
    // A diagonal push that loses one of its two directions for two frames does not start a new
    // step.
    console.input = Input::default();
    for directions in ["ul", "u", "u", "ul", "l", "ul"] {
        console.input.ports[0] = joystick(directions);
        console.frames(1);
    }
    console.input = Input::default();
    console.frames(5);
    assert_eq!(console.peek("cursor"), moved);
}

#[test]
fn select_steps_once_per_press_and_wraps() {
    let mut console = Console::new();
    for game in (2..=19).chain([1]) {
        console.hold(1, |input| input.switches.select = true);
        assert_eq!(console.peek("game"), game);
    }
}

#[test]
fn set_up_places_each_piece_in_turn() {
    let mut console = Console::new();
    console.input.switches.left = Difficulty::A;
    console.frames(5);
    console.hold(2, |input| input.switches.reset = true);
    let planes = |console: &Console| ["black", "white", "kings"].map(|name| plane(console, name));
    assert_eq!(planes(&console), [0, 0, 0]);
    let bit = 1 << console.peek("cursor");
    for expected in [
        [bit, 0, 0],
        [bit, 0, bit],
        [0, bit, 0],
        [0, bit, bit],
        [0, 0, 0],
    ] {
        console.hold(2, |input| input.ports[0] = joystick("f"));
        assert_eq!(planes(&console), expected);
    }
}

/// Bits of `status` (constants.asm).
const THINKING: u8 = 0x80;
const DRAWN: u8 = 0x20;
const SETUP: u8 = 0x02;

/// Returns a console whose computer has black and is thinking about its first move at level 6.
fn thinking_console() -> Console {
    let mut console = Console::new();
    console.poke("game", 6);
    console.poke("lastBack", 0x3E); // not a new game: no random move
    console.input.switches.right = Difficulty::A;
    console.frames(10);
    assert_ne!(console.peek("status") & THINKING, 0);
    console
}

fn wait_for_the_move(console: &mut Console) {
    for _ in 0..6000 {
        if console.peek("status") & THINKING == 0 {
            return console.frames(8);
        }
        console.frames(1);
    }
    panic!("the computer does not move");
}

#[test]
fn reset_during_a_search_starts_a_new_game_immediately() {
    let mut console = thinking_console();
    console.input.switches.right = Difficulty::B;
    console.input.switches.reset = true;
    console.frames(3);
    console.input = Input::default();
    console.frames(10);
    assert_eq!(console.peek("status"), 0);
    assert_eq!(console.peek("game"), 6);
    assert_eq!(console.peek("turn"), 0);
    assert_eq!(plane(&console, "black"), 0x0707_0707);
    assert_eq!(plane(&console, "white"), 0xE0E0_E0E0);
    assert_eq!(plane(&console, "kings"), 0);
}

#[test]
fn a_switch_of_sides_during_a_search_takes_effect_when_the_search_ends() {
    let mut console = thinking_console();
    let left = console.peek("left");
    console.input = Input::default();
    console.frames(5);
    assert_ne!(console.peek("status") & THINKING, 0);
    assert_eq!(console.peek("left"), left);
    wait_for_the_move(&mut console);
    assert_ne!(console.peek("left"), left);
    assert_ne!(
        console.peek("status") & THINKING,
        0,
        "the computer now thinks for white"
    );
    wait_for_the_move(&mut console);
    assert_eq!(console.peek("turn"), 0);
    assert_ne!(plane(&console, "black"), 0x0707_0707);
    assert_ne!(plane(&console, "white"), 0xE0E0_E0E0);
}

#[test]
fn set_up_selected_during_a_search_starts_when_the_search_ends() {
    let mut console = thinking_console();
    console.input.switches.left = Difficulty::A;
    console.frames(5);
    assert_ne!(console.peek("status") & THINKING, 0);
    wait_for_the_move(&mut console);
    assert_eq!(console.peek("status"), SETUP);
    assert_eq!(console.peek("turn"), 4);
}

#[test]
fn after_80_quiet_plies_a_draw_is_shown_and_a_press_continues() {
    let mut console = Console::new();
    console.poke("quiet", 80);
    console.poke("pause", 1);
    console.frames(5);
    assert_eq!(console.peek("status"), DRAWN);
    console.hold(2, |input| input.ports[0] = joystick("f"));
    assert_eq!(console.peek("status"), 0);
    assert_eq!(console.peek("quiet"), 0);
    assert_ne!(
        console.peek("inHand") & 0x80,
        0,
        "the press picked up no piece"
    );
}

#[test]
fn holding_select_steps_every_30_frames() {
    let mut console = Console::new();
    console.hold(61, |input| input.switches.select = true);
    assert_eq!(console.peek("game"), 4);
}

/// Number of frames from the release of Reset until the computer's first move is on the board.
const FIRST_MOVE_FRAMES: usize = 8;

/// For each number of frames in `lengths`, starts 256 games in which the computer has black. Each
/// game starts in a different frame, and Reset is held for that number of frames. The computer must
/// use all seven first moves: each at least half as often, and at most twice as often, as if all
/// seven were equally likely.
fn check_that_first_moves_are_spread(lengths: impl Iterator<Item = usize>) {
    let mut console = Console::new();
    console.input.switches.right = Difficulty::A;
    console.frames(30);
    let mut moments = Vec::new();
    for _ in 0..256 {
        moments.push(console.clone());
        console.frames(1);
    }
    for length in lengths {
        let mut counts = std::collections::BTreeMap::new();
        for moment in &moments {
            let mut console = moment.clone();
            console.input.switches.reset = true;
            console.frames(length);
            console.input.switches.reset = false;
            console.frames(FIRST_MOVE_FRAMES);
            assert_eq!(console.peek("turn"), 4, "black has moved");
            *counts.entry(plane(&console, "black")).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 7, "Reset for {length} frames: {counts:X?}");
        let spread_evenly = (256 / 14..=256 * 2 / 7).contains(counts.values().min().unwrap_or(&0))
            && counts.values().all(|&count| count <= 256 * 2 / 7);
        assert!(spread_evenly, "Reset for {length} frames: {counts:X?}");
    }
}

#[test]
fn first_moves_are_spread_for_a_short_and_a_long_reset() {
    check_that_first_moves_are_spread([1, 4, 8, 12, 30].into_iter());
}

#[test]
#[ignore = "full: Reset held for each of 1 to 30 frames"]
fn full_first_moves_are_spread_however_long_reset_is_held() {
    check_that_first_moves_are_spread(1..=30);
}

/// Moves of all kinds, sounds, the set-up mode, a draw, a win and a loss must use all bytes of the
/// stack that `ram.asm` reserves for play, except one.
#[test]
fn the_stack_stays_in_its_reserve_in_play() {
    let mut console = Console::new();
    console.watch_stack();
    console.play("11-15");
    console.wait_for_reply();
    ["dl", "f", "dr", "f"]
        .iter()
        .for_each(|push| console.push(push));
    console.reset();
    for (fen, text) in [
        ("B:W15,22,32,31:B11", "11x25"),
        ("B:W26,31:B22,14,1", "1-5"), // answered by a double jump
        ("B:W18,23:B10", "10-14"),    // lost
        ("B:W18:B14", "14x23"),       // won
    ] {
        console.set_up(fen);
        console.play(text);
        console.wait_for_reply();
        console.frames(60);
    }
    console.select_game(10);
    console.reset();
    console.set_up("B:WK32:BK1,K2");
    console.poke("quiet", 79);
    console.play("2-6"); // a draw
    console.frames(60);
    console.press();
    console.play("32-28");
    console.set_left_player(checkers::Side::White);
    console.frames(60);
    let reserve = console.address("STACK_PLAY");
    assert_eq!(console.lowest_stack(), reserve + 1, "one byte is spare");
}

/// Returns a joystick that is pushed in a random direction or has its button pressed.
fn random_joystick(rng: &mut Rng) -> Controller {
    let pushes = ["", "ul", "ur", "dl", "dr", "u", "l", "f", "f", "ulf"];
    joystick(pushes[rng.below(pushes.len())])
}

/// Runs frames with random input that changes every few frames. Each frame must have 262 lines.
fn play_randomly(console: &mut Console, seed: u64, frames: usize) {
    let mut rng = Rng::new(seed);
    for frame in 0..frames {
        if rng.below(6) == 0 {
            console.input.ports = [random_joystick(&mut rng), random_joystick(&mut rng)];
        }
        let switches = &mut console.input.switches;
        // Switches change rarely, so that games can continue.
        let mut one_in = |count: usize| rng.below(count) == 0;
        switches.select = one_in(300);
        switches.reset = one_in(2000);
        switches.color ^= one_in(100);
        if one_in(400) {
            switches.right = [Difficulty::A, Difficulty::B][usize::from(one_in(2))];
        }
        if one_in(150) {
            switches.left = [Difficulty::A, Difficulty::B][usize::from(!one_in(8))];
        }
        if console.peek("status") & THINKING == 0 {
            if console.peek("game") % 10 > 4 {
                console.poke("game", 1 + (frame % 14) as u8); // avoids long searches
            }
            if one_in(500) {
                console.poke("idle", 0x80);
            }
        }
        console.frame();
    }
}

#[test]
fn the_number_of_lines_does_not_depend_on_the_input() {
    (0..4).for_each(|seed| play_randomly(&mut Console::new(), seed, 5000));
}

#[test]
fn the_stack_stays_in_its_reserve_whatever_the_input() {
    let mut console = Console::new();
    console.watch_stack();
    play_randomly(&mut console, 4, 5000);
    assert!(console.lowest_stack() >= console.address("STACK_PLAY"));
}

#[test]
#[ignore = "full: 1,000,000 frames of random input"]
fn full_the_number_of_lines_does_not_depend_on_the_input() {
    (10..30).for_each(|seed| play_randomly(&mut Console::new(), seed, 50_000));
}

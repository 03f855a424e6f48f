//! Tests the library the way a front end uses it. Frames, RAM and sound must be identical to those
//! of a console without libretro. Options, controllers, and states saved at any frame must work.

mod host;
mod reference_console;

use attach::{DebuggerMessage, GameMessage, Link};
use crownhead_libretro::{abi::joypad, exports::*};
use host::{Host, with_callback_data};
use play::bundled::BUNDLED;
use reference_console::ReferenceConsole;
use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    path::Path,
    thread,
    time::Duration,
};
use vcs::{
    Input,
    input::{Controller, Joystick},
};

/// Returns the buttons that are held in a frame. During the test, the left player moves the
/// joystick, fires, and presses Reset once.
fn held_buttons(frame: u64) -> Vec<(u32, u32)> {
    let buttons = [
        (frame % 50 > 25, joypad::UP),
        (frame % 70 > 40, joypad::RIGHT),
        (frame.is_multiple_of(31), joypad::B),
        ((20..25).contains(&frame), joypad::START),
    ];
    let held = buttons.into_iter().filter(|(is_held, _)| *is_held);
    held.map(|(_, button)| (0, button)).collect()
}

/// Returns the buttons from [`held_buttons`] as input for the console.
fn input(frame: u64) -> Input {
    let is_held = |button| held_buttons(frame).contains(&(0, button));
    let mut input = Input::default();
    input.ports[0] = Controller::Joystick(Joystick {
        up: is_held(joypad::UP),
        right: is_held(joypad::RIGHT),
        fire: is_held(joypad::B),
        ..Joystick::default()
    });
    input.switches.reset = is_held(joypad::START);
    input
}

/// Returns the bundled cartridges.
fn images() -> Vec<(&'static str, &'static [u8])> {
    BUNDLED
        .iter()
        .map(|bundled| (bundled.name, bundled.image))
        .collect()
}

#[test]
fn frames_ram_and_sound_match_a_console_without_libretro() {
    for (name, image) in images() {
        let host = Host::new();
        host.set_option("crownhead_fast_thinking", "off");
        assert!(host.load(Some(("game.a26", image))));
        let mut reference = ReferenceConsole::new(image);
        for frame in 0..3000 {
            host.hold(&held_buttons(frame));
            let (picture, sound) = host.run();
            let (expected_picture, expected_sound) = reference.run(input(frame));
            assert!(
                picture == expected_picture,
                "{name}: picture of frame {frame}"
            );
            assert!(sound == expected_sound, "{name}: sound of frame {frame}");
            assert_eq!(
                host.ram(),
                reference.machine.ram(),
                "{name}: RAM at frame {frame}"
            );
        }
    }
}

#[test]
fn without_content_the_bundled_cartridge_plays() {
    let host = Host::new();
    assert!(host.load(None));
    let mut reference = ReferenceConsole::new(BUNDLED[0].image);
    (0..60).for_each(|frame| assert_eq!(host.run(), reference.run(Input::default()), "{frame}"));
}

#[test]
fn a_game_continues_from_a_state_of_any_frame_as_if_uninterrupted() {
    let host = Host::new();
    host.set_option("crownhead_phosphor", "50");
    assert!(host.load(None));
    let size = retro_serialize_size();
    let (mut states, mut shown) = (Vec::new(), Vec::new());
    for frame in 0..1000 {
        states.push(host.serialize());
        host.hold(&held_buttons(frame));
        shown.push(host.run());
        assert_eq!(retro_serialize_size(), size);
    }
    // Load the states in a scrambled order.
    for step in 0..1000 {
        let frame = step * 389 % 1000;
        assert!(host.unserialize(&states[frame]), "state of frame {frame}");
        host.hold(&held_buttons(frame as u64));
        assert!(host.run() == shown[frame], "frame {frame}");
        if let Some(next) = states.get(frame + 1) {
            assert!(host.serialize() == *next, "state after frame {frame}");
        }
    }
}

#[test]
fn run_ahead_shows_the_same_pictures_earlier() {
    const AHEAD: u64 = 2;
    let host = Host::new();
    assert!(host.load(None));
    let mut uninterrupted = Vec::new();
    for frame in 0..300 {
        host.hold(&held_buttons(frame));
        uninterrupted.push(host.run());
    }
    retro_unload_game();
    assert!(host.load(None));
    for frame in 0..200 {
        host.hold(&held_buttons(frame));
        // RetroArch runs ahead in this way: it runs the frame without showing it, and saves a
        // state. Then it runs later frames with the same input, and goes back to the state.
        assert!(host.run() == uninterrupted[frame as usize], "frame {frame}");
        let state = host.serialize();
        (0..AHEAD).for_each(|_| _ = host.run());
        assert!(host.unserialize(&state));
    }
}

#[test]
fn a_picture_stays_readable_when_a_state_is_loaded() {
    let host = Host::new();
    host.set_option("crownhead_phosphor", "50");
    assert!(host.load(None));
    (0..30).for_each(|_| _ = host.run());
    let state = host.serialize();
    let (picture, _) = host.run();
    assert!(host.unserialize(&state));
    // If the picture had been freed, these allocations would overwrite it.
    let new_allocations: Vec<Vec<u32>> = (0..8).map(|_| vec![0xabcdef; picture.len()]).collect();
    let (pixels, length) = with_callback_data(|callbacks| callbacks.pixels).expect("a picture");
    // SAFETY: the library keeps the picture until it shows the next one, which this test checks.
    let kept_picture = unsafe { std::slice::from_raw_parts(pixels, length) };
    assert!(kept_picture == picture);
    drop(new_allocations);
}

#[test]
fn an_invalid_state_is_refused_and_changes_nothing() {
    let host = Host::new();
    assert!(host.load(None));
    (0..100).for_each(|_| _ = host.run());
    let state = host.serialize();
    assert!(!host.unserialize(&[]));
    assert!(!host.unserialize(&vec![0xff; state.len()]));
    assert!(!host.unserialize(&state[..state.len() / 4]));
    assert!(host.serialize() == state);
    // Saving to a buffer that is too small also fails.
    let mut small = vec![0; 16];
    // SAFETY: a buffer of that size.
    assert!(!unsafe { retro_serialize(small.as_mut_ptr().cast(), small.len()) });
}

#[test]
fn an_invalid_cartridge_is_refused_with_a_message() {
    let host = Host::new();
    assert!(!host.load(Some(("game.bin", &[0; 3000]))));
    let message = with_callback_data(|callbacks| callbacks.messages.join("\n"));
    assert!(message.contains("3000 bytes"), "{message}");
    // All calls are harmless while no game is loaded.
    retro_run();
    retro_reset();
    assert_eq!(retro_serialize_size(), 0);
    assert!(retro_get_memory_data(2).is_null());
}

#[test]
fn the_ram_is_where_achievements_expect_it_and_can_be_written() {
    let host = Host::new();
    assert!(host.load(None));
    assert_eq!(
        with_callback_data(|callbacks| callbacks.mapped),
        Some((0x80, 128))
    );
    (0..60).for_each(|_| _ = host.run());
    let mut reference = ReferenceConsole::new(BUNDLED[0].image);
    (0..60).for_each(|_| _ = reference.run(Input::default()));
    // Write nearly all bytes: a single byte may be one that the program never uses, which would
    // prove nothing.
    for address in 0x80..=0xf0 {
        host.write_ram(address, 0x11);
        reference.machine.poke_ram(address as u8, 0x11);
    }
    assert_eq!(host.run(), reference.run(Input::default()));
    assert_eq!(host.ram(), reference.machine.ram());
}

thread_local! {
    /// The name of the callback that unloads the game.
    static UNLOADING_CALLBACK: Cell<&'static str> = const { Cell::new("") };
    /// The callbacks inside which the test queried the game, and whether all queries succeeded.
    static QUERY_RESULTS: RefCell<BTreeMap<String, bool>> = RefCell::default();
}

#[test]
fn queries_from_within_a_callback_find_the_game() {
    let host = Host::new();
    assert!(host.load(None));
    host.run();
    let size = retro_serialize_size();
    with_callback_data(|callbacks| {
        callbacks.on_callback = Some(|callback| {
            let mut info = Default::default();
            // SAFETY: a structure that may be written.
            unsafe { retro_get_system_av_info(&mut info) };
            let mut state = vec![0; retro_serialize_size()];
            // SAFETY: a buffer of that size.
            let saved = unsafe { retro_serialize(state.as_mut_ptr().cast(), state.len()) };
            let ram = retro_get_memory_size(2) == 128 && !retro_get_memory_data(2).is_null();
            QUERY_RESULTS.with_borrow_mut(|results| {
                let found = saved && ram && info.fps > 0.0;
                *results.entry(callback.to_owned()).or_insert(true) &= found;
            });
        });
    });
    host.run();
    with_callback_data(|callbacks| callbacks.on_callback = None);
    let expected = ["environment", "input", "poll", "samples", "video"];
    let expected = expected.map(|callback| (callback.to_owned(), true));
    assert_eq!(QUERY_RESULTS.take(), BTreeMap::from(expected));
    assert_eq!(retro_serialize_size(), size);
}

#[test]
fn a_game_may_be_unloaded_from_within_any_callback() {
    for callback in ["environment", "poll", "input", "video", "samples"] {
        let host = Host::new();
        assert!(host.load(None));
        host.run();
        UNLOADING_CALLBACK.set(callback);
        with_callback_data(|callbacks| {
            callbacks.on_callback = Some(|callback| {
                if callback == UNLOADING_CALLBACK.get() {
                    retro_unload_game();
                }
            });
        });
        host.run();
        assert_eq!(retro_serialize_size(), 0, "{callback}");
        with_callback_data(|callbacks| callbacks.on_callback = None);
        assert!(host.load(None));
        let mut reference = ReferenceConsole::new(BUNDLED[0].image);
        assert_eq!(host.run(), reference.run(Input::default()), "{callback}");
    }
}

#[test]
fn cheats_write_their_bytes_in_every_frame() {
    let host = Host::new();
    assert!(host.load(None));
    // SAFETY: null-terminated strings.
    unsafe {
        retro_cheat_set(0, true, c"80:77".as_ptr());
        retro_cheat_set(1, true, c"nonsense".as_ptr());
    }
    assert_eq!(with_callback_data(|callbacks| callbacks.messages.len()), 1);
    let mut reference = ReferenceConsole::new(BUNDLED[0].image);
    for _ in 0..30 {
        reference.machine.poke_ram(0x80, 0x77);
        assert_eq!(host.run(), reference.run(Input::default()));
    }
    retro_cheat_reset();
    reference.run(Input::default());
    host.run();
    assert_eq!(host.ram(), reference.machine.ram());
}

#[test]
fn a_simulated_television_has_a_wider_picture_until_it_is_turned_off() {
    let host = Host::new();
    assert!(host.load(None));
    (0..30).for_each(|_| drop(host.run()));
    let bitmap = host.run().0;
    for (television, width) in [
        ("composite", 640),
        ("pal", 800),
        ("secam", 800),
        ("rf", 640),
    ] {
        host.set_option("crownhead_television", television);
        let picture = host.run().0;
        assert_eq!(picture.len(), bitmap.len() / 160 * width, "{television}");
        assert_eq!(
            with_callback_data(|callbacks| callbacks.size.0) as usize,
            width,
            "{television}"
        );
    }
    // A state that is saved while a television set is simulated contains no picture.
    host.set_option("crownhead_phosphor", "50");
    host.run();
    let mut state = vec![0; retro_serialize_size()];
    // SAFETY: the buffer has that size.
    assert!(unsafe { retro_serialize(state.as_mut_ptr().cast(), state.len()) });
    // SAFETY: as above.
    assert!(unsafe { retro_unserialize(state.as_ptr().cast(), state.len()) });
    host.set_option("crownhead_phosphor", "0");
    host.set_option("crownhead_television", "bitmap");
    assert_eq!(host.run().0.len(), bitmap.len());
}

#[test]
fn another_standard_changes_colors_rates_and_region() {
    let host = Host::new();
    assert!(host.load(None));
    let mut info = Default::default();
    // SAFETY: a structure that may be written.
    unsafe { retro_get_system_av_info(&mut info) };
    assert!((info.fps - 59.92).abs() < 0.01, "{info:?}");
    assert!((info.sample_rate - 31_399.5).abs() < 0.5);
    assert_eq!(info.geometry.base_width, 160);
    assert_eq!(retro_get_region(), 0);
    host.run();
    let before = host.run().0;
    host.set_option("crownhead_standard", "pal");
    let after = host.run().0;
    assert_ne!(before, after, "the colors are the same");
    let new_info =
        with_callback_data(|callbacks| callbacks.av_infos.last().copied()).expect("a new rate");
    assert!(new_info.sample_rate < info.sample_rate, "{new_info:?}");
    assert_eq!(retro_get_region(), 1);
}

#[test]
fn each_button_moves_its_switch_to_one_position() {
    let host = Host::new();
    assert!(host.load(None));
    let mut reference = ReferenceConsole::new(BUNDLED[0].image);
    let mut input = Input::default();
    let mut press = |button, change: fn(&mut Input)| {
        host.hold(&[(0, button)]);
        change(&mut input);
        assert_eq!(host.run(), reference.run(input), "button {button}");
        host.hold(&[]);
        assert_eq!(host.run(), reference.run(input), "after button {button}");
    };
    use vcs::input::Difficulty::{A, B};
    press(joypad::R3, |input| input.switches.color = false);
    press(joypad::L, |input| input.switches.left = A);
    press(joypad::R, |input| input.switches.right = A);
    press(joypad::L3, |input| input.switches.color = true);
    press(joypad::L2, |input| input.switches.left = B);
    press(joypad::R2, |input| input.switches.right = B);
}

#[test]
fn older_front_ends_get_the_options_too() {
    let _host = Host::new();
    let declared = with_callback_data(|callbacks| callbacks.declared.clone());
    let keys = crownhead_libretro::options::OPTIONS.map(|option| option.key.to_str().unwrap());
    assert_eq!(declared, keys);
}

#[test]
fn fast_thinking_ends_a_long_search_in_few_frames() {
    let thinking_frames = |value: &str| {
        let host = Host::new();
        host.set_option("crownhead_fast_thinking", value);
        assert!(host.load(None));
        let (select, reset) = (joypad::SELECT, joypad::START);
        let press = |button| {
            host.hold(&[(0, button)]);
            (0..6).for_each(|_| _ = host.run());
            host.hold(&[]);
            (0..6).for_each(|_| _ = host.run());
        };
        // The first press leaves the title screen; each later one selects the next game.
        (0..6).for_each(|_| press(select));
        // With the right difficulty switch at A, the computer moves first, without thinking. Moving
        // the switch to B swaps the sides, so that the computer must think.
        press(joypad::R);
        press(reset);
        (0..120).for_each(|_| _ = host.run());
        press(joypad::R2);
        let detector = games::thinking::ThinkingDetector::of(BUNDLED[0].image, 6).unwrap();
        let is_thinking = || detector.is_thinking(host.ram()[..].try_into().unwrap());
        (0..600)
            .filter(|_| {
                host.run();
                is_thinking()
            })
            .count()
    };
    let (fast, slow) = (thinking_frames("on"), thinking_frames("off"));
    assert!(
        slow > 100 && fast * 20 < slow,
        "{fast} frames against {slow}"
    );
}

/// Returns a cartridge that counts presses of Reset in the SaveKey's byte at $0040.
fn counter_image() -> Vec<u8> {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/roms/savekey.asm");
    let text = std::fs::read_to_string(source).unwrap();
    asm6502::assemble_str(&text).unwrap().binary
}

/// Presses Reset, after a few frames in which it is released.
fn press_reset(host: &Host) {
    for buttons in [&[][..], &[(0, joypad::START)], &[]] {
        host.hold(buttons);
        (0..4).for_each(|_| _ = host.run());
    }
}

#[test]
fn the_save_key_is_the_front_ends_save_ram() {
    let image = counter_image();
    let host = Host::new();
    assert!(host.load(Some(("game.a26", &image))));
    assert_eq!(host.save_ram(), [0xff; 32_768]);
    press_reset(&host);
    let early = host.serialize();
    press_reset(&host);
    let saved = host.save_ram();
    assert_eq!(saved[0x40], 2);
    // When the game is loaded again, the front end writes the contents of its file to the core
    // before the first frame.
    retro_unload_game();
    assert!(host.load(Some(("game.a26", &image))));
    host.write_save_ram(&saved);
    press_reset(&host);
    assert_eq!(host.save_ram()[0x40], 3);
    // Neither power cycling nor loading an older state loses the saved data.
    retro_reset();
    press_reset(&host);
    assert_eq!(host.save_ram()[0x40], 4);
    assert!(host.unserialize(&early));
    host.run();
    assert_eq!(host.save_ram()[0x40], 4);
    assert_eq!(host.ram()[0], 1, "the console itself has been rewound");
}

#[test]
fn a_cartridge_without_a_save_key_has_no_save_ram() {
    let host = Host::new();
    assert!(host.load(None));
    host.run();
    assert!(host.save_ram().is_empty());
}

#[test]
fn the_info_file_has_the_versions_and_extensions_of_the_library() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("crownhead_libretro.info");
    let info = std::fs::read_to_string(path).unwrap();
    let line = |key: &str, value: &str| info.contains(&format!("{key} = \"{value}\""));
    assert!(line("display_version", env!("CARGO_PKG_VERSION")));
    assert!(line("supported_extensions", "a26|bin|rom"));
    assert!(line("corename", "Crownhead"));
}

#[test]
fn a_debugger_pauses_the_game_and_changes_its_state() {
    let host = Host::new();
    host.set_option("crownhead_debug_port", "free");
    assert!(host.load(None));
    let messages = with_callback_data(|callbacks| callbacks.messages.clone());
    let [message] = &messages[..] else {
        panic!("{messages:?}");
    };
    let port = message.rsplit(' ').next().unwrap().parse().unwrap();
    let debugger = thread::spawn(move || {
        let (mut link, full_state) = Link::connect(port).unwrap();
        let cartridge = vcs::Cartridge::from_image(&full_state.image).unwrap();
        let mut copy = vcs::Machine::load(&cartridge, &full_state.current_state).unwrap();
        for _ in 0..3 {
            link.send(&DebuggerMessage::Play).unwrap();
            let Some(GameMessage::Frame(frame)) = link.receive(Duration::from_secs(60)).unwrap()
            else {
                panic!("no frame");
            };
            copy.set_input(frame.input);
            copy.frame();
            assert!(frame.ends_at(&copy));
        }
        copy.poke_ram(0xf0, 0x5a);
        link.send(&DebuggerMessage::ContinueFrom(copy.save()))
            .unwrap();
        link.close();
        copy.ram().to_vec()
    });
    let mut paused_runs = 0;
    while !debugger.is_finished() {
        let (_, sound) = host.run();
        paused_runs += u32::from(sound.is_empty());
        thread::yield_now();
    }
    let ram = debugger.join().unwrap();
    assert!(paused_runs > 0, "the game was never paused");
    assert_eq!(ram[0x70], 0x5a);
    // The game continues without a debugger.
    assert!((0..3).all(|_| !host.run().1.is_empty()));
    host.set_option("crownhead_debug_port", "off");
    host.run();
    assert!(Link::connect(port).is_err());
}

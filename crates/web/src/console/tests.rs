//! Tests of the console that the page uses, without a page.

use super::*;
use crate::{controls, run_hashes::RunHashes};
use games::session::BundledGames;
use lab::script::Script;
use play::bundled::BUNDLED;
use vcs::input::Difficulty;

const RATE: f64 = 48_000.0;

fn checkers() -> Console {
    let image = BUNDLED[0].image.to_vec();
    Console::open("video-checkers.bin", image, None, "2026.01.02").unwrap()
}

fn run(console: &mut Console, pictures: u32) {
    (0..pictures).for_each(|_| console.advance(60, RATE, 1.0));
}

/// Presses and releases a control, and waits a second.
fn tap(console: &mut Console, name: &str) {
    console.press(1, controls::control(name).unwrap());
    run(console, 4);
    console.release(1);
    run(console, 60);
}

/// Taps on a square of the board.
fn tap_square(console: &mut Console, number: u32) {
    let assistant = console.session().assistant().unwrap();
    let area = assistant.area(checkers::Square::new(number).unwrap());
    let row = area.line + area.lines / 2 - console.session().shown_lines().start;
    console.click(area.clock + area.clocks / 2, row);
}

fn moves(console: &mut Console) -> Vec<String> {
    console.last_report = None;
    let report = console.report().unwrap();
    report.checkers.as_ref().unwrap().moves.clone()
}

#[test]
fn a_report_is_returned_only_if_it_has_changed() {
    let mut console = checkers();
    run(&mut console, 60);
    assert!(console.report().is_some());
    assert!(console.report().is_none());
    console.set_lever(Lever::Difficulty(1, Difficulty::A));
    let report = console.report().unwrap();
    let json = serde_json::to_value(report).unwrap();
    assert_eq!(json["switches"]["right"], "a");
    assert_eq!(json["bundled"], "video-checkers");
    assert_eq!(json["checkers"]["board"].as_str().unwrap().len(), 32);
    let texts = console.take_events();
    let [Event::GameBegan, Event::Message(text)] = &texts[..] else {
        panic!("the game's start and one message, not {texts:?}");
    };
    assert!(text.contains("Right difficulty A"), "{text}");
}

#[test]
fn a_game_played_by_taps_is_recorded() {
    let mut console = checkers();
    run(&mut console, 30);
    tap(&mut console, "reset");
    tap_square(&mut console, 11);
    tap_square(&mut console, 15);
    for _ in 0..3000 {
        run(&mut console, 1);
        if moves(&mut console).len() == 2 {
            break;
        }
    }
    assert_eq!(moves(&mut console)[0], "11-15");
    let events = console.take_events();
    assert!(
        events
            .iter()
            .filter(|event| **event == Event::GameMoved)
            .count()
            >= 2
    );
    let record = console.record().unwrap();
    assert!(record.contains("[Date \"2026.01.02\"]"), "{record}");
}

/// Four moves of two kings. After the fourth move, both kings are back on their original squares.
const SEE_SAW: [[u32; 2]; 4] = [[1, 5], [32, 28], [5, 1], [28, 32]];

#[test]
fn the_third_repetition_gives_a_message() {
    let mut console = checkers();
    run(&mut console, 30);
    // Game 10 is for two players.
    (1..10).for_each(|_| tap(&mut console, "select"));
    console.set_up("B:WK32:BK1").unwrap();
    run(&mut console, 60);
    for (plies, squares) in (1..).zip([SEE_SAW; 2].into_iter().flatten()) {
        console.take_events();
        for square in squares {
            tap_square(&mut console, square);
            run(&mut console, 90);
        }
        assert_eq!(moves(&mut console).len(), plies);
        let third = |text: &str| text.starts_with("Repetition 3");
        let is_noted = |event: &Event| matches!(event, Event::Message(text) if third(text));
        let noted = console.take_events().iter().any(is_noted);
        assert_eq!(noted, plies == 8, "after {plies} plies");
    }
}

#[test]
fn a_played_script_ends_with_the_same_picture() {
    let mut console = checkers();
    run(&mut console, 20);
    tap(&mut console, "reset");
    tap(&mut console, "p0 fire");
    let text = console.script();
    let frames = console.session().frames();
    let picture = console.session().machine().last_frame().clone();
    let mut other = checkers();
    other.watch(&text, 1.0).unwrap();
    other.advance(1000, RATE, 1.0);
    // The console has already skipped to the last second of the script.
    let frames_left = frames - other.session().frames();
    assert!((58..=60).contains(&frames_left), "{frames_left}");
    while other.session().frames() < frames {
        run(&mut other, 1);
    }
    assert!(*other.session().machine().last_frame() == picture);
    assert_eq!(other.script(), text);
}

#[test]
fn a_script_names_its_cartridge_as_a_file_next_to_it() {
    let image = vec![0xea; 4096];
    let mut console = Console::open("games/my own.bin", image, None, "").unwrap();
    run(&mut console, 2);
    let script = Script::parse(&console.script()).unwrap();
    assert_eq!(script.setup.cartridge.as_deref(), Some("my own.bin"));
    let mut other = Console::open("other", vec![0xea; 4096], None, "").unwrap();
    other.watch(&console.script(), 0.0).unwrap();
}

#[test]
fn scripts_for_other_cartridges_and_invalid_texts_are_refused() {
    let mut console = checkers();
    run(&mut console, 3);
    let image = BUNDLED[1].image.to_vec();
    let mut other = Console::open("triktrak.bin", image, None, "").unwrap();
    let refused = other.watch(&console.script(), 30.0);
    assert!(matches!(refused, Err(WebError::OtherCartridge { .. })));
    assert!(matches!(
        other.watch("nonsense", 30.0),
        Err(WebError::Script(_))
    ));
    let long = format!("crownhead-script 1\n@{} end\n", MAX_SCRIPT_FRAMES + 1);
    assert!(matches!(
        other.watch(&long, 30.0),
        Err(WebError::TooLong { .. })
    ));
    assert!(matches!(other.set_up("B:W1:B2"), Err(WebError::NoBoard)));
    assert!(console.set_up("what").is_err());
}

#[test]
fn a_state_is_restored_and_invalid_bytes_are_refused() {
    let mut console = checkers();
    run(&mut console, 20);
    tap(&mut console, "reset");
    let state = console.save();
    let mut other = checkers();
    other.load(&state).unwrap();
    assert_eq!(other.session().frames(), console.session().frames());
    assert!(other.save() == state);
    let error = other.load(b"PNG").unwrap_err().to_string();
    assert_eq!(error, "not a saved state of this program");
}

#[test]
fn time_goes_back_while_rewind_is_held() {
    let mut console = checkers();
    run(&mut console, 30);
    console.press(9, Control::Rewind);
    run(&mut console, 5);
    assert_eq!(console.session().frames(), 20);
    run(&mut console, 50);
    assert!(!console.take_events().is_empty());
    console.release(9);
    run(&mut console, 2);
    assert_eq!(console.session().frames(), 2);
}

#[test]
fn zip_files_list_their_images_and_bad_files_are_refused() {
    use std::io::Write as _;
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for bundled in BUNDLED {
        let options = zip::write::SimpleFileOptions::default();
        zip.start_file(format!("{}.bin", bundled.name), options)
            .unwrap();
        zip.write_all(bundled.image).unwrap();
    }
    let zip = zip.finish().unwrap().into_inner();
    let images = Console::images("games.zip", &zip).unwrap();
    assert_eq!(images, ["video-checkers.bin", "triktrak.bin"]);
    let console = Console::open("games.zip", zip.clone(), Some(&images[1]), "").unwrap();
    assert_eq!(console.session().cartridge().image(), BUNDLED[1].image);
    let several = Console::open("games.zip", zip, None, "").err().unwrap();
    assert!(several.to_string().contains("several images"), "{several}");
    let bad = Console::open("photo.jpg", vec![1, 2, 3], None, "")
        .err()
        .unwrap();
    assert!(bad.to_string().starts_with("photo.jpg: "), "{bad}");
}

#[test]
fn inserting_another_image_replaces_the_cartridge() {
    let mut console = checkers();
    run(&mut console, 5);
    console
        .insert("triktrak.bin", BUNDLED[1].image.to_vec(), None)
        .unwrap();
    assert_eq!(console.report().unwrap().bundled, Some("triktrak"));
    assert!(console.insert("bad", vec![0; 3], None).is_err());
    assert_eq!(console.session().cartridge().image(), BUNDLED[1].image);
    let hashes = RunHashes::of(console.session().cartridge().clone(), 5);
    assert_eq!(console.session().frames(), 0);
    run(&mut console, 5);
    assert_eq!(console.session().timeline().audio_hash(), hashes.audio);
}

#[test]
fn a_changed_image_continues_from_a_state() {
    let image = || BUNDLED[1].image.to_vec();
    let mut console = Console::open("triktrak.bin", image(), None, "").unwrap();
    run(&mut console, 30);
    let state = console.session().machine().save();
    let ram = *console.session().machine().ram();
    console.insert("again.bin", image(), Some(&state)).unwrap();
    assert_eq!(*console.session().machine().ram(), ram);
    console.insert("again.bin", image(), None).unwrap();
    assert_ne!(*console.session().machine().ram(), ram);
    assert!(
        console
            .insert("again.bin", image(), Some(&state[1..]))
            .is_err()
    );
}

/// Pages with scripts that the book runs in the console.
const BOOK_PAGES: [&str; 3] = [
    include_str!("../../../lab/docs/script.md"),
    include_str!("../../../lab/docs/testing.md"),
    include_str!("../../../frontend/docs/headless.md"),
];

#[test]
fn every_script_of_the_book_plays_unless_it_waits() {
    let mut played = 0;
    for page in BOOK_PAGES {
        let blocks = page.split("```").skip(1).step_by(2);
        let scripts = blocks.filter_map(|block| block.split_once('\n').map(|(_, text)| text));
        for text in scripts.filter(|text| text.starts_with("crownhead-script 1\n")) {
            let result = checkers().watch(text, f64::INFINITY);
            let waits = text.contains("wait until") || text.contains("@pc");
            assert_eq!(result.is_err(), waits, "{result:?} in\n{text}");
            played += usize::from(!waits);
        }
    }
    assert!(played >= 10, "{played} scripts");
}

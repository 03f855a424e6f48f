//! The debugger beside a session, without a window: keys and clicks as steps and spots.

use super::{WindowDebugger, opening::Closed};
use crate::desktop::ui::{
    DebuggerSpot,
    debugger::{DebuggerScreen, STEPS},
};
use play::{
    contacts::Held,
    session::{Session, SessionOptions},
};
use std::{path::PathBuf, sync::Arc};

const EXAMPLE: &str = include_str!("../../../../debugger/docs/example.asm");

/// A session with the example, and its debugger.
struct Desk {
    session: Session,
    debugger: WindowDebugger,
    _folder: tempfile::TempDir,
}

impl Desk {
    /// After some frames of play, with the debugger open.
    fn open(frames: u32) -> Desk {
        let folder = tempfile::tempdir().unwrap();
        let path: PathBuf = folder.path().join("game.asm");
        std::fs::write(&path, EXAMPLE).unwrap();
        let cartridge = crate::files::read_image(&path)
            .unwrap()
            .cartridge()
            .unwrap();
        let mut session = Session::new(cartridge, SessionOptions::default());
        (0..frames).for_each(|_| _ = session.advance(&mut Held::default(), false));
        let mut debugger = WindowDebugger::new(&session, Some(path));
        debugger.open(&session);
        Desk {
            session,
            debugger,
            _folder: folder,
        }
    }

    fn screen(&mut self) -> Arc<DebuggerScreen> {
        self.debugger.screen((960, 684), &[0; 128])
    }

    /// The text of the line of code where the machine is.
    fn here(&mut self) -> String {
        let screen = self.screen();
        let row = screen.code.iter().find(|row| row.here).unwrap();
        row.text.trim().to_owned()
    }

    /// The row of code with this text.
    fn row(&mut self, text: &str) -> usize {
        let screen = self.screen();
        let found = screen.code.iter().position(|row| row.text.contains(text));
        found.unwrap_or_else(|| panic!("{text}: {:#?}", screen.code))
    }

    fn step(&mut self, name: &str, back: bool) {
        let step = STEPS.iter().position(|(step, _)| *step == name).unwrap();
        self.debugger.click(DebuggerSpot::Step(step, back));
    }

    fn type_line(&mut self, line: &str) -> bool {
        self.debugger.command(line)
    }

    fn output(&mut self) -> String {
        let lines = self.screen().below.clone();
        let lines: Vec<String> = lines.into_iter().map(|line| line.text).collect();
        lines.join("\n")
    }

    /// Plays frames until the debugger stops its machine.
    fn play(&mut self, frames: u32) -> bool {
        for _ in 0..frames {
            self.session.advance(&mut Held::default(), false);
            if let Some(stop) = self.debugger.follow(&self.session) {
                self.debugger.stopped(&stop);
                return true;
            }
        }
        false
    }
}

#[test]
fn a_look_changes_nothing_in_the_session() {
    let mut desk = Desk::open(40);
    let before = desk.session.save();
    desk.screen();
    assert_eq!(desk.debugger.close(&mut desk.session), Closed::Untouched);
    assert!(desk.session.save() == before);
}

#[test]
fn steps_show_the_source_and_what_they_change() {
    let mut desk = Desk::open(40);
    desk.type_line("to Move");
    assert_eq!(desk.here(), "Move    lda #$f0");
    desk.step("Line", false);
    assert_eq!(desk.here(), "sta HMP0");
    let screen = desk.screen();
    let changed = screen.registers[0].iter().filter(|cell| cell.changed);
    let changed: Vec<&str> = changed.map(|cell| cell.name).collect();
    assert_eq!(changed, ["A", "P"]);
    let frames = desk.debugger.debugger().machine().ram()[0];
    while desk.here() != "inc frames" {
        desk.step("Line", false);
    }
    desk.step("Line", false);
    let screen = desk.screen();
    assert_eq!((screen.ram[0], screen.ram_changed), (frames + 1, 1));
    desk.step("Line", true);
    assert_eq!(desk.here(), "inc frames");
    assert_eq!(desk.screen().ram[0], frames);
}

#[test]
fn a_click_sets_a_breakpoint_and_the_game_stops_there() {
    let mut desk = Desk::open(40);
    desk.type_line("to Move");
    let row = desk.row("inc frames");
    desk.debugger.click(DebuggerSpot::Code(row));
    assert_eq!(desk.screen().code[row].point, Some(true));
    // The breakpoint is in the frame where the machine is.
    assert_eq!(desk.debugger.close(&mut desk.session), Closed::Stopped);
    assert_eq!(desk.here(), "inc frames");
    let (frames, value) = (desk.session.frames(), desk.screen().ram[0]);
    assert_eq!(desk.debugger.close(&mut desk.session), Closed::Moved);
    assert!(desk.session.frames() > frames);
    assert!(desk.play(5));
    assert_eq!(desk.here(), "inc frames");
    assert_eq!(desk.screen().ram[0], value + 1);
    assert!(desk.output().contains("breakpoint 2"), "{}", desk.output());
    // Without it the game plays on.
    let row = desk.row("inc frames");
    desk.debugger.click(DebuggerSpot::Code(row));
    assert_eq!(desk.screen().code[row].point, None);
    assert_eq!(desk.debugger.close(&mut desk.session), Closed::Moved);
    assert!(!desk.play(20));
}

#[test]
fn the_session_goes_on_as_it_would_have_gone() {
    let mut desk = Desk::open(30);
    for unit in ["Scanline", "Instruction", "Frame", "Line", "Cycle"] {
        desk.step(unit, false);
    }
    assert_eq!(desk.debugger.close(&mut desk.session), Closed::Moved);
    desk.play(20);
    let mut alone = Desk::open(desk.session.frames() as u32);
    assert!(desk.session.save_machine() == alone.session.save_machine());
    // What was followed is the same machine, too.
    desk.debugger.open(&desk.session);
    alone.debugger.open(&alone.session);
    let machine = |desk: &Desk| desk.debugger.debugger().machine().future();
    assert_eq!(machine(&desk), machine(&alone));
    let transcript = |desk: &Desk| desk.session.transcript(Some("game.asm"));
    assert_eq!(transcript(&desk), transcript(&alone));
}

#[test]
fn a_session_that_was_rewound_is_taken_over_again() {
    let mut desk = Desk::open(100);
    desk.type_line("break Move if [frames] == 70");
    assert_eq!(desk.debugger.close(&mut desk.session), Closed::Untouched);
    assert!(!desk.play(10));
    assert!(desk.session.back(60));
    assert!(desk.play(60));
    assert_eq!(desk.screen().ram[0], 70);
}

#[test]
fn a_change_lasts_and_the_past_before_it_stays() {
    let mut desk = Desk::open(60);
    desk.type_line("set frames = 200");
    assert_eq!(desk.debugger.close(&mut desk.session), Closed::Moved);
    desk.play(3);
    let frames = desk.session.machine().ram()[0];
    assert!((201..=204).contains(&frames), "{frames}");
    assert!(desk.session.back(30));
    assert!(desk.session.machine().ram()[0] < 60);
}

#[test]
fn pixels_and_bytes_are_explained_and_lead_into_the_past() {
    let mut desk = Desk::open(60);
    desk.type_line("to Picture");
    desk.debugger.click(DebuggerSpot::Ram(0));
    assert!(desk.output().contains("inc frames"), "{}", desk.output());
    let pixel = (0..160).find(|x| {
        desk.debugger.click(DebuggerSpot::Pixel(*x, 130));
        desk.output().contains("player 0")
    });
    assert!(pixel.is_some());
    assert!(desk.output().contains("COLUP0 = $46"), "{}", desk.output());
    let now = desk.debugger.debugger().moment();
    let lines = desk.screen().below.clone();
    let link = lines.iter().position(|line| line.is_link).unwrap();
    let moment = super::mouse::moment_in(&lines[link].text).unwrap();
    desk.debugger.click(DebuggerSpot::Below(link));
    assert_eq!(desk.debugger.debugger().moment(), moment);
    assert!(moment < now);
}

#[test]
fn objects_are_outlined_where_they_are_drawn() {
    let mut desk = Desk::open(60);
    let screen = desk.screen();
    let player: Vec<_> = screen
        .outlines
        .iter()
        .filter(|edge| edge.object == 0)
        .collect();
    // The square has four edges, of sixteen lines and four pixels.
    assert!(player.len() >= 4, "{player:?}");
    let pixel = desk.debugger.debugger().machine().tia().objects()[0].pixel;
    let left = player.iter().map(|edge| edge.from.0).min().unwrap();
    assert!(
        (2..=3).contains(&left.abs_diff(u16::from(pixel))),
        "{left} {pixel}"
    );
    desk.debugger.click(DebuggerSpot::Legend(0));
    assert!(desk.screen().outlines.iter().all(|edge| edge.object != 0));
}

#[test]
fn a_bundled_cartridge_is_shown_as_code_with_its_names() {
    let image = play::bundled::BUNDLED[0].image.to_vec();
    let mut session = Session::open("a.bin", image, SessionOptions::default()).unwrap();
    (0..30).for_each(|_| _ = session.advance(&mut Held::default(), false));
    let mut debugger = WindowDebugger::new(&session, None);
    debugger.open(&session);
    let screen = debugger.screen((960, 684), &[0; 128]);
    assert_eq!(screen.title, "disassembly");
    let here = screen.code.iter().position(|row| row.here).unwrap();
    assert!(here > 1, "there is code before it");
    assert!(screen.code.iter().all(|row| row.is_code || !row.here));
    debugger.open_tab(super::screen::VARIABLES);
    let screen = debugger.screen((960, 684), &[0; 128]);
    assert!(
        screen
            .below
            .iter()
            .any(|line| line.text.contains("  turn ")),
        "{:?}",
        screen.below
    );
}

#[test]
fn wrong_commands_are_answered_and_run_closes() {
    let mut desk = Desk::open(10);
    assert!(!desk.type_line("brake Move"));
    assert!(desk.output().contains("perhaps break"), "{}", desk.output());
    assert!(desk.type_line("run"));
    assert!(!desk.type_line("help"));
    assert!(desk.output().contains("quit"), "{}", desk.output());
}

#[test]
fn every_tab_and_every_small_window_is_drawn() {
    let mut desk = Desk::open(50);
    for tab in 0..crate::desktop::ui::debugger::TABS.len() {
        desk.debugger.open_tab(tab);
        for size in [(320, 228), (640, 456), (960, 684), (1600, 900)] {
            let screen = desk.debugger.screen(size, &[0; 128]);
            assert!(
                !screen.code.is_empty() && !screen.below.is_empty(),
                "{tab} {size:?}"
            );
        }
    }
}

#[test]
fn long_lines_are_wrapped_between_words() {
    let said = super::Said::Answer("one two three-four-five six".into());
    let rows: Vec<String> = said.rows(12).into_iter().map(|row| row.text).collect();
    assert_eq!(rows, ["one two", "    three-fo", "    ur-five", "    six"]);
}

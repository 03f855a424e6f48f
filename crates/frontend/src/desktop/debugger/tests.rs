//! Tests the debugger with a session but without a window.

use super::{Closing, WindowDebugger, base};
use crate::desktop::ui::{
    DebuggerSpot,
    debugger::{DebuggerScreen, KernelPage, STEPS},
};
use lab::{
    script::{Script, ScriptRun},
    trace::Symbols,
};
use minifb::Key;
use play::{
    contacts::Held,
    session::{Session, SessionOptions},
};
use std::{path::PathBuf, sync::Arc};

const EXAMPLE: &str = include_str!("../../../../debugger/docs/example.asm");
const MEANING: &str = include_str!("../../../../debugger/tests/meaning.asm");
const LATE_LINE: &str = include_str!("../../../docs/late-line.md");
const CARTRIDGE_RAM: &str = include_str!("../../../../debugger/tests/cartridge_ram.asm");

/// A session, its debugger, and the folder that holds the program's source.
struct Desk {
    session: Session,
    debugger: WindowDebugger,
    _folder: tempfile::TempDir,
}

impl Desk {
    /// Returns a session of the example program after this many frames, with the debugger open.
    fn open(frames: u32) -> Desk {
        Desk::with(EXAMPLE, frames)
    }

    /// Returns a session of the given program after this many frames, with the debugger open.
    fn with(source: &str, frames: u32) -> Desk {
        let folder = tempfile::tempdir().unwrap();
        let path: PathBuf = folder.path().join("game.asm");
        std::fs::write(&path, source).unwrap();
        let cartridge = headless::files::read_image(&path)
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

    /// Returns the line of code at the machine's position.
    fn here(&mut self) -> String {
        let screen = self.screen();
        let row = screen.code.iter().find(|row| row.here).unwrap();
        row.text.trim().to_owned()
    }

    /// Returns the row of code with this text.
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

    /// Runs up to `frames` frames of the game. Returns true as soon as a breakpoint stops the
    /// debugger's machine.
    fn play(&mut self, frames: u32) -> bool {
        for _ in 0..frames {
            self.session.advance(&mut Held::default(), false);
            if let Some(stop) = self.debugger.follow(&self.session) {
                self.debugger.show_stop(&stop);
                return true;
            }
        }
        false
    }
}

#[test]
fn names_and_addresses_mean_what_the_source_says() {
    let mut desk = Desk::with(MEANING, 2);
    desk.type_line("print Data == $D024");
    assert!(desk.output().contains("1  $01"), "{}", desk.output());
    desk.type_line("to pc == $F016 && count == 3");
    assert_eq!(desk.here(), "Loop    inc count");
    desk.type_line("print count + frame - .frame");
    assert!(
        desk.output().contains("note: `frame` means"),
        "{}",
        desk.output()
    );
    assert_eq!(desk.debugger.debugger().machine().peek(0x80), 3);
}

#[test]
fn code_in_ram_is_shown_where_it_was_assembled() {
    let mut desk = Desk::with(MEANING, 2);
    desk.type_line("to inram");
    assert_eq!(desk.here(), "inram   lda count");
    desk.step("Line", false);
    assert_eq!(desk.here(), "asl");
    desk.type_line("to Plain");
    assert_eq!(desk.here(), "Plain   lda #$5a");
    assert_eq!(desk.debugger.debugger().pc(), 0x82);
    let row = desk.row("sta COLUBK");
    desk.debugger.click(DebuggerSpot::Code(row));
    assert_eq!(desk.debugger.close(&mut desk.session), Closing::StaysOpen);
    assert_eq!(desk.here(), "sta COLUBK");
    assert_eq!(desk.debugger.debugger().pc(), 0x86);
}

#[test]
fn a_breakpoint_by_address_in_cartridge_ram_has_its_mark_in_the_source() {
    let mut desk = Desk::with(CARTRIDGE_RAM, 2);
    for (address, code) in [("$F0A2", "        eor count"), ("$F082", "        asl")] {
        let row = desk.row(code);
        assert_eq!(desk.screen().code[row].point, None, "{code}");
        desk.type_line(&format!("break {address}"));
        assert_eq!(desk.screen().code[row].point, Some(true), "{code}");
        let marks = desk
            .screen()
            .code
            .iter()
            .filter(|row| row.point.is_some())
            .count();
        assert_eq!(marks, 1, "{code}");
        desk.debugger.click(DebuggerSpot::Code(row));
        assert_eq!(desk.screen().code[row].point, None, "{code}");
    }
}

#[test]
fn a_look_changes_nothing_in_the_session() {
    let mut desk = Desk::open(40);
    let before = desk.session.save();
    desk.screen();
    assert_eq!(desk.debugger.close(&mut desk.session), Closing::Untouched);
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
    // The breakpoint stops the machine in the current frame, so the debugger stays open.
    assert_eq!(desk.debugger.close(&mut desk.session), Closing::StaysOpen);
    assert_eq!(desk.here(), "inc frames");
    let (frames, value) = (desk.session.frames(), desk.screen().ram[0]);
    assert_eq!(desk.debugger.close(&mut desk.session), Closing::Moved);
    assert!(desk.session.frames() > frames);
    assert!(desk.play(5));
    assert_eq!(desk.here(), "inc frames");
    assert_eq!(desk.screen().ram[0], value + 1);
    assert!(desk.output().contains("breakpoint 1"), "{}", desk.output());
    // With the breakpoint removed, the game continues.
    let row = desk.row("inc frames");
    desk.debugger.click(DebuggerSpot::Code(row));
    assert_eq!(desk.screen().code[row].point, None);
    assert_eq!(desk.debugger.close(&mut desk.session), Closing::Moved);
    assert!(!desk.play(20));
}

#[test]
fn after_the_debugger_the_session_continues_as_if_uninterrupted() {
    let mut desk = Desk::open(30);
    for unit in ["Scanline", "Instruction", "Frame", "Line", "Cycle"] {
        desk.step(unit, false);
    }
    assert_eq!(desk.debugger.close(&mut desk.session), Closing::Moved);
    desk.play(20);
    let mut alone = Desk::open(desk.session.frames() as u32);
    assert!(desk.session.save_machine() == alone.session.save_machine());
    // The closed debugger has followed the session, so both debuggers have a machine in the same
    // state.
    desk.debugger.open(&desk.session);
    alone.debugger.open(&alone.session);
    let machine = |desk: &Desk| desk.debugger.debugger().machine().future();
    assert_eq!(machine(&desk), machine(&alone));
    let transcript = |desk: &Desk| desk.session.transcript(Some("game.asm"));
    assert_eq!(transcript(&desk), transcript(&alone));
}

/// A program that, in each of 250 scanlines, mixes the position of the left stick into a byte of
/// RAM.
const MIXER: &str = "
        processor 6502
        seg.u ram
        org $80
mixed   ds 1
        seg code
        org $f000
Frame   lda #2
        sta $00         ; VSYNC
        sta $02         ; WSYNC
        sta $02
        sta $02
        ldy #0
        sty $00
Line    sta $02
Mix     lda $280        ; SWCHA
        eor mixed
        asl
        adc #1
        sta mixed
        iny
        cpy #250
        bne Line
        jmp Frame
        org $fffc
        .word Frame
        .word Frame
";

/// Runs up to `frames` frames with the left stick held to the right. Returns true if a breakpoint
/// stops the debugger's machine.
fn push_right(desk: &mut Desk, frames: u32) -> bool {
    let mut held = Held::default();
    held.players[0].joystick.right = true;
    (0..frames).any(|_| {
        desk.session.advance(&mut held, false);
        let stop = desk.debugger.follow(&desk.session);
        stop.is_some_and(|stop| {
            desk.debugger.show_stop(&stop);
            true
        })
    })
}

/// Asserts that replaying a session's transcript leads to the same frame and the same first byte of
/// RAM.
fn assert_replays(desk: &Desk) {
    let script = Script::parse(&desk.session.transcript(None)).unwrap();
    let cartridge = desk.session.timeline().cartridge().clone();
    let symbols = Symbols::default();
    let mut player = ScriptRun::new(cartridge, &script, &symbols);
    while player.frame().is_some() {}
    let (own, replayed) = (desk.session.machine(), player.machine());
    assert_eq!(replayed.place().frame, desk.session.frames());
    assert_eq!(replayed.ram()[0], own.ram()[0]);
}

#[test]
fn a_transcript_replays_though_the_debugger_closed_within_a_frame() {
    let within_a_frame = |desk: &mut Desk| {
        assert!((80..200).contains(&desk.debugger.debugger().place().scanline));
        assert_eq!(desk.debugger.close(&mut desk.session), Closing::Moved);
    };
    // Close the debugger once after going forward in time, and once after going back.
    for ways in [["to Mix", "scanline 100"], ["back frame 4", "scanline 100"]] {
        let mut desk = Desk::with(MIXER, 20);
        assert!(!push_right(&mut desk, 1));
        desk.debugger.open(&desk.session);
        ways.iter().for_each(|way| _ = desk.type_line(way));
        within_a_frame(&mut desk);
        assert!(!push_right(&mut desk, 3));
        assert_replays(&desk);
        assert!(!desk.play(3));
        assert_replays(&desk);
    }
    // The breakpoint stops the debugger in the first frame in which the stick is held to the right.
    let mut desk = Desk::with(MIXER, 20);
    desk.type_line("break Mix if y == 100");
    assert_eq!(desk.debugger.close(&mut desk.session), Closing::Untouched);
    assert!(push_right(&mut desk, 1));
    within_a_frame(&mut desk);
    desk.type_line("delete all");
    assert!(!desk.play(3));
    assert_replays(&desk);
}

#[test]
fn a_breakpoint_is_removed_where_its_mark_is_whatever_set_it() {
    // Set the breakpoint by line, by label and by address. Each time, its mark must appear in the
    // source and in the disassembly, and a click there must remove it.
    let address = Desk::open(10).debugger.debugger().location("Move").unwrap();
    let by_address = format!("break ${:04X}", address.address());
    for command in ["break game.asm:72", "break Move", &by_address] {
        for view in ["source", "disassembly"] {
            let mut desk = Desk::open(10);
            if view == "disassembly" {
                desk.debugger.code.switch();
            }
            desk.type_line("to Move");
            assert!(!desk.type_line(command));
            let marked = |desk: &mut Desk| {
                let screen = desk.screen();
                screen.code.iter().position(|row| row.point.is_some())
            };
            let row = marked(&mut desk).unwrap_or_else(|| panic!("{command}: {view}"));
            desk.debugger.click(DebuggerSpot::Code(row));
            assert_eq!(marked(&mut desk), None, "{command}: {view}");
            assert!(desk.debugger.debugger().points.list().is_empty());
        }
    }
    // A breakpoint on a comment goes to the next line with code.
    let mut desk = Desk::open(10);
    desk.type_line("to Move");
    let row = desk.row("Move ");
    let comment = row - 1;
    assert!(!desk.screen().code[comment].is_code);
    desk.debugger.click(DebuggerSpot::Code(comment));
    assert_eq!(desk.screen().code[row].point, Some(true));
    desk.debugger.click(DebuggerSpot::Code(comment));
    assert_eq!(desk.screen().code[row].point, None);
}

#[test]
fn a_session_that_was_rewound_is_taken_over_again() {
    let mut desk = Desk::open(100);
    desk.type_line("break Move if [frames] == 70");
    assert_eq!(desk.debugger.close(&mut desk.session), Closing::Untouched);
    assert!(!desk.play(10));
    assert!(desk.session.back(60));
    assert!(desk.play(60));
    assert_eq!(desk.screen().ram[0], 70);
}

#[test]
fn a_change_lasts_and_the_past_before_it_stays() {
    let mut desk = Desk::open(60);
    desk.type_line("set frames = 200");
    assert_eq!(desk.debugger.close(&mut desk.session), Closing::Moved);
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
    let moment = base::moment_in(&lines[link].text).unwrap();
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
    // The square is four pixels wide and sixteen lines high, so it has at least four edges.
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
    assert!(here > 1, "code must be visible above the current row");
    assert!(screen.code.iter().all(|row| row.is_code || !row.here));
    debugger.open_tab(base::VARIABLES);
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
                !screen.code.is_empty() && (!screen.below.is_empty() || screen.kernel.is_some()),
                "{tab} {size:?}"
            );
        }
    }
}

/// A program with three writes in each line of the picture. The write to COLUBK comes at the start
/// of the line and can move. The writes to COLUPF and PF2 come in mid-line; they do not change any
/// pixel, because the playfield is empty.
const KERNEL: &str = "
        processor 6502
VSYNC   = $00
WSYNC   = $02
COLUBK  = $09
PF1     = $0e
PF2     = $0f
        org $f000
Frame   lda #2
        sta VSYNC
        sta WSYNC
        sta WSYNC
        sta WSYNC
        ldx #0
        stx VSYNC
        lda #$ff
Line    sta WSYNC
        stx COLUBK
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        stx $08
        lda #0
        sta PF2
        dex
        bne Line
        jmp Frame
        org $fffc
        .word Frame
        .word Frame
";

impl Desk {
    /// Opens the kernel tab.
    fn kernel(&mut self) -> KernelPage {
        self.debugger.open_tab(base::KERNEL);
        self.kernel_now()
    }

    fn kernel_now(&mut self) -> KernelPage {
        let screen = self.screen();
        let page = screen.kernel.clone();
        page.unwrap_or_else(|| panic!("{:?}", screen.below))
    }

    fn key(&mut self, key: Key) {
        assert!(!self.debugger.key(key, true, false));
    }
}

#[test]
fn the_kernel_tab_shows_the_line_of_the_beam_and_its_neighbors() {
    let mut desk = Desk::with(KERNEL, 5);
    desk.type_line("scanline 100");
    let beam = desk.debugger.debugger().place();
    let page = desk.kernel();
    assert_eq!(page.line.scanline, beam.scanline);
    // The tab shows the same line as the kernel view in the terminal.
    let lines = u64::from(beam.scanline)..=u64::from(beam.scanline);
    let debugger = desk.debugger.debugger();
    let kernel = headless::kernel_view::kernel_in_past(debugger, beam.frame, lines).unwrap();
    assert_eq!(*page.line, kernel.lines[0]);
    assert_eq!(page.colors.len(), 160);
    let names: Vec<&str> = page.line.writes.iter().map(|write| write.name).collect();
    assert_eq!(names, ["COLUBK", "COLUPF", "PF2"]);
    assert_eq!(page.rows, 0..3);
    // The tab also shows lines that the beam has not yet reached in this frame.
    for (key, line) in [
        (Key::Down, beam.scanline + 1),
        (Key::PageDown, beam.scanline + 11),
        (Key::Up, beam.scanline + 10),
        (Key::PageUp, beam.scanline),
        (Key::PageUp, beam.scanline - 10),
        (Key::Home, beam.scanline),
    ] {
        desk.key(key);
        assert_eq!(desk.kernel_now().line.scanline, line, "{key:?}");
    }
    desk.debugger.wheel(Some(DebuggerSpot::Instruction(0)), -3);
    assert_eq!(desk.kernel_now().line.scanline, beam.scanline - 1);
    desk.debugger.click(DebuggerSpot::Pixel(80, 150));
    assert_eq!(desk.kernel_now().line.scanline, 150);
    // After a step, the tab shows the beam's line again.
    desk.step("Scanline", false);
    let beam = desk.debugger.debugger().place();
    assert_eq!(desk.kernel_now().line.scanline, beam.scanline);
}

/// Checks what the chapter "The line that was two cycles late" says about the window.
#[test]
fn the_kernel_tab_shows_the_late_line_of_the_chapter() {
    let programs = support::page::programs(LATE_LINE);
    let shown = |program: &str, rows: std::ops::Range<u16>, height: usize| {
        let mut desk = Desk::with(program, 20);
        desk.debugger.click(DebuggerSpot::Tab(base::KERNEL));
        rows.step_by(height)
            .map(|line| {
                desk.debugger.click(DebuggerSpot::Pixel(72, line));
                let line = desk.kernel_now().line;
                (line.free, line.waits.clone())
            })
            .collect::<Vec<_>>()
    };
    // Each late row takes two scanlines. In the upper one, the processor never waits.
    assert_eq!(shown(&programs[0], 131..147, 2), vec![(0, vec![]); 8]);
    let last = kernel::Cells {
        first: 70,
        last: 75,
    };
    let changed = programs.last().unwrap();
    assert_eq!(shown(changed, 131..138, 1), vec![(6, vec![last]); 7]);
}

#[test]
fn a_chosen_write_has_the_pixels_that_it_changes() {
    let mut desk = Desk::with(KERNEL, 5);
    desk.type_line("scanline 100");
    let page = desk.kernel();
    assert_eq!((page.write, page.instruction), (None, None));
    desk.debugger.click(DebuggerSpot::Below(0));
    let page = desk.kernel_now();
    assert_eq!(page.write, Some(0));
    let instruction = &page.line.instructions[page.instruction.unwrap()];
    assert!(
        instruction.code.text.starts_with("stx COLUBK"),
        "{instruction:?}"
    );
    let write = &page.line.writes[0];
    assert_eq!(
        write.changes,
        [kernel::Cells {
            first: 0,
            last: 159
        }]
    );
    assert!(!write.is_tight());
    // The right arrow selects the next write, and does nothing at the last one.
    for expected in [1, 2, 2] {
        desk.key(Key::Right);
        assert_eq!(desk.kernel_now().write, Some(expected));
    }
    desk.key(Key::Left);
    assert_eq!(desk.kernel_now().write, Some(1));
    // Selecting an instruction also selects its write, if it has one.
    let page = desk.kernel_now();
    let index = page.line.writes[2].instruction.unwrap();
    desk.debugger.click(DebuggerSpot::Instruction(index));
    assert_eq!(desk.kernel_now().write, Some(2));
    desk.debugger.click(DebuggerSpot::Instruction(index - 1));
    let page = desk.kernel_now();
    assert_eq!((page.write, page.instruction), (None, Some(index - 1)));
}

#[test]
fn the_kernel_tab_follows_changes_and_says_why_there_is_no_view() {
    let mut desk = Desk::with(KERNEL, 5);
    desk.type_line("scanline 100");
    let color = |desk: &mut Desk| desk.kernel().line.writes[0].data;
    let first = color(&mut desk);
    // Going back before the first change discards it, so after the second change, the number of
    // changes is still the same.
    let mut changed = |x: u8| {
        desk.type_line("back scanline 2");
        desk.type_line(&format!("set x = {x}"));
        desk.type_line("scanline 2");
        color(&mut desk)
    };
    let colors = [first, changed(9), changed(60)];
    assert!(
        colors[0].abs_diff(9) > 2 && colors[1].abs_diff(9) <= 2,
        "{colors:?}"
    );
    assert!(colors[2].abs_diff(60) <= 2, "{colors:?}");
    // Select a scanline beyond the end of the frame.
    desk.debugger.click(DebuggerSpot::Pixel(0, 9_999));
    let screen = desk.screen();
    assert_eq!(screen.kernel, None);
    let text: Vec<&str> = screen.below.iter().map(|row| row.text.as_str()).collect();
    assert!(text.join(" ").contains("ends with scanline"), "{text:?}");
}

#[test]
fn a_patch_stays_in_effect_when_the_game_continues() {
    let mut desk = Desk::open(20);
    let address = desk.debugger.debugger().location("Move").unwrap().address();
    // `inc frames`, three instructions after the label, becomes `dec frames`.
    let inc = address + 8;
    assert_eq!(desk.debugger.debugger().machine().peek(inc), 0xe6);
    desk.type_line("patch Move+8 = $c6");
    assert!(desk.output().contains("$E6 -> $C6"), "{}", desk.output());
    assert_eq!(desk.debugger.close(&mut desk.session), Closing::Moved);
    let before = desk.session.machine().ram()[0];
    desk.play(3);
    assert_eq!(desk.session.machine().ram()[0], before - 3);
    // The session now has the patched cartridge. The debugger still belongs to this session, and
    // can remove the patch.
    assert!(desk.debugger.is_for(&desk.session));
    desk.debugger.open(&desk.session);
    desk.type_line("patch off");
    assert_eq!(desk.debugger.close(&mut desk.session), Closing::Moved);
    let before = desk.session.machine().ram()[0];
    desk.play(3);
    assert_eq!(desk.session.machine().ram()[0], before + 3);
}

#[test]
fn values_of_colors_have_a_swatch() {
    let mut desk = Desk::open(20);
    desk.debugger.open_tab(2);
    let palette = std::array::from_fn(|index| 0x1000 + index as u32);
    let screen = desk.debugger.screen((960, 684), &palette);
    let rows = screen.below.iter();
    let swatches: Vec<_> = rows
        .flat_map(|row| row.colors.iter().map(|color| (row.text.as_str(), *color)))
        .collect();
    let player = swatches
        .iter()
        .find(|(text, (column, _))| text[..*column].ends_with("COLUP0 $46"));
    assert_eq!(
        player.map(|(_, (_, color))| *color),
        Some(0x1023),
        "{swatches:?}"
    );
    assert!(swatches.len() > 1);
}

#[test]
fn long_lines_are_wrapped_between_words() {
    let said = base::OutputLine::Answer("one two three-four-five six".into());
    let rows: Vec<String> = said.rows(12).into_iter().map(|row| row.text).collect();
    assert_eq!(rows, ["one two", "    three-fo", "    ur-five", "    six"]);
}

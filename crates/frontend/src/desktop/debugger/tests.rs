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
    contacts::HeldControls,
    session::{Session, SessionOptions},
};
use std::{path::PathBuf, sync::Arc};

const EXAMPLE: &str = include_str!("../../../../debugger/docs/example.asm");
const NAME_RULES: &str = include_str!("../../../../debugger/tests/name_rules.asm");
const LATE_LINE: &str = include_str!("../../../docs/late-line.md");
const CARTRIDGE_RAM: &str = include_str!("../../../../debugger/tests/cartridge_ram.asm");

/// A session, its debugger, and the folder that holds the program's source.
struct Rig {
    session: Session,
    debugger: WindowDebugger,
    _folder: tempfile::TempDir,
}

impl Rig {
    /// Returns a session of the example program after this many frames, with the debugger open.
    fn open(frames: u32) -> Rig {
        Rig::with(EXAMPLE, frames)
    }

    /// Returns a session of the given program after this many frames, with the debugger open.
    fn with(source: &str, frames: u32) -> Rig {
        let folder = tempfile::tempdir().unwrap();
        let path: PathBuf = folder.path().join("game.asm");
        std::fs::write(&path, source).unwrap();
        let cartridge = headless::files::read_image(&path)
            .unwrap()
            .cartridge()
            .unwrap();
        let mut session = Session::new(cartridge, SessionOptions::default());
        (0..frames).for_each(|_| _ = session.advance(&mut HeldControls::default(), false));
        let mut debugger = WindowDebugger::new(&session, Some(path));
        debugger.open(&session);
        Rig {
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
        let row = screen.code.iter().find(|row| row.is_next).unwrap();
        row.text.trim().to_owned()
    }

    /// Returns the index of the row of code that contains this text.
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
        let lines = self.screen().tab_rows.clone();
        let lines: Vec<String> = lines.into_iter().map(|line| line.text).collect();
        lines.join("\n")
    }

    /// Runs up to `frames` frames of the game. Returns true as soon as a breakpoint stops the
    /// debugger's machine.
    fn play(&mut self, frames: u32) -> bool {
        for _ in 0..frames {
            self.session.advance(&mut HeldControls::default(), false);
            if let Some(stop) = self.debugger.follow(&self.session) {
                self.debugger.show_stop(&stop);
                return true;
            }
        }
        false
    }
}

#[test]
fn expressions_use_the_names_and_addresses_of_the_source() {
    let mut rig = Rig::with(NAME_RULES, 2);
    rig.type_line("print Data == $D024");
    assert!(rig.output().contains("1  $01"), "{}", rig.output());
    rig.type_line("to pc == $F016 && count == 3");
    assert_eq!(rig.here(), "Loop    inc count");
    rig.type_line("print count + frame - .frame");
    assert!(
        rig.output().contains("note: `frame` means"),
        "{}",
        rig.output()
    );
    assert_eq!(rig.debugger.debugger().machine().peek(0x80), 3);
}

#[test]
fn code_in_ram_is_shown_where_it_was_assembled() {
    let mut rig = Rig::with(NAME_RULES, 2);
    rig.type_line("to inram");
    assert_eq!(rig.here(), "inram   lda count");
    rig.step("Line", false);
    assert_eq!(rig.here(), "asl");
    rig.type_line("to Plain");
    assert_eq!(rig.here(), "Plain   lda #$5a");
    assert_eq!(rig.debugger.debugger().pc(), 0x82);
    let row = rig.row("sta COLUBK");
    rig.debugger.click(DebuggerSpot::Code(row));
    assert_eq!(rig.debugger.close(&mut rig.session), Closing::StaysOpen);
    assert_eq!(rig.here(), "sta COLUBK");
    assert_eq!(rig.debugger.debugger().pc(), 0x86);
}

#[test]
fn a_breakpoint_by_address_in_cartridge_ram_has_its_mark_in_the_source() {
    let mut rig = Rig::with(CARTRIDGE_RAM, 2);
    for (address, code) in [("$F0A2", "        eor count"), ("$F082", "        asl")] {
        let row = rig.row(code);
        assert_eq!(rig.screen().code[row].breakpoint, None, "{code}");
        rig.type_line(&format!("break {address}"));
        assert_eq!(rig.screen().code[row].breakpoint, Some(true), "{code}");
        let marks = rig
            .screen()
            .code
            .iter()
            .filter(|row| row.breakpoint.is_some())
            .count();
        assert_eq!(marks, 1, "{code}");
        rig.debugger.click(DebuggerSpot::Code(row));
        assert_eq!(rig.screen().code[row].breakpoint, None, "{code}");
    }
}

#[test]
fn opening_and_closing_the_debugger_leaves_the_session_unchanged() {
    let mut rig = Rig::open(40);
    let before = rig.session.save();
    rig.screen();
    assert_eq!(rig.debugger.close(&mut rig.session), Closing::Untouched);
    assert!(rig.session.save() == before);
}

#[test]
fn steps_show_the_source_and_what_they_change() {
    let mut rig = Rig::open(40);
    rig.type_line("to Move");
    assert_eq!(rig.here(), "Move    lda #$f0");
    rig.step("Line", false);
    assert_eq!(rig.here(), "sta HMP0");
    let screen = rig.screen();
    let changed = screen.registers[0].iter().filter(|cell| cell.changed);
    let changed: Vec<&str> = changed.map(|cell| cell.name).collect();
    assert_eq!(changed, ["A", "P"]);
    let frames = rig.debugger.debugger().machine().ram()[0];
    while rig.here() != "inc frames" {
        rig.step("Line", false);
    }
    rig.step("Line", false);
    let screen = rig.screen();
    assert_eq!((screen.ram[0], screen.ram_changed), (frames + 1, 1));
    rig.step("Line", true);
    assert_eq!(rig.here(), "inc frames");
    assert_eq!(rig.screen().ram[0], frames);
}

#[test]
fn a_click_sets_a_breakpoint_and_the_game_stops_there() {
    let mut rig = Rig::open(40);
    rig.type_line("to Move");
    let row = rig.row("inc frames");
    rig.debugger.click(DebuggerSpot::Code(row));
    assert_eq!(rig.screen().code[row].breakpoint, Some(true));
    // The breakpoint stops the machine in the current frame, so the debugger stays open.
    assert_eq!(rig.debugger.close(&mut rig.session), Closing::StaysOpen);
    assert_eq!(rig.here(), "inc frames");
    let (frames, value) = (rig.session.frames(), rig.screen().ram[0]);
    assert_eq!(rig.debugger.close(&mut rig.session), Closing::Moved);
    assert!(rig.session.frames() > frames);
    assert!(rig.play(5));
    assert_eq!(rig.here(), "inc frames");
    assert_eq!(rig.screen().ram[0], value + 1);
    assert!(rig.output().contains("breakpoint 1"), "{}", rig.output());
    // With the breakpoint removed, the game continues.
    let row = rig.row("inc frames");
    rig.debugger.click(DebuggerSpot::Code(row));
    assert_eq!(rig.screen().code[row].breakpoint, None);
    assert_eq!(rig.debugger.close(&mut rig.session), Closing::Moved);
    assert!(!rig.play(20));
}

#[test]
fn stepping_in_the_debugger_does_not_affect_how_the_session_continues() {
    let mut rig = Rig::open(30);
    for unit in ["Scanline", "Instruction", "Frame", "Line", "Cycle"] {
        rig.step(unit, false);
    }
    assert_eq!(rig.debugger.close(&mut rig.session), Closing::Moved);
    rig.play(20);
    let mut uninterrupted = Rig::open(rig.session.frames() as u32);
    assert!(rig.session.save_machine() == uninterrupted.session.save_machine());
    // The closed debugger has followed the session, so both debuggers have a machine in the same
    // state.
    rig.debugger.open(&rig.session);
    uninterrupted.debugger.open(&uninterrupted.session);
    let machine_hash = |rig: &Rig| rig.debugger.debugger().machine().future_hash();
    assert_eq!(machine_hash(&rig), machine_hash(&uninterrupted));
    let transcript = |rig: &Rig| rig.session.transcript(Some("game.asm"));
    assert_eq!(transcript(&rig), transcript(&uninterrupted));
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
fn hold_right(rig: &mut Rig, frames: u32) -> bool {
    let mut held = HeldControls::default();
    held.players[0].joystick.right = true;
    (0..frames).any(|_| {
        rig.session.advance(&mut held, false);
        let stop = rig.debugger.follow(&rig.session);
        stop.is_some_and(|stop| {
            rig.debugger.show_stop(&stop);
            true
        })
    })
}

/// Asserts that replaying a session's transcript leads to the same frame and the same first byte of
/// RAM.
fn assert_replays(rig: &Rig) {
    let script = Script::parse(&rig.session.transcript(None)).unwrap();
    let cartridge = rig.session.timeline().cartridge().clone();
    let symbols = Symbols::default();
    let mut player = ScriptRun::new(cartridge, &script, &symbols);
    while player.frame().is_some() {}
    let (original, replayed) = (rig.session.machine(), player.machine());
    assert_eq!(replayed.place().frame, rig.session.frames());
    assert_eq!(replayed.ram()[0], original.ram()[0]);
}

#[test]
fn a_transcript_replays_even_if_the_debugger_closes_in_mid_frame() {
    let close_in_mid_frame = |rig: &mut Rig| {
        assert!((80..200).contains(&rig.debugger.debugger().place().scanline));
        assert_eq!(rig.debugger.close(&mut rig.session), Closing::Moved);
    };
    // Close the debugger once after going forward in time, and once after going back.
    for commands in [["to Mix", "scanline 100"], ["back frame 4", "scanline 100"]] {
        let mut rig = Rig::with(MIXER, 20);
        assert!(!hold_right(&mut rig, 1));
        rig.debugger.open(&rig.session);
        commands
            .iter()
            .for_each(|command| _ = rig.type_line(command));
        close_in_mid_frame(&mut rig);
        assert!(!hold_right(&mut rig, 3));
        assert_replays(&rig);
        assert!(!rig.play(3));
        assert_replays(&rig);
    }
    // The breakpoint stops the debugger in the first frame in which the stick is held to the right.
    let mut rig = Rig::with(MIXER, 20);
    rig.type_line("break Mix if y == 100");
    assert_eq!(rig.debugger.close(&mut rig.session), Closing::Untouched);
    assert!(hold_right(&mut rig, 1));
    close_in_mid_frame(&mut rig);
    rig.type_line("delete all");
    assert!(!rig.play(3));
    assert_replays(&rig);
}

#[test]
fn a_click_on_a_mark_removes_its_breakpoint_however_it_was_set() {
    // Set the breakpoint by line, by label and by address. Each time, its mark must appear in the
    // source and in the disassembly, and a click there must remove it.
    let address = Rig::open(10).debugger.debugger().location("Move").unwrap();
    let by_address = format!("break ${:04X}", address.address());
    for command in ["break game.asm:72", "break Move", &by_address] {
        for view in ["source", "disassembly"] {
            let mut rig = Rig::open(10);
            if view == "disassembly" {
                rig.debugger.code.toggle_disassembly();
            }
            rig.type_line("to Move");
            assert!(!rig.type_line(command));
            let marked = |rig: &mut Rig| {
                let screen = rig.screen();
                screen.code.iter().position(|row| row.breakpoint.is_some())
            };
            let row = marked(&mut rig).unwrap_or_else(|| panic!("{command}: {view}"));
            rig.debugger.click(DebuggerSpot::Code(row));
            assert_eq!(marked(&mut rig), None, "{command}: {view}");
            assert!(rig.debugger.debugger().points.list().is_empty());
        }
    }
    // A breakpoint on a comment goes to the next line with code.
    let mut rig = Rig::open(10);
    rig.type_line("to Move");
    let row = rig.row("Move ");
    let comment = row - 1;
    assert!(!rig.screen().code[comment].is_code);
    rig.debugger.click(DebuggerSpot::Code(comment));
    assert_eq!(rig.screen().code[row].breakpoint, Some(true));
    rig.debugger.click(DebuggerSpot::Code(comment));
    assert_eq!(rig.screen().code[row].breakpoint, None);
}

#[test]
fn the_debugger_follows_a_session_that_has_been_rewound() {
    let mut rig = Rig::open(100);
    rig.type_line("break Move if [frames] == 70");
    assert_eq!(rig.debugger.close(&mut rig.session), Closing::Untouched);
    assert!(!rig.play(10));
    assert!(rig.session.back(60));
    assert!(rig.play(60));
    assert_eq!(rig.screen().ram[0], 70);
}

#[test]
fn a_changed_byte_persists_and_the_history_before_it_is_kept() {
    let mut rig = Rig::open(60);
    rig.type_line("set frames = 200");
    assert_eq!(rig.debugger.close(&mut rig.session), Closing::Moved);
    rig.play(3);
    let frames = rig.session.machine().ram()[0];
    assert!((201..=204).contains(&frames), "{frames}");
    assert!(rig.session.back(30));
    assert!(rig.session.machine().ram()[0] < 60);
}

#[test]
fn clicked_pixels_and_bytes_are_explained_with_links_into_the_past() {
    let mut rig = Rig::open(60);
    rig.type_line("to Picture");
    rig.debugger.click(DebuggerSpot::Ram(0));
    assert!(rig.output().contains("inc frames"), "{}", rig.output());
    let pixel = (0..160).find(|x| {
        rig.debugger.click(DebuggerSpot::Pixel(*x, 130));
        rig.output().contains("player 0")
    });
    assert!(pixel.is_some());
    assert!(rig.output().contains("COLUP0 = $46"), "{}", rig.output());
    let now = rig.debugger.debugger().moment();
    let lines = rig.screen().tab_rows.clone();
    let link = lines.iter().position(|line| line.is_link).unwrap();
    let moment = base::moment_in(&lines[link].text).unwrap();
    rig.debugger.click(DebuggerSpot::TabRow(link));
    assert_eq!(rig.debugger.debugger().moment(), moment);
    assert!(moment < now);
}

#[test]
fn objects_are_outlined_where_they_are_drawn() {
    let mut rig = Rig::open(60);
    let screen = rig.screen();
    let player: Vec<_> = screen
        .outlines
        .iter()
        .filter(|edge| edge.object == 0)
        .collect();
    // The square is four pixels wide and sixteen lines high, so it has at least four edges.
    assert!(player.len() >= 4, "{player:?}");
    let pixel = rig.debugger.debugger().machine().tia().objects()[0].pixel;
    let left = player.iter().map(|edge| edge.from.0).min().unwrap();
    assert!(
        (2..=3).contains(&left.abs_diff(u16::from(pixel))),
        "{left} {pixel}"
    );
    rig.debugger.click(DebuggerSpot::Legend(0));
    assert!(rig.screen().outlines.iter().all(|edge| edge.object != 0));
}

#[test]
fn a_bundled_cartridge_is_disassembled_and_its_variables_have_names() {
    let image = play::bundled::BUNDLED[0].image.to_vec();
    let mut session = Session::open("a.bin", image, SessionOptions::default()).unwrap();
    (0..30).for_each(|_| _ = session.advance(&mut HeldControls::default(), false));
    let mut debugger = WindowDebugger::new(&session, None);
    debugger.open(&session);
    let screen = debugger.screen((960, 684), &[0; 128]);
    assert_eq!(screen.title, "disassembly");
    let here = screen.code.iter().position(|row| row.is_next).unwrap();
    assert!(here > 1, "code must be visible above the current row");
    assert!(screen.code.iter().all(|row| row.is_code || !row.is_next));
    debugger.open_tab(base::VARIABLES);
    let screen = debugger.screen((960, 684), &[0; 128]);
    assert!(
        screen
            .tab_rows
            .iter()
            .any(|line| line.text.contains("  turn ")),
        "{:?}",
        screen.tab_rows
    );
}

#[test]
fn an_unknown_command_gets_a_suggestion_and_run_closes_the_debugger() {
    let mut rig = Rig::open(10);
    assert!(!rig.type_line("brake Move"));
    assert!(rig.output().contains("perhaps break"), "{}", rig.output());
    assert!(rig.type_line("run"));
    assert!(!rig.type_line("help"));
    assert!(rig.output().contains("quit"), "{}", rig.output());
}

#[test]
fn every_tab_is_drawn_at_every_window_size() {
    let mut rig = Rig::open(50);
    for tab in 0..crate::desktop::ui::debugger::TABS.len() {
        rig.debugger.open_tab(tab);
        for size in [(320, 228), (640, 456), (960, 684), (1600, 900)] {
            let screen = rig.debugger.screen(size, &[0; 128]);
            assert!(
                !screen.code.is_empty() && (!screen.tab_rows.is_empty() || screen.kernel.is_some()),
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

impl Rig {
    /// Opens the kernel tab.
    fn open_kernel_tab(&mut self) -> KernelPage {
        self.debugger.open_tab(base::KERNEL);
        self.kernel_page()
    }

    fn kernel_page(&mut self) -> KernelPage {
        let screen = self.screen();
        let page = screen.kernel.clone();
        page.unwrap_or_else(|| panic!("{:?}", screen.tab_rows))
    }

    fn key(&mut self, key: Key) {
        assert!(!self.debugger.key(key, true, false));
    }
}

#[test]
fn the_kernel_tab_shows_the_line_of_the_beam_and_its_neighbors() {
    let mut rig = Rig::with(KERNEL, 5);
    rig.type_line("scanline 100");
    let beam = rig.debugger.debugger().place();
    let page = rig.open_kernel_tab();
    assert_eq!(page.line.scanline, beam.scanline);
    // The tab shows the same line as the kernel view in the terminal.
    let lines = u64::from(beam.scanline)..=u64::from(beam.scanline);
    let debugger = rig.debugger.debugger();
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
        rig.key(key);
        assert_eq!(rig.kernel_page().line.scanline, line, "{key:?}");
    }
    rig.debugger.wheel(Some(DebuggerSpot::Instruction(0)), -3);
    assert_eq!(rig.kernel_page().line.scanline, beam.scanline - 1);
    rig.debugger.click(DebuggerSpot::Pixel(80, 150));
    assert_eq!(rig.kernel_page().line.scanline, 150);
    // After a step, the tab shows the beam's line again.
    rig.step("Scanline", false);
    let beam = rig.debugger.debugger().place();
    assert_eq!(rig.kernel_page().line.scanline, beam.scanline);
}

/// Checks what the chapter "The line that was two cycles late" says about the window.
#[test]
fn the_kernel_tab_shows_what_the_late_line_chapter_says() {
    let programs = support::page::programs(LATE_LINE);
    let shown = |program: &str, rows: std::ops::Range<u16>, height: usize| {
        let mut rig = Rig::with(program, 20);
        rig.debugger.click(DebuggerSpot::Tab(base::KERNEL));
        rows.step_by(height)
            .map(|line| {
                rig.debugger.click(DebuggerSpot::Pixel(72, line));
                let line = rig.kernel_page().line;
                (line.free, line.waits.clone())
            })
            .collect::<Vec<_>>()
    };
    // Each late row takes two scanlines. In the upper one, the processor never waits.
    assert_eq!(shown(&programs[0], 131..147, 2), vec![(0, vec![]); 8]);
    let last = kernel::InclusiveRange {
        first: 70,
        last: 75,
    };
    let fixed = programs.last().unwrap();
    assert_eq!(shown(fixed, 131..138, 1), vec![(6, vec![last]); 7]);
}

#[test]
fn selecting_a_write_shows_the_pixels_that_it_changes() {
    let mut rig = Rig::with(KERNEL, 5);
    rig.type_line("scanline 100");
    let page = rig.open_kernel_tab();
    assert_eq!((page.write, page.instruction), (None, None));
    rig.debugger.click(DebuggerSpot::TabRow(0));
    let page = rig.kernel_page();
    assert_eq!(page.write, Some(0));
    let instruction = &page.line.instructions[page.instruction.unwrap()];
    assert!(
        instruction.code.text.starts_with("stx COLUBK"),
        "{instruction:?}"
    );
    let write = &page.line.writes[0];
    assert_eq!(
        write.changes,
        [kernel::InclusiveRange {
            first: 0,
            last: 159
        }]
    );
    assert!(!write.is_tight());
    // The right arrow selects the next write, and does nothing at the last one.
    for expected in [1, 2, 2] {
        rig.key(Key::Right);
        assert_eq!(rig.kernel_page().write, Some(expected));
    }
    rig.key(Key::Left);
    assert_eq!(rig.kernel_page().write, Some(1));
    // Selecting an instruction also selects its write, if it has one.
    let page = rig.kernel_page();
    let index = page.line.writes[2].instruction.unwrap();
    rig.debugger.click(DebuggerSpot::Instruction(index));
    assert_eq!(rig.kernel_page().write, Some(2));
    rig.debugger.click(DebuggerSpot::Instruction(index - 1));
    let page = rig.kernel_page();
    assert_eq!((page.write, page.instruction), (None, Some(index - 1)));
}

#[test]
fn the_kernel_tab_shows_changes_and_explains_why_a_line_has_no_view() {
    let mut rig = Rig::with(KERNEL, 5);
    rig.type_line("scanline 100");
    let background = |rig: &mut Rig| rig.open_kernel_tab().line.writes[0].data;
    let first = background(&mut rig);
    // Going back past the first change discards it, so the second change does not increase the
    // number of changes. The tab must show the new picture nevertheless.
    let mut color_with_x = |x: u8| {
        rig.type_line("back scanline 2");
        rig.type_line(&format!("set x = {x}"));
        rig.type_line("scanline 2");
        background(&mut rig)
    };
    let colors = [first, color_with_x(9), color_with_x(60)];
    assert!(
        colors[0].abs_diff(9) > 2 && colors[1].abs_diff(9) <= 2,
        "{colors:?}"
    );
    assert!(colors[2].abs_diff(60) <= 2, "{colors:?}");
    // Select a scanline beyond the end of the frame.
    rig.debugger.click(DebuggerSpot::Pixel(0, 9_999));
    let screen = rig.screen();
    assert_eq!(screen.kernel, None);
    let text: Vec<&str> = screen
        .tab_rows
        .iter()
        .map(|row| row.text.as_str())
        .collect();
    assert!(text.join(" ").contains("ends with scanline"), "{text:?}");
}

#[test]
fn a_patch_stays_in_effect_when_the_game_continues() {
    let mut rig = Rig::open(20);
    let address = rig.debugger.debugger().location("Move").unwrap().address();
    // `inc frames`, three instructions after the label, becomes `dec frames`.
    let inc = address + 8;
    assert_eq!(rig.debugger.debugger().machine().peek(inc), 0xe6);
    rig.type_line("patch Move+8 = $c6");
    assert!(rig.output().contains("$E6 -> $C6"), "{}", rig.output());
    assert_eq!(rig.debugger.close(&mut rig.session), Closing::Moved);
    let before = rig.session.machine().ram()[0];
    rig.play(3);
    assert_eq!(rig.session.machine().ram()[0], before - 3);
    // The session now has the patched cartridge. The debugger still belongs to this session, and
    // can remove the patch.
    assert!(rig.debugger.is_for(&rig.session));
    rig.debugger.open(&rig.session);
    rig.type_line("patch off");
    assert_eq!(rig.debugger.close(&mut rig.session), Closing::Moved);
    let before = rig.session.machine().ram()[0];
    rig.play(3);
    assert_eq!(rig.session.machine().ram()[0], before + 3);
}

#[test]
fn color_values_have_a_swatch() {
    let mut rig = Rig::open(20);
    rig.debugger.open_tab(2);
    let palette = std::array::from_fn(|index| 0x1000 + index as u32);
    let screen = rig.debugger.screen((960, 684), &palette);
    let rows = screen.tab_rows.iter();
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
    let answer = base::OutputLine::Answer("one two three-four-five six".into());
    let rows: Vec<String> = answer.rows(12).into_iter().map(|row| row.text).collect();
    assert_eq!(rows, ["one two", "    three-fo", "    ur-five", "    six"]);
}

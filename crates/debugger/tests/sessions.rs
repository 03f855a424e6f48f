//! Tests breakpoints, watchpoints, traps, commands, and finding what drew a pixel.

use asm6502::{MemoryProvider, Options, build};
use debugger::{
    Calls, Debugger, PixelSource, Program, Reason, Stop, Trap, Unit, carry_over,
    commands::{Answer, CommandError, Commander, Host, LoadedProgram},
};
use lab::trace::stepping;
use std::{collections::BTreeMap, path::Path, sync::Arc};
use vcs::{Cartridge, Frame, Machine};

const EXAMPLE: &str = include_str!("../docs/example.asm");
const NAME_RULES: &str = include_str!("name_rules.asm");
const CARTRIDGE_RAM: &str = include_str!("cartridge_ram.asm");

/// Returns the number of the only line in the example that ends with `code`.
fn line_of(code: &str) -> u32 {
    let lines: Vec<&str> = EXAMPLE.lines().collect();
    let found: Vec<usize> = (0..lines.len())
        .filter(|index| lines[*index].ends_with(code))
        .collect();
    assert_eq!(found.len(), 1, "{code}");
    found[0] as u32 + 1
}

/// Returns the result of `line_of` in the form `game.asm:40`.
fn location_of(code: &str) -> String {
    format!("game.asm:{}", line_of(code))
}

/// Returns a program assembled in memory.
fn load(source: &str) -> LoadedProgram {
    let mut sources = MemoryProvider::default();
    sources.insert("game.asm", source);
    let path = Path::new("game.asm");
    let built = build(&sources, path).unwrap_or_else(|fault| panic!("{fault}"));
    let options = Options {
        map: true,
        ..build::options(None, path)
    };
    let map = asm6502::assemble(&sources, &options).map.unwrap();
    LoadedProgram {
        cartridge: Cartridge::from_image(&built.image).unwrap(),
        program: Program::of_build(&built, &map).unwrap(),
        script: Arc::default(),
    }
}

fn debugger(source: &str) -> Debugger {
    load(source).debugger()
}

/// Returns an interrupt function that returns true from call number `first` onward. This ends the
/// run.
fn interrupt_from_call(first: u32) -> impl FnMut() -> bool {
    let mut calls = 0;
    move || {
        calls += 1;
        calls >= first
    }
}

/// A host without files.
#[derive(Default)]
struct TestHost {
    /// The path of the last picture that was saved, and its number of scanlines.
    saved_picture: Option<String>,
}

impl Host for TestHost {
    fn source(&mut self, _: &str) -> Option<String> {
        Some(EXAMPLE.into())
    }

    fn save_picture(&mut self, path: &str, frame: &Frame) -> Result<(), String> {
        self.saved_picture = Some(format!("{path} {}", frame.scanlines()));
        Ok(())
    }

    fn reload(&mut self) -> Result<LoadedProgram, String> {
        Ok(load(EXAMPLE))
    }

    fn interrupted(&mut self) -> bool {
        false
    }
}

struct Session {
    commander: Commander,
    host: TestHost,
}

impl Session {
    fn new(source: &str) -> Session {
        Session {
            commander: Commander::new(debugger(source)),
            host: TestHost::default(),
        }
    }

    fn try_command(&mut self, line: &str) -> Result<Answer, CommandError> {
        self.commander.command(line, &mut self.host)
    }

    /// Runs a command that must succeed, and returns its output.
    fn command(&mut self, line: &str) -> String {
        self.try_command(line)
            .unwrap_or_else(|error| panic!("{line}: {error}"))
            .text
    }
}

#[test]
fn breakpoints_are_hit_as_often_as_a_trace_counts() {
    for (name, cartridge) in programs::programs() {
        let mut debugger = Debugger::new(cartridge.clone(), Program::default(), Arc::default());
        let start = debugger.moment();
        let mut commander = Commander::new(debugger.clone());
        // A first run finds addresses that are executed often and addresses that are executed
        // rarely.
        let mut machine = Machine::new(cartridge.clone(), Default::default());
        let mut counts: BTreeMap<u16, u64> = BTreeMap::new();
        for step in stepping::instructions(&mut machine).take(30_000) {
            *counts.entry(step.registers.pc & 0x1fff).or_default() += 1;
        }
        let addresses: Vec<u16> = counts
            .keys()
            .copied()
            .step_by(1 + counts.len() / 5)
            .collect();
        for address in &addresses {
            let line = format!("break ${address:04X} log hit");
            commander.command(&line, &mut TestHost::default()).unwrap();
        }
        commander
            .command("watch write $00..$2C log write", &mut TestHost::default())
            .unwrap();
        commander.debugger.traps.set(Trap::Jam, false);
        commander.debugger.traps.set(Trap::NoCode, false);
        debugger = commander.debugger;
        debugger.run(&mut interrupt_from_call(6));
        let end = debugger.moment();

        let mut expected = vec![0; addresses.len() + 1];
        let mut machine = Machine::new(cartridge.clone(), Default::default());
        let mut before = None;
        while machine.cycles() < end {
            if machine.cpu().at_instruction() {
                before = Some((machine.before_step(machine.place()), machine.cycles()));
            }
            let cycle = machine.cycle();
            if let Some((before, moment)) = before
                && !machine.cpu().at_instruction()
                && machine.cycles() == moment + 1
                && moment > start
            {
                let step = machine.step(before);
                let at = addresses
                    .iter()
                    .position(|address| *address == step.registers.pc & 0x1fff);
                at.into_iter().for_each(|index| expected[index] += 1);
            }
            let is_tia_register = cycle.address & 0x1080 == 0 && cycle.address & 0x3f <= 0x2c;
            if cycle.write && is_tia_register {
                expected[addresses.len()] += 1;
            }
        }
        let hits: Vec<u64> = debugger
            .points
            .list()
            .iter()
            .map(|point| point.hits)
            .collect();
        assert_eq!(hits, expected, "{name}");
        assert_eq!(
            debugger.points.take_log().len() as u64,
            hits.iter().sum::<u64>(),
            "{name}"
        );
    }
}

#[test]
fn a_breakpoint_on_a_line_stops_before_its_code_forward_and_backward() {
    let mut session = Session::new(EXAMPLE);
    let square = location_of("lda shape");
    let text = session.command(&format!("break {square}"));
    assert!(text.contains(&square), "{text}");
    let first = session.command("run");
    assert!(
        first.starts_with(&format!("breakpoint 1 ({square})\n")),
        "{first}"
    );
    assert!(first.contains("lda shape"), "{first}");
    let moment = session.commander.debugger.moment();
    let second = session.command("run");
    assert_ne!(first, second);
    assert_eq!(session.command("back run"), first);
    assert_eq!(session.commander.debugger.moment(), moment);
    assert_eq!(session.commander.debugger.machine().peek(0x81), 0x3c);
}

#[test]
fn steps_over_and_out_run_subroutines_and_macros_as_one_step() {
    let mut session = Session::new(EXAMPLE);
    let (wait, inside) = (location_of("WAIT_LINES 37"), location_of("ldx #{1}"));
    session.command(&format!("to {}", location_of("jsr Move")));
    let call = session.command("where");
    assert!(call.contains("jsr Move"), "{call}");
    let moment = session.commander.debugger.moment();
    let over = session.command("next");
    assert!(over.contains(&format!("{wait} > {inside}")), "{over}");
    assert_eq!(
        session.command("back next").lines().next(),
        call.lines().next()
    );
    assert_eq!(session.commander.debugger.moment(), moment);
    // Enter the subroutine. Leave it forward (`out`), and then backward (`back out`).
    session.command("line");
    assert!(session.command("stack").lines().count() == 2);
    assert!(session.command("out").contains(&wait));
    session.command("back line");
    assert!(session.command("where").contains("rts"));
    assert!(session.command("back out").contains("jsr Move"));
    assert_eq!(session.commander.debugger.moment(), moment);
    // Step into the macro by one line (`line`), then to the end of the macro call (`macro`).
    session.command("next");
    let second = format!("{wait} > game.asm:{} ", line_of("ldx #{1}") + 1);
    assert!(session.command("line").contains(&second));
    let after_macro = session.command("macro");
    let next = format!("game.asm:{} ", line_of("WAIT_LINES 37") + 1);
    assert!(after_macro.contains(&next), "{after_macro}");
    assert!(
        session
            .command("back macro")
            .contains(&format!("{wait} > {inside}"))
    );
    assert!(matches!(
        session.try_command("out"),
        Err(CommandError::Refused(text)) if text.contains("no return address")
    ));
}

#[test]
fn watchpoints_see_reads_writes_and_changes() {
    let mut session = Session::new(EXAMPLE);
    session.command("watch change frames if [frames] == 1");
    let text = session.command("run");
    assert!(
        text.contains("watchpoint 1: frames $80 = $01 (was $00)") && text.contains("inc frames at"),
        "{text}"
    );
    session.command("delete 1");
    session.command("watch write GRP0 if [shape] == $3c hits == 3");
    let text = session.command("run");
    assert!(text.contains("GRP0 = $"), "{text}");
    assert_eq!(session.commander.debugger.points.list()[0].hits, 3);
    session.command("delete all");
    session.command("watch read shape");
    let text = session.command("run");
    assert!(text.contains("shape $81 read as $3C"), "{text}");
}

#[test]
fn conditions_and_log_lines_use_the_expressions_of_traces() {
    let mut session = Session::new(EXAMPLE);
    session.command("break Picture if [frames] == 3");
    session.command("run");
    assert_eq!(session.commander.debugger.machine().peek(0x80), 3);
    session.command("delete all");
    session.command("break Move log frame {[frames]} at line {scanline} {{a}}");
    let text = session.command("run 2");
    assert!(
        text.contains("frame 3 at line ") && text.contains("{a}"),
        "{text}"
    );
}

#[test]
fn addresses_are_shown_as_in_the_source_and_mirrors_are_equal() {
    let mut session = Session::new(NAME_RULES);
    let data = session
        .commander
        .debugger
        .program()
        .label("Data")
        .unwrap()
        .address;
    assert_eq!(data & 0xf000, 0xd000);
    assert!(
        session
            .command("print Data")
            .contains(&format!("${data:04X}"))
    );
    for true_condition in [
        format!("print Data == ${data:04X}"),
        "print [Data] == 5".into(),
        "print pc == Start && pc == $D000 && pc == $1000 && pc == $F000".into(),
        "print pc >= Start && pc <= $D001 && pc + 1 == $F001".into(),
    ] {
        assert!(
            session.command(&true_condition).starts_with("1 "),
            "{true_condition}"
        );
    }
    for false_condition in [
        format!("print Data == ${:04X}", data & 0x1fff),
        "print pc == $F001".into(),
        "print pc != $F000".into(),
    ] {
        assert!(
            session.command(&false_condition).starts_with("0 "),
            "{false_condition}"
        );
    }
    let loop_address = session
        .commander
        .debugger
        .program()
        .label("Loop")
        .unwrap()
        .address;
    session.command(&format!(
        "break anywhere if pc == ${:04X}",
        loop_address | 0xf000
    ));
    assert!(
        session
            .command("run")
            .contains(&format!("Loop ${loop_address:04X}"))
    );
    session.command("watch read Data");
    let text = session.command("run");
    assert!(
        text.contains(&format!("watchpoint 2: ${data:04X} read as $05")),
        "{text}"
    );
    assert!(session.command("set pc = Start").is_empty());
    assert!(session.command("registers").starts_with("pc D000 "));
}

#[test]
fn the_name_of_a_byte_in_ram_means_its_value() {
    let mut session = Session::new(NAME_RULES);
    session.command("break Loop if count == 3");
    session.command("run");
    assert_eq!(session.commander.debugger.machine().peek(0x80), 3);
    assert!(session.command("print count").starts_with("3 "));
    assert!(session.command("print [count]").starts_with("3 "));
    assert!(
        session
            .command("print [&count + 1] == [count + 1] && [$81] == 6")
            .starts_with("1 ")
    );
    assert!(session.command("print &count").starts_with("128  $80"));
    assert!(session.command("print count & &count").starts_with("0 "));
    // The name refers to the variable, not to the built-in word.
    let text = session.command("print frame");
    assert!(
        text.starts_with("6 ") && text.contains("note: `frame` means the program's symbol"),
        "{text}"
    );
    assert!(session.command("print .frame").starts_with("0 "));
    let text = session.command("break Data if frame == 1");
    assert!(text.contains("write `.frame`"), "{text}");
    assert!(
        !session
            .command("break Data if .frame == 1")
            .contains("note")
    );
    session.command("delete all");
    session.command("break Loop log {count} of {[count]} at {.frame}");
    assert!(session.command("run 1").contains("\n4 of 4 at 0\n"));
    session.command("set frame = count + 1");
    assert!(
        session
            .command("print frame == count + 1")
            .starts_with("1 ")
    );
    assert!(session.command("to count == 0").contains("Loop+"));
    // If there is only a symbol file, names with lowercase letters are assumed to be variables, and
    // all-caps names constants.
    let symbols = lab::trace::Symbols::parse("count 80\nMASK 81\nMain f000\n").unwrap();
    let loaded = load(NAME_RULES);
    let program = Program::with_symbols(symbols);
    let debugger = Debugger::new(loaded.cartridge, program, Arc::default());
    assert_eq!(debugger.evaluate("&count + MASK"), Ok(0x101));
    assert_eq!(
        debugger.evaluate("count"),
        Ok(debugger.machine().peek(0x80).into())
    );
    assert!(debugger.notes("count").contains("write `&count`"));
}

#[test]
fn code_in_ram_has_its_labels_and_lines() {
    let line_of = |code: &str| {
        let place = NAME_RULES.lines().position(|line| line.ends_with(code));
        place.unwrap() + 1
    };
    let mut session = Session::new(NAME_RULES);
    session.command("break inram");
    let text = session.command("run");
    let location = format!(
        "game.asm:{} inram $00C0  lda count",
        line_of("inram   lda count")
    );
    assert!(
        text.contains("breakpoint 1 (inram)") && text.contains(&location),
        "{text}"
    );
    session.command("line");
    let text = session.command("line");
    assert!(
        text.contains(&format!("game.asm:{} inram+3 $00C3", line_of("sta frame"))),
        "{text}"
    );
    let stack = session.command("stack");
    assert!(
        stack.contains(&format!(
            "1  game.asm:{} Loop+5 $D01B",
            line_of("jsr inram")
        )),
        "{stack}"
    );
    // For code that was copied without RORG, the debugger compares bytes to find the original, and
    // shows the label and the lines of the original.
    session.command("delete all");
    session.command(&format!("break game.asm:{}", line_of("eor count")));
    let text = session.command("run");
    let location = format!("game.asm:{} Plain+2 $0084", line_of("eor count"));
    assert!(text.contains(&location), "{text}");
    assert!(session.command("back line").contains("Plain $0082"));
    session.command("delete all");
    assert!(session.command("to inram").contains("inram $00C0"));
    // The debugger finds the original even after an operand of the copy has changed.
    session.command("set $C1 = $C0");
    assert!(session.command("where").contains("inram $00C0  lda inram"));
}

#[test]
fn code_in_the_ram_of_a_cartridge_has_its_labels_and_lines() {
    // On a Commavid board, the addresses for reading RAM come before those for writing, and there
    // is no ROM under the RAM.
    let commavid = CARTRIDGE_RAM
        .replace("WRITE   = $f000", "WRITE   = $f400")
        .replace("READ    = $f080", "READ    = $f000")
        .replace("\"SC\"", "\"CV\"");
    for (source, read, write) in [(CARTRIDGE_RAM, 0xf080, 0xf000), (&commavid, 0xf000, 0xf400)] {
        let line_of = |code: &str| {
            let place = source.lines().position(|line| line.ends_with(code));
            place.unwrap() + 1
        };
        let mut session = Session::new(source);
        session.command("break inram");
        let text = session.command("run");
        let line = line_of("inram   lda count");
        let location = format!("game.asm:{line} inram ${read:04X}  lda count");
        assert!(
            text.contains("breakpoint 1 (inram)") && text.contains(&location),
            "{text}"
        );
        session.command("line");
        let text = session.command("line");
        let line = line_of("sta WRITE+$40");
        let location = format!("game.asm:{line} inram+3 ${:04X}", read + 3);
        assert!(text.contains(&location), "{text}");
        let stack = session.command("stack");
        let location = format!("1  game.asm:{} Loop+2 $F81C", line_of("jsr inram"));
        assert!(stack.contains(&location), "{stack}");
        // For code that was copied without RORG, the debugger compares bytes to find the original.
        session.command("delete all");
        session.command(&format!("break game.asm:{}", line_of("eor count")));
        let text = session.command("run");
        let line = line_of("eor count");
        let location = format!("game.asm:{line} Plain+2 ${:04X}", read + 0x22);
        assert!(text.contains(&location), "{text}");
        let location = format!("Plain ${:04X}", read + 0x20);
        assert!(session.command("back line").contains(&location));
        session.command("delete all");
        assert!(session.command("to inram").contains("inram $"));
        let line = format!("${:04X}  total                02\n", read + 0x40);
        let text = session.command("variables");
        assert!(text.contains(&line) && !text.contains('?'), "{text}");
        // A byte of this RAM is read at one address and written at another, but has the same name
        // at both.
        assert!(session.command("print total").starts_with("2 "));
        for name in ["total", &format!("${:04X}", write + 0x40)] {
            let text = session.command(&format!("who {name}"));
            assert!(text.contains("= $02") && text.contains("sta"), "{text}");
            session.command(&format!("watch change {name}"));
            let text = session.command("run");
            let total = format!("total ${:04X} = $04 (was $02)", read + 0x40);
            assert!(text.contains(&total), "{text}");
            session.command("delete all");
            session.command("back to [count] == 2");
        }
    }
}

#[test]
fn a_local_label_is_looked_up_in_the_scope_of_the_pc() {
    let source = " processor 6502\n org $f000\nStart SUBROUTINE\n nop\n.ok nop\n jmp Other\n\
                  Other SUBROUTINE\n nop\n.loop nop\n ds 40,$ea\n.ok nop\n jmp .loop\n \
                  org $fffc\n .word Start,Start\n";
    let mut session = Session::new(source);
    assert!(session.command("to .ok").contains("Start+1 $F001"));
    session.command("to Other");
    assert!(session.command("break .ok").contains("  .ok"));
    assert!(session.command("run").contains("Other+42 $F02F"));
    assert!(session.try_command("break .none").is_err());
}

#[test]
fn a_register_that_cannot_be_written_gets_a_clear_error() {
    let mut session = Session::new(EXAMPLE);
    let refused =
        |session: &mut Session, line: &str| session.try_command(line).unwrap_err().to_string();
    for line in ["who CXPPMM", "watch write INPT4", "watch change INTIM"] {
        let text = refused(&mut session, line);
        assert!(
            text.contains("the console determines its value"),
            "{line}: {text}"
        );
    }
    assert!(refused(&mut session, "watch read GRP0").contains("can only be written"));
    assert!(session.command("watch frames").contains("change frames"));
    session.command("delete 1");
    session.command("watch access INPT1");
    // INPT1 can only be read. A write to COLUBK, which has the same address, must not stop the
    // machine.
    assert!(!session.command("run 3").contains("watchpoint"));
    let mut without_symbols = Session::new(EXAMPLE);
    let loaded = load(EXAMPLE);
    without_symbols.commander.debugger =
        Debugger::new(loaded.cartridge, Program::default(), Arc::default());
    assert!(refused(&mut without_symbols, "break Move").contains("symbol file (`--symbols`)"));
}

/// Sets a trap and runs a program for ten frames. If it stops, returns the reason and the address;
/// otherwise returns `None`.
fn run_with_trap(body: &str, trap: Trap) -> Option<(String, u16)> {
    let source = format!(
        " processor 6502\nVSYNC = 0\nVBLANK = 1\nWSYNC = 2\n SEG.U ram\n org $f0\nlives ds 12\n \
         SEG code\n org $f000\n{body}\n org $fffc\n .word Start,Start\n"
    );
    let mut debugger = debugger(&source);
    debugger.traps.set(Trap::Jam, false);
    debugger.traps.set(trap, true);
    let stop: Stop = debugger.run(&mut interrupt_from_call(12));
    stop.reasons.iter().find_map(|reason| match reason {
        Reason::Trap(trapped) => Some((trapped.text.clone(), debugger.pc())),
        _ => None,
    })
}

const FRAME: &str = "
Frame lda #2
 sta VSYNC
 sta WSYNC
 sta WSYNC
 sta WSYNC
 lda #0
 sta VSYNC
 sta VBLANK
 ldx #{LINES}
.line sta WSYNC
 {WORK}
 dex
 bne .line
 jmp Frame
";

fn frame(work: &str, lines: u32) -> String {
    FRAME
        .replace("{WORK}", work)
        .replace("{LINES}", &lines.to_string())
}

/// Returns code for a frame of 203 scanlines plus `extra`.
fn long_frame(extra: u32) -> String {
    let end = format!(" REPEAT {extra}\n sta WSYNC\n REPEND\n jmp Frame");
    frame("nop", 200).replace(" jmp Frame", &end)
}

#[test]
fn traps_stop_at_mistakes_and_at_nothing_else() {
    let good = format!(
        "Start ldx #$ff\n txs\n lda #0\n sta lives\n{}",
        long_frame(59)
    );
    for trap in Trap::ALL {
        assert_eq!(run_with_trap(&good, trap), None, "{trap}");
    }
    let expect_stop = |body: &str, trap: Trap, word: &str| {
        let (text, pc) = run_with_trap(body, trap).unwrap_or_else(|| panic!("{trap}: no stop"));
        assert!(text.contains(word), "{trap}: {text}");
        pc
    };
    expect_stop("Start sta $f123\n jmp Start", Trap::RomWrite, "$F123");
    let deep = "Start ldx #$fb\n txs\n lda #1\n pha\n jmp Start";
    expect_stop(deep, Trap::StackOverVariables, "lives");
    let clear = "Start ldx #0\n txa\n.clear dex\n txs\n pha\n bne .clear\n.end jmp .end";
    assert_eq!(run_with_trap(clear, Trap::StackOverVariables), None);
    expect_stop(
        "Start lda lives+1\n jmp Start",
        Trap::UnwrittenRead,
        "lives+1",
    );
    assert_eq!(
        run_with_trap(
            "Start lda #0\n sta lives\n lda lives\n jmp Start",
            Trap::UnwrittenRead
        ),
        None
    );
    let growing_frame = format!("Start {}", long_frame(59)).replace(
        " ldx #200",
        " inc lives\n ldx #200\n lda lives\n and #7\n bne .line\n sta WSYNC",
    );
    expect_stop(&growing_frame, Trap::FrameLength, "263 scanlines");
    let always_long = format!("Start {}", long_frame(60));
    expect_stop(
        &always_long,
        Trap::FrameLength,
        "263 scanlines; NTSC has 262",
    );
    let pal = format!("Start {}", long_frame(109));
    assert_eq!(run_with_trap(&pal, Trap::FrameLength), None);
    let slow = "cpx #100\n bne .quick\n ds 40,$ea\n.quick";
    let slow = format!("Start {}", frame(slow, 200)).replace("bne .line", "beq *+5\n jmp .line");
    expect_stop(&slow, Trap::LateLine, "of 76 cycles");
    // Every line is too long, so the picture becomes twice as tall.
    let all_slow = format!("Start {}", frame("ds 35,$ea", 120));
    let text = run_with_trap(&all_slow, Trap::LateLine).expect("a stop").0;
    assert!(
        text.contains("it lasts two scanlines") && text.contains("needs 78 cycles"),
        "{text}"
    );
    // These lines take two scanlines on purpose.
    let double = format!("Start {}", frame("ds 50,$ea", 120));
    assert_eq!(run_with_trap(&double, Trap::LateLine), None);
    let tall = format!("Start {}", frame("ds 35,$ea", 200));
    let text = run_with_trap(&tall, Trap::FrameLength).expect("a stop").0;
    assert!(
        text.contains("the frame has 403 scanlines; NTSC has 262"),
        "{text}"
    );
    assert!(text.contains("(3 VSYNC, 400 picture)"), "{text}");
    assert!(text.contains("waits at most 400 scanlines"), "{text}");
    expect_stop(
        "Start ldx #$0f\n txs\n.on jsr .on",
        Trap::StackOverVariables,
        "jsr .on pushes to the TIA",
    );
    let enable_missiles = "Start ldx #$1f\n txs\n php\n php\n ldx #$ff\n txs\n.end jmp .end";
    assert_eq!(
        run_with_trap(enable_missiles, Trap::StackOverVariables),
        None
    );
    let deep = "Start ldx #$f3\n txs\n jsr Sub\nSub jmp Sub";
    expect_stop(
        deep,
        Trap::StackOverVariables,
        "jsr Sub overwrites lives+3 and lives+2 at $F2..$F3 with its push",
    );
    expect_stop(
        "Start lda 43\n jmp Start",
        Trap::Register,
        "lda $2b reads $2B, where nothing can be read",
    );
    expect_stop("Start lda $2b\n jmp Start", Trap::Register, "#$2b");
    expect_stop(
        "Start sta $284\n jmp Start",
        Trap::Register,
        "INTIM can only be read; TIM64T",
    );
    expect_stop(
        "Start lda $296\n jmp Start",
        Trap::Register,
        "TIM64T can only be written",
    );
    expect_stop(
        "Start sta $2d\n jmp Start",
        Trap::Register,
        "where there is no register",
    );
    let intended = "Start lda $0d\n lda $30\n inc $2c\n bit $10\n nop $20\n lda $284\n jmp Start";
    assert_eq!(run_with_trap(intended, Trap::Register), None);
    let timer = |lines: u32| {
        format!(
            "Start {}",
            frame("nop", 200).replace(
                " jmp Frame",
                &format!(
                    " lda #10\n sta $296\n REPEAT {lines}\n sta WSYNC\n REPEND\n.wait lda $284\n \
                     bne .wait\n jmp Frame"
                )
            )
        )
    };
    expect_stop(&timer(12), Trap::Timer, "INTIM is first read");
    expect_stop(&timer(12), Trap::Timer, "(TIM64T = 10)");
    assert_eq!(run_with_trap(&timer(5), Trap::Timer), None);
    expect_stop(
        "Start jmp 0",
        Trap::NoCode,
        "the processor runs code at $0000, which is the TIA",
    );
    let far = "Start jmp Loop\n org $f0f8\nLoop nop\n nop\n nop\n nop\n nop\n nop\n nop\n nop\n \
               clc\n bcc Loop\n";
    // The source does not mark this branch as one that must stay in its page.
    assert_eq!(run_with_trap(far, Trap::PageCrossing), None);
    expect_stop("Start brk\n", Trap::Brk, "BRK");
}

#[test]
fn a_long_frame_is_measured_frame_by_frame() {
    // Step by whole frames, as a user does.
    let source = format!(
        " processor 6502\nVSYNC = 0\nVBLANK = 1\nWSYNC = 2\n org $f000\nStart{}\n org $fffc\n \
         .word Start,Start\n",
        frame("ds 35,$ea", 200)
    );
    let mut session = Session::new(&source);
    session.command("trap frame-length");
    let text = session.command("run 12");
    assert!(text.contains("the frame has 403 scanlines"), "{text}");
    assert!(!session.command("run 12").contains("has 3 scanlines"));
}

#[test]
fn execution_of_tia_addresses_is_found_after_a_fast_run() {
    let source = " processor 6502\n SEG.U ram\n org $80\ntimes ds 1\n SEG code\n org $f000\n\
                  Start inc times\n bne Start\n jmp $0000\n org $fffc\n .word Start,Start\n";
    let mut session = Session::new(source);
    session.command("set times = 0");
    let text = session.command("run 400");
    assert!(
        text.contains("trap no-code: the processor runs code at $0000"),
        "{text}"
    );
    // The stop at $0000 must not show the source line of the bytes at $FFFC.
    assert!(!text.contains("game.asm:"), "{text}");
    assert!(session.command("back step").contains("jmp $0000"));
}

#[test]
fn a_hit_count_stops_at_the_same_hits_when_running_backward() {
    let mut session = Session::new(EXAMPLE);
    session.command("break Move hits 4");
    let first = session.command("run");
    let moment = session.commander.debugger.moment();
    let second = session.command("run");
    assert_eq!(session.command("back run"), first);
    assert_eq!(session.commander.debugger.moment(), moment);
    // The third hit must not stop the machine on the way back.
    assert!(session.command("back run").contains("power-on"));
    assert_eq!(session.command("run"), first);
    assert_eq!(session.command("run"), second);
    assert!(session.command("points").contains("  5 hits"));
}

#[test]
fn a_change_by_hand_counts_as_the_last_write() {
    let mut session = Session::new(EXAMPLE);
    session.command("run 3");
    session.command("set shape = $50");
    let text = session.command("who shape");
    assert!(text.contains("shape $81 = $50 by hand at 3."), "{text}");
    assert!(text.contains("; before: shape $81 = $3C at 0."), "{text}");
    session.command("set $a0 = 1");
    assert!(session.command("who $a0").contains("by hand at 3."));
    assert!(
        session
            .command("who $a0")
            .contains("the program has not written it")
    );
    session.command("set shape = $ff");
    session.command("set COLUP0 = $84");
    assert!(
        session
            .command("who COLUP0")
            .contains("COLUP0 = $84 by hand")
    );
    assert_eq!(session.command("print COLUP0"), "132  $84  %10000100\n");
    session.command("run 1");
    let text = session.command("why 130 23");
    assert!(text.contains("COLUP0 = $84 by hand at 3."), "{text}");
    // After a change by hand, the program writes the byte again, so the program's write is the last
    // one.
    session.command("set frames = 77");
    session.command("run 2");
    assert!(session.command("who frames").contains("inc frames"));
    assert!(!session.command("who frames").contains("by hand"));
}

#[test]
fn a_label_with_an_offset_is_accepted_as_a_place_everywhere() {
    let source = " processor 6502\n SEG.U ram\n org $80\ncount ds 1\nspare ds 4\n SEG code\n \
                  org $f000\nStart inc count\n nop\n nop\n sta spare+1\n jmp Start\n \
                  org $fffc\n .word Start,Start\n";
    let mut session = Session::new(source);
    let text = session.command("to Start+3");
    assert!(
        text.contains("Start+3 $F003") && !text.contains("trap"),
        "{text}"
    );
    session.command("break Start+2");
    assert!(session.command("run").contains("breakpoint 1 (Start+2)"));
    assert!(session.command("disassemble Start+4 1").contains("$F004"));
    assert!(session.command("who spare+1").contains("$82 = "));
    assert!(session.command("memory spare+1 1").starts_with("$0082"));
    let refused = session.try_command("to count").unwrap_err().to_string();
    assert!(refused.contains("write `count != 0`"), "{refused}");
    assert!(session.command("to count == 9").contains("Start"));
    assert!(session.command("to c || count > 9").contains("Start"));
    session.command("watch write count..spare");
    assert!(session.command("points").contains("write count..spare"));
    // Temporary breakpoints have not used up breakpoint numbers.
    assert!(session.command("break Start").starts_with("3  "));
    for (line, advice) in [
        ("break Start if", "an expression is missing after `if`"),
        ("break 3:$F000", "there is no bank 3"),
        ("print count,x", "column"),
        ("why 0.999 22", "a frame has at most"),
        ("goto Start", "; to go to that code, use `to Start`"),
        ("goto f000", "; to go to that code, use `to $f000`"),
        ("goto satrt", "is not a position of the beam; write: goto"),
        ("break cont", "perhaps count"),
        ("trap unwritten if (", "column"),
    ] {
        let error = session.try_command(line).expect_err(line).to_string();
        assert!(error.contains(advice), "{line}: {error}");
    }
    assert!(
        session
            .command("trap unwritten if count > 3")
            .contains("* unwritten")
    );
}

#[test]
fn a_local_label_has_the_name_of_its_subroutine() {
    let source = " processor 6502\n org $f000\nStart SUBROUTINE\n lda #0\n.ok nop\n bne .ok\n jmp \
                  Other\nOther SUBROUTINE\n nop\n.loop nop\n.ok nop\n jmp .loop\n org $fffc\n \
                  .word Start,Start\n";
    let mut session = Session::new(source);
    session.command("break Other.ok");
    assert!(session.command("run").contains("Other+2"));
    assert!(session.command("print Other.ok - Other").starts_with("2 "));
    assert!(session.command("print .ok - .loop").starts_with("1 "));
    assert!(session.command("step").contains("jmp Other.loop"));
    assert!(
        session
            .command("disassemble Start 3")
            .contains("bne Start.ok")
    );
    session.command("delete all");
    assert!(session.command("to pc == .loop").contains("Other+1"));
}

#[test]
fn at_an_address_with_two_labels_the_label_of_the_code_is_shown() {
    let source = " processor 6502\nVSYNC = 0\n SEG.U ram\n org $80\nhook ds 8\n SEG code\n org $f000\n\
                  Start ldx #7\n lda Code,x\n sta hook,x\n sta 0,x\n nop 0\n jsr Zebra\n jsr \
                  hook\nCode\n RORG $80\nMix lda #1\n rts\n REND\nAEnd\nZebra rts\n org $fffc\n \
                  .word Start,Start\n";
    let mut session = Session::new(source);
    let text = session.command("disassemble Start 7");
    for shown in ["sta hook,x", "sta $00,x", "nop $00", "jsr Zebra", "jsr Mix"] {
        assert!(text.contains(shown), "{shown}: {text}");
    }
    assert!(session.command("to Zebra").contains("Zebra $F0"));
}

#[test]
fn repeated_calls_are_shown_as_one_line_of_the_stack() {
    let source = " processor 6502\n org $f000\nStart ldx #$ff\n txs\nLoop jsr Loop\n org $fffc\n \
                  .word Start,Start\n";
    let mut session = Session::new(source);
    session.command("step 12");
    let text = session.command("stack");
    assert_eq!(text.lines().count(), 2, "{text}");
    assert!(
        text.contains("1  game.asm:5 Loop $F003  10 times"),
        "{text}"
    );
}

#[test]
fn variables_never_written_are_marked() {
    let mut session = Session::new(
        " processor 6502\n SEG.U ram\n org $80\none ds 1\ntwo ds 1\n SEG c\n \
                              org $f000\nStart lda #3\n sta one\n jmp Start\n org $fffc\n .word \
                              Start,Start\n",
    );
    session.command("step 2");
    let text = session.command("variables");
    assert!(text.contains("one                  03\n"), "{text}");
    let two = text.lines().find(|line| line.contains("two")).unwrap();
    assert!(two.ends_with('?'), "{text}");
    assert!(text.ends_with("since power-on\n"), "{text}");
}

#[test]
fn after_a_long_run_the_first_the_last_and_the_changing_writes_are_found() {
    // `first` is written at power-on, and `last` from frame 300 onward. In frame 150, the program
    // changes `middle`, and writes `same` without changing its value. `never` is never written.
    let source = format!(
        " processor 6502\nVSYNC = 0\nVBLANK = 1\nWSYNC = 2\n SEG.U ram\n org $80\nfirst ds \
         1\nlast ds 1\nmiddle ds 1\nsame ds 1\nnever ds 1\nframes ds 2\n SEG code\n org \
         $f000\nStart lda #0\n sta first\n sta frames\n sta frames+1\n{}\n org $fffc\n .word \
         Start,Start\n",
        frame("nop", 200).replacen(
            "Frame",
            "Frame inc frames\n bne .low\n inc frames+1\n.low lda frames+1\n beq .early\n lda \
             frames\n cmp #44\n bcc .early\n lda last\n sta last\n.early lda frames+1\n bne \
             .other\n lda frames\n cmp #150\n bne .other\n sta middle\n lda same\n sta same\n.other",
            1,
        )
    );
    let mut session = Session::new(&source);
    let marked = |session: &mut Session| {
        let text = session.command("variables");
        let is_marked = |name: &str| {
            let line = text
                .lines()
                .find(|line| line.contains(&format!("  {name} ")));
            line.unwrap_or_else(|| panic!("{name} in {text}"))
                .contains('?')
        };
        let names = ["first", "last", "middle", "same", "never"];
        (names.map(is_marked), text)
    };
    session.command("run 3");
    let (early, text) = marked(&mut session);
    assert_eq!(early, [false, true, true, true, true], "{text}");
    session.command("run 400");
    let (late, text) = marked(&mut session);
    assert_eq!(late, [false, false, false, true, true], "{text}");
    assert!(text.contains("`who` searches the whole run"), "{text}");
    // `who` searches the whole run.
    assert!(session.command("who same").contains("sta same"));
    assert!(session.try_command("who never").is_err());
}

#[test]
fn a_marked_branch_must_stay_in_its_page() {
    let far = " processor 6502\n org $f000\nStart jmp Loop\n org $f0f8\nLoop ds 8,$ea\n clc\n \
               bcc Loop\n org $fffc\n .word Start,Start\n";
    let mut session = Session::new(far);
    session.command("trap page $F000..$F1FF");
    let text = session.command("run");
    assert!(text.contains("trap page: the branch at $F101"), "{text}");
}

#[test]
fn a_jam_is_found_after_a_fast_run() {
    let source = format!(
        " processor 6502\nVSYNC = 0\nVBLANK = 1\nWSYNC = 2\n SEG.U ram\n org $80\nlives ds 1\n SEG \
         code\n org $f000\nStart lda #0\n sta lives\n{}\nOver .byte $12\n org $fffc\n .word \
         Start,Start\n",
        frame("nop", 200).replace(
            " ldx #200",
            " inc lives\n lda lives\n cmp #9\n beq Over\n ldx #200"
        )
    );
    let mut debugger = debugger(&source);
    let stop = debugger.run(&mut interrupt_from_call(1000));
    assert_eq!(stop.reasons, [Reason::Jammed]);
    let over = debugger.program().label("Over").unwrap().address;
    assert_eq!(debugger.pc(), over);
    debugger.back(
        Unit::Instruction,
        Calls::Into,
        &mut interrupt_from_call(1000),
    );
    assert_ne!(debugger.pc(), over);
}

#[test]
fn a_pixel_lists_the_writes_that_made_it() {
    let mut session = Session::new(EXAMPLE);
    session.command("run 5");
    let debugger = &session.commander.debugger;
    let frame = debugger.machine().last_frame().clone();
    let number = frame.number;
    // Find a pixel of the square.
    let (line, x) = (0..frame.scanlines())
        .flat_map(|line| (0..160).map(move |x| (line, x)))
        .find(|(line, x)| frame.line(*line)[*x] == 0x46)
        .expect("the square is in the picture");
    let pixel = debugger
        .explain_pixel(number, line as u16, x as u16)
        .unwrap();
    assert_eq!(pixel.color, 0x46);
    assert_eq!(pixel.shown, [PixelSource::Player(0)]);
    let write_to = |register: u16| {
        let write = pixel.writes.iter().find(|write| write.address == register);
        write.unwrap_or_else(|| panic!("{register:02x}: {pixel:?}"))
    };
    let grp0 = write_to(0x1b);
    assert_eq!(
        (grp0.data, grp0.writer.line.unwrap().line),
        (0x3c, line_of("sta GRP0"))
    );
    assert_eq!(
        grp0.value_source.as_ref().unwrap().line.unwrap().line,
        line_of("lda shape")
    );
    assert_eq!(
        write_to(0x06).writer.line.unwrap().line,
        line_of("sta COLUP0")
    );
    assert!(write_to(0x2a).moment <= pixel.moment && write_to(0x10).data == 0x46);
    assert!(
        pixel
            .writes
            .windows(2)
            .all(|pair| pair[0].moment <= pair[1].moment)
    );
    // The debugger can go to the moment of a write.
    let at = grp0.writer.moment;
    session.commander.debugger.go_to(at);
    assert!(session.command("where").contains("sta GRP0"));
    // One line above the square, the background is visible. At the end of the square's line, there
    // is no pixel yet, because the beam has not reached it.
    let text = session.command(&format!("why {number}.{} 2", line - 1));
    assert!(
        text.contains("background") && text.contains("COLUBK"),
        "{text}"
    );
    assert!(
        session
            .try_command(&format!("why {number}.{line} 159"))
            .is_err()
    );
    assert!(session.try_command("why 100000.3 5").is_err());
    assert!(session.try_command("why 40 160").is_err());
}

#[test]
fn for_a_missing_scanline_the_error_names_the_last_one() {
    let mut session = Session::new(EXAMPLE);
    session.command("run 3");
    for (frame, hint) in [(0, "; it began at power-on"), (1, "")] {
        session.command(&format!("goto {}", frame + 1));
        session.command("back cycle");
        let place = session.commander.debugger.place();
        assert_eq!(place.frame, frame);
        session.command("run 2");
        let (last, missing) = (place.scanline, place.scanline + 1);
        let error = session.try_command(&format!("why {frame}.{missing} 10"));
        let error = error.unwrap_err().to_string();
        let fact = format!("frame {frame} has no scanline {missing}; its last one is {last}");
        assert!(error.starts_with(&format!("{fact}{hint}")), "{error}");
        assert_eq!(error == fact, hint.is_empty(), "{error}");
    }
}

#[test]
fn every_pixel_of_a_frame_has_the_color_of_the_picture() {
    for (name, cartridge) in programs::benchmarks().into_iter().take(5) {
        let mut debugger = Debugger::new(cartridge, Program::default(), Arc::default());
        debugger.run(&mut interrupt_from_call(20));
        let frame = debugger.machine().last_frame().clone();
        for index in 0..24 {
            // The first scanlines, which contain the sync pulse, still belong to the previous
            // frame.
            let line = 3 + (index * 37 + 37) % (frame.scanlines() - 3);
            let x = index * 53 % 160;
            let pixel = debugger
                .explain_pixel(frame.number, line as u16, x as u16)
                .unwrap_or_else(|error| panic!("{name} {line} {x}: {error}"));
            assert_eq!(pixel.color, frame.line(line)[x], "{name} {line} {x}");
        }
    }
}

#[test]
fn the_last_write_of_a_byte_is_found_with_its_origin() {
    let mut session = Session::new(EXAMPLE);
    session.command("run 3");
    let text = session.command("who shape");
    assert!(
        text.contains("$81 = $3C")
            && text.contains(&location_of("sta shape"))
            && text.contains(&location_of("lda #$3c")),
        "{text}"
    );
    assert!(session.command("who frames").contains("inc frames"));
    let refused = session.try_command("who $a0").unwrap_err().to_string();
    assert!(refused.contains("$A0 has not been written"), "{refused}");
}

#[test]
fn wrong_commands_are_refused_with_advice() {
    let mut session = Session::new(EXAMPLE);
    let moment = session.commander.debugger.moment();
    for (line, advice) in [
        ("stap", "perhaps step"),
        ("break", "name a place"),
        ("break Pictur", "perhaps Picture"),
        ("break nowhere.asm:3", "the files are: game.asm"),
        ("break game.asm:4000", "contain no code"),
        ("break anywhere", "needs a condition"),
        ("break 76", "for line 76 write `:76`, for the address `$4C`"),
        ("to 76", "for line 76 write `:76`"),
        ("break opcode foo", "is not an instruction"),
        ("break Move if a >", "column"),
        ("break Move hits x", "is not a hit count"),
        ("watch", "name a place"),
        ("watch see frames", "read, write, access and change"),
        ("trap mouse", "the traps are"),
        ("delete 7", "no breakpoint 7"),
        ("step x", "is not a number of steps"),
        ("step 0", "is not a number of steps"),
        ("back sideways", "is not a step"),
        ("goto 3.4.999", "is not a position of the beam"),
        ("goto 99999999", "more than an hour"),
        ("set a", "the `=` is missing"),
        ("set a = 300", "is not a byte"),
        ("set $f000 = 1", "is ROM; use `patch`"),
        ("patch $f000", "the `=` is missing"),
        ("patch $f000 = 300", "is not a byte"),
        ("patch frames = 3", "is not a byte of the cartridge"),
        ("patch $ffff = 1, 2", "is not a byte of the cartridge"),
        ("search", "`search start`"),
        ("search bigger", "is not a comparison"),
        ("graphics", "name a byte"),
        ("graphics $f000 9999", "from 1 to 1024"),
        ("graphics $f000 size 9", "from 1 to 8"),
        ("print 1 +", "column"),
        ("input p9 sideways", "is not an input"),
        ("memory $80 99999", "from 1 to 4096"),
        ("help mouse", "no command"),
    ] {
        let error = session.try_command(line).expect_err(line).to_string();
        assert!(error.contains(advice), "{line}: {error}");
        assert_eq!(session.commander.debugger.moment(), moment, "{line}");
    }
}

#[test]
fn values_can_be_read_and_set() {
    let mut session = Session::new(EXAMPLE);
    session.command("to Frame");
    session.command("set a = $12");
    session.command("set c = 1");
    session.command("set shape = $ff");
    assert_eq!(session.command("print a + c"), "19  $13  %00010011\n");
    assert_eq!(session.command("print [shape]"), "255  $FF  %11111111\n");
    for wrong in ["print 1/0", "print 2 + (1 % (4 - 4))"] {
        let error = session.try_command(wrong).expect_err(wrong);
        assert!(error.to_string().contains("division by zero"), "{error}");
    }
    for large in ["print 99999999999999999999", "print $10000000000000000"] {
        let error = session.try_command(large).expect_err(large);
        assert!(error.to_string().contains("too large"), "{error}");
    }
    // Expressions that only the assembler understands.
    assert_eq!(
        session.command("print <Frame"),
        format!("{}\n", {
            let frame = session
                .commander
                .debugger
                .program()
                .label("Frame")
                .unwrap()
                .address
                & 0xff;
            debugger::view::number(frame.into())
        })
    );
    assert!(session.command("variables").contains("shape"));
    assert!(session.command("registers").contains("a 12"));
    assert!(session.command("tia").contains("COLUP0 $46"));
    assert!(session.command("objects").contains("P0"));
    assert!(session.command("riot").contains("SWCHA  $FF"));
    assert!(session.command("ram").contains("$80"));
    assert!(session.command("disassemble Move 3").contains("lda #$f0"));
    assert!(
        session
            .command("disassemble game.asm:91 2")
            .contains("bne .line")
    );
    assert!(session.command("list Move 3").contains("Move    lda #$f0"));
    assert_eq!(session.command("input p0 up"), "p0 up\n");
    session.command("picture a.png");
    assert!(
        session
            .host
            .saved_picture
            .as_deref()
            .is_some_and(|picture| picture.starts_with("a.png "))
    );
}

#[test]
fn goto_reaches_a_color_clock_in_both_directions() {
    let mut session = Session::new(EXAMPLE);
    for place in [
        "4.100.70",
        "4.100.71",
        "4.100.72",
        "2.50.3",
        "3.200.227",
        "6.0.0",
    ] {
        let text = session.command(&format!("goto {place}"));
        match place {
            // Frame 6 begins where the television recognizes the vertical sync, not at 6.0.0.
            "6.0.0" => assert!(text.starts_with("6."), "{text}"),
            _ => assert!(text.starts_with(&format!("{place} ")), "{place}: {text}"),
        }
    }
}

/// The commands of the example session in the manual.
const EXAMPLE_COMMANDS: [&str; 20] = [
    "break game.asm:89",
    "run",
    "stack",
    "over",
    "back over",
    "back scanline",
    "delete 1",
    "watch change frames",
    "run",
    "back run",
    "who frames",
    "delete all",
    "run 2",
    "why 130 23",
    "trap late-line",
    "to Move",
    "back out",
    "print [shape] & %1111",
    "set shape = $ff",
    "objects",
];

#[test]
fn the_session_in_the_manual_is_up_to_date() {
    let mut session = Session::new(EXAMPLE);
    let mut transcript = String::new();
    for line in EXAMPLE_COMMANDS {
        transcript += &format!("> {line}\n{}", session.command(line));
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/commands.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let (head, _) = page.split_once("<!-- session -->\n").unwrap();
    let whole = format!("{head}<!-- session -->\n```text\n{transcript}```\n");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &whole).unwrap();
    }
    let shown = std::fs::read_to_string(&path).unwrap();
    assert_eq!(shown, whole, "run this test with BLESS=1 to renew the page");
}

#[test]
fn a_changed_program_continues_with_the_values_of_its_variables() {
    let mut session = Session::new(EXAMPLE);
    session.command("frame 5");
    let debugger = &session.commander.debugger;
    let carry = |source: &str| {
        let new = load(source);
        let (machine, old) = (debugger.machine(), debugger.program());
        carry_over(machine, old, &new.cartridge, &new.program)
    };
    let run_three_frames = |mut machine: Machine| {
        let lines = [0; 3].map(|_| machine.frame().scanlines());
        (lines, *machine.ram(), machine.cycles())
    };
    let unchanged = carry(EXAMPLE).unwrap();
    assert_eq!(
        run_three_frames(unchanged),
        run_three_frames(debugger.machine().clone())
    );
    // The variables and the code move to other addresses.
    let moved = EXAMPLE
        .replace("frames  ds 1\nshape   ds 2", "shape   ds 2\nframes  ds 1")
        .replace(";--- Move:", "Extra   nop\n        rts\n;--- Move:")
        .replace("cmp #$60", "cmp #$50");
    let (lines, ram, cycles) = run_three_frames(debugger.machine().clone());
    let (new_lines, new_ram, new_cycles) = run_three_frames(carry(&moved).unwrap());
    assert_eq!((new_lines, new_cycles), (lines, cycles));
    assert_eq!(new_ram[..3], [ram[1], ram[2], ram[0]]);
    assert_ne!(new_ram[2], 0);
    let changes = [
        (
            "shape   ds 2",
            "shape   ds 2\nlives   ds 1",
            "the variable lives is new",
        ),
        (
            "shape   ds 2",
            "shape   ds 3",
            "the variable shape has another size",
        ),
        (
            "frames  ds 1\n",
            "frames = $90\n",
            "the variable frames is gone",
        ),
        ("frames", "count", "the variable count is new"),
        (
            "org $f000",
            "org $f800",
            "the cartridge's board or size has changed",
        ),
    ];
    for (from, to, reason) in changes {
        let changed = EXAMPLE.replace(from, to);
        assert_eq!(carry(&changed).unwrap_err(), reason, "{to}");
    }
}

#[test]
fn a_search_finds_a_variable_by_its_changes() {
    let mut session = Session::new(EXAMPLE);
    session.command("run 3");
    assert_eq!(session.command("search start"), "128 bytes are left\n");
    session.command("run 1");
    // Only the frame counter and the stack have changed.
    let text = session.command("search greater");
    assert!(text.contains("$80  frames "), "{text}");
    assert!(!text.contains("shape"), "{text}");
    session.command("run 2");
    session.command("search changed");
    let frames = session.commander.debugger.machine().ram()[0];
    let text = session.command(&format!("search = {frames}"));
    let row = format!("$80  {:20} ${frames:02X}  {frames}\n", "frames");
    assert_eq!(text, format!("1 byte is left\n{row}"));
    assert_eq!(session.command("search"), text);
    assert_eq!(session.command("search same"), text);
    assert!(session.command("search less").contains("no byte is left"));
    // $82 is the second byte of a two-byte variable.
    session.command("set $82 = 77");
    session.command("search start");
    let text = session.command("search = 77");
    assert!(text.contains("$82  shape+1 "), "{text}");
}

#[test]
fn bytes_are_drawn_at_a_size_in_a_direction_and_mirrored() {
    let mut session = Session::new(EXAMPLE);
    session.command("set $90 = %11010000");
    session.command("set $91 = %00000001");
    let row =
        |address: u8, data: u8, pixels: &str| format!("${address:04X}  {data:02X}  {pixels}\n");
    let (first, second) = (row(0x90, 0xd0, "##.#...."), row(0x91, 0x01, ".......#"));
    assert_eq!(session.command("graphics $90 2 size 1"), first + &second);
    let (first, second) = (row(0x90, 0xd0, "....#.##"), row(0x91, 0x01, "#......."));
    assert_eq!(
        session.command("gfx $90 2 size 1 up reverse"),
        second + &first
    );
    assert_eq!(
        session.command("graphics $91 1"),
        row(0x91, 0x01, "..............##")
    );
    // The command draws a variable with one row for each of its bytes, and any other address with
    // eight rows.
    assert_eq!(session.command("graphics shape").lines().count(), 2);
    assert_eq!(session.command("graphics Move").lines().count(), 8);
}

#[test]
fn a_patch_changes_the_program_but_not_before_its_own_moment() {
    let mut session = Session::new(EXAMPLE);
    session.command("run 3");
    let value = |session: &Session| session.commander.debugger.machine().peek(0x81);
    assert_eq!(value(&session), 0x3c);
    session.command("to Move");
    let start = session.commander.debugger.moment();
    // `inc frames` becomes `inc shape`.
    let address = session
        .commander
        .debugger
        .location(&location_of("inc frames"))
        .unwrap()
        .address();
    let text = session.command(&format!("patch ${:04X} = $81", address + 1));
    assert_eq!(text, format!("${:04X}  $80 -> $81\n", address + 1));
    let frames = session.commander.debugger.machine().ram()[0];
    session.command("run 2");
    assert_eq!(
        (
            value(&session),
            session.commander.debugger.machine().ram()[0]
        ),
        (0x3e, frames)
    );
    assert_eq!(session.command("patch"), text);
    // Before the moment of the patch, the program is unchanged.
    session.command(&format!("goto @{}", start - 1));
    assert_eq!(session.command("patch"), "");
    session.command("run 2");
    assert_eq!(
        value(&session),
        0x3e,
        "a run forward applies the patch again"
    );
    assert_eq!(
        session.command("patch off"),
        format!("${:04X}  $81 -> $80\n", address + 1)
    );
    assert_eq!(session.command("patch"), "");
    session.command("run 2");
    assert_eq!(value(&session), 0x3e);
    assert_eq!(session.commander.debugger.machine().ram()[0], frames + 2);
}

#[test]
fn a_reload_keeps_the_patches_whose_bytes_the_source_has_not_changed() {
    let operand_address = |session: &Session, code: &str| {
        session
            .commander
            .debugger
            .location(&location_of(code))
            .unwrap()
            .address()
            + 1
    };
    let patched = || {
        let mut session = Session::new(EXAMPLE);
        session.command("run 3");
        for (code, value) in [("cmp #$60", "$70"), ("and #$f0", "$e0")] {
            let address = operand_address(&session, code);
            session.command(&format!("patch ${address:04X} = {value}"));
        }
        session
    };
    let bytes = |session: &Session| {
        let machine = session.commander.debugger.machine();
        ["cmp #$60", "and #$f0"].map(|code| machine.peek(operand_address(session, code)))
    };
    let (compared, masked) = {
        let session = patched();
        (
            operand_address(&session, "cmp #$60"),
            operand_address(&session, "and #$f0"),
        )
    };
    let mut session = patched();
    let text = session.command("reload");
    let kept =
        |address: u16, value: u8| format!("the patch ${address:04X} = ${value:02X} is kept\n");
    let notes = kept(compared, 0x70) + &kept(masked, 0xe0);
    assert!(text.starts_with(&notes), "{text}");
    assert_eq!(bytes(&session), [0x70, 0xe0]);
    // The new source changes one of the two patched bytes, and already contains the patched value
    // of the second.
    for continues in [true, false] {
        let mut session = patched();
        let changed = EXAMPLE
            .replace("cmp #$60", "cmp #$50")
            .replace("and #$f0", "and #$e0");
        match continues {
            true => assert_eq!(session.commander.continue_with(load(&changed)), None),
            false => session.commander.restart_with(load(&changed)),
        }
        let dropped = format!(
            "the patch ${compared:04X} = $70 is dropped: the program now has $50 there \
             instead of $60\n\
             the patch ${masked:04X} = $E0 is now part of the program\n"
        );
        assert_eq!(session.commander.take_notes(), dropped);
        let machine = session.commander.debugger.machine();
        assert_eq!([machine.peek(compared), machine.peek(masked)], [0x50, 0xe0]);
        assert_eq!(session.command("patch"), "");
    }
    // The new source changes only bytes that are not patched, so the state and the patches are
    // kept.
    let mut session = patched();
    let frames = session.commander.debugger.machine().ram()[0];
    let changed = EXAMPLE.replace("lda #$46", "lda #$48");
    assert_eq!(session.commander.continue_with(load(&changed)), None);
    assert_eq!(session.commander.take_notes(), notes);
    assert_eq!(bytes(&session), [0x70, 0xe0]);
    assert_eq!(session.commander.debugger.machine().ram()[0], frames);
}

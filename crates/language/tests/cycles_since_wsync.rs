//! Checks the cycle counts since WSYNC that an editor shows next to instructions. Each count must
//! be right every time the console runs the instruction.

use asm6502::{DiskProvider, MemoryProvider, SourceProvider, build, record::StatementKind};
use lab::trace::Symbols;
use language::{Program, Timing};
use reports::disassembly;
use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
};
use vcs::{BusCycle, Cartridge, Input, Machine, place::Place};

/// Number of frames for which each program runs.
const FRAMES: u64 = 90;
/// Frames in which the reset switch is held down.
const RESET_FRAMES: std::ops::Range<u64> = 30..34;

/// The counts that an editor shows. The key is the instruction's offset in the image. A count is
/// the minimum and maximum number of cycles from WSYNC to the end of the instruction. For a branch,
/// the first count applies if it is not taken, and the second if it is taken. For other
/// instructions, both counts are equal.
type ShownCounts = HashMap<usize, [(u32, u32); 2]>;

/// Returns the counts that an editor shows for a source, and the assembled image. Returns `None` if
/// the source does not assemble.
fn shown_counts(sources: &dyn SourceProvider, path: &Path) -> Option<(ShownCounts, Vec<u8>)> {
    let built = build(sources, path).ok()?;
    let options = build_options(&built);
    let program = Program::new(sources, &options);
    let timing = Timing::new(&program);
    let statements = (0..).zip(&program.record.statements);
    let code = statements.filter(|(_, statement)| {
        matches!(statement.kind, StatementKind::Instruction(_)) && !statement.skipped
    });
    let first = built.lines.spans().first()?;
    let with_offset = program
        .record
        .statements
        .iter()
        .filter(|statement| statement.offset.is_some());
    let origin = with_offset.map(|statement| statement.origin).min()? - first.offset as i64;
    let counts = code.filter_map(|(index, statement)| {
        let cycles = timing.of(index)?;
        let exact = cycles.since_wsync.map(|at| (at, at));
        let (min, max) = exact.or(cycles.since_wsync_range)?;
        let offset = usize::try_from(statement.origin - origin).ok()?;
        let taken = if cycles.is_branch {
            u32::from(cycles.max - cycles.min)
        } else {
            0
        };
        Some((offset, [(min, max), (min + taken, max + taken)]))
    });
    Some((counts.collect(), built.image))
}

fn build_options(built: &asm6502::Build) -> asm6502::Options {
    build::options(built.project.as_ref(), &built.source)
}

/// Counts the cycles since the last wait for WSYNC.
#[derive(Default)]
struct WsyncCounter {
    start: u64,
    is_waiting: bool,
}

impl WsyncCounter {
    fn observe(&mut self, cycle: &BusCycle, now: u64) {
        if cycle.write && cycle.address & 0x10bf == 2 {
            self.start = now;
        }
        // The read that ends the wait is the first cycle of the count.
        if std::mem::replace(&mut self.is_waiting, !cycle.rdy && !cycle.write) && !self.is_waiting {
            self.start = now - 1;
        }
    }
}

/// Returns true while the cartridge's ARM processor is running. During that time, the cartridge's
/// address space contains NOPs and a few driver instructions instead of the program.
fn is_arm_running(machine: &Machine, image: &[u8], pc: u16) -> bool {
    const NOP: u8 = 0xea;
    let cartridge = machine.cartridge();
    if cartridge.arm_calls().is_none() {
        return false;
    }
    let byte = |at: u16| Some(image[cartridge.offset(at)?]);
    let opcode = byte(pc);
    let mut page = (0..=0xff).map(|low| pc & 0xff00 | low);
    let distinctive_address = page.find(|at| {
        let is_far = at.wrapping_sub(pc) > 2;
        is_far && ![None, Some(NOP), opcode].contains(&byte(*at))
    });
    distinctive_address.is_some_and(|at| Some(machine.peek(at)) != byte(at))
}

/// Runs a program. Returns the number of counts that were checked, and descriptions of the first
/// five wrong counts.
fn run(counts: &ShownCounts, cartridge: Cartridge) -> (u64, Vec<String>) {
    let mut machine = Machine::new(cartridge, Default::default());
    let mut counter = WsyncCounter::default();
    let (mut checked, mut wrong) = (0, Vec::new());
    let mut is_opcode_fetch = false;
    let mut last: Option<(usize, u16)> = None;
    let image = machine.cartridge().image().to_vec();
    while machine.place() < Place::frame(FRAMES) && !machine.cpu().jammed() {
        if machine.cpu().at_instruction() && !machine.stalled() {
            let pc = machine.cpu().registers().pc;
            if let Some((offset, branch_pc)) = last.take()
                && let Some([not_taken, taken]) = counts.get(&offset)
            {
                let count = machine.cycles() - counter.start;
                let is_branch = not_taken != taken && pc != branch_pc.wrapping_add(2);
                let expected = if is_branch { taken } else { not_taken };
                checked += 1;
                let is_right = (u64::from(expected.0)..=expected.1.into()).contains(&count);
                if !is_right && wrong.len() < 5 {
                    wrong.push(format!(
                        "${branch_pc:04X}: shown @{expected:?}, counted {count}"
                    ));
                }
            }
            last = machine.cartridge().offset(pc).map(|offset| (offset, pc));
            is_opcode_fetch = true;
            let mut input = Input::default();
            input.switches.reset = RESET_FRAMES.contains(&machine.place().frame);
            if *machine.input() != input {
                machine.set_input(input);
            }
        }
        let cycle = machine.cycle();
        counter.observe(&cycle, machine.cycles());
        if std::mem::take(&mut is_opcode_fetch) {
            last = last.filter(|(offset, pc)| {
                let is_read = image[*offset] == cycle.data && counts.contains_key(offset);
                is_read && !is_arm_running(&machine, &image, *pc)
            });
        }
    }
    (checked, wrong)
}

/// Runs all programs. Fails if a count is wrong, or if no more than `min_checked` counts were
/// checked.
fn check(programs: Vec<(String, ShownCounts, Cartridge)>, min_checked: u64) {
    let mut checked = 0;
    let mut failures = Vec::new();
    for (name, counts, cartridge) in programs {
        let (count, wrong) = run(&counts, cartridge);
        checked += count;
        failures.extend(wrong.into_iter().map(|wrong| format!("{name}: {wrong}")));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(checked > min_checked, "only {checked} counts were checked");
}

fn files(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    let found = paths.into_iter().flat_map(|path| match path.is_dir() {
        true => files(&path, extensions),
        false => vec![path],
    });
    let is_wanted = |path: &PathBuf| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        extension.is_some_and(|extension| extensions.contains(&extension))
    };
    found.filter(is_wanted).collect()
}

#[test]
fn all_counts_for_programs_of_the_repository_are_right() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = ["tests", "roms-src", "crates/debugger"];
    let sources = folders
        .iter()
        .flat_map(|folder| files(&root.join(folder), &["asm"]));
    let programs = sources.filter_map(|path| {
        let (counts, image) = shown_counts(&DiskProvider, &path)?;
        let cartridge = Cartridge::from_image(&image).ok()?;
        Some((path.display().to_string(), counts, cartridge))
    });
    check(programs.collect(), 1_000_000);
}

/// Checks the disassemblies of the images in the folder `CROWNHEAD_IMAGES`.
#[test]
#[ignore = "needs CROWNHEAD_IMAGES, a folder of public images"]
fn oracle_all_counts_for_disassembled_images_are_right() {
    let folder = std::env::var_os("CROWNHEAD_IMAGES").expect("CROWNHEAD_IMAGES names a folder");
    let images = files(Path::new(&folder), &["bin", "a26"]).into_iter();
    let programs = images.filter_map(|path| {
        let cartridge = Cartridge::from_image(&fs::read(&path).ok()?).ok()?;
        let symbols = Symbols::default();
        let source = disassembly::Program::explore(&cartridge, &symbols, 60).source("image");
        let mut sources = MemoryProvider::default();
        sources.insert("image.asm", source);
        let (counts, image) = shown_counts(&sources, Path::new("image.asm"))?;
        (image == cartridge.image()).then_some(())?;
        Some((path.display().to_string(), counts, cartridge))
    });
    check(programs.collect(), 1_000_000);
}

#[test]
fn counts_are_unknown_after_executed_data_and_calls() {
    let source = "
        processor 6502
        org $f000
Start   sta $02
        jsr Twice
        sta $02
        ds 4,$ea
        nop
        jsr Twice
        sta $02
        .byte $2c
        lda #1
        nop
        jmp Start
Twice   nop
        rts
        sta $02
        sta $01,x
        nop
        org $fffc
        .word Start,Start
";
    let mut sources = MemoryProvider::default();
    sources.insert("a.asm", source);
    let (counts, _) = shown_counts(&sources, Path::new("a.asm")).unwrap();
    let mut offsets: Vec<usize> = counts.keys().copied().collect();
    offsets.sort_unstable();
    // Only the first `jsr` has a count. The count of the second is unknown, because execution runs
    // through data before it.
    assert_eq!(offsets, [2]);
}

#[test]
fn a_fast_jump_makes_all_counts_unknown() {
    let source = "
        processor 6502
        org $f000
Start   sta $02
        lda #0
        jmp $0000
        org $fffc
        .word Start,Start
";
    for (jump, has_counts) in [
        ("jmp $0000", false),
        ("jmp $0001", false),
        ("jmp Start", true),
    ] {
        let mut sources = MemoryProvider::default();
        sources.insert("a.asm", source.replace("jmp $0000", jump));
        let (counts, _) = shown_counts(&sources, Path::new("a.asm")).unwrap();
        assert_eq!(!counts.is_empty(), has_counts, "{jump}");
    }
}

#[test]
fn paths_of_different_length_give_a_range() {
    let source = "
        processor 6502
        org $f000
Start   sta $02
        lda $80
        beq .other
        nop
        nop
.other  inc $81
        ds 32,$ea
        sta $02
        jmp Start
        org $fffc
        .word Start,Start
";
    let source = source.replace("        ds 32,$ea\n", &"        nop\n".repeat(30));
    let mut sources = MemoryProvider::default();
    sources.insert("a.asm", &source);
    let built = build(&sources, Path::new("a.asm")).unwrap();
    let program = Program::new(&sources, &build_options(&built));
    let timing = Timing::new(&program);
    let shown = |code: &str| {
        let line = source
            .lines()
            .position(|line| line.ends_with(code))
            .unwrap();
        let file = program.file(b"a.asm").unwrap();
        let (index, _) = program.statements_at(file, line as u32).next().unwrap();
        timing.of(index).unwrap().text()
    };
    // The load takes 3 cycles and the inc takes 5. Between them, the branch takes 3 cycles if it is
    // taken; otherwise, the branch and the two nops take 2 + 4 cycles.
    assert_eq!(shown(".other  inc $81"), "5 @11-14");
    let lines: Vec<&str> = source.lines().collect();
    let last = lines.iter().rposition(|line| line.ends_with("sta $02"));
    let last = last.unwrap();
    let file = program.file(b"a.asm").unwrap();
    let (index, _) = program.statements_at(file, last as u32).next().unwrap();
    assert_eq!(timing.of(index).unwrap().wsync_interval, Some((74, 77)));
    assert_eq!(timing.of(index).unwrap().text(), "3 @74-77 late");
}

//! Runs the vectors, and random scanlines, on public RTL of the chip: TIA.sv of Atari7800_MiSTer.
//! The author of the RTL has compared it with games running on consoles, and names the schematics,
//! the decapped chip and the programmer's guide as sources, but not the netlist.

use super::{
    case::{Access, Audio, Case, File, Video, files},
    chip::Chip,
    run::{self, Bench, CYCLES, runs_to_bytes},
};
use fastrand::Rng;
use std::{collections::BTreeMap, path::Path, sync::OnceLock};
use vcs::tia::registers::write::*;

/// The families in which the RTL and the netlist differ in at least one case.
const DIFFERING_FAMILIES: [&str; 12] = [
    "coll", "cxclr", "cxread", "fuzz", "fuzzn", "hmchg", "hmclr", "hmove2", "hmres", "prio",
    "resmp", "vblank",
];
/// Total number of random scanlines to run, in programs of `PROGRAM_LINES` scanlines each.
const TOTAL_LINES: usize = 100_000;
const PROGRAM_LINES: usize = 20;
/// Number of color clocks from the start of a line to its first pixel, as `TIA.sv` counts them.
const FIRST_PIXEL: usize = 67;
const PIXELS: usize = 160;

/// Edits the RTL for verilator. Verilator rejects a struct whose fields are assigned in different
/// ways, and it treats a struct of several clocks as a single clock. The function also reverts a
/// change of June 2026 to the RTL: to avoid collisions in the blank, this change ends the playfield
/// a pixel early.
fn edit_for_verilator(text: &str) -> String {
    let text = text
        .replace("oclk.clock <=", "oclk_clock <=")
        .replace("pclk.clock <=", "pclk_clock <=")
        .replace("pclk.clock  <=", "pclk_clock <=")
        .replace(
            "logic oclk_tog;",
            "logic oclk_tog, oclk_clock, pclk_clock;\n\
             assign oclk.clock = oclk_clock;\nassign pclk.clock = pclk_clock;",
        )
        .replace("assign d_out[5:0] = open_bus[5:0];", "")
        .replace("(reset || hblank)", "(reset)");
    let mut parts = text.split("clock_t ");
    let mut edited = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let name = part.len() - part.trim_start().len();
        let end = part[name..].find([',', ';', ' ', ')']).unwrap_or_default() + name;
        edited += "clock_t ";
        edited += &part[..end];
        edited += " /*verilator split_var*/ ";
        edited += &part[end..];
    }
    edited
}

fn chip() -> &'static Chip {
    static CHIP: OnceLock<Chip> = OnceLock::new();
    CHIP.get_or_init(|| Chip::build("tia", "TIA.sv", "TIA", edit_for_verilator))
}

/// One cycle: an action, a register and a byte. The action is 0 for none, 1 for a write, 2 for a
/// read, or 3 for the console's reset.
type Cycle = [u8; 3];
/// A cycle without an action.
const IDLE: Cycle = [0; 3];

fn write(register: u8, data: u8) -> Cycle {
    [1, register, data]
}

/// Programs to run on the RTL, one after another. Each program begins with a reset.
struct Programs {
    /// The cycles from a reset to the start of a line, which come before every program.
    lead: Vec<Cycle>,
    cycles: Vec<Cycle>,
    /// The RTL's output in each cycle.
    outputs: Vec<[u8; 6]>,
}

impl Programs {
    fn new(chip: &Chip) -> Programs {
        let mut programs = Programs {
            lead: Vec::new(),
            cycles: Vec::new(),
            outputs: Vec::new(),
        };
        let mut lead = vec![[3, 0, 0]; 2];
        lead.extend([IDLE; 20]);
        lead.push(write(WSYNC, 0));
        let strobe = lead.len();
        programs.cycles = [&lead[..], &[IDLE; 160]].concat();
        programs.run(chip);
        let is_high = |output: &[u8; 6]| output[1] != 0;
        let low = strobe
            + programs.outputs[strobe..]
                .iter()
                .position(|output| !is_high(output))
                .expect("RDY low");
        let high = low
            + programs.outputs[low..]
                .iter()
                .position(is_high)
                .expect("RDY high");
        // End the lead at the start of the next line. RDY goes high one cycle before the processor
        // continues.
        lead.resize(high + usize::from(CYCLES) + 1, IDLE);
        programs.lead = lead;
        programs.cycles.clear();
        programs
    }

    /// Adds a program: the file's preamble, followed by `lines` lines with the accesses `writes`
    /// and `reads`. Returns the index of the first cycle after the preamble.
    fn add(&mut self, file: &File, lines: u16, writes: &[Access], reads: &[Access]) -> usize {
        self.cycles.extend(&self.lead);
        let preamble_start = self.cycles.len();
        let cycles = usize::from(file.header.preamble_lines) * usize::from(CYCLES);
        self.cycles.resize(preamble_start + cycles, IDLE);
        self.insert_accesses(preamble_start, &file.header.preamble, 1);
        let start = self.cycles.len();
        self.cycles
            .resize(start + usize::from(lines) * usize::from(CYCLES), IDLE);
        self.insert_accesses(start, writes, 1);
        self.insert_accesses(start, reads, 2);
        start
    }

    fn insert_accesses(&mut self, start: usize, accesses: &[Access], kind: u8) {
        for &[line, cycle, register, data] in accesses {
            let at = start + usize::from(line * CYCLES + cycle);
            self.cycles[at] = [kind, register as u8, data as u8];
        }
    }

    fn run(&mut self, chip: &Chip) {
        let output = chip.run(self.cycles.concat());
        self.outputs = output.as_chunks().0.to_vec();
        assert_eq!(self.outputs.len(), self.cycles.len());
    }

    /// Returns the colors that the RTL shows in a line of the program that begins in cycle
    /// `start`.
    fn line(&self, start: usize, line: usize) -> Vec<u8> {
        let clock = 3 * (start + line * usize::from(CYCLES)) + FIRST_PIXEL;
        let color = |clock: usize| self.outputs[clock / 3][3 + clock % 3];
        (clock..clock + PIXELS).map(color).collect()
    }
}

/// The only pixel that is not compared. In score mode, the RTL switches from one player's color to
/// the other's one pixel earlier than our chip, as some consoles do.
const SCORE_PIXEL: usize = 79;

/// Returns the indices of the pixels that differ. In the RTL, blank pixels have color 0.
fn differences(expected: &[u8], output: &[u8]) -> impl Iterator<Item = usize> {
    let differs = move |pixel: &usize| expected[*pixel] & 0xfe != output[*pixel];
    (0..PIXELS)
        .filter(|pixel| *pixel != SCORE_PIXEL)
        .filter(differs)
}

fn video_matches(programs: &Programs, start: usize, case: &Video) -> bool {
    let mut lines = case.px.iter().enumerate();
    let is_equal = |(line, pixels): (usize, &String)| {
        let (expected, output) = (runs_to_bytes(pixels), programs.line(start, line));
        let first = differences(&expected, &output).next();
        if let Some(pixel) = first {
            let (expected, output) = (expected[pixel], output[pixel]);
            println!(
                "{} line {line} pixel {pixel}: {expected:02x} {output:02x}",
                case.name
            );
        }
        first.is_none()
    };
    let reads_equal = case.r.iter().all(|&[line, cycle, _, expected]| {
        let [data, ..] = programs.outputs[start + usize::from(line * CYCLES + cycle)];
        (data ^ expected as u8) & 0xc0 == 0
    });
    lines.all(is_equal) && reads_equal
}

fn audio_matches(programs: &Programs, start: usize, case: &Audio) -> bool {
    // Samples are taken at clocks 60 and 200 of each line.
    let cycle = |sample: usize| start + sample / 2 * usize::from(CYCLES) + [20, 66][sample % 2];
    let levels = |shift: u8| move |sample: usize| programs.outputs[cycle(sample)][2] >> shift & 15;
    let channel_matches = |expected: &str, shift: u8| {
        let level = levels(shift);
        expected
            .chars()
            .enumerate()
            .all(|(sample, digit)| digit.to_digit(16) == Some(level(sample).into()))
    };
    channel_matches(&case.a0, 0) && channel_matches(&case.a1, 4)
}

#[test]
#[ignore = "needs verilator, g++, make, and public RTL: CROWNHEAD_RTL"]
fn oracle_the_rtl_of_the_tia_reproduces_the_vectors() {
    let chip = chip();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/tia");
    let mut families: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    for path in files(&folder) {
        let file = File::read(&path);
        let mut programs = Programs::new(chip);
        let cases = file.cases.iter().filter(|case| !case.has_race());
        let placed: Vec<(&Case, usize)> = cases
            .filter_map(|case| {
                let start = match case {
                    Case::Video(case) => programs.add(&file, case.n + 1, &case.w, &case.r),
                    Case::Audio(case) => programs.add(&file, case.n, &case.w, &[]),
                    Case::Rsync(_) | Case::Wsync(_) => return None,
                };
                Some((case, start))
            })
            .collect();
        programs.run(chip);
        for (case, start) in placed {
            let is_equal = match case {
                Case::Video(case) => video_matches(&programs, start, case),
                Case::Audio(case) => audio_matches(&programs, start, case),
                Case::Rsync(_) | Case::Wsync(_) => continue,
            };
            let (family, _) = case.name().split_once('_').expect("a family");
            let [total, different] = families.entry(family.to_owned()).or_default();
            *total += 1;
            *different += usize::from(!is_equal);
        }
    }
    for (family, [total, different]) in &families {
        println!("{family}: {different} of {total} differ");
    }
    let different = families.iter().filter(|(_, [_, different])| *different > 0);
    let different: Vec<&str> = different.map(|(family, _)| family.as_str()).collect();
    assert_eq!(different, DIFFERING_FAMILIES);
    assert!(families.len() > 25, "{families:?}");
}

/// The registers that random programs write.
const RANDOM_REGISTERS: [u8; 36] = [
    NUSIZ0, NUSIZ1, COLUP0, COLUP1, COLUPF, COLUBK, CTRLPF, REFP0, REFP1, PF0, PF1, PF2, RESP0,
    RESP1, RESM0, RESM1, RESBL, AUDF0, AUDF1, AUDV0, AUDV1, GRP0, GRP1, ENAM0, ENAM1, ENABL, HMP0,
    HMP1, HMM0, HMM1, HMBL, VDELP0, VDELP1, VDELBL, HMOVE, HMCLR,
];

/// A kind of random program. The kinds differ from `Plain` in the accesses that they make.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// Has none of the accesses that are known to cause differences; see [`random_writes`].
    Plain,
    /// Also writes VBLANK.
    Vblank,
    /// Also has double-width and quadruple-width players, and writes RESPx like `Plain`.
    Wide,
    /// Like `Wide`, but without writes to RESPx.
    WideWithoutResets,
    /// Also writes RESMPx.
    Resmp,
    /// Like `Resmp`, but never turns on a missile.
    ResmpWithoutMissiles,
    /// Also writes AUDCx while a tone is playing.
    Audc,
    /// Never turns on score mode. For tests of RSYNC.
    Rsync,
}

impl Kind {
    fn registers(self) -> Vec<u8> {
        let [added, removed]: [&[u8]; 2] = match self {
            Kind::Plain | Kind::Wide | Kind::Rsync => [&[], &[]],
            Kind::Vblank => [&[VBLANK; 3], &[]],
            Kind::WideWithoutResets => [&[], &[RESP0, RESP1]],
            Kind::Resmp => [&[RESMP0, RESMP1], &[]],
            Kind::ResmpWithoutMissiles => [&[RESMP0, RESMP1], &[ENAM0, ENAM1]],
            Kind::Audc => [&[AUDC0, AUDC1], &[]],
        };
        let kept = RANDOM_REGISTERS
            .iter()
            .filter(|register| !removed.contains(register));
        kept.chain(added).copied().collect()
    }

    /// Returns the byte to write instead of `data`. Only the wide kinds may select players of
    /// double or quadruple width (NUSIZx), and `Rsync` must not turn on score mode (CTRLPF).
    fn restrict_data(self, register: u8, data: u8) -> u8 {
        match (register, self) {
            (_, Kind::Wide | Kind::WideWithoutResets) => data,
            (NUSIZ0 | NUSIZ1, _) if data & 5 == 5 => data & !1,
            (CTRLPF, Kind::Rsync) => data & !2,
            _ => data,
        }
    }

    /// Returns true if programs of this kind must leave out a write because its effect depends on a
    /// race in the netlist. All kinds leave out HMOVE in cycle 74. All kinds except `Plain` leave
    /// out CTRLPF in cycle 48: if this write turns reflection on or off, the change takes effect in
    /// the RTL but comes too late in our chip.
    fn omits(self, register: u8, cycle: u16) -> bool {
        match (register, cycle) {
            (HMOVE, 74) => true,
            (CTRLPF, 48) => self != Kind::Plain,
            _ => false,
        }
    }
}

/// Creates the writes of a random program. While the pulses of an HMOVE are in progress, the
/// program does not write RESxx, HMOVE, HMxx or HMCLR, because the vectors show that the RTL and
/// the netlist differ there. The program writes AUDC0 and AUDC1 first, before any tone starts.
fn random_writes(random: &mut Rng, kind: Kind) -> Vec<Access> {
    let registers = kind.registers();
    let tones = [(0, AUDC0), (3, AUDC1)];
    let tone = |(cycle, register): (u16, u8)| [0, cycle, register.into(), random.u8(..).into()];
    let mut writes: Vec<Access> = tones.map(tone).into();
    let mut pulses_end = 0;
    for line in 0..PROGRAM_LINES as u16 {
        let mut cycle = if line == 0 { 6 } else { 0 } + random.u16(..20);
        while cycle < CYCLES {
            let register = registers[random.usize(..registers.len())];
            let now = line * CYCLES + cycle;
            let affects_motion = matches!(register, RESP0..=RESBL | HMP0..=HMBL | HMOVE | HMCLR);
            if !kind.omits(register, cycle) && (!affects_motion || now >= pulses_end) {
                let data = kind.restrict_data(register, random.u8(..));
                writes.push([line, cycle, register.into(), data.into()]);
                if register == HMOVE {
                    pulses_end = now + 30;
                }
            }
            cycle += random.u16(3..28);
        }
    }
    writes
}

/// Runs a program on our chip. Returns the colors of each line, and the levels of the two sound
/// channels, twice per line.
fn run_on_our_chip(initial_bench: &Bench, writes: &[Access]) -> (Vec<Vec<u8>>, Vec<u8>) {
    let mut bench = initial_bench.clone();
    let (mut lines, mut levels) = (Vec::new(), Vec::new());
    let mut pending = writes.iter().peekable();
    for line in 0..PROGRAM_LINES as u16 {
        for cycle in 0..CYCLES {
            for clock in 0..3 {
                bench.run(1);
                if matches!(3 * cycle + clock, 60 | 200) {
                    let [first, second] = bench.tia.audio_levels();
                    levels.push(first | second << 4);
                }
            }
            if let Some(write) = pending.next_if(|write| write[..2] == [line, cycle]) {
                bench.write(write);
            }
        }
        lines.push(bench.previous_line().to_vec());
    }
    (lines, levels)
}

/// A program that gives different results on our chip and on the RTL.
struct Mismatch {
    writes: Vec<Access>,
    /// The pixels that differ. Each entry is a line and a pixel.
    pixels: Vec<(u16, usize)>,
    /// The half lines in which the sound differs, numbered from the start of the program.
    sounds: Vec<usize>,
}

/// Runs random programs on the RTL. `writes` returns those of a program, given its number. Returns
/// the bench before the first program, the outputs of the RTL, and for each program its writes and
/// the number of its first cycle.
fn run_on_the_rtl(
    count: usize,
    mut writes: impl FnMut(&mut Rng, usize) -> Vec<Access>,
) -> (Bench, Programs, Vec<(Vec<Access>, usize)>) {
    let chip = chip();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/tia");
    let file = File::read(&folder.join("a_reset.jsonl.gz"));
    let mut random = Rng::with_seed(0x1977);
    let mut programs = Programs::new(chip);
    let placed = (0..count)
        .map(|number| {
            let writes = writes(&mut random, number);
            let start = programs.add(&file, PROGRAM_LINES as u16 + 1, &writes, &[]);
            (writes, start)
        })
        .collect();
    programs.run(chip);
    (run::run_preamble(&file), programs, placed)
}

/// Runs random programs on our chip and on the RTL. Returns those whose results differ.
fn random_programs(kind: Kind, count: usize) -> Vec<Mismatch> {
    let writes = |random: &mut Rng, _| random_writes(random, kind);
    let (initial_bench, programs, placed) = run_on_the_rtl(count, writes);
    let (mut lit_lines, mut loud_half_lines) = (0, 0);
    let mut different = Vec::new();
    for (writes, start) in placed {
        let (lines, levels) = run_on_our_chip(&initial_bench, &writes);
        let mut mismatch = Mismatch {
            writes,
            pixels: Vec::new(),
            sounds: Vec::new(),
        };
        for (line, colors) in (0..).zip(&lines) {
            let rtl_colors = programs.line(start, usize::from(line));
            lit_lines += usize::from(colors.iter().any(|color| *color != colors[PIXELS / 2]));
            let pixels = differences(colors, &rtl_colors).map(|pixel| (line, pixel));
            mismatch.pixels.extend(pixels);
        }
        for (half, level) in levels.iter().enumerate() {
            let place = [(half / 2) as u16, [20, 66][half % 2]];
            let at = start + half / 2 * usize::from(CYCLES) + usize::from(place[1]);
            loud_half_lines += usize::from(*level != 0);
            // Do not compare the level if there is a write in this cycle: in the RTL, a write to
            // AUDVx takes effect before the cycle ends.
            let is_written = mismatch.writes.iter().any(|write| write[..2] == place);
            if !is_written && programs.outputs[at][2] != *level {
                mismatch.sounds.push(half);
            }
        }
        if !mismatch.pixels.is_empty() || !mismatch.sounds.is_empty() {
            different.push(mismatch);
        }
    }
    let lines = count * PROGRAM_LINES;
    assert!(
        lit_lines > lines / 4,
        "{lit_lines} lines show more than one color"
    );
    assert!(
        loud_half_lines > lines / 4,
        "{loud_half_lines} half lines have a sound"
    );
    different
}

impl Mismatch {
    fn has_write(&self, matches: impl Fn(&Access) -> bool) -> bool {
        self.writes.iter().any(matches)
    }

    fn text(&self) -> String {
        let pixels = &self.pixels[..self.pixels.len().min(8)];
        let sounds = &self.sounds[..self.sounds.len().min(8)];
        format!(
            "pixels {pixels:?}, half lines {sounds:?}: {:?}",
            self.writes
        )
    }
}

fn assert_none<'a>(different: impl IntoIterator<Item = &'a Mismatch>) {
    let texts: Vec<String> = different.into_iter().map(Mismatch::text).collect();
    let first_texts = &texts[..texts.len().min(10)];
    assert!(
        texts.is_empty(),
        "{} differ:\n{}",
        texts.len(),
        first_texts.join("\n")
    );
}

#[test]
#[ignore = "needs verilator, g++, make, and public RTL: CROWNHEAD_RTL"]
fn oracle_random_scanlines_are_equal_in_the_rtl_of_the_tia() {
    let count = TOTAL_LINES / PROGRAM_LINES;
    let different = random_programs(Kind::Plain, count);
    // The effect of this write depends on a race in the netlist: the change takes effect in the RTL
    // but comes too late in our chip.
    let is_race =
        |program: &&Mismatch| program.has_write(|write| write[1..3] == [48, u16::from(CTRLPF)]);
    let (races, others): (Vec<_>, Vec<_>) = different.iter().partition(is_race);
    println!(
        "{} of {count} programs differ because of a race",
        races.len()
    );
    assert!(
        !races.is_empty(),
        "no program differs because of CTRLPF in cycle 48"
    );
    assert_none(others);
}

/// Number of random programs to run for each kind that has known differences.
const PROGRAMS_PER_KIND: usize = 300;

/// Runs random programs of a kind, and returns those whose results differ. Prints their number.
/// Panics if there are none.
fn different_programs(kind: Kind) -> Vec<Mismatch> {
    let different = random_programs(kind, PROGRAMS_PER_KIND);
    println!("{} of {PROGRAMS_PER_KIND} programs differ", different.len());
    assert!(!different.is_empty());
    different
}

#[test]
#[ignore = "needs verilator, g++, make, and public RTL: CROWNHEAD_RTL"]
fn oracle_vblank_blanks_a_pixel_earlier_in_the_rtl_of_the_tia() {
    let different = different_programs(Kind::Vblank);
    assert!(different.len() > PROGRAMS_PER_KIND / 2);
    // Two differences are known. One is the pixel at which the cycle of the write ends. The other
    // occurs in score mode if VBLANK ends near the center of the picture: our chip then shows the
    // right half of the line in the color of player 0. TIA.sv does not, because its blank ends a
    // pixel earlier.
    let has_other_difference = |program: &&Mismatch| {
        let is_known = |&(line, pixel): &(u16, usize)| {
            let explains = |write: &Access| {
                let [write_line, cycle, register, _] = *write;
                let is_edge = 3 * usize::from(cycle + 1) == pixel + 68;
                let is_center = (48..=50).contains(&cycle) && pixel >= PIXELS / 2;
                register == u16::from(VBLANK) && write_line == line && (is_edge || is_center)
            };
            program.has_write(explains)
        };
        !program.pixels.iter().all(is_known) || !program.sounds.is_empty()
    };
    assert_none(different.iter().filter(has_other_difference));
}

#[test]
#[ignore = "needs verilator, g++, make, and public RTL: CROWNHEAD_RTL"]
fn oracle_only_resets_of_wide_players_differ_in_the_rtl_of_the_tia() {
    assert_none(&random_programs(Kind::WideWithoutResets, PROGRAMS_PER_KIND));
    let different = different_programs(Kind::Wide);
    // In each program, the first difference must be in a line with a write to RESP0 or RESP1.
    let has_other_difference = |program: &&Mismatch| {
        let line = program.pixels.first().map(|(line, _)| *line);
        let is_reset = |[write_line, _, register, _]: &Access| {
            Some(*write_line) == line && [RESP0, RESP1].map(u16::from).contains(register)
        };
        !program.has_write(is_reset)
    };
    assert_none(different.iter().filter(has_other_difference));
}

#[test]
#[ignore = "needs verilator, g++, make, and public RTL: CROWNHEAD_RTL"]
fn oracle_resmp_moves_only_missiles_in_the_rtl_of_the_tia() {
    assert_none(&random_programs(
        Kind::ResmpWithoutMissiles,
        PROGRAMS_PER_KIND,
    ));
    let different = different_programs(Kind::Resmp);
    assert!(different.iter().all(|program| program.sounds.is_empty()));
}

#[test]
#[ignore = "needs verilator, g++, make, and public RTL: CROWNHEAD_RTL"]
fn oracle_audc_in_a_tone_changes_only_sound_in_the_rtl_of_the_tia() {
    let different = different_programs(Kind::Audc);
    assert_none(
        different
            .iter()
            .filter(|program| !program.pixels.is_empty()),
    );
}

/// Returns the color that our chip shows in each color clock of the program; 0 in the blank.
fn color_stream(initial_bench: &Bench, writes: &[Access]) -> Vec<u8> {
    let mut bench = initial_bench.clone();
    let mut colors = vec![0; PROGRAM_LINES * 3 * usize::from(CYCLES)];
    let (mut line_start, mut now) = (0, 0);
    let mut pending = writes.iter().peekable();
    for line in 0..PROGRAM_LINES as u16 {
        for cycle in 0..CYCLES {
            for _ in 0..3 {
                bench.run(1);
                now += 1;
                if bench.tia.clock() == 0 {
                    let visible = colors[line_start..now].iter_mut().skip(FIRST_PIXEL + 1);
                    for (color, shown) in visible.zip(bench.previous_line()) {
                        *color = shown & 0xfe;
                    }
                    line_start = now;
                }
            }
            if let Some(write) = pending.next_if(|write| write[..2] == [line, cycle]) {
                bench.write(write);
            }
        }
    }
    colors.truncate(line_start);
    colors
}

/// Returns the writes of a program that writes RSYNC in cycle `strobe` of line 5. No other write of
/// the program is known to cause differences.
fn rsync_writes(random: &mut Rng, strobe: u16) -> Vec<Access> {
    let mut writes = random_writes(random, Kind::Rsync);
    // The new line starts one cycle (three clocks) after the end of the write's cycle.
    let new_line = 5 * CYCLES + strobe + 2;
    writes.retain(|&[line, cycle, register, _]| match line {
        0..4 => true,
        4..7 => false,
        _ => {
            let cycle = (line * CYCLES + cycle - new_line) % CYCLES;
            !Kind::Rsync.omits(register as u8, cycle)
        }
    });
    let at = writes.partition_point(|write| write[0] < 5);
    writes.insert(at, [5, strobe, RSYNC.into(), 0]);
    writes
}

#[test]
#[ignore = "needs verilator, g++, make, and public RTL: CROWNHEAD_RTL"]
fn oracle_rsync_changes_only_the_first_playfield_groups_in_the_rtl_of_the_tia() {
    let writes = |random: &mut Rng, number| rsync_writes(random, number as u16 % CYCLES);
    let (initial_bench, programs, placed) = run_on_the_rtl(4 * usize::from(CYCLES), writes);
    let (mut count, mut texts) = (0, Vec::new());
    for (writes, start) in &placed {
        let our_colors = color_stream(&initial_bench, writes);
        assert!(our_colors.len() > 4000 && our_colors.iter().any(|color| *color != 0));
        let rtl_colors = |clock: usize| {
            let at = 3 * start + clock - 1;
            programs.outputs[at / 3][3 + at % 3]
        };
        let different: Vec<usize> = (1..our_colors.len())
            .filter(|clock| our_colors[*clock] != rtl_colors(*clock))
            .collect();
        // The playfield bit that is being shifted during RSYNC is visible in up to three playfield
        // pixels (groups of four clocks) of the new line.
        let groups = new_line_start(writes) + 68..new_line_start(writes) + 80;
        if different.iter().any(|clock| !groups.contains(clock)) {
            texts.push(format!("clocks {different:?}: {writes:?}"));
        }
        count += usize::from(!different.is_empty());
    }
    println!("{count} of {} programs differ", placed.len());
    assert!(
        count > 0,
        "no program differs because of RSYNC in cycles 22 to 24 and 48 to 50"
    );
    assert!(texts.is_empty(), "{}", texts.join("\n"));
}

/// Returns the clock at which the line after RSYNC starts: three clocks after the end of the
/// write's cycle.
fn new_line_start(writes: &[Access]) -> usize {
    let strobe = writes.iter().find(|write| write[2] == u16::from(RSYNC));
    let [line, cycle, ..] = strobe.expect("a strobe");
    3 * usize::from(line * CYCLES + cycle + 2)
}

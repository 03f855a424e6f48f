//! Cycle counts by routine, scanline and frame; as text and as a heat map.

use lab::{
    script::ScriptRun,
    trace::{Symbols, arm::console_cycles},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};
use vcs::{Machine, Place, cartridge::ArmCalls};

/// The cycle counts of a run.
#[derive(Debug, Default)]
pub struct Profile {
    /// Cycles and executed instructions by routine.
    pub routines: BTreeMap<String, (u64, u64)>,
    /// Cycles worked and waited by scanline.
    pub scanlines: Vec<[u64; 2]>,
    /// Cycles worked and waited by frame, and its scanlines.
    pub frames: Vec<FrameCycles>,
    /// Cycles worked and waited in total.
    pub total: [u64; 2],
    /// What the ARM processor did, on a cartridge that has one.
    pub arm: Option<ArmShare>,
}

/// What the ARM processor did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ArmShare {
    /// Calls of ARM code.
    pub calls: u64,
    /// Instructions in them.
    pub instructions: u64,
    /// Clocks in them.
    pub clocks: u64,
    /// These clocks in cycles of an NTSC console.
    pub cycles: u64,
}

/// Cycles of one frame.
#[derive(Debug, Clone, Copy, Default)]
pub struct FrameCycles {
    /// Number of the frame.
    pub number: u64,
    /// Cycles worked and waited.
    pub cycles: [u64; 2],
    /// Scanlines.
    pub lines: usize,
}

/// Scanlines counted separately; later ones count as the last.
const LINES: usize = 400;
/// Addresses on the bus.
const ADDRESSES: usize = 0x2000;
/// The opcode of JSR.
const JSR: u8 = 0x20;

fn arm_calls(machine: &Machine) -> Option<ArmCalls> {
    machine.cartridge().arm_calls().copied()
}

impl Profile {
    /// Runs a player to its end and counts from a frame on.
    pub fn of(player: &mut ScriptRun<'_>, symbols: &Symbols, first: u64) -> Profile {
        let mut counts = vec![(0u64, 0u64); ADDRESSES];
        let mut called = BTreeSet::new();
        let mut profile = Profile {
            scanlines: vec![[0; 2]; LINES],
            ..Profile::default()
        };
        let mut frame = FrameCycles::default();
        while player.place().frame < first && player.frame().is_some() {}
        frame.number = player.place().frame;
        let calls_before = arm_calls(player.machine());
        loop {
            let place: Place = player.place();
            let Some(cycle) = player.cycle() else {
                break;
            };
            let waits = usize::from(!cycle.rdy && !cycle.write);
            let pc = player.pc_of_last_cycle() & 0x1fff;
            if cycle.sync && cycle.data == JSR {
                let byte = |address: u16| player.machine().peek(address);
                called.insert(u16::from_le_bytes([byte(pc + 1), byte(pc + 2)]) & 0x1fff);
            }
            let count = &mut counts[usize::from(pc)];
            count.0 += u64::from(waits == 0);
            count.1 += u64::from(cycle.sync && waits == 0);
            profile.scanlines[usize::from(place.scanline).min(LINES - 1)][waits] += 1;
            profile.total[waits] += 1;
            frame.cycles[waits] += 1;
            if player.place().frame != place.frame {
                frame.lines = player.last_frame().scanlines();
                profile.frames.push(frame);
                frame = FrameCycles {
                    number: player.place().frame,
                    ..FrameCycles::default()
                };
            }
        }
        profile.arm = arm_calls(player.machine()).map(|calls| {
            let before = calls_before.unwrap_or_default();
            let options = player.machine().cartridge().arm().map(|arm| arm.options);
            let kilohertz = options.and_then(|options| options.kilohertz);
            let clocks = calls.clocks.saturating_sub(before.clocks);
            ArmShare {
                calls: calls.made.saturating_sub(before.made),
                instructions: calls.instructions.saturating_sub(before.instructions),
                clocks,
                cycles: console_cycles(clocks, kilohertz.unwrap_or_default()),
            }
        });
        let names = match symbols.labels().next() {
            Some(_) => routines(symbols),
            None => called_routines(player.machine(), called),
        };
        for (pc, (cycles, instructions)) in (0..).zip(counts) {
            if cycles > 0 {
                let at = names.partition_point(|(address, _)| *address <= pc);
                let name = &names[at.saturating_sub(1)].1;
                let entry = profile.routines.entry(name.clone()).or_default();
                entry.0 += cycles;
                entry.1 += instructions;
            }
        }
        profile
    }

    /// The report as text.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let [worked, waited] = self.total;
        let all = (worked + waited).max(1);
        let frames = self.frames.len();
        let _ = writeln!(
            out,
            "{frames} frames, {all} cycles: {:.1} % worked, {:.1} % waited for WSYNC",
            percent(worked, all),
            percent(waited, all)
        );
        if let Some(arm) = &self.arm {
            let _ = writeln!(
                out,
                "ARM: {} calls, {} instructions, {} clocks: {:.1} % of the time",
                arm.calls,
                arm.instructions,
                arm.clocks,
                percent(arm.cycles, all)
            );
        }
        self.extremes(&mut out);
        let _ = writeln!(out, "\n    cycles      %  instructions  routine");
        let mut routines: Vec<_> = self.routines.iter().collect();
        routines.sort_by_key(|(name, (cycles, _))| (std::cmp::Reverse(*cycles), name.as_str()));
        for (name, (cycles, instructions)) in routines {
            let share = percent(*cycles, worked.max(1));
            let _ = writeln!(out, "{cycles:10}  {share:5.1}  {instructions:12}  {name}");
        }
        let _ = writeln!(out, "\nscanline  worked of 76 cycles, on average");
        let mut line = 0;
        let used = self.used_lines();
        while line < used {
            let average = self.average(line);
            let same = (line..used)
                .take_while(|other| self.average(*other) == average)
                .count();
            let bar = "#".repeat((average / 2.0).round() as usize);
            let last = line + same - 1;
            let _ = writeln!(out, "{line:3}-{last:3}   {average:5.1}  {bar}");
            line += same;
        }
        out
    }

    fn extremes(&self, out: &mut String) {
        // The first frame begins at power-on.
        let whole = || self.frames.iter().filter(|frame| frame.number > 0);
        let length = |frame: &&FrameCycles| frame.cycles[0] + frame.cycles[1];
        let extremes = [
            ("shortest", whole().min_by_key(length)),
            ("longest", whole().max_by_key(length)),
            ("least work", whole().min_by_key(|frame| frame.cycles[0])),
            ("most work", whole().max_by_key(|frame| frame.cycles[0])),
        ];
        for (what, frame) in extremes {
            if let Some(frame) = frame {
                let [worked, waited] = frame.cycles;
                let _ = writeln!(
                    out,
                    "{what:10}  frame {}, {} scanlines, {worked} cycles worked, {waited} waited",
                    frame.number, frame.lines
                );
            }
        }
    }

    fn used_lines(&self) -> usize {
        let used = self.scanlines.iter().rposition(|[a, b]| a + b > 0);
        used.map_or(0, |last| last + 1)
    }

    /// The cycles worked of a scanline's 76, rounded to a tenth.
    fn average(&self, line: usize) -> f64 {
        let [worked, waited] = self.scanlines[line];
        (percent(worked, (worked + waited).max(1)) * 7.6).round() / 10.0
    }

    /// A heat map as SVG: a bar per scanline, its length and color the cycles worked.
    pub fn svg(&self) -> String {
        let used = self.used_lines();
        let height = used * 3 + 40;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"520\" height=\"{height}\" \
             font-family=\"sans-serif\" font-size=\"11\">\n\
             <text x=\"8\" y=\"16\">cycles worked of 76 in each scanline</text>\n"
        );
        for line in 0..used {
            let average = self.average(line);
            let heat = average / 76.0;
            let (red, blue) = ((255.0 * heat) as u8, (255.0 * (1.0 - heat)) as u8);
            let (y, width) = (24 + line * 3, average * 6.0);
            let _ = writeln!(
                out,
                "<rect x=\"40\" y=\"{y}\" width=\"{width:.1}\" height=\"3\" \
                 fill=\"#{red:02x}40{blue:02x}\">\
                 <title>scanline {line}: {average:.1}</title></rect>"
            );
            if line % 20 == 0 {
                let _ = writeln!(out, "<text x=\"8\" y=\"{}\">{line}</text>", y + 4);
            }
        }
        out.push_str("</svg>\n");
        out
    }
}

/// The routines by address; local labels belong to the routine before them.
fn routines(symbols: &Symbols) -> Vec<(u16, String)> {
    let global = symbols.labels().filter(|(_, name)| !name.contains('.'));
    let mut names: Vec<(u16, String)> = vec![(0, "(before the first label)".into())];
    names.extend(global.map(|(address, name)| (address, name.to_string())));
    names
}

/// The routines of a program without symbols: from the targets of its JSRs and its vectors on.
fn called_routines(machine: &Machine, called: BTreeSet<u16>) -> Vec<(u16, String)> {
    let vector = |low: u16| {
        let bytes = [low, low + 1].map(|address| machine.peek(address));
        u16::from_le_bytes(bytes) & 0x1fff
    };
    let called = called.into_iter();
    let mut names: BTreeMap<u16, String> = called
        .map(|address| (address, format!("sub_{:04X}", address | 0xe000)))
        .collect();
    for (low, name) in [(0xfffe, "break"), (0xfffc, "reset")] {
        let address = vector(low);
        names.insert(address, format!("{name}_{:04X}", address | 0xe000));
    }
    names
        .entry(0)
        .or_insert_with(|| "(before the first routine)".into());
    names.into_iter().collect()
}

fn percent(part: u64, all: u64) -> f64 {
    part as f64 * 100.0 / all as f64
}

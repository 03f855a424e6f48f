//! Counts the cycles that a program spends in each routine, scanline and frame, and writes the
//! counts as text and as a heat map.

use lab::{
    script::ScriptRun,
    trace::{
        Symbols,
        arm::console_cycles,
        bus::{reads_timer, timer_cycles_set},
    },
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};
use vcs::{BusCycle, Machine, Place, cartridge::ArmCalls};

/// The cycle counts of a run.
#[derive(Debug, Default)]
pub struct Profile {
    /// The cost of each routine, by name.
    pub routines: BTreeMap<String, Cost>,
    /// For each scanline, the number of cycles that the program worked, and the number of cycles
    /// that it waited. Both are sums over all frames.
    pub scanlines: Vec<[u64; 2]>,
    /// For each scanline, the maximum number of cycles that the program worked in it in one frame.
    pub max_worked: Vec<u64>,
    /// The cycles of each frame.
    pub frames: Vec<FrameCycles>,
    /// The number of cycles that the program worked in the whole run, and the number of cycles that
    /// it waited.
    pub total: [u64; 2],
    /// A description of each instruction that waits for the timer, and the spare time of the waits.
    pub timers: Vec<(String, SpareTime)>,
    /// The work of the ARM processor; `None` if the cartridge has none.
    pub arm: Option<ArmWork>,
}

/// The cost of a routine.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cost {
    /// Number of cycles spent in the routine itself, without waits.
    pub cycles: u64,
    /// Number of instructions executed in the routine.
    pub instructions: u64,
    /// Number of cycles spent in the routine and in all routines that it calls, without waits. Only
    /// calls of the routine by JSR that have returned are counted; 0 if there are none.
    pub with_calls: u64,
}

/// A cycle that has been counted as work, but may turn out to be part of a wait for the timer.
#[derive(Debug, Clone, Copy)]
struct WorkCycle {
    pc: u16,
    scanline: usize,
}

/// The cycles since the last read of INTIM or TIMINT. If the same instruction reads the timer
/// again, they are an iteration of a loop that waits for the timer.
#[derive(Debug, Default)]
struct TimerPoll {
    /// The address of the instruction that read the timer last; `None` if none has.
    pc: Option<u16>,
    cycles: Vec<WorkCycle>,
}

/// Maximum number of cycles that an iteration of a loop may take. A longer loop that reads the
/// timer counts as work, not as a wait.
const MAX_LOOP_CYCLES: usize = 30;

/// The spare time of the waits for the timer, in cycles. It is the time that the program waits
/// until the timer runs out. It is negative if the timer has already run out at the first read:
/// then it is the time since the timer ran out, with a minus sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpareTime {
    /// The minimum spare time.
    pub min: i64,
    /// The maximum spare time.
    pub max: i64,
    /// The total spare time of all waits.
    pub sum: i64,
    /// Number of waits.
    pub waits: i64,
}

impl SpareTime {
    fn add(&mut self, spare: i64) {
        self.min = self.min.min(spare);
        self.max = self.max.max(spare);
        self.sum += spare;
        self.waits += 1;
    }
}

/// The state of the timer, and the waits for it.
#[derive(Debug, Default)]
struct Timer {
    /// The time at which the timer runs out, in cycles since power-on.
    ends_at: u64,
    /// True if the program has read the timer since it last set the timer.
    was_read: bool,
    /// The wait in progress.
    wait: Option<Wait>,
    /// The spare time of all waits, by the address of the instruction that reads the timer.
    spare: BTreeMap<u16, SpareTime>,
}

/// A wait for the timer.
#[derive(Debug, Clone, Copy)]
struct Wait {
    pc: u16,
    /// The time of the first read of the timer, in cycles since power-on.
    first_read: u64,
    /// The time of the latest read of the timer, in cycles since power-on.
    last_read: u64,
    /// The number of cycles from when the timer ran out to the first read; 0 if the timer was still
    /// running at the first read.
    late_by: u64,
}

/// Maximum number of cycles between two reads of the timer in the same wait. It is more than two
/// scanlines, because a loop that waits may contain a WSYNC.
const MAX_CYCLES_BETWEEN_READS: u64 = 160;

impl Timer {
    /// Processes a cycle of the instruction at `pc`. `now` is the time at the end of the cycle, in
    /// cycles since power-on.
    fn process_cycle(&mut self, cycle: &BusCycle, pc: u16, now: u64) {
        if let Some(cycles) = timer_cycles_set(cycle) {
            self.end_wait();
            self.ends_at = now + cycles;
            self.was_read = false;
        }
        if !reads_timer(cycle) {
            return;
        }
        let is_same_wait =
            |wait: &&mut Wait| wait.pc == pc && now - wait.last_read <= MAX_CYCLES_BETWEEN_READS;
        if let Some(wait) = self.wait.as_mut().filter(is_same_wait) {
            wait.last_read = now;
            return;
        }
        self.end_wait();
        if !std::mem::replace(&mut self.was_read, true) {
            self.wait = Some(Wait {
                pc,
                first_read: now,
                last_read: now,
                late_by: now.saturating_sub(self.ends_at),
            });
        }
    }

    fn end_wait(&mut self) {
        let Some(wait) = self.wait.take().filter(|_| self.ends_at > 0) else {
            return;
        };
        let spare = match wait.late_by {
            0 => (wait.last_read - wait.first_read) as i64,
            cycles => -(cycles as i64),
        };
        let empty = SpareTime {
            min: i64::MAX,
            max: i64::MIN,
            sum: 0,
            waits: 0,
        };
        self.spare.entry(wait.pc).or_insert(empty).add(spare);
    }
}

/// A subroutine call in progress.
#[derive(Debug, Clone, Copy)]
struct Call {
    routine: u16,
    /// The stack pointer before the call.
    stack: u8,
    /// Total number of cycles that the program had worked when the routine began.
    worked_before: u64,
}

/// The work of the ARM processor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ArmWork {
    /// Number of calls to ARM code.
    pub calls: u64,
    /// Number of ARM instructions executed in these calls.
    pub instructions: u64,
    /// Number of ARM clocks that these calls took.
    pub clocks: u64,
    /// The total duration of these calls, in cycles of an NTSC console.
    pub cycles: u64,
}

/// The cycles of one frame.
#[derive(Debug, Clone, Copy, Default)]
pub struct FrameCycles {
    /// Number of the frame.
    pub number: u64,
    /// The number of cycles that the processor worked, and the number of cycles that it waited.
    pub cycles: [u64; 2],
    /// Number of scanlines.
    pub lines: usize,
}

/// Number of scanlines that are counted separately. Any later scanlines of a frame are counted
/// together with the last one.
const MAX_LINES: usize = 400;
/// Number of bus addresses.
const ADDRESSES: usize = 0x2000;
/// The opcode of JSR.
const JSR: u8 = 0x20;
/// Number of cycles that a JSR takes.
const JSR_CYCLES: u64 = 6;

fn arm_calls(machine: &Machine) -> Option<ArmCalls> {
    machine.cartridge().arm_calls().copied()
}

impl Profile {
    /// Runs a script to its end. Counts the cycles from the start of frame `first_frame`.
    /// `ram_routine_name` returns the name of the routine at an address in RAM.
    pub fn measure(
        player: &mut ScriptRun<'_>,
        symbols: &Symbols,
        first_frame: u64,
        ram_routine_name: &dyn Fn(&Machine, u16) -> Option<String>,
    ) -> Profile {
        let mut counts = vec![(0u64, 0u64); ADDRESSES];
        let mut called = BTreeSet::new();
        let mut profile = Profile {
            scanlines: vec![[0; 2]; MAX_LINES],
            max_worked: vec![0; MAX_LINES],
            ..Profile::default()
        };
        let mut frame = FrameCycles::default();
        // The number of cycles that the program has worked in each scanline of the current frame.
        let mut worked = vec![0; MAX_LINES];
        while player.place().frame < first_frame && player.frame().is_some() {}
        frame.number = player.place().frame;
        let calls_before = arm_calls(player.machine());
        let mut calls: Vec<Call> = Vec::new();
        let mut with_calls: BTreeMap<u16, u64> = BTreeMap::new();
        // The names of the routines in RAM. The key is the address of an instruction in the
        // routine.
        let mut ram_names: BTreeMap<u16, String> = BTreeMap::new();
        let mut poll = TimerPoll::default();
        let mut timer = Timer::default();
        loop {
            let place: Place = player.place();
            let Some(cycle) = player.cycle() else {
                break;
            };
            let is_wait = !cycle.rdy && !cycle.write;
            // The index of the count to increase: worked or waited.
            let kind = usize::from(is_wait);
            let pc = player.pc_of_last_cycle() & 0x1fff;
            let begins_instruction = cycle.sync && !is_wait;
            let stack = player.machine().cpu().registers().s;
            if begins_instruction {
                while let Some(call) = calls.pop_if(|call| stack >= call.stack) {
                    // If the routine has called itself, count only the outermost call.
                    if calls.iter().all(|outer| outer.routine != call.routine) {
                        let worked = profile.total[0].saturating_sub(call.worked_before);
                        *with_calls.entry(call.routine).or_default() += worked;
                    }
                }
            }
            if begins_instruction && cycle.data == JSR {
                let byte = |address: u16| player.machine().peek(address);
                let routine = u16::from_le_bytes([byte(pc + 1), byte(pc + 2)]) & 0x1fff;
                called.insert(routine);
                // The cycles of the JSR itself count as part of the calling routine.
                calls.push(Call {
                    routine,
                    stack,
                    worked_before: profile.total[0] + JSR_CYCLES,
                });
            }
            if begins_instruction && pc & 0x1080 == 0x80 && !ram_names.contains_key(&pc) {
                let name = ram_routine_name(player.machine(), pc);
                ram_names.insert(pc, name.unwrap_or(UNNAMED_RAM_ROUTINE.into()));
            }
            if cycle.write || is_wait || poll.cycles.len() > MAX_LOOP_CYCLES {
                poll = TimerPoll::default();
            }
            let count = &mut counts[usize::from(pc)];
            count.0 += u64::from(!is_wait);
            count.1 += u64::from(begins_instruction);
            let scanline = usize::from(place.scanline).min(MAX_LINES - 1);
            profile.scanlines[scanline][kind] += 1;
            worked[scanline] += u64::from(!is_wait);
            profile.total[kind] += 1;
            frame.cycles[kind] += 1;
            if poll.pc.is_some() {
                poll.cycles.push(WorkCycle { pc, scanline });
            }
            timer.process_cycle(&cycle, pc, player.machine().cycles());
            if reads_timer(&cycle) {
                if poll.pc.replace(pc) == Some(pc) {
                    for waited in &poll.cycles {
                        counts[usize::from(waited.pc)].0 -= 1;
                        worked[waited.scanline] -= 1;
                        for cycles in [
                            &mut profile.scanlines[waited.scanline],
                            &mut profile.total,
                            &mut frame.cycles,
                        ] {
                            cycles[0] -= 1;
                            cycles[1] += 1;
                        }
                    }
                }
                poll.cycles.clear();
            }
            if player.place().frame != place.frame {
                profile.update_maxima(&mut worked);
                frame.lines = player.last_frame().scanlines();
                profile.frames.push(frame);
                poll = TimerPoll::default();
                frame = FrameCycles {
                    number: player.place().frame,
                    ..FrameCycles::default()
                };
            }
        }
        profile.update_maxima(&mut worked);
        profile.arm = arm_calls(player.machine()).map(|calls| {
            let before = calls_before.unwrap_or_default();
            let options = player.machine().cartridge().arm().map(|arm| arm.options);
            let kilohertz = options.and_then(|options| options.kilohertz);
            let clocks = calls.clocks.saturating_sub(before.clocks);
            ArmWork {
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
        let name_of = |pc: u16| match ram_names.range(..=pc).next_back() {
            Some((_, name)) if pc & 0x1000 == 0 => name.clone(),
            _ => {
                let next = names.partition_point(|(address, _)| *address <= pc);
                names[next.saturating_sub(1)].1.clone()
            }
        };
        for (pc, (cycles, instructions)) in (0..).zip(counts) {
            if instructions > 0 || cycles > 0 {
                let cost = profile.routines.entry(name_of(pc)).or_default();
                cost.cycles += cycles;
                cost.instructions += instructions;
            }
        }
        for (routine, cycles) in with_calls {
            profile
                .routines
                .entry(name_of(routine))
                .or_default()
                .with_calls += cycles;
        }
        // A wait that is still in progress at the end of the run is not counted. An instruction
        // that never read the timer more than once before it ran out does not wait, so leave it
        // out.
        let waits = timer.spare.into_iter();
        let waits = waits.filter(|(_, spare)| spare.max > 0 || spare.min < 0);
        let timers =
            waits.map(|(pc, spare)| (format!("{} ${:04X}", name_of(pc), pc | 0xe000), spare));
        profile.timers = timers.collect();
        profile
    }

    /// Returns the report as text.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let [worked, waited] = self.total;
        let all = (worked + waited).max(1);
        let frames = self.frames.len();
        let _ = writeln!(
            out,
            "{frames} frames, {all} cycles: {:.1} % worked, {:.1} % waited for WSYNC or the timer",
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
        self.write_extremes(&mut out);
        let _ = writeln!(
            out,
            "\n    cycles      %  with calls  instructions  routine"
        );
        let mut routines: Vec<_> = self.routines.iter().collect();
        routines.sort_by_key(|(name, cost)| (std::cmp::Reverse(cost.cycles), name.as_str()));
        for (name, cost) in routines {
            let share = percent(cost.cycles, worked.max(1));
            let with_calls = match cost.with_calls {
                0 => String::new(),
                cycles => format!("{:.1} %", percent(cycles, worked.max(1))),
            };
            let _ = writeln!(
                out,
                "{:10}  {share:5.1}  {with_calls:>10}  {:12}  {name}",
                cost.cycles, cost.instructions
            );
        }
        self.write_timer_rows(&mut out);
        let _ = writeln!(out, "\nscanline  worked of 76 cycles: on average, at most");
        let mut line = 0;
        let used = self.used_lines();
        while line < used {
            let (average, max) = (self.average(line), self.max_worked[line]);
            let count = (line..used)
                .take_while(|other| {
                    (self.average(*other), self.max_worked[*other]) == (average, max)
                })
                .count();
            let bar = "#".repeat((average / 2.0).round() as usize);
            let last = line + count - 1;
            let _ = writeln!(out, "{line:3}-{last:3}   {average:5.1}  {max:3}  {bar}");
            line += count;
        }
        out
    }

    fn write_timer_rows(&self, out: &mut String) {
        if self.timers.is_empty() {
            return;
        }
        let _ = writeln!(
            out,
            "\nspare cycles: at least  on average  at most  waits  for the timer in"
        );
        for (name, spare) in &self.timers {
            let average = spare.sum as f64 / spare.waits as f64;
            let note = match spare.min {
                ..0 => "; the timer had run out before it was read",
                _ => "",
            };
            let _ = writeln!(
                out,
                "{:22}  {average:10.1}  {:7}  {:5}  {name}{note}",
                spare.min, spare.max, spare.waits
            );
        }
    }

    fn write_extremes(&self, out: &mut String) {
        // Leave out frame 0. It starts at power-on and is not a whole frame.
        let whole_frames = || self.frames.iter().filter(|frame| frame.number > 0);
        let length = |frame: &&FrameCycles| frame.cycles[0] + frame.cycles[1];
        let extremes = [
            ("shortest", whole_frames().min_by_key(length)),
            ("longest", whole_frames().max_by_key(length)),
            (
                "least work",
                whole_frames().min_by_key(|frame| frame.cycles[0]),
            ),
            (
                "most work",
                whole_frames().max_by_key(|frame| frame.cycles[0]),
            ),
        ];
        for (label, frame) in extremes {
            if let Some(frame) = frame {
                let [worked, waited] = frame.cycles;
                let _ = writeln!(
                    out,
                    "{label:10}  frame {}, {} scanlines, {worked} cycles worked, {waited} waited",
                    frame.number, frame.lines
                );
            }
        }
    }

    fn used_lines(&self) -> usize {
        let used = self.scanlines.iter().rposition(|[a, b]| a + b > 0);
        used.map_or(0, |last| last + 1)
    }

    /// Updates `max_worked` at the end of a frame, and clears `worked`, the number of cycles that
    /// the program worked in each scanline of the frame.
    fn update_maxima(&mut self, worked: &mut [u64]) {
        for (max, worked) in self.max_worked.iter_mut().zip(worked) {
            *max = (*max).max(std::mem::take(worked));
        }
    }

    /// Returns the average number of cycles that the program worked in a scanline, 0 to 76, rounded
    /// to a tenth. The calculation assumes 76 cycles per scanline, but the first and the last
    /// scanline of a frame may be shorter, so the result is limited to the maximum in `max_worked`.
    fn average(&self, line: usize) -> f64 {
        let [worked, waited] = self.scanlines[line];
        let average = (percent(worked, (worked + waited).max(1)) * 7.6).round() / 10.0;
        average.min(self.max_worked[line] as f64)
    }

    /// Returns a heat map as SVG. Each scanline has a bar. Its length and color show how many
    /// cycles the program worked in the scanline.
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

/// Returns the addresses and names of the routines, in ascending order of the addresses. A routine
/// begins at each global label; the code at a local label belongs to the preceding routine.
fn routines(symbols: &Symbols) -> Vec<(u16, String)> {
    let global = symbols.labels().filter(|(_, name)| !name.contains('.'));
    let mut names: Vec<(u16, String)> = vec![(0, "(before the first label)".into())];
    names.extend(global.map(|(address, name)| (address, name.to_string())));
    names
}

/// Returns the addresses and names of the routines of a program without symbols. The routines are
/// the targets of all JSRs, the reset vector and the break vector.
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

/// The name of a routine in RAM if `ram_routine_name` returns no name for it.
const UNNAMED_RAM_ROUTINE: &str = "(in RAM)";

fn percent(part: u64, all: u64) -> f64 {
    part as f64 * 100.0 / all as f64
}

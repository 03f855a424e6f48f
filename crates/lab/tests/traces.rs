//! Tests that repeatedly saving and loading a machine does not change its traces.

use lab::{
    script::{Script, ScriptRun},
    trace::{
        AudioHash, FrameRecord, InstructionWriter, Symbols, TraceFormat, VcdWriter, WaveCycle,
        bus::{BusWriter, TiaWriter},
        stepping, write_picture,
    },
};
use std::fmt::Write;
use vcs::{Cartridge, Hash, Machine, Step, bus::BeforeStep, television::Standard};

/// Number of bus cycles in each trace: about two and a half frames.
const CYCLES: u64 = 50_000;

/// Traces of all kinds, written during one run.
struct Traces<'a> {
    instructions: [(InstructionWriter<'a>, Vec<u8>); 4],
    bus: (BusWriter, Vec<u8>),
    tia: (TiaWriter, Vec<u8>),
    vcd: (VcdWriter, Vec<u8>),
    frames: String,
    pictures: String,
    audio: AudioHash,
    chain: Hash,
    pc: u16,
    before: Option<BeforeStep>,
}

impl<'a> Traces<'a> {
    fn new(symbols: &'a Symbols) -> Traces<'a> {
        let formats = [
            TraceFormat::Crownhead,
            TraceFormat::Nestest,
            TraceFormat::Stella,
            TraceFormat::Mame,
        ];
        Traces {
            instructions: formats
                .map(|format| (InstructionWriter::new(format, symbols), Vec::new())),
            bus: Default::default(),
            tia: Default::default(),
            vcd: (VcdWriter::new(Standard::Ntsc), Vec::new()),
            frames: String::new(),
            pictures: String::new(),
            audio: AudioHash::default(),
            chain: Hash::default(),
            pc: 0,
            before: None,
        }
    }

    fn cycle(&mut self, machine: &mut Machine) {
        let place = machine.place();
        let number = machine.cycles();
        let registers = *machine.cpu().registers();
        if machine.cpu().at_instruction() {
            self.before = Some(machine.before_step(place));
            self.pc = registers.pc;
        }
        let intim = machine.peek(0x284);
        let clocks = stepping::signals(machine);
        let bus = machine.cycle();
        if !machine.cpu().at_instruction()
            && let Some(before) = self.before.take()
        {
            self.instruction(&machine.step(before));
        }
        self.bus
            .0
            .append_cycle(&mut self.bus.1, place, number, &bus);
        let end = machine.place();
        self.tia
            .0
            .append_write(&mut self.tia.1, end, number, self.pc, &bus);
        let cycle = WaveCycle {
            place,
            number,
            bus,
            clocks,
            intim,
            registers,
        };
        self.vcd.0.cycle(&mut self.vcd.1, &cycle);
        if end.frame != place.frame {
            self.frame(machine);
        }
    }

    fn instruction(&mut self, step: &Step) {
        for (writer, text) in &mut self.instructions {
            writer.step(text, step);
        }
    }

    fn frame(&mut self, machine: &mut Machine) {
        let mut samples = Vec::new();
        machine.take_samples(&mut samples);
        self.audio.update(&samples);
        let frame = machine.last_frame();
        let record = FrameRecord::new(machine, frame, &samples, self.chain);
        self.chain = record.chain;
        writeln!(self.frames, "{record}").unwrap();
        write_picture(&mut self.pictures, frame, "ntsc").unwrap();
    }

    fn into_texts(self) -> Vec<(&'static str, String)> {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let [crownhead, nestest, stella, mame] = self.instructions.map(|(_, bytes)| text(bytes));
        vec![
            ("instruction", crownhead),
            ("nestest", nestest),
            ("stella", stella),
            ("mame", mame),
            ("bus", text(self.bus.1)),
            ("tia", text(self.tia.1)),
            ("vcd", text(self.vcd.1)),
            ("frame", self.frames),
            ("picture", self.pictures),
            ("audio", self.audio.finish().to_string()),
        ]
    }
}

/// Runs a cartridge, and returns the traces of all kinds. If `restore_interval` is given, saves and
/// loads the machine whenever that number of cycles has passed.
fn traces(cartridge: &Cartridge, restore_interval: Option<u64>) -> Vec<(&'static str, String)> {
    let symbols = Symbols::default();
    let mut traces = Traces::new(&symbols);
    let mut machine = programs::machine(cartridge);
    for number in 0..CYCLES {
        if restore_interval.is_some_and(|interval| number % interval == interval - 1) {
            machine = Machine::load(cartridge, &machine.save()).unwrap();
        }
        traces.cycle(&mut machine);
    }
    traces.into_texts()
}

#[test]
fn saving_and_restoring_does_not_change_the_traces() {
    for (name, cartridge) in programs::benchmarks() {
        let uninterrupted = traces(&cartridge, None);
        // 97 and 76 have no common divisor, so during the run, the machine is restored in each of
        // the 76 cycles of a scanline, and at many different points of an instruction.
        let restored = traces(&cartridge, Some(97));
        for ((kind, uninterrupted), (_, restored)) in uninterrupted.iter().zip(&restored) {
            assert!(!uninterrupted.is_empty(), "{name}: {kind}");
            let line = uninterrupted
                .lines()
                .zip(restored.lines())
                .position(|(a, b)| a != b);
            assert!(
                uninterrupted == restored,
                "{name}: {kind} differs in line {line:?}"
            );
        }
    }
}

#[test]
fn a_script_continues_after_saving_and_restoring() {
    let script =
        "crownhead-script 1\n@5 p0 left\n@9.40.68 select down\n@12 p0 -; select up\n@30 end\n";
    let script = Script::parse(script).unwrap();
    let symbols = Symbols::default();
    let (_, cartridge) = programs::benchmarks().remove(0);
    let remaining_cycles = |player: &mut ScriptRun<'_>| {
        let cycles = std::iter::from_fn(|| player.cycle());
        cycles
            .map(|cycle| format!("{cycle:?}\n"))
            .collect::<String>()
    };
    for save_cycle in [1, 12_345, 150_000, 185_021] {
        let mut uninterrupted = ScriptRun::new(cartridge.clone(), &script, &symbols);
        for _ in 0..save_cycle {
            uninterrupted.cycle().unwrap();
        }
        let state = uninterrupted.machine().save();
        let machine = Machine::load(&cartridge, &state).unwrap();
        let mut resumed = ScriptRun::resume(machine, &script, &symbols);
        let (uninterrupted, resumed) = (
            remaining_cycles(&mut uninterrupted),
            remaining_cycles(&mut resumed),
        );
        assert!(
            !uninterrupted.is_empty() && uninterrupted == resumed,
            "saved after {save_cycle} cycles"
        );
    }
}

#[test]
fn run_to_next_instruction_finds_the_same_instructions() {
    const STEPS: usize = 20_000;
    let script = "crownhead-script 1\n@1.100.7 p0 left\n@2.40.68 select down\n\
                  @3 power cycle\n@4.250 p0 -\n@12 end\n";
    let script = Script::parse(script).unwrap();
    let symbols = Symbols::default();
    for (name, cartridge) in programs::programs() {
        let mut single = ScriptRun::new(cartridge.clone(), &script, &symbols);
        let mut batched = single.clone();
        let mut without_stalls = single.clone();
        let mut steps = Vec::new();
        while steps.len() < STEPS && batched.run_to_next_instruction(|step| steps.push(*step)) {}
        let ended = steps.len() < STEPS;
        for (number, step) in steps.into_iter().enumerate() {
            assert_eq!(single.instruction(), Some(step), "{name}: step {number}");
        }
        if ended {
            assert_eq!(single.instruction(), None, "{name}");
        }
        // A run that skips the stalls must make the same bus writes.
        let mut writes = Vec::new();
        let mut with_stalls = without_stalls.clone();
        for _ in 0..60_000 {
            let (place, cycle) = (with_stalls.place(), with_stalls.cycle());
            writes.extend(
                cycle
                    .filter(|cycle| cycle.write)
                    .map(|cycle| (place, cycle)),
            );
        }
        for expected in writes {
            let found = loop {
                let place = without_stalls.place();
                let cycle = without_stalls.cycle_without_stalls().unwrap();
                if cycle.write {
                    break (place, cycle);
                }
            };
            assert_eq!(found, expected, "{name}");
        }
    }
}

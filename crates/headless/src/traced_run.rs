//! Runs a script and writes a trace. Each kind of trace has its own method.

use super::{
    filter::Filter,
    output::Output,
    session::Session,
    wav::{self, Channels},
};
use crate::{error::Error, interrupt};
use lab::{
    script::ScriptRun,
    trace::{
        InstructionWriter, TraceFormat, VcdWriter, WaveCycle, arm,
        bus::{self, BusWriter, TiaWriter},
        picture, record, stepping, write_picture, writes_register,
    },
};
use std::{
    fmt::{self, Write},
    ops::RangeInclusive,
};
use vcs::{BusCycle, Place, Step};

/// A run to be traced.
pub struct TracedRun<'a> {
    /// The cartridge, script and symbols.
    pub session: &'a Session,
    /// The running script.
    pub player: ScriptRun<'a>,
    /// The frames to write.
    pub frames: RangeInclusive<u64>,
    /// The filter that selects a part of these frames.
    pub filter: Filter,
    /// The output.
    pub out: &'a mut Output,
}

impl<'a> TracedRun<'a> {
    /// Writes one line per instruction.
    pub fn instructions(&mut self, form: TraceFormat) -> fmt::Result {
        let mut writer = InstructionWriter::new(form, &self.session.symbols);
        writer.header(self.out, &self.session.metadata)?;
        self.skip_to_first_frame();
        if self.filter.has_conditions() {
            return self.instructions_by_condition(writer);
        }
        let filter = &self.filter;
        let includes = |step: &Step| {
            filter.includes(step.place, step.registers.pc)
                && (!filter.only_writes || writes_register(step))
        };
        loop {
            let rows = self.out.row_buffer()?;
            let on_fetch = |step: &Step| {
                if includes(step) {
                    writer.step(rows, step);
                }
            };
            if !self.player.run_to_next_instruction(on_fetch) || interrupt::requested() {
                return Ok(());
            }
        }
    }

    /// Writes instructions like [`TracedRun::instructions`], but stops before each instruction,
    /// because the filter's conditions need the state of the machine at that point.
    fn instructions_by_condition(&mut self, mut writer: InstructionWriter<'_>) -> fmt::Result {
        while let Some(step) = self.player.instruction() {
            self.filter.check(self.player.machine(), &step);
            if self.filter.has_ended() || interrupt::requested() {
                break;
            }
            let is_selected = self.filter.includes(step.place, step.registers.pc)
                && (!self.filter.only_writes || writes_register(&step));
            if is_selected {
                writer.step(self.out.row_buffer()?, &step);
            }
        }
        Ok(())
    }

    /// Writes one row per bus cycle.
    pub fn bus(&mut self) -> fmt::Result {
        bus::write_bus_header(self.out, &self.session.metadata)?;
        let mut writer = BusWriter::default();
        self.for_each_cycle(ScriptRun::cycle, |out, cycle| {
            if !cycle.only_writes || bus::register_written(&cycle.bus).is_some() {
                writer.append_cycle(out, cycle.place, cycle.number, &cycle.bus);
            }
        })
    }

    /// Writes one row per write to a register.
    pub fn tia(&mut self) -> fmt::Result {
        bus::write_tia_header(self.out, &self.session.metadata)?;
        let mut writer = TiaWriter::default();
        // Conditions must be checked at every instruction, so no cycle may be skipped.
        let next_cycle = if self.filter.has_conditions() {
            ScriptRun::cycle
        } else {
            ScriptRun::cycle_without_stalls
        };
        self.for_each_cycle(next_cycle, |out, cycle| {
            writer.append_write(out, cycle.end, cycle.number, cycle.pc, &cycle.bus);
        })
    }

    /// Calls `write` for each cycle that the filter includes. `next_cycle` runs the player to the
    /// next cycle.
    fn for_each_cycle(
        &mut self,
        next_cycle: fn(&mut ScriptRun<'a>) -> Option<BusCycle>,
        mut write: impl FnMut(&mut Vec<u8>, &TracedCycle),
    ) -> fmt::Result {
        self.skip_to_first_frame();
        while self.prepare_cycle() {
            let number = self.player.machine().cycles();
            let place = self.player.place();
            let Some(bus) = next_cycle(&mut self.player) else {
                break;
            };
            let pc = self.player.pc_of_last_cycle();
            if self.filter.includes(place, pc) {
                let end = self.player.place();
                let only_writes = self.filter.only_writes;
                let cycle = TracedCycle {
                    place,
                    end,
                    number,
                    pc,
                    bus,
                    only_writes,
                };
                write(self.out.row_buffer()?, &cycle);
            }
        }
        Ok(())
    }

    /// Writes waveforms. If `compact` is true, leaves out the signals that only count time.
    pub fn vcd(&mut self, compact: bool) -> fmt::Result {
        let mut writer = VcdWriter::new(self.session.standard()).compact(compact);
        writer.header(self.out, &self.session.metadata)?;
        self.skip_to_first_frame();
        while self.prepare_cycle() {
            let place = self.player.place();
            let registers = *self.player.machine().cpu().registers();
            let intim = self.player.machine().peek(0x284);
            let number = self.player.machine().cycles();
            let clocks = stepping::signals(self.player.machine_mut());
            let Some(bus) = self.player.cycle() else {
                break;
            };
            if self.filter.includes(place, self.player.pc_of_last_cycle()) {
                let cycle = WaveCycle {
                    place,
                    number,
                    bus,
                    clocks,
                    intim,
                    registers,
                };
                writer.cycle(self.out.row_buffer()?, &cycle);
            }
        }
        Ok(())
    }

    /// Writes one row per call to ARM code.
    pub fn arm_calls(&mut self) -> fmt::Result {
        arm::write_calls_header(self.out, &self.session.metadata)?;
        let kilohertz = self.session.metadata.arm.kilohertz.unwrap_or_default();
        let mut text = String::new();
        let mut calls_written = 0;
        self.skip_to_first_frame();
        while self.prepare_cycle() {
            let place = self.player.place();
            if self.player.cycle_without_stalls().is_none() {
                break;
            }
            let pc = self.player.pc_of_last_cycle();
            let Some(calls) = self.player.machine().cartridge().arm_calls() else {
                break;
            };
            if calls.made != calls_written
                && let Some(call) = &calls.last
            {
                calls_written = calls.made;
                if self.filter.includes(place, pc) {
                    text.clear();
                    arm::write_call(&mut text, place, call, kilohertz)?;
                    self.out.row_buffer()?.extend_from_slice(text.as_bytes());
                }
            }
        }
        Ok(())
    }

    /// Writes one row per ARM instruction.
    pub fn arm_instructions(&mut self) -> fmt::Result {
        arm::write_instructions_header(self.out, &self.session.metadata)?;
        let mut text = String::new();
        self.skip_to_first_frame();
        while self.prepare_cycle() {
            let place = self.player.place();
            if self.filter.includes(place, self.player.pc_of_last_cycle()) {
                let machine = self.player.machine();
                let calls = machine.cartridge().arm_calls();
                let number = calls.map_or(0, |calls| calls.made) + 1;
                let rows = self.out.row_buffer()?;
                let mut result = Ok(());
                machine.watch_arm_call(&mut |cpu, clocks| {
                    text.clear();
                    let written = arm::write_instruction(&mut text, number, clocks, cpu);
                    result = result.and(written);
                    rows.extend_from_slice(text.as_bytes());
                });
                result?;
            }
            if self.player.cycle().is_none() {
                break;
            }
        }
        Ok(())
    }

    /// Writes a record of each frame.
    pub fn records(&mut self) -> fmt::Result {
        let metadata = &self.session.metadata;
        metadata.write_json(self.out, record::FRAMES_FORMAT, record::FRAMES_VERSION)?;
        let mut frames = 0;
        while !interrupt::requested() && self.player.frame().is_some() {
            if let Some(record) = self.player.record()
                && self.frames.contains(&record.number)
            {
                frames += 1;
                writeln!(self.out, "{record}")?;
            }
        }
        record::write_frames_end(self.out, frames, self.player.chain())
    }

    /// Writes pictures as text.
    pub fn pictures(&mut self) -> fmt::Result {
        let (format, version) = (picture::PICTURE_FORMAT, picture::PICTURE_VERSION);
        writeln!(self.out, "{format} {version}")?;
        while !interrupt::requested()
            && let Some(frame) = self.player.frame()
        {
            if self.frames.contains(&frame.number) {
                writeln!(self.out)?;
                write_picture(self.out, frame, &self.session.metadata.tv)?;
            }
        }
        Ok(())
    }

    /// Writes the sound. Returns the number of samples.
    ///
    /// # Errors
    /// [`Error::Write`].
    pub fn audio(&mut self, channels: Channels) -> Result<u64, Error> {
        let rate = wav::sample_rate(self.session.standard());
        wav::write_header(self.out, rate, channels)?;
        let mut count = 0;
        while !interrupt::requested()
            && let Some(frame) = self.player.frame()
        {
            if self.frames.contains(&frame.number) {
                wav::write_samples(self.out, self.player.samples(), channels)?;
                count += self.player.samples().len() as u64;
            }
        }
        Ok(count)
    }

    /// Skips to the first frame to write. Does nothing if the filter has conditions, because those
    /// must be checked from the start of the run.
    fn skip_to_first_frame(&mut self) {
        let first = *self.frames.start();
        let has_conditions = self.filter.has_conditions();
        while self.player.place().frame < first && !has_conditions && !interrupt::requested() {
            if self.player.frame().is_none() {
                break;
            }
        }
    }

    /// Applies the script's input and, if an instruction is about to begin, checks the filter's
    /// conditions. Must be called before each cycle. Returns false if the run or the filter has
    /// ended.
    fn prepare_cycle(&mut self) -> bool {
        if interrupt::requested() || !self.player.perform_due_events() || self.filter.has_ended() {
            return false;
        }
        let machine = self.player.machine();
        if self.filter.has_conditions() && machine.cpu().at_instruction() {
            let step: Step = machine.next_step(self.player.place());
            self.filter.check(machine, &step);
        }
        !self.filter.has_ended()
    }
}

/// A bus cycle, the beam's position at its start and end, and the address of the instruction that
/// it belongs to.
struct TracedCycle {
    place: Place,
    end: Place,
    number: u64,
    pc: u16,
    bus: BusCycle,
    only_writes: bool,
}

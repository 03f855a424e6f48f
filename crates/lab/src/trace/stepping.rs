//! Traces as iterators. Each call to `next` runs the machine a little further.

use super::FrameRecord;
use vcs::{BusCycle, Hash, Machine, Place, Step, television::Television, tia::Signals};

/// Iterates over the next instructions, each with the state before it runs. Ends if the processor
/// jams.
///
/// If RDY delays the opcode fetch of an instruction, for example after WSYNC, the place of that
/// instruction is where the wait ends.
pub fn instructions(machine: &mut Machine) -> impl Iterator<Item = Step> + '_ {
    std::iter::from_fn(move || {
        loop {
            let boundary = machine.cpu().at_instruction();
            let before = boundary.then(|| machine.before_step(machine.place()));
            machine.cycle();
            match before {
                Some(before) if !machine.cpu().at_instruction() => {
                    return Some(machine.step(before));
                }
                _ if machine.cpu().jammed() => return None,
                _ => {}
            }
        }
    })
}

/// Iterates over the next bus cycles, each with the place where it starts.
pub fn bus_cycles(machine: &mut Machine) -> impl Iterator<Item = (Place, BusCycle)> + '_ {
    std::iter::from_fn(move || {
        let place = machine.place();
        Some((place, machine.cycle()))
    })
}

/// Iterates over the records of the next frames. The running hash [`FrameRecord::chain`] starts
/// with the first of these frames.
pub fn frame_records(machine: &mut Machine) -> impl Iterator<Item = FrameRecord> + '_ {
    let mut samples = Vec::new();
    let mut chain = Hash::default();
    std::iter::from_fn(move || {
        samples.clear();
        machine.frame();
        machine.take_samples(&mut samples);
        let record = FrameRecord::new(machine, machine.last_frame(), &samples, chain);
        chain = record.chain;
        Some(record)
    })
}

/// Returns the TIA's signals in the three color clocks of the next cycle. The machine does not
/// advance: this runs a copy of the TIA. The result is exact even if the next cycle is a write,
/// because a write takes effect only at the end of its cycle.
pub fn signals(machine: &mut Machine) -> [Signals; 3] {
    machine.catch_up();
    let mut tia = machine.tia();
    let mut unused_television = Television::default();
    [0, 1, 2].map(|clock| {
        if clock > 0 {
            tia.run(1, &mut unused_television);
        }
        tia.signals()
    })
}

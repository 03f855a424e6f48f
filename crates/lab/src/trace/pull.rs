//! Traces as iterators: each pulls the machine along.

use super::FrameRecord;
use vcs::{BusCycle, Hash, Machine, Place, Step, television::Television, tia::Signals};

/// Every instruction from now on, before it is executed; ends when the processor has jammed.
///
/// The place of an instruction that waits for the line's end is where the wait is over.
pub fn instructions(machine: &mut Machine) -> impl Iterator<Item = Step> + '_ {
    std::iter::from_fn(move || {
        loop {
            let boundary = machine.cpu().at_instruction();
            let before = boundary.then(|| machine.before(machine.place()));
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

/// Every bus cycle from now on, with the place where it begins.
pub fn bus_cycles(machine: &mut Machine) -> impl Iterator<Item = (Place, BusCycle)> + '_ {
    std::iter::from_fn(move || {
        let place = machine.place();
        Some((place, machine.cycle()))
    })
}

/// The record of every frame that is complete from now on.
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

/// The TIA's signals in the three color clocks of the cycle to come. The machine stays as it is:
/// a copy of the chip runs ahead, which is right because a write lands only at the cycle's end.
pub fn signals(machine: &mut Machine) -> [Signals; 3] {
    machine.catch_up();
    let mut tia = machine.tia();
    let mut nowhere = Television::default();
    [0, 1, 2].map(|clock| {
        if clock > 0 {
            tia.run(1, &mut nowhere);
        }
        tia.signals()
    })
}

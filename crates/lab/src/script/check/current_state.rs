//! Judges expectations about the current state: RAM, the program counter, TIA registers, collision
//! latches and the bank.

use crate::{
    script::{
        Address, Difference, Expectation, RequiredByte, RequiredRam, RequiredValue, ScriptRun,
        Verdict,
        expect::OBJECTS,
        outcome::{hexadecimal, judge_hash, judge_number, not_recorded},
    },
    trace::symbols::register_name,
};
use vcs::{Hash, Machine, tia::Written};

/// Advice for a hash of RAM that differs.
const RAM_HASH_ADVICE: &str = "to see which byte differs, use `expect ram ADDRESS BB BB`";

/// Judges an expectation about the current state. Returns [`Verdict::Met`] for an expectation of
/// any other kind.
pub(super) fn judge(expectation: &Expectation, run: &ScriptRun<'_>) -> Verdict {
    match expectation {
        Expectation::Ram(RequiredRam::Hash(wanted)) => {
            let actual = Hash::of(run.machine().ram());
            judge_hash("RAM", *wanted, actual, RAM_HASH_ADVICE)
        }
        Expectation::Ram(RequiredRam::Bytes(address, bytes)) => {
            judge_ram_bytes(address, bytes, run)
        }
        Expectation::Ram(RequiredRam::Value(address, wanted)) => {
            judge_ram_value(address, wanted, run)
        }
        Expectation::Pc(wanted) => judge_pc(wanted.as_ref(), run),
        Expectation::Tia { register, wanted } => judge_register(*register, wanted, run),
        Expectation::Collision { pair, on } => judge_collision(*pair, *on, run),
        Expectation::Bank(wanted) => {
            let bank = run.machine().bank(run.pc()) as u64;
            judge_number(
                "the bank",
                wanted,
                bank,
                run.symbols(),
                |bank| bank.to_string(),
                "",
            )
        }
        _ => Verdict::Met,
    }
}

/// Returns true if an expectation about the current state holds. Does the same as [`judge`] but
/// must be faster, because it is called before every instruction while a script is waiting.
pub(in super::super) fn holds(expectation: &Expectation, run: &ScriptRun<'_>) -> bool {
    let machine = run.machine();
    let resolve = |address: &Address| address.resolve(run.symbols());
    let matches = |wanted: &RequiredValue, actual: u64| {
        let value = wanted.value.as_ref().and_then(resolve);
        value.is_some_and(|value| wanted.relation.holds(actual, value.into()))
    };
    match expectation {
        Expectation::Ram(RequiredRam::Value(address, wanted)) => {
            let at = resolve(address);
            at.is_some_and(|at| matches(wanted, machine.ram()[usize::from(at & 0x7f)].into()))
        }
        Expectation::Pc(Some((from, to))) => match (resolve(from), resolve(to)) {
            (Some(from), Some(to)) => {
                let pc = run.pc() & 0x1fff;
                (from & 0x1fff..=to & 0x1fff).contains(&pc)
            }
            _ => false,
        },
        Expectation::Bank(wanted) => matches(wanted, machine.bank(run.pc()) as u64),
        other => judge(other, run) == Verdict::Met,
    }
}

fn ram_index(address: u16) -> usize {
    // RAM is at $80..=$FF, but a symbol may refer to the mirror of RAM in the stack page.
    usize::from(address & 0x7f)
}

fn judge_ram_bytes(address: &Address, bytes: &[RequiredByte], run: &ScriptRun<'_>) -> Verdict {
    let Some(start) = address.resolve(run.symbols()) else {
        return Difference::unknown_symbol(address);
    };
    let start = ram_index(start);
    let ram = run.machine().ram();
    let at = |offset: usize| ram[(start + offset) & 0x7f];
    let differs = |offset: &usize| match bytes[*offset] {
        RequiredByte::Is(byte) => byte != at(*offset),
        RequiredByte::Any => false,
        RequiredByte::NotRecorded => true,
    };
    let Some(offset) = (0..bytes.len()).find(differs) else {
        return Verdict::Met;
    };
    let renewed = bytes.iter().enumerate().map(|(offset, byte)| match byte {
        RequiredByte::Any => " ..".into(),
        _ => format!(" {:02X}", at(offset)),
    });
    let ram_address = 0x80 + ((start + offset) & 0x7f);
    let text = match bytes[offset] {
        RequiredByte::Is(byte) => {
            format!(
                "RAM at ${ram_address:02X} is {:02X}, expected {byte:02X}",
                at(offset)
            )
        }
        _ => not_recorded(
            &format!("RAM at ${ram_address:02X}"),
            &format!("{:02X}", at(offset)),
        ),
    };
    Difference::verdict(text, format!("{address}{}", renewed.collect::<String>()))
}

fn judge_ram_value(address: &Address, wanted: &RequiredValue, run: &ScriptRun<'_>) -> Verdict {
    let Some(at) = address.resolve(run.symbols()) else {
        return Difference::unknown_symbol(address);
    };
    let index = ram_index(at);
    let what = format!("RAM at ${:02X}", 0x80 + index);
    let actual = run.machine().ram()[index];
    let verdict = judge_number(&what, wanted, actual.into(), run.symbols(), hexadecimal, "");
    verdict.prefix_renewed(&address.to_string())
}

fn judge_pc(wanted: Option<&(Address, Address)>, run: &ScriptRun<'_>) -> Verdict {
    let pc = run.pc();
    let renewed = format!("${pc:04X}");
    let Some((from, to)) = wanted else {
        return Difference::verdict(not_recorded("the program counter", &renewed), renewed);
    };
    let resolve = |address: &Address| address.resolve(run.symbols());
    let (from, to) = match (resolve(from), resolve(to)) {
        (None, _) => return Difference::unknown_symbol(from),
        (_, None) => return Difference::unknown_symbol(to),
        (Some(from), Some(to)) => (from & 0x1fff, to & 0x1fff),
    };
    if (from..=to).contains(&(pc & 0x1fff)) {
        Verdict::Met
    } else {
        Difference::verdict(
            format!("the instruction in progress is at {renewed}"),
            renewed,
        )
    }
}

fn judge_register(register: u8, wanted: &RequiredValue, run: &ScriptRun<'_>) -> Verdict {
    let name = register_name(register.into(), true).unwrap_or_default();
    let Some(written) = run.machine().tia().written(register) else {
        return Difference::unsatisfiable(format!(
            "{name} stores no value; name a register that stores one"
        ));
    };
    let value = wanted.value.as_ref();
    let value = value.map(|value| (value, value.resolve(run.symbols())));
    let value = match value {
        Some((value, None)) => return Difference::unknown_symbol(value),
        Some((_, Some(value))) if value <= 0xff => Some(stored_bits(written, value)),
        Some((value, _)) => Some(value.clone()),
        None => None,
    };
    let wanted = RequiredValue {
        value,
        relation: wanted.relation,
    };
    let actual = written.value.into();
    judge_number(name, &wanted, actual, run.symbols(), hexadecimal, "").prefix_renewed(name)
}

/// Returns an expected value without the bits that the register does not store, so that these bits
/// do not affect the comparison.
fn stored_bits(written: Written, value: u16) -> Address {
    Address {
        symbol: None,
        offset: value & u16::from(written.bits),
    }
}

/// Returns a mask with one bit set, which stands for the collision latch of two objects. In such a
/// mask, bits 1 and 0 stand for D7 and D6 of CXM0P, and so on for the other registers, up to bits
/// 15 and 14 for CXPPMM.
fn latch_mask(pair: [usize; 2]) -> u16 {
    // Data sheet: D7 and D6 of CXM0P, CXM1P, CXP0FB, CXP1FB, CXM0FB, CXM1FB, CXBLPF, CXPPMM.
    const PAIRS: [[[usize; 2]; 2]; 8] = [
        [[1, 2], [0, 1]],
        [[0, 3], [2, 3]],
        [[0, 5], [0, 4]],
        [[2, 5], [2, 4]],
        [[1, 5], [1, 4]],
        [[3, 5], [3, 4]],
        [[4, 5], [4, 5]],
        [[0, 2], [1, 3]],
    ];
    let pair = [pair[0].min(pair[1]), pair[0].max(pair[1])];
    let bits = PAIRS
        .iter()
        .enumerate()
        .flat_map(|(address, [d7, d6])| [(d7, 2 * address + 1), (d6, 2 * address)]);
    // D6 of CXBLPF, bit 12 of the mask, is unused.
    let mut bits = bits.filter(|(known, bit)| **known == pair && *bit != 12);
    bits.next().map_or(0, |(_, bit)| 1 << bit)
}

fn latches(machine: &Machine) -> u16 {
    machine.tia().signals().collisions
}

fn judge_collision(pair: Option<[usize; 2]>, on: Option<bool>, run: &ScriptRun<'_>) -> Verdict {
    let latches = latches(run.machine());
    let Some(pair) = pair else {
        let all = (0..6).flat_map(|a| (a + 1..6).map(move |b| [a, b]));
        let mut set = all.filter(|pair| latches & latch_mask(*pair) != 0);
        return match set.next() {
            None => Verdict::Met,
            Some(pair) => {
                let names = pair.map(|object| OBJECTS[object]).join(" ");
                let text = format!("the collision latch of {names} is on, expected none");
                Difference::verdict(text, names)
            }
        };
    };
    let names = pair.map(|object| OBJECTS[object]).join(" ");
    let actual = latches & latch_mask(pair) != 0;
    let word = |on: bool| if on { "on" } else { "off" };
    let what = format!("the collision latch of {names}");
    let renewed = format!("{names} {}", word(actual));
    match on {
        Some(on) if on == actual => Verdict::Met,
        None => Difference::verdict(not_recorded(&what, &word(actual)), renewed),
        Some(on) => {
            let text = format!("{what} is {}, expected {}", word(actual), word(on));
            Difference::verdict(text, renewed)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_has_a_separate_latch() {
        let mut seen = 0;
        for a in 0..6 {
            for b in a + 1..6 {
                let bit = latch_mask([a, b]);
                assert_eq!(
                    (bit.count_ones(), seen & bit, bit),
                    (1, 0, latch_mask([b, a]))
                );
                seen |= bit;
            }
        }
        assert_eq!(seen.count_ones(), 15);
    }
}

//! The input pins INPT0 to INPT5. Four of them have a capacitor, which VBLANK D7 grounds; the other
//! two have a latch, which VBLANK D6 enables.

use crate::place::CLOCKS_PER_LINE;
use serde::{Deserialize, Serialize};

/// The device connected to one of the pins INPT0..=INPT3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Pin {
    /// Nothing is connected. The capacitor never charges, and the pin reads 0 (console report:
    /// Carrot Kingdom).
    #[default]
    Open,
    /// A resistance, in ohms, charges the capacitor. For a paddle, it is 0..=1,000,000.
    Charged(u32),
    /// The pin is connected to ground. The capacitor is discharged immediately.
    Grounded,
}

/// The devices and levels at the TIA's input pins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pins {
    /// INPT0..=INPT3.
    pub pots: [Pin; 4],
    /// INPT4 and INPT5. True means that the pin is high: the button is not pressed.
    pub triggers: [bool; 2],
}

impl Default for Pins {
    fn default() -> Self {
        Pins {
            pots: [Pin::Open; 4],
            triggers: [true; 2],
        }
    }
}

/// The input circuits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Inputs {
    pub(crate) pins: Pins,
    /// VBLANK D7: true if the capacitors are grounded.
    pub(crate) dumped: bool,
    /// VBLANK D6: true if the latches of INPT4 and INPT5 are enabled.
    pub(crate) latched: bool,
    /// True if a resistance is connected to any capacitor.
    pub(crate) charging: bool,
    /// The charge of the four capacitors, 0..=[`THRESHOLD`].
    pub(crate) charge: [u32; 4],
    pub(crate) latches: [bool; 2],
}

/// The charge at which a pin reads 1.
// The charge is not the voltage V, but the logarithm -ln(1 - V / 5 V). Its unit is chosen so that
// the threshold is 2^31. The advantage of the logarithm is that it grows linearly: in a time t, it
// grows by t / (R * 68 nF). R may change, as it does while a pot is being moved.
const THRESHOLD: u32 = 1 << 31;
/// Number of color clocks that a capacitor takes to charge to the threshold through a resistance of
/// one megohm.
// Emulators agree (Stella, 6502.ts): 379 scanlines, or 0.38 scanlines per kilohm.
const MEGOHM_CLOCKS: u64 = 379 * CLOCKS_PER_LINE as u64;
/// The resistance in series with each pin, in ohms. Source: hardware notes.
const SERIES_OHMS: u64 = 1_800;

impl Default for Inputs {
    fn default() -> Self {
        Inputs {
            pins: Pins::default(),
            dumped: false,
            latched: false,
            charging: false,
            charge: [0; 4],
            latches: [true; 2],
        }
    }
}

impl Inputs {
    /// Connects devices and levels to the pins.
    pub(crate) fn set(&mut self, pins: Pins) {
        self.pins = pins;
        self.settle();
    }

    /// Writes D7 and D6 of VBLANK. They take effect immediately, unlike D1, which blanks the
    /// picture.
    pub(crate) fn vblank(&mut self, data: u8) {
        self.dumped = data & 0x80 != 0;
        self.latched = data & 0x40 != 0;
        self.settle();
    }

    /// Returns true while a capacitor is charging.
    #[inline(always)]
    pub(crate) fn is_charging(&self) -> bool {
        self.charging && !self.dumped
    }

    /// Charges the capacitors for this many color clocks.
    #[inline(always)]
    pub(crate) fn run(&mut self, clocks: u32) {
        if self.is_charging() {
            self.charge(clocks);
        }
    }

    fn charge(&mut self, clocks: u32) {
        for (charge, pin) in self.charge.iter_mut().zip(self.pins.pots) {
            if let Pin::Charged(ohms) = pin {
                let gained = u64::from(charge_per_clock(ohms)) * u64::from(clocks);
                *charge = (u64::from(*charge) + gained).min(u64::from(THRESHOLD)) as u32;
            }
        }
    }

    /// Updates the fields that change immediately when the pins or VBLANK change.
    fn settle(&mut self) {
        let is_charged = |pin: &Pin| matches!(pin, Pin::Charged(_));
        self.charging = self.pins.pots.iter().any(is_charged);
        for (charge, pin) in self.charge.iter_mut().zip(self.pins.pots) {
            if self.dumped || pin == Pin::Grounded {
                *charge = 0;
            }
        }
        for (latch, high) in self.latches.iter_mut().zip(self.pins.triggers) {
            *latch = !self.latched || (*latch && high);
        }
    }

    /// Returns D7 of INPT0..=INPT5 (`input` 0..=5); 0 for higher numbers.
    pub(crate) fn read(&self, input: u8) -> u8 {
        let input = usize::from(input);
        let high = match input {
            0..=3 => self.charge[input] >= THRESHOLD,
            4 | 5 => self.pins.triggers[input - 4] && self.latches[input - 4],
            _ => false,
        };
        u8::from(high) << 7
    }
}

/// Returns the charge that a capacitor gains per color clock through a pot with this resistance.
fn charge_per_clock(ohms: u32) -> u32 {
    let clocks = MEGOHM_CLOCKS * (u64::from(ohms) + SERIES_OHMS) / (1_000_000 + SERIES_OHMS);
    (u64::from(THRESHOLD).div_ceil(clocks.max(1))) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: u32 = CLOCKS_PER_LINE as u32;

    fn dumped_inputs(pot: Pin) -> Inputs {
        let mut inputs = Inputs::default();
        inputs.vblank(0x80);
        inputs.set(Pins {
            pots: [pot; 4],
            ..Pins::default()
        });
        inputs.run(10 * LINE);
        assert_eq!(inputs.read(0), 0, "dumped");
        inputs.vblank(0);
        inputs
    }

    /// Returns the number of scanlines until INPT0 reads 1.
    fn lines_to_charge(pot: Pin) -> Option<u32> {
        let mut inputs = dumped_inputs(pot);
        (1..1000).find(|_| {
            inputs.run(LINE);
            inputs.read(0) != 0
        })
    }

    #[test]
    fn the_charging_time_is_proportional_to_the_resistance() {
        assert_eq!(lines_to_charge(Pin::Charged(1_000_000)), Some(379));
        assert_eq!(lines_to_charge(Pin::Charged(500_000)), Some(190));
        assert_eq!(lines_to_charge(Pin::Charged(0)), Some(1));
        assert_eq!(lines_to_charge(Pin::Open), None);
        assert_eq!(lines_to_charge(Pin::Grounded), None);
    }

    /// Compares `Inputs` with a simulation of the circuit, in which a resistance charges a
    /// capacitor to 5 V. The resistance changes while the capacitor charges.
    #[test]
    fn a_pot_moved_while_charging_matches_a_simulation_of_the_circuit() {
        let ohms = |pot: u32| f64::from(pot) + SERIES_OHMS as f64;
        // The unit of time here is the color clock. Choose the capacitance so that a megohm charges
        // it to this voltage in 379 lines. The voltage itself does not matter.
        let threshold = 2.5;
        let farads = MEGOHM_CLOCKS as f64 / (ohms(1_000_000) * f64::ln(5.0 / (5.0 - threshold)));
        for (from, to, move_clock) in [(200_000, 800_000, 5_000), (900_000, 10_000, 40_000)] {
            let (mut inputs, mut volts) = (dumped_inputs(Pin::Charged(from)), 0.0);
            let mut pot = from;
            for clock in 0..u32::MAX {
                if clock == move_clock {
                    pot = to;
                    inputs.set(Pins {
                        pots: [Pin::Charged(to); 4],
                        ..Pins::default()
                    });
                }
                let before = volts;
                volts = 5.0 - (5.0 - volts) * f64::exp(-1.0 / (ohms(pot) * farads));
                inputs.run(1);
                if inputs.read(0) != 0 {
                    let clocks = (volts - threshold) / (volts - before);
                    assert!(clocks.abs() < 2.0, "{from} to {to}: off by {clocks} clocks");
                    break;
                }
                assert!(volts < threshold + 0.01, "{from} to {to}: late at {clock}");
            }
        }
    }

    #[test]
    fn dumping_and_grounding_empty_the_capacitor_immediately() {
        let mut inputs = dumped_inputs(Pin::Charged(0));
        inputs.run(10 * LINE);
        assert_eq!(inputs.read(3), 0x80);
        inputs.set(Pins {
            pots: [Pin::Grounded; 4],
            ..Pins::default()
        });
        assert_eq!(inputs.read(3), 0);
    }

    #[test]
    fn a_latched_trigger_remembers_a_press() {
        let press = |inputs: &mut Inputs, pressed: bool| {
            inputs.set(Pins {
                triggers: [!pressed, true],
                ..Pins::default()
            });
        };
        let mut inputs = Inputs::default();
        press(&mut inputs, true);
        assert_eq!(inputs.read(4), 0);
        press(&mut inputs, false);
        assert_eq!(inputs.read(4), 0x80, "not latched: follows the pin");
        inputs.vblank(0x40);
        press(&mut inputs, true);
        press(&mut inputs, false);
        assert_eq!((inputs.read(4), inputs.read(5)), (0, 0x80));
        inputs.vblank(0);
        assert_eq!(inputs.read(4), 0x80);
    }

    #[test]
    fn unused_addresses_read_0() {
        let inputs = Inputs::default();
        assert_eq!((inputs.read(6), inputs.read(7)), (0, 0));
    }
}

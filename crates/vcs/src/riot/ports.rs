//! The two ports, and the edge detector of port A.

use serde::{Deserialize, Serialize};

/// One port: eight pins, each an input or an output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Port {
    output: u8,
    /// The direction register. A 1 makes the pin an output.
    direction: u8,
    /// The levels that controllers and switches put on the pins.
    external: u8,
}

impl Default for Port {
    fn default() -> Self {
        Port {
            output: 0,
            direction: 0,
            external: 0xff,
        }
    }
}

impl Port {
    /// Returns the levels that the port itself puts on the pins. An input pin floats high.
    fn driven(&self) -> u8 {
        self.output | !self.direction
    }

    /// Returns the levels of port A's pins. A closed switch pulls a pin low even if the pin is an
    /// output of 1.
    // Data sheet; emulators agree; Gopher2600's issue 57 names a test program.
    fn pins(&self) -> u8 {
        self.driven() & self.external
    }

    /// Returns the byte that a read of port B returns: for an output, the bit in the output latch;
    /// for an input, the level of the pin.
    // Data sheet: only port B has drivers that a switch cannot pull down.
    fn latch_or_pins(&self) -> u8 {
        self.output & self.direction | self.external & !self.direction
    }
}

/// SWCHA, SWACNT, SWCHB, SWBCNT, and the edge detector on the highest pin of port A.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ports {
    a: Port,
    b: Port,
    /// True if the rising edge of PA7 sets the edge flag, false if the falling edge does.
    rising: bool,
    /// The edge flag.
    edge: bool,
}

impl Default for Ports {
    /// Returns ports on which all pins are inputs and the edge flag is set.
    // Console report (Stella's issue 108): after power-on, a read of TIMINT returns D6 set.
    fn default() -> Self {
        Ports {
            a: Port::default(),
            b: Port::default(),
            rising: false,
            edge: true,
        }
    }
}

impl Ports {
    /// Reads SWCHA, SWACNT, SWCHB or SWBCNT (`register` 0..=3).
    pub fn read(&self, register: u8) -> u8 {
        match register & 3 {
            0 => self.a.pins(),
            1 => self.a.direction,
            2 => self.b.latch_or_pins(),
            _ => self.b.direction,
        }
    }

    /// Writes SWCHA, SWACNT, SWCHB or SWBCNT (`register` 0..=3).
    pub fn write(&mut self, register: u8, data: u8) {
        match register & 3 {
            0 => self.change_a(|a| a.output = data),
            1 => self.change_a(|a| a.direction = data),
            2 => self.b.output = data,
            _ => self.b.direction = data,
        }
    }

    /// Sets the levels that controllers and switches put on the pins.
    pub fn set_external_levels(&mut self, port_a: u8, port_b: u8) {
        self.change_a(|a| a.external = port_a);
        self.b.external = port_b;
    }

    /// Returns the levels that port A itself puts on its pins. Programs use these to scan keypads.
    pub fn driven_a(&self) -> u8 {
        self.a.driven()
    }

    /// Chooses which edge of PA7 sets the edge flag: the rising edge or the falling edge.
    pub fn select_edge(&mut self, rising: bool) {
        self.rising = rising;
    }

    /// Returns the edge flag, TIMINT D6.
    pub fn edge(&self) -> bool {
        self.edge
    }

    /// Clears the edge flag, as a read of TIMINT does.
    pub fn clear_edge(&mut self) {
        self.edge = false;
    }

    fn change_a(&mut self, change: impl FnOnce(&mut Port)) {
        let before = self.a.pins() & 0x80 != 0;
        change(&mut self.a);
        let after = self.a.pins() & 0x80 != 0;
        self.edge |= before != after && after == self.rising;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn port_a_reads_its_pins() {
        let mut ports = Ports::default();
        ports.set_external_levels(0x7f, 0xff);
        ports.write(0, 0xff);
        ports.write(1, 0xff);
        assert_eq!(
            ports.read(0),
            0x7f,
            "a closed switch wins over an output of 1"
        );
        ports.write(0, 0xf0);
        assert_eq!(ports.read(0), 0x70);
        ports.write(1, 0x0c);
        assert_eq!(ports.read(0), 0x73, "inputs do not show the latch");
        assert_eq!(ports.read(1), 0x0c);
    }

    #[test]
    fn port_b_reads_back_its_outputs() {
        let mut ports = Ports::default();
        ports.set_external_levels(0xff, 0x0b);
        assert_eq!(ports.read(2), 0x0b);
        ports.write(3, 0xf0);
        ports.write(2, 0xaf);
        assert_eq!(ports.read(2), 0xab);
        assert_eq!(ports.read(3), 0xf0);
    }

    #[test]
    fn the_chosen_edge_of_pa7_sets_the_flag() {
        let mut ports = Ports::default();
        assert!(ports.edge(), "set at power-on");
        ports.clear_edge();
        ports.set_external_levels(0x7f, 0xff);
        assert!(ports.edge(), "the falling edge is selected after reset");
        ports.clear_edge();
        ports.set_external_levels(0xff, 0xff);
        assert!(!ports.edge());
        ports.select_edge(true);
        ports.set_external_levels(0x7f, 0xff);
        assert!(!ports.edge());
        ports.set_external_levels(0xff, 0xff);
        assert!(ports.edge());
    }

    #[test]
    fn an_output_of_the_program_can_set_the_edge_flag() {
        let mut ports = Ports::default();
        ports.clear_edge();
        ports.write(1, 0x80);
        assert!(
            ports.edge(),
            "the latch holds 0: the pin falls when it becomes an output"
        );
    }
}

//! The table at which the tests play Triktrak: a console with the cartridge. Tests read and write
//! its RAM by the names in the symbol file.

use crate::repository;
use std::{collections::HashMap, sync::OnceLock};
use triktrak::{Position, SHAMBLES, START};
use vcs::{
    Cartridge, Input, Machine, PowerOn, PowerOnState,
    input::{Controller, Difficulty},
};

/// Returns the names of the cartridge's addresses and constants.
fn symbols() -> &'static HashMap<String, u16> {
    static SYMBOLS: OnceLock<HashMap<String, u16>> = OnceLock::new();
    SYMBOLS.get_or_init(|| {
        let text = std::fs::read_to_string(rom("triktrak.sym")).expect("the symbol file");
        let symbol = |line: &str| {
            let mut words = line.split_whitespace();
            let name = words.next()?.to_string();
            Some((name, u16::from_str_radix(words.next()?, 16).ok()?))
        };
        text.lines().filter_map(symbol).collect()
    })
}

/// Returns the path of a file in the folder `rom`.
pub(crate) fn rom(name: &str) -> std::path::PathBuf {
    repository().join("rom").join(name)
}

/// Returns the value of a name in the symbol file.
pub(crate) fn symbol(name: &str) -> u16 {
    *symbols()
        .get(name)
        .unwrap_or_else(|| panic!("no symbol {name}"))
}

/// The table at which the tests play Triktrak: a console with the cartridge.
#[derive(Clone)]
pub(crate) struct Table {
    machine: Machine,
    input: Input,
    /// True if frames are drawn. Drawing takes a tenth of the run time.
    draws_frames: bool,
}

impl Table {
    /// Powers on and runs a few frames. The right difficulty is A, so the computer plays quickly.
    pub(crate) fn new(seed: u64) -> Table {
        let image = std::fs::read(rom("triktrak.bin")).expect("the image");
        let cartridge = Cartridge::from_image(&image).expect("a cartridge");
        let state = PowerOnState::Random;
        let mut machine = Machine::new(cartridge, PowerOn { state, seed });
        let mut input = Input::default();
        input.switches.right = Difficulty::A;
        machine.set_input(input);
        machine.frame();
        let mut table = Table {
            machine,
            input,
            draws_frames: true,
        };
        table.run_frames(5);
        table
    }

    /// Starts a game in a mode: 0 WHITE, 1 BLACK, 2 for two players, 3 DEMO.
    pub(crate) fn game(seed: u64, mode: u8) -> Table {
        let mut table = Table::new(seed);
        for _ in 0..mode {
            table.select();
        }
        assert_eq!(table.ram("mode"), mode);
        table.reset();
        table
    }

    /// Returns this table with drawing turned off.
    pub(crate) fn without_drawing(self) -> Table {
        Table {
            draws_frames: false,
            ..self
        }
    }

    /// Runs frames and checks that each has 262 lines.
    pub(crate) fn run_frames(&mut self, count: usize) {
        for _ in 0..count {
            if self.draws_frames {
                self.machine.frame();
            } else {
                self.machine.skip_frame();
            }
            let frame = self.machine.last_frame();
            let number = frame.number;
            assert_eq!(frame.scanlines(), 262, "frame {number}: {self:?}");
        }
    }

    /// Changes the input for a frame, then changes it back and runs another frame.
    fn tap(&mut self, change: impl Fn(&mut Input)) {
        let before = self.input;
        change(&mut self.input);
        self.machine.set_input(self.input);
        self.run_frames(1);
        self.input = before;
        self.machine.set_input(before);
        self.run_frames(1);
    }

    pub(crate) fn select(&mut self) {
        self.tap(|input| input.switches.select = true);
    }

    pub(crate) fn reset(&mut self) {
        self.tap(|input| input.switches.reset = true);
    }

    pub(crate) fn fire(&mut self) {
        self.push("f");
    }

    /// Pushes the left stick for a frame: u, d, l or r; f presses its button.
    pub(crate) fn push(&mut self, letters: &str) {
        self.push_stick(0, letters);
    }

    /// Pushes the stick in a port for a frame, with the letters of [`Table::push`].
    pub(crate) fn push_stick(&mut self, port: usize, letters: &str) {
        self.tap(|input| {
            if let Controller::Joystick(joystick) = &mut input.ports[port] {
                joystick.up = letters.contains('u');
                joystick.down = letters.contains('d');
                joystick.left = letters.contains('l');
                joystick.right = letters.contains('r');
                joystick.fire = letters.contains('f');
            }
        });
    }

    /// Changes the switches permanently, not just for a frame.
    pub(crate) fn change_switches(&mut self, change: impl Fn(&mut vcs::input::Switches)) {
        change(&mut self.input.switches);
        self.machine.set_input(self.input);
    }

    /// Runs frames until a condition holds; returns the number of frames. Panics after 18,000
    /// frames (five minutes).
    pub(crate) fn wait(&mut self, what: &str, holds: impl Fn(&Table) -> bool) -> usize {
        for frame in 0..18_000 {
            if holds(self) {
                return frame;
            }
            self.run_frames(1);
        }
        panic!("timed out waiting for {what}: {self:?}");
    }

    /// Runs frames until the legal wedges are known and shown.
    pub(crate) fn wait_for_choice(&mut self) {
        self.wait("a choice", |table| !table.flagged("LEGAL").is_empty());
        self.run_frames(2);
    }

    /// Returns a byte of RAM.
    pub(crate) fn ram(&self, name: &str) -> u8 {
        self.ram_at(name, 0)
    }

    /// Returns the byte of RAM at an offset from a name's address.
    pub(crate) fn ram_at(&self, name: &str, offset: usize) -> u8 {
        self.machine.ram()[usize::from(symbol(name)) - 0x80 + offset]
    }

    pub(crate) fn poke(&mut self, name: &str, bytes: &[u8]) {
        for (address, &byte) in (symbol(name) as u8..).zip(bytes) {
            self.machine.poke_ram(address, byte);
        }
    }

    /// Returns whether the words below the board are `left` and `right`.
    pub(crate) fn shows(&self, left: &str, right: &str) -> bool {
        let word = |name: &str| symbol(&format!("W_{name}")) as u8;
        self.ram("msgLeft") == word(left) && self.ram("msgRight") == word(right)
    }

    /// Returns whether the right word below the board is `right`. This word is the action that the
    /// cartridge is waiting for.
    pub(crate) fn expects(&self, right: &str) -> bool {
        self.ram("msgRight") == symbol(&format!("W_{right}")) as u8
    }

    /// Returns whether the dice have stopped and numbers of the throw are still to be played.
    pub(crate) fn has_throw(&self) -> bool {
        self.ram("count") != 0 && self.ram("at") < self.ram("count")
    }

    /// Returns the men, from the point of view of the side to move.
    pub(crate) fn position(&self) -> Position {
        let (mut mine, mut theirs) = ([0; 26], [0; 26]);
        for entry in 0..28 {
            let byte = self.ram_at("board", entry);
            let men = byte & 15;
            match (entry, byte & 0x80 != 0) {
                (26, true) => theirs[SHAMBLES] = men,
                (27, true) => theirs[0] = men,
                (1..=START, true) => theirs[25 - entry] = men,
                (0..=SHAMBLES, false) => mine[entry] = men,
                _ => panic!("entry {entry} of the board is {byte:02x}"),
            }
        }
        Position::new(mine, theirs).expect("a position of the game")
    }

    /// Writes a position to the board.
    pub(crate) fn set_position(&mut self, position: &Position) {
        let mut board = [0; 28];
        board[..26].copy_from_slice(position.mine());
        for (wedge, entry) in board.iter_mut().enumerate().take(START + 1).skip(1) {
            match position.theirs()[25 - wedge] {
                0 => {}
                men => *entry = 0x80 | men,
            }
        }
        board[26] = 0x80 | position.theirs()[SHAMBLES];
        board[27] = 0x80 | position.theirs()[0];
        self.poke("board", &board);
    }

    /// Returns the wedges that have a flag set on the board: `LEGAL`, `MARKED` or `CURSOR`.
    pub(crate) fn flagged(&self, flag: &str) -> Vec<u8> {
        let bit = symbol(flag) as u8;
        let has = |&wedge: &u8| {
            let byte = self.ram_at("board", wedge.into());
            byte & 0x80 == 0 && byte & bit != 0
        };
        (1..=24).filter(has).collect()
    }

    /// Returns the picture of the last frame.
    pub(crate) fn picture(&self) -> &vcs::television::Frame {
        self.machine.last_frame()
    }

    /// Returns whether the first voice is playing a sound.
    pub(crate) fn is_playing_sound(&self) -> bool {
        self.ram("soundTimer") != 0
    }
}

impl std::fmt::Debug for Table {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        let names = [
            "side", "count", "at", "mode", "msgLeft", "msgRight", "cursor",
        ];
        let bytes: Vec<String> = (0..28)
            .map(|n| format!("{:x}", self.ram_at("board", n)))
            .collect();
        write!(out, "board {}", bytes.join(" "))?;
        names
            .iter()
            .try_for_each(|name| write!(out, " {name} {}", self.ram(name)))
    }
}

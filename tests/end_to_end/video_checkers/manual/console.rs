//! A console with the cartridge and its controllers: joysticks, buttons, switches.

use super::screen::{Screen, SquareContents};
use checkers::{Move, Position, Side};
use games::{
    robot::{Pilot, PilotStep, Task, first_push},
    video_checkers::{Layout, Snapshot, State},
};
use lab::trace::Symbols;
use std::ops::RangeInclusive;
use vcs::{
    Cartridge, Input, Machine, PowerOn, PowerOnState,
    input::{Controller, Difficulty, Joystick},
};

/// Addresses of the stack on the processor's bus. The cartridge uses these addresses only for the
/// stack.
const STACK: RangeInclusive<u16> = 0x180..=0x1FF;
/// Number of frames for which a push, a press or a switch is held.
const PRESS_FRAMES: usize = 2;
/// Number of frames without input after a push, a press or a switch change.
const REST_FRAMES: usize = 6;
/// Number of frames after which everything that blinks has gone through all its phases.
pub const BLINK_FRAMES: usize = 32;
/// Maximum number of pushes until the cursor reaches a square, or of Select presses until a game is
/// selected.
const MAX_PRESSES: usize = 40;
/// Timeout of a wait, in frames.
const TIMEOUT_FRAMES: usize = 6000;

/// A console and its controllers. Every frame must have 262 lines.
#[derive(Clone)]
pub struct Console {
    pub machine: Machine,
    pub input: Input,
    layout: Layout,
    symbols: Symbols,
    /// Lowest stack address that was written, if the stack is watched.
    lowest_stack: Option<u16>,
}

impl Console {
    /// Returns a powered-on console: the left player has black, and the controllers are at rest.
    pub fn new() -> Console {
        Console::with_input(Input::default())
    }

    /// Returns a console powered on with these controllers and switches.
    pub fn with_input(input: Input) -> Console {
        let state = PowerOnState::Random;
        Console::with_power_on(PowerOn { state, seed: 1 }, input)
    }

    /// Returns a console powered on with this power-on state and input. Its first frame may have a
    /// different number of lines.
    pub fn with_power_on(power_on: PowerOn, input: Input) -> Console {
        let rom = crate::repository().join("rom");
        let image = std::fs::read(rom.join("video-checkers.bin")).expect("the image is in rom/");
        let symbols = std::fs::read_to_string(rom.join("video-checkers.sym"));
        let symbols = Symbols::parse(&symbols.expect("the symbol file is in rom/")).unwrap();
        let cartridge = Cartridge::from_image(&image).expect("the image is a cartridge");
        let mut console = Console {
            machine: Machine::new(cartridge, power_on),
            layout: Layout::new(&symbols).expect("the symbols are the cartridge's"),
            symbols,
            input,
            lowest_stack: None,
        };
        console.machine.set_input(input);
        console.machine.frame();
        console.frames(REST_FRAMES);
        console
    }

    /// Runs one frame.
    pub fn frame(&mut self) {
        self.machine.set_input(self.input);
        if let Some(lowest) = &mut self.lowest_stack {
            let before = self.machine.last_frame().number;
            while self.machine.last_frame().number == before {
                let cycle = self.machine.cycle();
                if cycle.write && STACK.contains(&cycle.address) {
                    *lowest = cycle.address.min(*lowest);
                }
            }
        } else {
            self.machine.frame();
        }
        let frame = self.machine.last_frame();
        assert_eq!(frame.scanlines(), 262, "frame {}", frame.number);
    }

    /// Starts watching the stack.
    pub fn watch_stack(&mut self) {
        self.lowest_stack = Some(*STACK.end());
    }

    /// Returns the low byte of the lowest stack address written since `watch_stack`.
    pub fn lowest_stack(&self) -> u8 {
        self.lowest_stack.expect("the stack is watched") as u8
    }

    pub fn frames(&mut self, count: usize) {
        (0..count).for_each(|_| self.frame());
    }

    /// Returns the state of the game in RAM.
    pub fn snapshot(&self) -> Snapshot {
        self.layout.snapshot(&self.machine)
    }

    pub fn state(&self) -> State {
        self.snapshot().state
    }

    pub fn position(&self) -> Position {
        self.snapshot().position
    }

    /// Returns the number of the cursor's square.
    pub fn cursor(&self) -> u32 {
        self.snapshot().cursor.number()
    }

    /// Returns the content of the last picture.
    pub fn screen(&self) -> Screen {
        Screen::read(self.machine.last_frame())
    }

    /// Returns the content of the screen in all phases of blinking.
    pub fn screens(&mut self) -> Vec<Screen> {
        let next_screen = |console: &mut Console| {
            console.frame();
            console.screen()
        };
        (0..BLINK_FRAMES).map(|_| next_screen(self)).collect()
    }

    /// Returns the distinct contents of a square in all phases of blinking, in order of appearance.
    pub fn square_contents(&mut self, number: u32) -> Vec<SquareContents> {
        let left = self.snapshot().left_player;
        let mut all = Vec::new();
        for screen in self.screens() {
            let contents = screen.square(number, left);
            if !all.contains(&contents) {
                all.push(contents);
            }
        }
        all
    }

    /// Returns the distinct texts at the top of the screen in all phases of blinking: squares and
    /// word, such as `11-15 JP`.
    pub fn headers(&mut self) -> Vec<String> {
        let mut all = Vec::new();
        for screen in self.screens() {
            let text = format!("{} {}", screen.numbers, screen.word);
            let text = text.trim().to_owned();
            if !all.contains(&text) {
                all.push(text);
            }
        }
        all
    }

    /// Changes the input for some frames, then changes it back and waits.
    pub fn hold(&mut self, frames: usize, change: impl Fn(&mut Input)) {
        let before = self.input;
        change(&mut self.input);
        self.frames(frames);
        self.input = before;
        self.frames(REST_FRAMES);
    }

    /// Pushes the left joystick for a short time: `ul`, `dr`, `u` ...
    pub fn push(&mut self, directions: &str) {
        self.hold(PRESS_FRAMES, |input| input.ports[0] = joystick(directions));
    }

    /// Presses the left button for a short time.
    pub fn press(&mut self) {
        self.push("f");
    }

    /// Pushes the right joystick for a short time.
    pub fn push_right_stick(&mut self, directions: &str) {
        self.hold(PRESS_FRAMES, |input| input.ports[1] = joystick(directions));
    }

    pub fn select(&mut self) {
        self.hold(PRESS_FRAMES, |input| input.switches.select = true);
    }

    pub fn reset(&mut self) {
        self.hold(PRESS_FRAMES, |input| input.switches.reset = true);
    }

    pub fn select_game(&mut self, game: u8) {
        for _ in 0..MAX_PRESSES {
            if self.snapshot().game == game {
                return;
            }
            self.select();
        }
        panic!("game {game} is not reached: {:?}", self.snapshot());
    }

    /// Sets the left difficulty switch; A is the set-up mode.
    pub fn set_up_mode(&mut self, on: bool) {
        self.input.switches.left = difficulty(on);
        self.frames(REST_FRAMES);
    }

    /// Sets the right difficulty switch; with A the left player has white.
    pub fn set_left_player(&mut self, side: Side) {
        self.input.switches.right = difficulty(side == Side::White);
        self.frames(REST_FRAMES);
    }

    pub fn set_color_switch(&mut self, on: bool) {
        self.input.switches.color = on;
        self.frames(REST_FRAMES);
    }

    /// Moves the cursor of the side to move to a square.
    pub fn go_to(&mut self, number: u32) {
        let wanted = checkers::Square::new(number).expect("a square");
        for _ in 0..MAX_PRESSES {
            let snapshot = self.snapshot();
            let Some(push) = first_push(snapshot.cursor, wanted, snapshot.left_player) else {
                return;
            };
            self.hold(PRESS_FRAMES, |input| {
                input.ports[snapshot.port] = Controller::Joystick(push.joystick());
            });
        }
        panic!("{number} is not reached: {:?}", self.snapshot());
    }

    /// Picks up the piece on a square and holds it. If the computer's move is being shown, this
    /// ends the display.
    pub fn pick_up(&mut self, number: u32) {
        self.push("u");
        self.go_to(number);
        let port = self.snapshot().port;
        self.hold(PRESS_FRAMES, |input| input.ports[port] = joystick("f"));
        assert!(self.snapshot().hand.is_some(), "no piece in hand");
    }

    /// Sets up a FEN position, using set-up mode.
    pub fn set_up(&mut self, fen: &str) {
        let position = Position::from_fen(fen).expect("the FEN is valid");
        self.run_pilot(Task::SetUp(*position.board(), position.side()), fen);
        self.frames(REST_FRAMES);
    }

    /// Plays a move with the joystick. The last frame that runs is the one in which the piece is
    /// dropped on its last square.
    pub fn play(&mut self, text: &str) {
        let chosen: Move = self.position().parse_move(text).expect("the move is legal");
        self.run_pilot(Task::Play(chosen), text);
    }

    fn run_pilot(&mut self, task: Task, text: &str) {
        let mut pilot = Pilot::new(task);
        for _ in 0..TIMEOUT_FRAMES {
            match pilot.next(&self.snapshot(), self.input) {
                PilotStep::Do(input) => self.input = input,
                PilotStep::Done => {
                    self.input.ports = Input::default().ports;
                    return self.frame();
                }
                PilotStep::Stuck => break,
            }
            self.frame();
        }
        panic!("cannot do {text}: {:?}", self.snapshot());
    }

    /// Runs until the cartridge reaches a state; returns the number of frames.
    pub fn wait_for(&mut self, state: State) -> usize {
        for frames in 0..TIMEOUT_FRAMES {
            if self.state() == state {
                return frames;
            }
            self.frame();
        }
        panic!("{state:?} is not reached: {:?}", self.snapshot());
    }

    /// Runs until the computer has moved or the game is over; returns the number of frames.
    pub fn wait_for_reply(&mut self) -> usize {
        for frames in 0..TIMEOUT_FRAMES {
            let snapshot = self.snapshot();
            let busy = matches!(snapshot.state, State::Think | State::Dropped);
            if !busy
                && (snapshot.state != State::Play
                    || snapshot.position.side() == snapshot.left_player)
            {
                return frames;
            }
            self.frame();
        }
        panic!("the computer does not move: {:?}", self.snapshot());
    }

    /// Sets a byte of RAM by its name in the symbol file.
    pub fn poke(&mut self, name: &str, value: u8) {
        self.machine.poke_ram(self.address(name), value);
    }

    pub fn peek(&self, name: &str) -> u8 {
        self.machine.ram()[usize::from(self.address(name) & 0x7F)]
    }

    /// Returns the bytes of RAM that begin at the address of a name in the symbol file.
    pub fn peek_bytes<const N: usize>(&self, name: &str) -> [u8; N] {
        let start = usize::from(self.address(name) & 0x7F);
        std::array::from_fn(|at| self.machine.ram()[start + at])
    }

    /// Returns the zero-page address of a name in the symbol file.
    pub fn address(&self, name: &str) -> u8 {
        self.symbols
            .value(name)
            .expect("the name is in the symbol file") as u8
    }
}

fn difficulty(a: bool) -> Difficulty {
    if a { Difficulty::A } else { Difficulty::B }
}

/// Returns a joystick held in the directions given by the letters `udlr`, with the button pressed
/// if there is an `f`.
pub fn joystick(directions: &str) -> Controller {
    Controller::Joystick(Joystick {
        up: directions.contains('u'),
        down: directions.contains('d'),
        left: directions.contains('l'),
        right: directions.contains('r'),
        fire: directions.contains('f'),
    })
}

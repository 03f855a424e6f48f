//! Tests the link with a game and a debugger in separate threads.

use attach::{DebuggerMessage, Frame, FullState, Game, GameMessage, Link, LinkError, Port};
use std::{
    io::{Read, Write},
    net::TcpStream,
    thread,
    time::Duration,
};
use vcs::{Cartridge, Machine};

/// A game whose program increments $80 in a loop.
struct Counter {
    machine: Machine,
    frames: u32,
}

impl Counter {
    fn new() -> Counter {
        // F000: inc $80; jmp $F000.
        let mut image = [0; 4096];
        image[..5].copy_from_slice(&[0xe6, 0x80, 0x4c, 0x00, 0xf0]);
        image[0xffc..0xffe].copy_from_slice(&[0x00, 0xf0]);
        let cartridge = Cartridge::from_image(&image).unwrap();
        Counter {
            machine: Machine::new(cartridge, Default::default()),
            frames: 0,
        }
    }

    /// Runs a frame, unless the debugger holds the game. Returns true if the frame ran.
    fn turn(&mut self, port: &mut Port) -> bool {
        if port.poll(self) {
            return false;
        }
        let from = self.machine.cycles();
        self.machine.frame();
        self.frames += 1;
        port.report_frame(Frame::of(&self.machine, from));
        true
    }
}

impl Game for Counter {
    fn full_state(&self) -> FullState {
        FullState::of(&self.machine)
    }

    fn cartridge(&self) -> &Cartridge {
        self.machine.cartridge()
    }

    fn continue_from(&mut self, machine: Machine) {
        self.machine = machine;
    }
}

const LONG: Duration = Duration::from_secs(60);

fn port() -> (Port, u16) {
    let port = Port::open(0).unwrap();
    let number = port.address().unwrap().port();
    (port, number)
}

/// Calls [`Counter::turn`] until a condition holds.
fn turn_until(game: &mut Counter, port: &mut Port, done: impl Fn(&Counter) -> bool) {
    while !done(game) {
        game.turn(port);
        thread::yield_now();
    }
}

fn frame(link: &mut Link) -> Frame {
    match link.receive(LONG).unwrap() {
        Some(GameMessage::Frame(frame)) => *frame,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_game_waits_for_the_debugger_and_continues_with_its_machine() {
    let (mut port, number) = port();
    let debugger = thread::spawn(move || {
        let (mut link, full_state) = Link::connect(number).unwrap();
        let cartridge = Cartridge::from_image(&full_state.image).unwrap();
        let mut own = Machine::load(&cartridge, &full_state.current_state).unwrap();
        for _ in 0..5 {
            link.send(&DebuggerMessage::Play).unwrap();
            let frame = frame(&mut link);
            assert_eq!(frame.start_cycle, own.cycles());
            own.set_input(frame.input);
            own.frame();
            assert!(frame.ends_at(&own));
        }
        // The game is paused now. The debugger replaces the game's machine.
        own.poke_ram(0x81, 0x55);
        assert_eq!(link.receive(SHORT).unwrap(), None);
        link.send(&DebuggerMessage::ContinueFrom(own.save()))
            .unwrap();
        let after = frame(&mut link);
        assert_eq!(
            (after.states_received, after.start_cycle),
            (1, own.cycles())
        );
        assert_eq!(after.ram[1], 0x55);
        link.send(&DebuggerMessage::Resend).unwrap();
        assert!(matches!(
            link.receive(LONG).unwrap(),
            Some(GameMessage::FullState(_))
        ));
        own.poke_ram(0x81, 0x66);
        link.send(&DebuggerMessage::ContinueFrom(own.save()))
            .unwrap();
        link.close();
        own.cycles()
    });
    let mut game = Counter::new();
    turn_until(&mut game, &mut port, |game| game.machine.ram()[1] == 0x66);
    // Without a debugger, the game continues.
    let frames = game.frames;
    turn_until(&mut game, &mut port, |game| game.frames > frames + 3);
    assert!(game.machine.cycles() > debugger.join().unwrap());
}

const SHORT: Duration = Duration::from_millis(1);

#[test]
fn the_game_continues_if_the_debugger_closes_the_connection() {
    let (mut port, number) = port();
    let debugger = thread::spawn(move || drop(Link::connect(number).unwrap()));
    let mut game = Counter::new();
    let mut held = false;
    while !held {
        held = !game.turn(&mut port);
    }
    debugger.join().unwrap();
    let frames = game.frames;
    turn_until(&mut game, &mut port, |game| game.frames > frames);
}

#[test]
fn other_programs_and_second_debuggers_are_refused() {
    let (mut port, number) = port();
    let clients = thread::spawn(move || {
        let mut browser = TcpStream::connect(("127.0.0.1", number)).unwrap();
        browser
            .write_all(b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            .unwrap();
        let mut answer = Vec::new();
        let _ = browser.read_to_end(&mut answer);
        assert!(answer.is_empty());
        let (link, _) = Link::connect(number).unwrap();
        let second = Link::connect(number);
        assert!(matches!(second, Err(LinkError::Refused(_))), "{second:?}");
        link.close();
    });
    let mut game = Counter::new();
    while !clients.is_finished() {
        game.turn(&mut port);
        thread::yield_now();
    }
    clients.join().unwrap();
    drop(port);
    let none = Link::connect(number);
    assert!(matches!(none, Err(LinkError::NoGame { .. })), "{none:?}");
}

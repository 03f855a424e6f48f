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
struct CountingGame {
    machine: Machine,
    frames: u32,
}

impl CountingGame {
    fn new() -> CountingGame {
        // F000: inc $80; jmp $F000.
        let mut image = [0; 4096];
        image[..5].copy_from_slice(&[0xe6, 0x80, 0x4c, 0x00, 0xf0]);
        image[0xffc..0xffe].copy_from_slice(&[0x00, 0xf0]);
        let cartridge = Cartridge::from_image(&image).unwrap();
        CountingGame {
            machine: Machine::new(cartridge, Default::default()),
            frames: 0,
        }
    }

    /// Runs a frame, unless the debugger has paused the game. Returns true if the frame ran.
    fn run_frame(&mut self, port: &mut Port) -> bool {
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

impl Game for CountingGame {
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

/// Timeout for messages that must arrive.
const TIMEOUT: Duration = Duration::from_secs(60);

fn open_port() -> (Port, u16) {
    let port = Port::open(0).unwrap();
    let port_number = port.address().unwrap().port();
    (port, port_number)
}

/// Calls [`CountingGame::run_frame`] until a condition holds.
fn run_until(game: &mut CountingGame, port: &mut Port, done: impl Fn(&CountingGame) -> bool) {
    while !done(game) {
        game.run_frame(port);
        thread::yield_now();
    }
}

fn receive_frame(link: &mut Link) -> Frame {
    match link.receive(TIMEOUT).unwrap() {
        Some(GameMessage::Frame(frame)) => *frame,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_game_waits_for_the_debugger_and_continues_with_its_machine() {
    let (mut port, port_number) = open_port();
    let debugger = thread::spawn(move || {
        let (mut link, full_state) = Link::connect(port_number).unwrap();
        let cartridge = Cartridge::from_image(&full_state.image).unwrap();
        let mut copy = Machine::load(&cartridge, &full_state.current_state).unwrap();
        for _ in 0..5 {
            link.send(&DebuggerMessage::Play).unwrap();
            let frame = receive_frame(&mut link);
            assert_eq!(frame.start_cycle, copy.cycles());
            copy.set_input(frame.input);
            copy.frame();
            assert!(frame.ends_at(&copy));
        }
        // The game is paused now. The debugger replaces the game's machine.
        copy.poke_ram(0x81, 0x55);
        assert_eq!(link.receive(SHORT_TIMEOUT).unwrap(), None);
        link.send(&DebuggerMessage::ContinueFrom(copy.save()))
            .unwrap();
        let next_frame = receive_frame(&mut link);
        assert_eq!(
            (next_frame.states_received, next_frame.start_cycle),
            (1, copy.cycles())
        );
        assert_eq!(next_frame.ram[1], 0x55);
        link.send(&DebuggerMessage::Resend).unwrap();
        assert!(matches!(
            link.receive(TIMEOUT).unwrap(),
            Some(GameMessage::FullState(_))
        ));
        copy.poke_ram(0x81, 0x66);
        link.send(&DebuggerMessage::ContinueFrom(copy.save()))
            .unwrap();
        link.close();
        copy.cycles()
    });
    let mut game = CountingGame::new();
    run_until(&mut game, &mut port, |game| game.machine.ram()[1] == 0x66);
    // Without a debugger, the game continues.
    let frames = game.frames;
    run_until(&mut game, &mut port, |game| game.frames > frames + 3);
    assert!(game.machine.cycles() > debugger.join().unwrap());
}

/// Timeout for messages that must not arrive.
const SHORT_TIMEOUT: Duration = Duration::from_millis(1);

#[test]
fn the_game_continues_if_the_debugger_closes_the_connection() {
    let (mut port, port_number) = open_port();
    let debugger = thread::spawn(move || drop(Link::connect(port_number).unwrap()));
    let mut game = CountingGame::new();
    let mut paused = false;
    while !paused {
        paused = !game.run_frame(&mut port);
    }
    debugger.join().unwrap();
    let frames = game.frames;
    run_until(&mut game, &mut port, |game| game.frames > frames);
}

#[test]
fn other_programs_and_second_debuggers_are_refused() {
    let (mut port, port_number) = open_port();
    let clients = thread::spawn(move || {
        let mut browser = TcpStream::connect(("127.0.0.1", port_number)).unwrap();
        browser
            .write_all(b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            .unwrap();
        let mut answer = Vec::new();
        let _ = browser.read_to_end(&mut answer);
        assert!(answer.is_empty());
        let (link, _) = Link::connect(port_number).unwrap();
        let second = Link::connect(port_number);
        assert!(matches!(second, Err(LinkError::Refused(_))), "{second:?}");
        link.close();
    });
    let mut game = CountingGame::new();
    while !clients.is_finished() {
        game.run_frame(&mut port);
        thread::yield_now();
    }
    clients.join().unwrap();
    drop(port);
    let result = Link::connect(port_number);
    assert!(
        matches!(result, Err(LinkError::NoGame { .. })),
        "{result:?}"
    );
}

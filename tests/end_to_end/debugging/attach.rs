//! The adapter, attached to a running game.

use super::client::{Client, line_of};
use attach::{Frame, FullState, Game, Port};
use serde_json::{Value, json};
use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    thread::{self, JoinHandle},
};
use vcs::{Cartridge, Machine};

/// A game that runs in a thread, like a front end that keeps no earlier states.
struct Playing {
    port: u16,
    seen: Arc<Mutex<Seen>>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Seen {
    frames: u64,
    /// The value of the example's variable `frames`.
    counted: u8,
    over: bool,
}

struct Console {
    machine: Machine,
    path: PathBuf,
}

impl Game for Console {
    fn full_state(&self) -> FullState {
        FullState {
            path: Some(self.path.display().to_string()),
            ..FullState::of(&self.machine)
        }
    }

    fn cartridge(&self) -> &Cartridge {
        self.machine.cartridge()
    }

    fn continue_from(&mut self, machine: Machine) {
        self.machine = machine;
    }
}

impl Playing {
    /// Assembles a source, and starts the game in a thread.
    fn start(path: &Path) -> Playing {
        let image = asm6502::build(&asm6502::DiskProvider, path).unwrap().image;
        let cartridge = Cartridge::from_image(&image).unwrap();
        let mut console = Console {
            machine: Machine::new(cartridge, Default::default()),
            path: path.to_owned(),
        };
        let mut port = Port::open(0).unwrap();
        let number = port.address().unwrap().port();
        let seen: Arc<Mutex<Seen>> = Arc::default();
        let told = seen.clone();
        let thread = thread::spawn(move || {
            while !told.lock().unwrap().over {
                thread::yield_now();
                if port.poll(&mut console) {
                    continue;
                }
                let from = console.machine.cycles();
                console.machine.frame();
                let mut seen = told.lock().unwrap();
                seen.frames += 1;
                seen.counted = console.machine.ram()[0];
                port.report_frame(Frame::of(&console.machine, from));
            }
        });
        Playing {
            port: number,
            seen,
            thread: Some(thread),
        }
    }

    fn seen(&self) -> Seen {
        *self.seen.lock().unwrap()
    }

    /// Waits until `done` accepts the state of the game.
    fn wait(&self, done: impl Fn(Seen) -> bool) {
        while !done(self.seen()) {
            thread::yield_now();
        }
    }

    fn end(&mut self) {
        self.seen.lock().unwrap().over = true;
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

impl Drop for Playing {
    fn drop(&mut self) {
        self.seen.lock().unwrap().over = true;
    }
}

/// Attaches a client to the game, then sets the breakpoints `points`.
fn attached(game: &Playing, client: &mut Client, stops: bool, points: Value) {
    client.ask("initialize", json!({ "adapterID": "crownhead" }));
    let arguments = json!({ "port": game.port, "stopOnEntry": stops });
    client.ask("attach", arguments);
    client.ask("setFunctionBreakpoints", json!({ "breakpoints": points }));
    client.ask("configurationDone", Value::Null);
}

#[test]
fn a_breakpoint_holds_the_game_and_changes_go_there() {
    let mut client = Client::new();
    let game = Playing::start(&client.path());
    game.wait(|seen| seen.frames > 5);
    attached(&game, &mut client, false, json!([{ "name": "Move" }]));
    assert_eq!(client.stopped()["reason"], "function breakpoint");
    assert_eq!(client.line(), line_of("lda #$f0"));
    let held = game.seen();
    client.ask("setFunctionBreakpoints", json!({ "breakpoints": [] }));
    client.ask("stepIn", json!({ "threadId": 1 }));
    client.stopped();
    let here = client.line();
    client.ask("next", json!({ "threadId": 1 }));
    client.stopped();
    client.ask("stepBack", json!({ "threadId": 1 }));
    client.stopped();
    assert_eq!(client.line(), here);
    client.ask(
        "setExpression",
        json!({ "expression": "frames", "value": "200" }),
    );
    assert_eq!(game.seen(), held, "a game that is held must not run");
    client.ask("continue", json!({ "threadId": 1 }));
    let mut turns = 0;
    while game.seen().counted < 200 {
        let messages = client.adapter.advance();
        client.events.extend(messages);
        turns += 1;
        assert!(turns < 10_000, "the change does not reach the game");
    }
    client.ask("pause", json!({ "threadId": 1 }));
    assert_eq!(client.stopped()["reason"], "pause");
    client.ask("disconnect", Value::Null);
    let frames = game.seen().frames;
    game.wait(|seen| seen.frames > frames + 5);
}

#[test]
fn the_past_begins_where_the_debugger_attached() {
    let mut client = Client::new();
    let game = Playing::start(&client.path());
    game.wait(|seen| seen.frames > 5);
    attached(&game, &mut client, true, json!([]));
    assert_eq!(client.stopped()["reason"], "entry");
    client.ask("stepIn", json!({ "threadId": 1 }));
    client.stopped();
    client.ask("reverseContinue", json!({ "threadId": 1 }));
    let stop = client.stopped();
    assert!(
        stop["text"]
            .as_str()
            .unwrap()
            .contains("the debugger started here"),
        "{stop}"
    );
    let refused = client.refused("restart", json!({}));
    assert!(
        refused.contains("cannot restart an attached game"),
        "{refused}"
    );
}

#[test]
fn a_game_that_goes_away_ends_the_session() {
    let mut client = Client::new();
    let mut game = Playing::start(&client.path());
    attached(&game, &mut client, false, json!([]));
    game.end();
    let mut turns = 0;
    while !client
        .events
        .iter()
        .any(|event| event["event"] == "terminated")
    {
        let messages = client.adapter.advance();
        client.events.extend(messages);
        turns += 1;
        assert!(
            turns < 10_000,
            "the adapter does not notice the end of the game"
        );
    }
    assert!(
        client
            .output()
            .contains("the game has closed the connection")
    );
}

#[test]
fn errors_name_the_reason_why_attaching_is_impossible() {
    let mut client = Client::new();
    let game = Playing::start(&client.path());
    client.ask("initialize", json!({}));
    let refused = client.refused("attach", json!({}));
    assert!(refused.contains("`port`"), "{refused}");
    let other = client.folder.path().join("other.asm");
    std::fs::write(
        &other,
        " processor 6502\n org $f000\nA jmp A\n org $fffc\n .word A,A\n",
    )
    .unwrap();
    let arguments = json!({ "port": game.port, "program": other });
    let refused = client.refused("attach", arguments);
    assert!(
        refused.contains("the running game was not started with"),
        "{refused}"
    );
    let (port, mut game) = (game.port, game);
    game.end();
    let refused = client.refused("attach", json!({ "port": port }));
    assert!(refused.contains("--debug-port"), "{refused}");
}

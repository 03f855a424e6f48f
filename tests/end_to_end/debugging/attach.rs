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
struct RunningGame {
    port: u16,
    progress: Arc<Mutex<Progress>>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Progress {
    frames: u64,
    /// The value of the example's variable `frames`.
    frames_variable: u8,
    stop_requested: bool,
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

impl RunningGame {
    /// Assembles a source, and starts the game in a thread.
    fn start(path: &Path) -> RunningGame {
        let image = asm6502::build(&asm6502::DiskProvider, path).unwrap().image;
        let cartridge = Cartridge::from_image(&image).unwrap();
        let mut console = Console {
            machine: Machine::new(cartridge, Default::default()),
            path: path.to_owned(),
        };
        let mut port = Port::open(0).unwrap();
        let number = port.address().unwrap().port();
        let progress: Arc<Mutex<Progress>> = Arc::default();
        let shared = progress.clone();
        let thread = thread::spawn(move || {
            while !shared.lock().unwrap().stop_requested {
                thread::yield_now();
                if port.poll(&mut console) {
                    continue;
                }
                let from = console.machine.cycles();
                console.machine.frame();
                let mut progress = shared.lock().unwrap();
                progress.frames += 1;
                progress.frames_variable = console.machine.ram()[0];
                port.report_frame(Frame::of(&console.machine, from));
            }
        });
        RunningGame {
            port: number,
            progress,
            thread: Some(thread),
        }
    }

    fn progress(&self) -> Progress {
        *self.progress.lock().unwrap()
    }

    /// Waits until `done` accepts the state of the game.
    fn wait_until(&self, done: impl Fn(Progress) -> bool) {
        while !done(self.progress()) {
            thread::yield_now();
        }
    }

    fn stop(&mut self) {
        self.progress.lock().unwrap().stop_requested = true;
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

impl Drop for RunningGame {
    fn drop(&mut self) {
        self.progress.lock().unwrap().stop_requested = true;
    }
}

/// Attaches a client to the game, then sets function breakpoints.
fn attach_client(game: &RunningGame, client: &mut Client, stop_on_entry: bool, breakpoints: Value) {
    client.request("initialize", json!({ "adapterID": "crownhead" }));
    let arguments = json!({ "port": game.port, "stopOnEntry": stop_on_entry });
    client.request("attach", arguments);
    client.request(
        "setFunctionBreakpoints",
        json!({ "breakpoints": breakpoints }),
    );
    client.request("configurationDone", Value::Null);
}

#[test]
fn a_breakpoint_pauses_the_game_and_changes_reach_it() {
    let mut client = Client::new();
    let game = RunningGame::start(&client.source_path());
    game.wait_until(|progress| progress.frames > 5);
    attach_client(&game, &mut client, false, json!([{ "name": "Move" }]));
    assert_eq!(client.wait_for_stop()["reason"], "function breakpoint");
    assert_eq!(client.line(), line_of("lda #$f0"));
    let paused_at = game.progress();
    client.request("setFunctionBreakpoints", json!({ "breakpoints": [] }));
    client.request("stepIn", json!({ "threadId": 1 }));
    client.wait_for_stop();
    let here = client.line();
    client.request("next", json!({ "threadId": 1 }));
    client.wait_for_stop();
    client.request("stepBack", json!({ "threadId": 1 }));
    client.wait_for_stop();
    assert_eq!(client.line(), here);
    client.request(
        "setExpression",
        json!({ "expression": "frames", "value": "200" }),
    );
    assert_eq!(game.progress(), paused_at, "a paused game must not run");
    client.request("continue", json!({ "threadId": 1 }));
    let mut attempts = 0;
    while game.progress().frames_variable < 200 {
        let messages = client.adapter.advance();
        client.events.extend(messages);
        attempts += 1;
        assert!(attempts < 10_000, "the change does not reach the game");
    }
    client.request("pause", json!({ "threadId": 1 }));
    assert_eq!(client.wait_for_stop()["reason"], "pause");
    client.request("disconnect", Value::Null);
    let frames = game.progress().frames;
    game.wait_until(|progress| progress.frames > frames + 5);
}

#[test]
fn history_begins_where_the_debugger_attached() {
    let mut client = Client::new();
    let game = RunningGame::start(&client.source_path());
    game.wait_until(|progress| progress.frames > 5);
    attach_client(&game, &mut client, true, json!([]));
    assert_eq!(client.wait_for_stop()["reason"], "entry");
    client.request("stepIn", json!({ "threadId": 1 }));
    client.wait_for_stop();
    client.request("reverseContinue", json!({ "threadId": 1 }));
    let stop = client.wait_for_stop();
    assert!(
        stop["text"]
            .as_str()
            .unwrap()
            .contains("the debugger started here"),
        "{stop}"
    );
    let error = client.expect_error("restart", json!({}));
    assert!(error.contains("cannot restart an attached game"), "{error}");
}

#[test]
fn the_session_ends_with_the_game() {
    let mut client = Client::new();
    let mut game = RunningGame::start(&client.source_path());
    attach_client(&game, &mut client, false, json!([]));
    game.stop();
    let mut attempts = 0;
    while !client
        .events
        .iter()
        .any(|event| event["event"] == "terminated")
    {
        let messages = client.adapter.advance();
        client.events.extend(messages);
        attempts += 1;
        assert!(
            attempts < 10_000,
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
fn errors_say_why_the_debugger_cannot_attach() {
    let mut client = Client::new();
    let game = RunningGame::start(&client.source_path());
    client.request("initialize", json!({}));
    let error = client.expect_error("attach", json!({}));
    assert!(error.contains("`port`"), "{error}");
    let other = client.folder.path().join("other.asm");
    std::fs::write(
        &other,
        " processor 6502\n org $f000\nA jmp A\n org $fffc\n .word A,A\n",
    )
    .unwrap();
    let arguments = json!({ "port": game.port, "program": other });
    let error = client.expect_error("attach", arguments);
    assert!(
        error.contains("the running game was not started with"),
        "{error}"
    );
    let (port, mut game) = (game.port, game);
    game.stop();
    let error = client.expect_error("attach", json!({ "port": port }));
    assert!(error.contains("--debug-port"), "{error}");
}

//! A client that drives the adapter in-process.

use super::schema;
use editor::dap::Adapter;
use serde_json::{Value, json};
use std::{fs, path::PathBuf, sync::Arc};

/// The program used in the debugger's manual.
pub const EXAMPLE: &str = include_str!("../../../crates/debugger/docs/example.asm");

/// Returns the line number of the only line of the example that ends with `code`.
pub fn line_of(code: &str) -> i64 {
    let lines: Vec<&str> = EXAMPLE.lines().collect();
    let found: Vec<usize> = (0..lines.len())
        .filter(|index| lines[*index].ends_with(code))
        .collect();
    assert_eq!(found.len(), 1, "{code}");
    found[0] as i64 + 1
}

/// An adapter, the events from it that have not been read yet, and a folder with a source.
pub struct Client {
    pub adapter: Adapter,
    pub events: Vec<Value>,
    pub folder: tempfile::TempDir,
    last_seq: i64,
}

impl Client {
    pub fn new() -> Client {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("game.asm"), EXAMPLE).unwrap();
        Client {
            adapter: Adapter::new(Arc::default()),
            events: Vec::new(),
            folder,
            last_seq: 0,
        }
    }

    /// Returns a client that has launched the example and stopped before its first instruction.
    pub fn launched() -> Client {
        Client::new().launch()
    }

    /// Launches the current source and stops before its first instruction.
    pub fn launch(mut self) -> Client {
        self.request("initialize", json!({ "adapterID": "crownhead" }));
        let program = self.source_path();
        self.request("launch", json!({ "program": program }));
        self.request("configurationDone", Value::Null);
        assert_eq!(self.wait_for_stop()["reason"], "entry");
        self
    }

    pub fn source_path(&self) -> PathBuf {
        self.folder.path().join("game.asm")
    }

    /// Sends a request and returns the response.
    pub fn send(&mut self, command: &str, arguments: Value) -> Value {
        self.last_seq += 1;
        let mut request = json!({ "seq": self.last_seq, "type": "request", "command": command });
        if !arguments.is_null() {
            request["arguments"] = arguments;
        }
        let messages = self.adapter.receive(Ok(request));
        messages.iter().for_each(schema::check);
        let is_response = |message: &Value| message["type"] == "response";
        let (responses, events): (Vec<_>, Vec<_>) = messages.into_iter().partition(is_response);
        self.events.extend(events);
        assert_eq!(responses.len(), 1, "{command}");
        assert_eq!(responses[0]["request_seq"], self.last_seq, "{command}");
        responses.into_iter().next().unwrap()
    }

    /// Sends a request that must succeed, and returns the body of the response.
    pub fn request(&mut self, command: &str, arguments: Value) -> Value {
        let response = self.send(command, arguments);
        assert_eq!(response["success"], true, "{command}: {response}");
        response["body"].clone()
    }

    /// Sends a request that must fail, and returns the error message.
    pub fn expect_error(&mut self, command: &str, arguments: Value) -> String {
        let response = self.send(command, arguments);
        assert_eq!(response["success"], false, "{command}: {response}");
        response["message"].as_str().unwrap().to_owned()
    }

    /// Runs the machine until it stops. Returns the body of the `stopped` event.
    pub fn wait_for_stop(&mut self) -> Value {
        for _ in 0..2000 {
            let index = self
                .events
                .iter()
                .position(|event| event["event"] == "stopped");
            if let Some(index) = index {
                return self.events.remove(index)["body"].clone();
            }
            let messages = self.adapter.advance();
            messages.iter().for_each(schema::check);
            self.events.extend(messages);
        }
        panic!("the machine does not stop: {:?}", self.events);
    }

    /// Returns the text of all output events so far.
    pub fn output(&mut self) -> String {
        let (output, others): (Vec<_>, Vec<_>) = std::mem::take(&mut self.events)
            .into_iter()
            .partition(|event| event["event"] == "output");
        self.events = others;
        let texts = output
            .iter()
            .map(|event| event["body"]["output"].as_str().unwrap());
        texts.collect()
    }

    /// Returns the line of the innermost stack frame.
    pub fn line(&mut self) -> i64 {
        let stack = self.request("stackTrace", json!({ "threadId": 1 }));
        stack["stackFrames"][0]["line"].as_i64().unwrap()
    }
}

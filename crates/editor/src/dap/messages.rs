//! Requests from the client, and the messages that are sent to it.

use serde_json::{Value, json};

/// A request from the client.
#[derive(Debug, Clone)]
pub(super) struct Request {
    /// The request's number, which its response repeats.
    pub number: i64,
    /// The requested command.
    pub command: String,
    /// The arguments; null if there are none.
    pub arguments: Value,
}

impl Request {
    /// Reads a message; `None` if it is not a request.
    pub fn from_message(message: &Value) -> Option<Request> {
        (message["type"] == "request").then_some(())?;
        Some(Request {
            number: message["seq"].as_i64().unwrap_or_default(),
            command: message["command"].as_str()?.to_owned(),
            arguments: message["arguments"].clone(),
        })
    }

    /// Returns an argument that must be a string.
    pub fn text(&self, name: &str) -> Result<&str, String> {
        self.arguments[name]
            .as_str()
            .ok_or_else(|| format!("{} needs the argument `{name}`, a string", self.command))
    }

    /// Returns an argument that must be a whole number.
    pub fn integer(&self, name: &str) -> Result<i64, String> {
        self.arguments[name]
            .as_i64()
            .ok_or_else(|| format!("{} needs the argument `{name}`, a number", self.command))
    }

    /// Returns an argument that is a list; an empty list if it is missing.
    pub fn list(&self, name: &str) -> Vec<Value> {
        self.arguments[name].as_array().cloned().unwrap_or_default()
    }
}

/// The messages waiting to be sent to the client, in order.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    last_number: i64,
    messages: Vec<Value>,
}

impl Outbox {
    /// Adds an event.
    pub fn event(&mut self, name: &str, body: Value) {
        self.push(json!({ "type": "event", "event": name, "body": body }));
    }

    /// Adds text for the debug console, unless it is empty; `category` is `console`, `stdout` or
    /// `stderr`.
    pub fn output(&mut self, category: &str, text: &str) {
        if !text.is_empty() {
            self.event("output", json!({ "category": category, "output": text }));
        }
    }

    /// Adds the answer to a request.
    pub fn answer(&mut self, request: &Request, result: Result<Value, String>) {
        let mut message = json!({
            "type": "response",
            "request_seq": request.number,
            "command": request.command,
            "success": result.is_ok(),
        });
        match result {
            Ok(body) if body.is_null() => {}
            Ok(body) => message["body"] = body,
            Err(fault) => {
                let short = fault.lines().next().unwrap_or_default();
                message["message"] = json!(short);
                message["body"] = json!({
                    "error": { "id": 1, "format": fault.replace('{', "(").replace('}', ")"),
                               "showUser": true }
                });
            }
        }
        self.push(message);
    }

    fn push(&mut self, mut message: Value) {
        self.last_number += 1;
        message["seq"] = json!(self.last_number);
        self.messages.push(message);
    }

    /// Removes and returns all waiting messages.
    pub fn take(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.messages)
    }
}

//! Tests messages that no correct client would send.

use super::client::Client;
use editor::{
    dap::{Adapter, read_message},
    mcp::Tools,
};
use fastrand::Rng;
use serde_json::{Value, json};
use std::{io::BufReader, sync::Arc};

/// Returns the messages of a session, which the tests mutate.
fn valid_messages(client: &Client) -> Vec<Value> {
    let source = json!({ "path": client.source_path() });
    [
        ("setBreakpoints", json!({ "source": source, "breakpoints": [
            { "line": 87, "condition": "a > 3", "hitCondition": "> 2", "logMessage": "x {a}" }] })),
        ("setFunctionBreakpoints", json!({ "breakpoints": [{ "name": "Move" }] })),
        ("setInstructionBreakpoints", json!({ "breakpoints": [
            { "instructionReference": "0xF010", "offset": 2 }] })),
        ("setDataBreakpoints", json!({ "breakpoints": [
            { "dataId": "$0080..$0081", "accessType": "write" }] })),
        ("dataBreakpointInfo", json!({ "name": "frames", "variablesReference": 3 })),
        ("setExceptionBreakpoints", json!({ "filters": ["jam", "late-line"] })),
        ("breakpointLocations", json!({ "source": source, "line": 1, "endLine": 90 })),
        ("stackTrace", json!({ "threadId": 1, "startFrame": 0, "levels": 20 })),
        ("scopes", json!({ "frameId": 0 })),
        ("variables", json!({ "variablesReference": 3, "start": 0, "count": 5 })),
        ("setVariable", json!({ "variablesReference": 1, "name": "A", "value": "$12" })),
        ("setExpression", json!({ "expression": "shape", "value": "3" })),
        ("evaluate", json!({ "expression": "[shape] + <Move", "context": "watch" })),
        ("evaluate", json!({ "expression": "step 3", "context": "repl" })),
        ("completions", json!({ "text": "fra", "column": 4 })),
        ("next", json!({ "threadId": 1, "granularity": "line" })),
        ("stepIn", json!({ "threadId": 1 })),
        ("stepBack", json!({ "threadId": 1, "granularity": "instruction" })),
        ("gotoTargets", json!({ "source": source, "line": 75 })),
        ("disassemble", json!({ "memoryReference": "0xF003", "offset": 1,
            "instructionOffset": -2, "instructionCount": 4 })),
        ("readMemory", json!({ "memoryReference": "0xF000", "offset": -3, "count": 30 })),
        ("writeMemory", json!({ "memoryReference": "0x0090", "offset": 1, "data": "AQID" })),
        ("source", json!({ "source": source })),
        ("crownhead/pixel", json!({ "scanline": 100, "x": 3 })),
        ("crownhead/lastWrite", json!({ "name": "frames" })),
    ]
    .into_iter()
    .enumerate()
    .map(|(index, (command, arguments))| {
        json!({ "seq": index, "type": "request", "command": command, "arguments": arguments })
    })
    .collect()
}

/// Returns a value that a careless adapter would not expect.
fn unexpected_value(random: &mut Rng) -> Value {
    let values = [
        Value::Null,
        json!(-1),
        json!(0),
        json!(i64::MAX),
        json!(i64::MIN),
        json!(u64::MAX),
        json!(1e300),
        json!(""),
        json!("$"),
        json!("0x"),
        json!("ééé\u{202e}"),
        json!("((((((((((1"),
        json!("0xFFFFF"),
        json!([]),
        json!([[[]]]),
        json!({}),
        json!(true),
        json!("%1%"),
        json!("$FFFF..$0000"),
    ];
    values[random.usize(..values.len())].clone()
}

/// Changes a value at a random depth.
fn mutate_value(value: &mut Value, random: &mut Rng) {
    match value {
        Value::Object(members) if !members.is_empty() && random.usize(..8) > 0 => {
            let index = random.usize(..members.len());
            if random.usize(..10) == 0 {
                let name = members.keys().nth(index).unwrap().clone();
                members.remove(&name);
            } else if let Some(member) = members.values_mut().nth(index) {
                mutate_value(member, random);
            }
        }
        Value::Array(items) if !items.is_empty() && random.usize(..6) > 0 => {
            let index = random.usize(..items.len());
            mutate_value(&mut items[index], random);
        }
        Value::String(text) if random.usize(..2) == 0 => {
            let mut letters: Vec<char> = text.chars().collect();
            let at = random.usize(..letters.len() + 1);
            let letter = ['\0', '$', '.', '9', '{', ']', 'ß', '\u{1b}', ' '][random.usize(..9)];
            match random.usize(..3) {
                0 if at < letters.len() => drop(letters.remove(at)),
                1 if at < letters.len() => letters[at] = letter,
                _ => letters.insert(at, letter),
            }
            *text = letters.into_iter().collect();
        }
        other => *other = unexpected_value(random),
    }
}

/// Returns true if a mutated command could write a file or take too long.
fn is_harmful(message: &Value) -> bool {
    message.to_string().contains("picture") || message["command"] == "launch"
}

fn send_mutated_messages(count: u32) {
    let mut random = Rng::with_seed(0x2600);
    let mut client = Client::launched();
    let valid = valid_messages(&client);
    for number in 0..count {
        let mut message = valid[random.usize(..valid.len())].clone();
        for _ in 0..=random.usize(..3) {
            mutate_value(&mut message, &mut random);
        }
        if is_harmful(&message) {
            continue;
        }
        client.adapter.receive(Ok(message));
        if client.adapter.is_running() {
            client.adapter.advance();
        }
        if client.adapter.is_over() || number % 5_000 == 4_999 {
            client = Client::launched();
        }
    }
    // The adapter still works.
    let mut client = Client::launched();
    client.request("stepIn", json!({ "threadId": 1 }));
    client.wait_for_stop();
}

#[test]
fn mutated_messages_cause_no_panic() {
    send_mutated_messages(2_000);
}

#[test]
#[ignore = "100,000 messages take several minutes"]
fn full_mutated_messages_cause_no_panic() {
    send_mutated_messages(100_000);
}

#[test]
fn a_broken_message_is_reported_and_the_next_one_is_read() {
    let valid = r#"{"seq":1,"type":"request","command":"initialize"}"#;
    let framed = |text: &str| format!("Content-Length: {}\r\n\r\n{text}", text.len());
    for broken in [
        framed("{\"seq\": 1,"),
        framed(""),
        framed("[]"),
        framed("\u{feff}{}"),
        "Content-Length: x\r\n\r\n".into(),
        "Nonsense\r\n\r\n".into(),
        "Content-Length: 99999999999999\r\n\r\n".into(),
    ] {
        let bytes = format!("{broken}{}", framed(valid));
        let mut input = BufReader::new(bytes.as_bytes());
        let mut adapter = Adapter::new(Arc::default());
        let first = read_message(&mut input).unwrap();
        let reported = adapter.receive(first);
        assert_eq!(reported[0]["event"], "output", "{broken}");
        let second = read_message(&mut input).unwrap();
        assert_eq!(adapter.receive(second)[0]["success"], true, "{broken}");
        assert!(read_message(&mut input).is_none());
    }
}

#[test]
fn random_bytes_in_a_stream_cause_no_panic() {
    let mut random = Rng::with_seed(7);
    let valid =
        "Content-Length: 49\r\n\r\n{\"seq\":1,\"type\":\"request\",\"command\":\"initialize\"}";
    for _ in 0..2_000 {
        let mut bytes = valid.repeat(3).into_bytes();
        for _ in 0..=random.usize(..6) {
            let at = random.usize(..bytes.len());
            bytes[at] = random.usize(..256) as u8;
        }
        let mut input = BufReader::new(&bytes[..]);
        let mut adapter = Adapter::new(Arc::default());
        while let Some(message) = read_message(&mut input) {
            adapter.receive(message);
        }
    }
}

#[test]
fn mutated_tool_calls_cause_no_panic() {
    send_mutated_tool_calls(1_000);
}

#[test]
#[ignore = "100,000 messages take several minutes"]
fn full_mutated_tool_calls_cause_no_panic() {
    send_mutated_tool_calls(100_000);
}

fn send_mutated_tool_calls(count: u32) {
    let mut random = Rng::with_seed(0x4f);
    let client = Client::new();
    let call = |name: &str, arguments: Value| {
        json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
                "params": { "name": name, "arguments": arguments } })
    };
    let load = call("assemble", json!({ "program": client.source_path() }));
    let valid = [
        call("step", json!({ "unit": "line", "count": 3 })),
        call("back", json!({ "unit": "scanline", "count": 1 })),
        call("break", json!({ "place": "Move if a > 3" })),
        call("run", json!({ "frames": 1 })),
        call("registers", json!({})),
        call("expect", json!({ "expression": "[shape] == 3" })),
        call("command", json!({ "line": "why 100 20" })),
        json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }),
    ];
    let mut tools = Tools::default();
    for number in 0..count {
        // Thousands of breakpoints and a long history slow down every run, so start a new session.
        if number % 5_000 == 0 {
            tools = Tools::default();
            tools.receive(&load.to_string());
        }
        let mut message = valid[random.usize(..valid.len())].clone();
        mutate_value(&mut message, &mut random);
        let text = message.to_string();
        if text.contains("picture") {
            continue;
        }
        tools.receive(&text);
    }
    let answer = tools.receive("{\"id\":1,\"method\":\"ping\"}").unwrap();
    assert_eq!(answer["result"], json!({}));
}

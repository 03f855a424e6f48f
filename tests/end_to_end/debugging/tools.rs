//! The tools of the Model Context Protocol.

use super::client::{Client, EXAMPLE};
use editor::mcp::Tools;
use serde_json::{Value, json};
use std::fs;

fn call(tools: &mut Tools, name: &str, arguments: Value) -> Value {
    let message = json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call",
                          "params": { "name": name, "arguments": arguments } });
    let answer = tools.receive(&message.to_string()).unwrap();
    assert_eq!(answer["id"], 7);
    answer["result"].clone()
}

fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap()
}

/// Calls a tool that must succeed; returns its text.
pub fn call_ok(tools: &mut Tools, name: &str, arguments: Value) -> String {
    let result = call(tools, name, arguments);
    assert_eq!(result["isError"], false, "{name}: {result}");
    text(&result).to_owned()
}

#[test]
fn the_tools_assemble_run_and_inspect_a_program() {
    let client = Client::new();
    let mut tools = Tools::default();
    let hello = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize",
                        "params": { "protocolVersion": "2025-03-26" } });
    let hello = tools.receive(&hello.to_string()).unwrap();
    assert_eq!(hello["result"]["protocolVersion"], "2025-03-26");
    let notification = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    assert_eq!(tools.receive(&notification.to_string()), None);
    let list = tools.receive(r#"{"id":1,"method":"tools/list"}"#).unwrap();
    let names: Vec<&str> = list["result"]["tools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    assert_eq!(names.len(), 10);

    let early = call(&mut tools, "run", json!({}));
    assert!(early["isError"] == true && text(&early).contains("assemble"));
    let loaded = call(
        &mut tools,
        "assemble",
        json!({ "program": client.source_path() }),
    );
    assert!(text(&loaded).contains("4096 bytes"));
    let nothing = call(&mut tools, "picture", json!({}));
    assert!(nothing["isError"] == true && text(&nothing).contains("no scanline yet"));
    call(
        &mut tools,
        "break",
        json!({ "place": "Move if [frames] == 2" }),
    );
    let stop = call(&mut tools, "run", json!({}));
    assert!(text(&stop).starts_with("breakpoint 1"));
    let two_frames = json!({ "expression": "[frames] == 2" });
    assert_eq!(
        call(&mut tools, "expect", two_frames.clone())["isError"],
        false
    );
    call(&mut tools, "step", json!({ "unit": "out" }));
    assert_eq!(
        call(&mut tools, "expect", two_frames.clone())["isError"],
        true
    );
    call(&mut tools, "back", json!({ "unit": "run" }));
    assert_eq!(call(&mut tools, "expect", two_frames)["isError"], false);
    assert!(text(&call(&mut tools, "registers", json!({}))).contains("Move"));
    let picture = call(&mut tools, "picture", json!({}));
    assert_eq!(picture["content"][0]["mimeType"], "image/png");
    assert!(
        text(&call(
            &mut tools,
            "command",
            json!({ "line": "who frames" })
        ))
        .contains("inc frames")
    );

    fs::write(
        client.source_path(),
        EXAMPLE.replace("lda shape", "lda shabe"),
    )
    .unwrap();
    let failed = call(
        &mut tools,
        "assemble",
        json!({ "program": client.source_path() }),
    );
    assert!(
        failed["isError"] == true && text(&failed).contains("shabe"),
        "{failed}"
    );
    assert!(text(&call(&mut tools, "command", json!({ "line": "where" }))).contains("Move"));
}

#[test]
fn the_kernel_tool_shows_an_earlier_line() {
    let client = Client::new();
    let mut tools = Tools::default();
    call(
        &mut tools,
        "assemble",
        json!({ "program": client.source_path() }),
    );
    call(&mut tools, "run", json!({ "frames": 5 }));
    let place = text(&call(&mut tools, "command", json!({ "line": "where" }))).to_owned();
    let view = call_ok(&mut tools, "kernel", json!({ "line": 100, "last": 101 }));
    assert!(view.starts_with("frame 4, scanline 100: "), "{view}");
    assert!(view.contains("\nframe 4, scanline 101: "), "{view}");
    assert!(
        view.contains("sta WSYNC") && view.contains("cycles free"),
        "{view}"
    );
    let earlier = call_ok(&mut tools, "kernel", json!({ "line": 100, "frame": 3 }));
    assert!(earlier.starts_with("frame 3, scanline 100: "), "{earlier}");
    // Looking at an earlier frame must not move the machine.
    let after = text(&call(&mut tools, "command", json!({ "line": "where" }))).to_owned();
    assert_eq!(place, after);
    for (arguments, expected) in [
        (json!({ "line": 1 }), "begins in scanline 2"),
        (json!({ "line": 100, "last": 99 }), "it must be 100 or more"),
        (
            json!({ "line": 9, "frame": 99 }),
            "the debugger cannot go back to frame",
        ),
    ] {
        let failed = call(&mut tools, "kernel", arguments);
        assert!(
            failed["isError"] == true && text(&failed).contains(expected),
            "{failed}"
        );
    }
}

#[test]
fn assemble_reports_warnings() {
    let client = Client::new();
    let mut tools = Tools::default();
    fs::write(client.source_path(), EXAMPLE.to_owned() + "        if 1\n").unwrap();
    let loaded = call(
        &mut tools,
        "assemble",
        json!({ "program": client.source_path() }),
    );
    assert!(
        text(&loaded).contains("warning: IF without ENDIF"),
        "{loaded}"
    );
}

#[test]
fn quit_ends_the_session() {
    let client = Client::new();
    let mut tools = Tools::default();
    call_ok(
        &mut tools,
        "assemble",
        json!({ "program": client.source_path() }),
    );
    let ended = call_ok(&mut tools, "command", json!({ "line": "quit" }));
    assert!(
        ended.contains("call `assemble` to begin a new one"),
        "{ended}"
    );
    let refused = call(&mut tools, "run", json!({}));
    assert!(text(&refused).contains("no program is loaded"), "{refused}");
}

#[test]
fn step_rejects_an_unknown_unit() {
    let client = Client::new();
    let mut tools = Tools::default();
    call(
        &mut tools,
        "assemble",
        json!({ "program": client.source_path() }),
    );
    let failed = call(&mut tools, "step", json!({ "unit": "delete" }));
    assert!(
        text(&failed).contains("the units are step, line"),
        "{failed}"
    );
}

#[test]
fn unknown_arguments_and_wrong_types_are_errors() {
    let mut tools = Tools::default();
    let mut error_message = |name: &str, arguments: Value| -> String {
        let message = json!({ "id": 1, "method": "tools/call",
                              "params": { "name": name, "arguments": arguments } });
        let answer = tools.receive(&message.to_string()).unwrap();
        assert_eq!(answer["error"]["code"], -32_602, "{name}: {answer}");
        answer["error"]["message"].as_str().unwrap().to_owned()
    };
    let text = error_message("run", json!({ "frame": 3 }));
    assert_eq!(
        text,
        "run has no argument `frame`; its arguments are: frames"
    );
    assert!(error_message("run", json!({ "frames": "3" })).contains("must be a number, 1 or more"));
    assert!(error_message("step", json!({ "count": 0 })).contains("must be a number, 1 or more"));
    assert!(error_message("step", json!({ "unit": 3 })).contains("must be a string"));
    assert!(error_message("picture", json!({ "file": "a" })).contains("it takes no arguments"));
    assert!(error_message("expect", json!({})).contains("needs the argument `expression`"));
    assert!(error_message("run", json!([1])).contains("not an object"));
}

#[test]
fn invalid_messages_get_their_error_codes() {
    let mut tools = Tools::default();
    let mut code = |line: &str| {
        tools.receive(line).unwrap()["error"]["code"]
            .as_i64()
            .unwrap()
    };
    assert_eq!(code("{"), -32_700);
    assert_eq!(code("{\"id\":1}"), -32_600);
    assert_eq!(code("[]"), -32_600);
    assert_eq!(code(r#"{"id":1,"method":"fly"}"#), -32_601);
    assert_eq!(
        code(r#"{"id":1,"method":"tools/call","params":{"name":"fly"}}"#),
        -32_602
    );
    assert_eq!(
        code(r#"{"id":1,"method":"tools/call","params":{"name":"break"}}"#),
        -32_602
    );
}

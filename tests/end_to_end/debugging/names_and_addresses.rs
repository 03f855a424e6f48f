//! Tests that names and addresses mean the same thing in an editor, in tools and in the terminal.

use super::{client::Client, programs::crownhead, tools::call_ok};
use editor::mcp::Tools;
use serde_json::json;
use std::fs;

/// A program at $D000 with a variable named `frame`, and with code that it copies to RAM.
const TEST_PROGRAM: &str = include_str!("../../../crates/debugger/tests/name_rules.asm");
/// A program that runs code in the cartridge's RAM.
pub const CARTRIDGE_RAM: &str = include_str!("../../../crates/debugger/tests/cartridge_ram.asm");

/// Returns the line number of the source line that ends with `code`.
pub fn line_in(source: &str, code: &str) -> i64 {
    let line = source.lines().position(|line| line.ends_with(code));
    line.unwrap() as i64 + 1
}

fn line_of(code: &str) -> i64 {
    line_in(TEST_PROGRAM, code)
}

/// Returns a client with a given source in its folder.
fn client_with(source: &str) -> Client {
    let client = Client::new();
    fs::write(client.source_path(), source).unwrap();
    client
}

/// Returns the value of an expression.
fn value(client: &mut Client, expression: &str) -> String {
    let arguments = json!({ "expression": expression, "context": "watch" });
    client.request("evaluate", arguments)["result"]
        .as_str()
        .unwrap()
        .to_owned()
}

/// Runs to a breakpoint with a condition. Returns the adapter's description of the breakpoint.
fn run_to(client: &mut Client, name: &str, condition: &str) -> serde_json::Value {
    let arguments = json!({ "breakpoints": [{ "name": name, "condition": condition }] });
    let answer = client.request("setFunctionBreakpoints", arguments);
    assert_eq!(answer["breakpoints"][0]["verified"], true, "{answer}");
    client.request("continue", json!({ "threadId": 1 }));
    assert_eq!(client.wait_for_stop()["reason"], "function breakpoint");
    answer["breakpoints"][0].clone()
}

#[test]
fn an_editor_compares_addresses_and_reads_names() {
    let mut client = client_with(TEST_PROGRAM).launch();
    assert!(value(&mut client, "Data").ends_with("$D024"));
    assert!(value(&mut client, "Data == $D024").starts_with("1 "));
    run_to(&mut client, "Loop", "pc == $F016 && count == 3");
    assert_eq!(value(&mut client, "count"), "$03");
    assert!(value(&mut client, "count + 1").starts_with("4 "));
    assert!(value(&mut client, "[count] == 3 && &count == $80").starts_with("1 "));
    let breakpoint = run_to(&mut client, "Loop", "frame == 8 && .frame < 9");
    let message = breakpoint["message"].as_str().unwrap();
    assert!(message.contains("`.frame`"), "{message}");
    assert!(value(&mut client, "count").contains("$04"));
}

#[test]
fn an_editor_stops_in_code_that_was_copied_to_ram() {
    let mut client = client_with(TEST_PROGRAM).launch();
    run_to(&mut client, "inram", "1");
    assert_eq!(client.line(), line_of("inram   lda count"));
    client.request("setFunctionBreakpoints", json!({ "breakpoints": [] }));
    let arguments = json!({
        "source": { "path": client.source_path() },
        "breakpoints": [{ "line": line_of("eor count") }],
    });
    client.request("setBreakpoints", arguments);
    client.request("continue", json!({ "threadId": 1 }));
    client.wait_for_stop();
    assert_eq!(client.line(), line_of("eor count"));
    let stack = client.request("stackTrace", json!({ "threadId": 1 }));
    assert_eq!(stack["stackFrames"][0]["name"], "Plain");
    assert_eq!(
        stack["stackFrames"][0]["instructionPointerReference"],
        "0x0084"
    );
    assert_eq!(stack["stackFrames"][1]["line"], line_of("jsr copy"));
}

#[test]
fn names_and_addresses_mean_the_same_in_tools() {
    let client = client_with(TEST_PROGRAM);
    let mut tools = Tools::default();
    call_ok(
        &mut tools,
        "assemble",
        json!({ "program": client.source_path() }),
    );
    call_ok(
        &mut tools,
        "break",
        json!({ "place": "Loop if pc == $F016 && count == 3" }),
    );
    call_ok(&mut tools, "run", json!({}));
    let expected = "count == 3 && [count] == 3 && Data == $D024 && frame == 6";
    let text = call_ok(&mut tools, "expect", json!({ "expression": expected }));
    assert!(
        text.starts_with("true (1)") && text.contains("`.frame`"),
        "{text}"
    );
    call_ok(&mut tools, "command", json!({ "line": "delete all" }));
    call_ok(&mut tools, "break", json!({ "place": "inram" }));
    let text = call_ok(&mut tools, "run", json!({}));
    let place = format!(":{} inram $00C0", line_of("inram   lda count"));
    assert!(text.contains(&place), "{text}");
}

#[test]
fn names_and_addresses_mean_the_same_in_the_terminal() {
    let client = client_with(TEST_PROGRAM);
    let session = "break Loop if pc == $F016 && count == 3\nrun\nprint frame\nto inram\n";
    let output = crownhead(&["debug", client.source_path().to_str().unwrap()], session);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(
        text.contains("breakpoint 1 (Loop if pc == $F016 && count == 3)"),
        "{text}"
    );
    assert!(
        text.contains("6  $06  %00000110\nnote: `frame` means the program's symbol"),
        "{text}"
    );
    assert!(text.contains(" inram $00C0  lda count"), "{text}");
}

#[test]
fn an_editor_stops_in_the_ram_of_a_cartridge() {
    let mut client = client_with(CARTRIDGE_RAM).launch();
    run_to(&mut client, "inram", "1");
    assert_eq!(client.line(), line_in(CARTRIDGE_RAM, "inram   lda count"));
    client.request("setFunctionBreakpoints", json!({ "breakpoints": [] }));
    let arguments = json!({
        "source": { "path": client.source_path() },
        "breakpoints": [{ "line": line_in(CARTRIDGE_RAM, "eor count") }],
    });
    client.request("setBreakpoints", arguments);
    client.request("continue", json!({ "threadId": 1 }));
    client.wait_for_stop();
    assert_eq!(client.line(), line_in(CARTRIDGE_RAM, "eor count"));
    let stack = client.request("stackTrace", json!({ "threadId": 1 }));
    let frames = &stack["stackFrames"];
    assert_eq!(frames[0]["name"], "Plain");
    assert_eq!(frames[0]["instructionPointerReference"], "0xF0A2");
    assert_eq!(frames[1]["line"], line_in(CARTRIDGE_RAM, "jsr READ+COPY"));
}

#[test]
fn a_tool_can_stop_the_program_in_cartridge_ram() {
    let client = client_with(CARTRIDGE_RAM);
    let mut tools = Tools::default();
    call_ok(
        &mut tools,
        "assemble",
        json!({ "program": client.source_path() }),
    );
    call_ok(&mut tools, "break", json!({ "place": "inram" }));
    let text = call_ok(&mut tools, "run", json!({}));
    let line = line_in(CARTRIDGE_RAM, "inram   lda count");
    assert!(text.contains(&format!(":{line} inram $F080")), "{text}");
    call_ok(&mut tools, "command", json!({ "line": "delete all" }));
    let line = line_in(CARTRIDGE_RAM, "eor count");
    call_ok(&mut tools, "break", json!({ "place": format!(":{line}") }));
    let text = call_ok(&mut tools, "run", json!({}));
    assert!(text.contains(&format!(":{line} Plain+2 $F0A2")), "{text}");
}

#[test]
fn the_terminal_can_stop_the_program_in_cartridge_ram() {
    let client = client_with(CARTRIDGE_RAM);
    let line = line_in(CARTRIDGE_RAM, "eor count");
    let session = format!("break inram\nrun\nstack\ndelete all\nbreak :{line}\nrun\n");
    let output = crownhead(&["debug", client.source_path().to_str().unwrap()], &session);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains(" inram $F080  lda count"), "{text}");
    assert!(text.contains(" Loop+2 $F81C"), "{text}");
    assert!(text.contains(" Plain+2 $F0A2  eor count"), "{text}");
}

//! A session that uses every request of the adapter.

use super::client::{Client, EXAMPLE, line_of};
use serde_json::{Value, json};
use std::{collections::BTreeSet, fs};

fn source(client: &Client) -> Value {
    json!({ "path": client.source_path() })
}

/// Returns the value of a variable in a scope.
fn value(client: &mut Client, scope: &str, name: &str) -> String {
    let scopes = client.request("scopes", json!({ "frameId": 0 }));
    let scopes = scopes["scopes"].as_array().unwrap().clone();
    let scope = scopes.iter().find(|found| found["name"] == scope).unwrap();
    let reference = scope["variablesReference"].clone();
    let variables = client.request("variables", json!({ "variablesReference": reference }));
    let variables = variables["variables"].as_array().unwrap();
    let found = variables.iter().find(|variable| variable["name"] == name);
    found.unwrap_or_else(|| panic!("{name} in {variables:?}"))["value"]
        .as_str()
        .unwrap()
        .to_owned()
}

#[test]
fn breakpoints_of_all_kinds_stop_the_machine() {
    let mut client = Client::launched();
    let source = source(&client);
    let shape_line = line_of("lda shape");
    let answer = client.request(
        "setBreakpoints",
        json!({ "source": source, "breakpoints": [{ "line": shape_line }, { "line": 4000 }] }),
    );
    assert_eq!(answer["breakpoints"][0]["verified"], true);
    assert_eq!(answer["breakpoints"][0]["line"], shape_line);
    assert_eq!(answer["breakpoints"][1]["verified"], false);
    assert!(
        answer["breakpoints"][1]["message"]
            .as_str()
            .unwrap()
            .contains("no code")
    );
    client.request("continue", json!({ "threadId": 1 }));
    let stop = client.wait_for_stop();
    assert_eq!(stop["reason"], "breakpoint");
    assert_eq!(
        stop["hitBreakpointIds"],
        json!([answer["breakpoints"][0]["id"]])
    );
    assert_eq!(client.line(), shape_line);

    client.request(
        "setBreakpoints",
        json!({ "source": source, "breakpoints": [] }),
    );
    client.request(
        "setFunctionBreakpoints",
        json!({ "breakpoints": [{ "name": "Move", "condition": "[frames] == 3" }] }),
    );
    client.request("continue", json!({ "threadId": 1 }));
    assert_eq!(client.wait_for_stop()["reason"], "function breakpoint");
    assert_eq!(value(&mut client, "Variables", "frames"), "$03");

    client.request("setFunctionBreakpoints", json!({ "breakpoints": [] }));
    let data = client.request("dataBreakpointInfo", json!({ "name": "frames" }));
    let answer = client.request(
        "setDataBreakpoints",
        json!({ "breakpoints": [{ "dataId": data["dataId"], "accessType": "write",
                                  "hitCondition": "== 2" }] }),
    );
    assert_eq!(answer["breakpoints"][0]["verified"], true);
    client.request("continue", json!({ "threadId": 1 }));
    let stop = client.wait_for_stop();
    assert_eq!(stop["reason"], "data breakpoint");
    assert!(
        stop["text"].as_str().unwrap().contains("$80 = $04"),
        "{stop}"
    );
    client.request("setDataBreakpoints", json!({ "breakpoints": [] }));
    let unknown = client.request("dataBreakpointInfo", json!({ "name": "nothing" }));
    assert!(unknown["dataId"].is_null());

    let pc = value(&mut client, "CPU", "PC").replace('$', "0x");
    client.request(
        "setInstructionBreakpoints",
        json!({ "breakpoints": [{ "instructionReference": pc }] }),
    );
    client.request("continue", json!({ "threadId": 1 }));
    assert_eq!(client.wait_for_stop()["reason"], "instruction breakpoint");
    client.request("setInstructionBreakpoints", json!({ "breakpoints": [] }));

    // The line with the hit condition runs 191 times per frame.
    client.request(
        "setBreakpoints",
        json!({ "source": source, "breakpoints": [
            { "line": line_of("lda #$f0"), "logMessage": "frame {[frames]}" },
            { "line": line_of("sty COLUBK"), "hitCondition": "300" }
        ] }),
    );
    client.request("continue", json!({ "threadId": 1 }));
    client.wait_for_stop();
    assert_eq!(client.line(), line_of("sty COLUBK"));
    assert!(client.output().contains("frame "));
    let locations = client.request(
        "breakpointLocations",
        json!({
            "source": source,
            "line": line_of("lda #$f0"),
            "endLine": line_of("sta HMP0") + 1,
        }),
    );
    assert_eq!(locations["breakpoints"].as_array().unwrap().len(), 3);
}

#[test]
fn steps_go_both_ways() {
    let mut client = Client::launched();
    let source = source(&client);
    let (call_line, subroutine_line, macro_line) = (
        line_of("jsr Move"),
        line_of("lda #$f0"),
        line_of("ldx #{1}"),
    );
    client.request(
        "setBreakpoints",
        json!({ "source": source, "breakpoints": [{ "line": call_line }] }),
    );
    client.request("continue", json!({ "threadId": 1 }));
    client.wait_for_stop();
    let step = |client: &mut Client, command: &str, granularity: &str| {
        client.request(
            command,
            json!({ "threadId": 1, "granularity": granularity }),
        );
        client.wait_for_stop();
        client.line()
    };
    assert_eq!(step(&mut client, "stepIn", "line"), subroutine_line);
    assert_eq!(step(&mut client, "next", "line"), subroutine_line + 1);
    assert_eq!(step(&mut client, "stepBack", "line"), subroutine_line);
    let stack = client.request("stackTrace", json!({ "threadId": 1 }));
    assert_eq!(stack["totalFrames"], 2);
    assert_eq!(stack["stackFrames"][0]["name"], "Move");
    assert_eq!(stack["stackFrames"][1]["line"], call_line);
    assert_eq!(step(&mut client, "stepOut", "line"), macro_line);
    // The innermost stack frame is at the line in the macro, and the next one at the macro call.
    let stack = client.request("stackTrace", json!({ "threadId": 1 }));
    assert_eq!(stack["stackFrames"][1]["line"], line_of("WAIT_LINES 37"));
    assert_eq!(step(&mut client, "stepBack", "line"), call_line);
    assert_eq!(step(&mut client, "next", "line"), macro_line);
    let after = line_of("WAIT_LINES 37") + 1;
    assert_eq!(step(&mut client, "next", "line"), after);
    client.request("reverseContinue", json!({ "threadId": 1 }));
    assert_eq!(client.wait_for_stop()["reason"], "breakpoint");
    assert_eq!(client.line(), call_line);
    assert_eq!(step(&mut client, "next", "instruction"), macro_line);
    let end = line_of("inc frames") + 1;
    assert_eq!(step(&mut client, "stepBack", "instruction"), end);
    client.request("restartFrame", json!({ "frameId": 0 }));
    client.wait_for_stop();
    assert_eq!(client.line(), subroutine_line);
    let target_line = line_of("inc frames");
    let targets = client.request(
        "gotoTargets",
        json!({ "source": source, "line": target_line }),
    );
    let target = targets["targets"][0]["id"].clone();
    client.request("goto", json!({ "threadId": 1, "targetId": target }));
    assert_eq!(client.wait_for_stop()["reason"], "goto");
    assert_eq!(client.line(), target_line);
    client.request("continue", json!({ "threadId": 1 }));
    client.request("threads", Value::Null);
    client.request("pause", json!({ "threadId": 1 }));
    assert_eq!(client.wait_for_stop()["reason"], "pause");
}

#[test]
fn values_can_be_seen_and_changed() {
    let mut client = Client::launched();
    let source = source(&client);
    client.request(
        "setBreakpoints",
        json!({ "source": source, "breakpoints": [{ "line": line_of("lda shape") }] }),
    );
    client.request("continue", json!({ "threadId": 1 }));
    client.wait_for_stop();
    // The program never writes the second byte of `shape`, so it keeps its power-on value.
    let second = client.request(
        "evaluate",
        json!({ "expression": "[$82]", "context": "watch" }),
    );
    let second = second["result"].as_str().unwrap();
    let second = second.split_whitespace().nth(1).unwrap();
    assert_eq!(
        value(&mut client, "Variables", "shape"),
        format!("$3C {second}")
    );
    assert_eq!(value(&mut client, "TIA", "COLUP0"), "$46");
    assert!(value(&mut client, "Objects", "P0").starts_with("pixel "));
    assert_eq!(value(&mut client, "Collisions", "P0-P1"), "0");
    assert_eq!(value(&mut client, "RIOT and inputs", "SWCHA"), "$FF");
    assert_eq!(value(&mut client, "Cartridge", "scheme"), "4K");
    assert_eq!(value(&mut client, "Flags", "D"), "0");
    let frame = value(&mut client, "Beam", "frame");
    assert!(frame.parse::<u32>().is_ok(), "{frame}");
    let set = |reference: i64, name: &str, value: &str| -> Value {
        json!({ "variablesReference": reference, "name": name, "value": value })
    };
    client.request("setVariable", set(1, "A", "$55"));
    assert_eq!(value(&mut client, "CPU", "A"), "$55");
    client.request("setVariable", set(2, "C", "1"));
    assert_eq!(value(&mut client, "Flags", "C"), "1");
    client.request("setVariable", set(5, "COLUBK", "$84"));
    assert_eq!(value(&mut client, "TIA", "COLUBK"), "$84");
    // Set the second byte of a variable.
    let shape = client.request(
        "evaluate",
        json!({ "expression": "shape", "context": "watch" }),
    );
    assert_eq!(shape["result"], format!("$3C {second}"));
    let reference = shape["variablesReference"].as_i64().unwrap();
    client.request("setVariable", set(reference, "[1]", "7"));
    assert_eq!(value(&mut client, "Variables", "shape"), "$3C $07");
    client.expect_error("setVariable", set(4, "frame", "1"));
    client.request(
        "setExpression",
        json!({ "expression": "frames", "value": "9" }),
    );
    assert_eq!(value(&mut client, "Variables", "frames"), "$09");
    let sum = client.request(
        "evaluate",
        json!({ "expression": "a + [frames]", "context": "hover" }),
    );
    assert!(sum["result"].as_str().unwrap().starts_with("94 "));
    let low = client.request(
        "evaluate",
        json!({ "expression": "<Move", "context": "hover" }),
    );
    assert!(low["result"].as_str().unwrap().contains('$'));
    client.expect_error(
        "evaluate",
        json!({ "expression": "a +", "context": "watch" }),
    );
    let text = client.request(
        "evaluate",
        json!({ "expression": "where", "context": "repl" }),
    );
    assert!(text["result"].as_str().unwrap().contains("lda shape"));
    let targets = client.request("completions", json!({ "text": "sh", "column": 3 }));
    assert_eq!(targets["targets"][0]["label"], "shape");
}

#[test]
fn memory_and_code_can_be_read() {
    let mut client = Client::launched();
    let read = client.request(
        "readMemory",
        json!({ "memoryReference": "0xF000", "count": 3 }),
    );
    // cld, ldx #$ff
    assert_eq!(read["data"], "2KL/");
    client.request(
        "writeMemory",
        json!({ "memoryReference": "0x0090", "data": "AQID" }),
    );
    let read = client.request(
        "readMemory",
        json!({ "memoryReference": "0x90", "count": 3 }),
    );
    assert_eq!(read["data"], "AQID");
    let fault = client.expect_error(
        "writeMemory",
        json!({ "memoryReference": "0xF000", "data": "AQ==" }),
    );
    assert!(fault.contains("ROM"));
    let code = client.request(
        "disassemble",
        json!({ "memoryReference": "0xF003", "instructionOffset": -2, "instructionCount": 4 }),
    );
    let code = code["instructions"].as_array().unwrap();
    assert_eq!(code.len(), 4);
    assert_eq!(code[0]["instruction"], "cld");
    assert_eq!(code[0]["line"], line_of("Start   cld"));
    assert_eq!(code[0]["symbol"], "Start");
    assert_eq!(code[2]["address"], "0xF003");
    // Even for addresses far before the start of the code, the answer has the requested number of
    // lines.
    let code = client.request(
        "disassemble",
        json!({ "memoryReference": "0xF003", "instructionOffset": -20, "instructionCount": 40 }),
    );
    let code = code["instructions"].as_array().unwrap();
    assert_eq!(code[20]["address"], "0xF003");
    assert_eq!(code[18]["instruction"], "cld");
    let sources = client.request("loadedSources", Value::Null);
    assert_eq!(sources["sources"][0]["name"], "game.asm");
    let source = json!({ "path": client.source_path() });
    let text = client.request("source", json!({ "source": source }));
    assert_eq!(text["content"], EXAMPLE);
    client.expect_error("source", json!({ "source": { "path": "/etc/passwd" } }));
}

/// Two banks whose code begins with the same bytes.
const BANKS: &str = "
        processor 6502
        org $1000
        rorg $f000
Zero    bit $fff9
        lda #0
        org $1ffc
        rorg $fffc
        .word Zero,Zero
        org $2000
        rorg $f000
One     bit $fff9
        lda #1
.here   jmp .here
        org $2ffc
        rorg $fffc
        .word One,One
";

#[test]
fn code_of_another_bank_can_be_read() {
    let client = Client::new();
    fs::write(client.source_path(), BANKS).unwrap();
    let mut client = client.launch();
    client.request("crownhead/command", json!({ "line": "to pc == $f003" }));
    client.wait_for_stop();
    let stack = client.request("stackTrace", json!({ "threadId": 1 }));
    let frame = &stack["stackFrames"][0];
    assert_eq!(frame["instructionPointerReference"], "0x2F003");
    assert_eq!(frame["moduleId"], 1);
    let modules = client.request("modules", json!({}));
    assert_eq!(modules["totalModules"], 2);
    let mut code = |reference: &str, offset: i64, count: u32| -> Vec<Value> {
        let arguments = json!({ "memoryReference": reference, "instructionOffset": offset,
                                "instructionCount": count });
        let answer = client.request("disassemble", arguments);
        answer["instructions"].as_array().unwrap().clone()
    };
    assert_eq!(code("0x1F003", 0, 1)[0]["instructionBytes"], "A9 00");
    assert_eq!(code("0x2F003", 0, 1)[0]["instructionBytes"], "A9 01");
    assert_eq!(code("0xF003", 0, 1)[0]["instructionBytes"], "A9 01");
    // There is no code before the start of a bank, but the answer still has the requested number of
    // lines.
    let around = code("0x1F003", -3, 5);
    let hints: Vec<bool> = around
        .iter()
        .map(|line| line["presentationHint"] == "invalid")
        .collect();
    assert_eq!(hints, [true, true, false, false, false]);
    assert_eq!(around[2]["symbol"], "Zero");
    assert_eq!(around[3]["address"], "0x1F003");
    let end = code("0x1FFFE", 0, 4);
    assert_eq!(end.len(), 4);
    assert_eq!(end[3]["presentationHint"], "invalid");
    let breakpoints = json!({ "breakpoints": [{ "instructionReference": "0x2F005" }] });
    client.request("setInstructionBreakpoints", breakpoints);
    client.request("continue", json!({ "threadId": 1 }));
    assert_eq!(client.wait_for_stop()["reason"], "instruction breakpoint");
}

#[test]
fn a_step_enters_the_chosen_subroutine_and_a_command_goes_back_to_a_condition() {
    let mut client = Client::launched();
    client.request(
        "crownhead/command",
        json!({ "line": format!("to :{}", line_of("jsr Move")) }),
    );
    client.wait_for_stop();
    let targets = client.request("stepInTargets", json!({ "frameId": 0 }));
    assert_eq!(targets["targets"][0]["label"], "Move");
    let id = targets["targets"][0]["id"].clone();
    client.request("stepIn", json!({ "threadId": 1, "targetId": id }));
    client.wait_for_stop();
    assert_eq!(client.line(), line_of("lda #$f0"));
    client.request("crownhead/command", json!({ "line": "to frames == 3" }));
    client.wait_for_stop();
    client.request(
        "crownhead/command",
        json!({ "line": "back to frames == 1" }),
    );
    client.wait_for_stop();
    assert_eq!(value(&mut client, "Variables", "frames"), "$01");
}

#[test]
fn values_can_be_shown_in_hex_and_breakpoints_can_have_ranges_and_conditions() {
    let mut client = Client::launched();
    let hex = json!({ "expression": "&shape + 100", "format": { "hex": true } });
    assert_eq!(client.request("evaluate", hex)["result"], "$E5");
    let beam = json!({ "variablesReference": 4, "format": { "hex": true } });
    let beam = client.request("variables", beam);
    assert_eq!(beam["variables"][0]["value"], "$0");
    let info = client.request(
        "dataBreakpointInfo",
        json!({ "name": "$80", "asAddress": true, "bytes": 3 }),
    );
    assert_eq!(info["dataId"], "$0080..$0082");
    let info = client.request("dataBreakpointInfo", json!({ "name": "INPT4" }));
    assert_eq!(info["accessTypes"], json!(["read"]));
    let trap = |condition: &str| json!({ "filters": [], "filterOptions": [{ "filterId": "brk", "condition": condition }] });
    let wrong = client.request("setExceptionBreakpoints", trap("a +"));
    assert_eq!(wrong["breakpoints"][0]["verified"], false);
    // Write NOP and BRK to RAM. The trap's condition is true on the first run, because A is 5 then.
    let set =
        |name: &str, value: &str| json!({ "variablesReference": 1, "name": name, "value": value });
    client.request("setExceptionBreakpoints", trap("a == 5"));
    client.request(
        "writeMemory",
        json!({ "memoryReference": "0x90", "data": "6gA=" }),
    );
    client.request("setVariable", set("PC", "$90"));
    client.request("setVariable", set("A", "5"));
    client.request("continue", json!({ "threadId": 1 }));
    assert_eq!(client.wait_for_stop()["reason"], "exception");
    client.request("setVariable", set("PC", "$90"));
    client.request("setVariable", set("A", "4"));
    let breakpoints = json!({ "breakpoints": [{ "name": "Start" }] });
    client.request("setFunctionBreakpoints", breakpoints);
    client.request("continue", json!({ "threadId": 1 }));
    assert_eq!(client.wait_for_stop()["reason"], "function breakpoint");
}

#[test]
fn traps_are_exceptions_and_pixels_have_a_history() {
    let mut client = Client::launched();
    let answer = client.request(
        "setExceptionBreakpoints",
        json!({ "filters": ["brk", "nothing"] }),
    );
    assert_eq!(answer["breakpoints"][0]["verified"], true);
    assert_eq!(answer["breakpoints"][1]["verified"], false);
    client.expect_error("exceptionInfo", json!({ "threadId": 1 }));
    client.request("crownhead/command", json!({ "line": "run 3" }));
    client.wait_for_stop();
    let pixel = client.request("crownhead/pixel", json!({ "scanline": 100, "x": 3 }));
    assert_eq!(pixel["shown"], json!(["background"]));
    assert_eq!(pixel["writes"][0]["line"], line_of("sty COLUBK"));
    let write = client.request("crownhead/lastWrite", json!({ "name": "frames" }));
    assert_eq!(write["line"], line_of("inc frames"));
    let picture = client.request("crownhead/picture", json!({}));
    assert!(
        picture["uri"]
            .as_str()
            .unwrap()
            .starts_with("data:image/png;base64,iVBOR")
    );
    let file = client.folder.path().join("frame.png");
    client.request("crownhead/picture", json!({ "file": file }));
    assert!(fs::read(file).unwrap().starts_with(b"\x89PNG"));
    // Run an instruction at an address without code.
    client.request(
        "setVariable",
        json!({ "variablesReference": 1, "name": "PC", "value": "$f800" }),
    );
    client.request(
        "stepIn",
        json!({ "threadId": 1, "granularity": "instruction" }),
    );
    client.wait_for_stop();
    client.expect_error("attach", json!({}));
    client.expect_error("nonsense", json!({}));
    client.request("cancel", json!({}));
}

#[test]
fn restart_uses_a_changed_source_unless_it_has_an_error() {
    let mut client = Client::launched();
    let source = source(&client);
    let shape_line = line_of("lda shape");
    client.request(
        "setBreakpoints",
        json!({ "source": source, "breakpoints": [{ "line": shape_line }] }),
    );
    client.request("continue", json!({ "threadId": 1 }));
    client.wait_for_stop();
    let change = |client: &mut Client, text: &str| {
        fs::write(client.source_path(), text).unwrap();
        let later = std::time::SystemTime::now() + std::time::Duration::from_secs(60);
        let file = fs::File::options()
            .write(true)
            .open(client.source_path())
            .unwrap();
        file.set_modified(later).unwrap();
        let messages = client.adapter.advance();
        client.events.extend(messages);
    };
    change(&mut client, &EXAMPLE.replace("lda shape", "lda shabe"));
    let output = client.output();
    assert!(
        output.contains("shabe") && output.contains("old program"),
        "{output}"
    );
    assert_eq!(client.line(), shape_line);
    let fault = client.expect_error("restart", Value::Null);
    assert!(
        fault.contains("shabe") && fault.contains(&format!("game.asm:{shape_line}")),
        "{fault}"
    );
    // Insert a line before the breakpoint in the source. The breakpoint keeps its line number, so
    // it now belongs to different code.
    let longer = EXAMPLE.replace("Start   cld", "Start   cld\n        cld");
    fs::write(client.source_path(), &longer).unwrap();
    client.request("restart", Value::Null);
    assert_eq!(client.wait_for_stop()["reason"], "entry");
    let picture = client.request("crownhead/picture", json!({}));
    assert_eq!(picture, json!({ "width": 0, "height": 0, "uri": null }));
    client.request("continue", json!({ "threadId": 1 }));
    assert_eq!(client.wait_for_stop()["reason"], "breakpoint");
    assert_eq!(client.line(), shape_line);
}

#[test]
fn saving_the_source_keeps_the_session_unless_a_variable_is_new() {
    let mut client = Client::launched();
    let source = source(&client);
    let shape_line = line_of("lda shape");
    let breakpoints = json!({ "source": source, "breakpoints": [{ "line": shape_line }] });
    client.request("setBreakpoints", breakpoints);
    for _ in 0..40 {
        client.request("continue", json!({ "threadId": 1 }));
        client.wait_for_stop();
    }
    let frames = value(&mut client, "Variables", "frames");
    assert_ne!(frames, "$00");
    let save = |client: &mut Client, text: &str, minutes: u64| {
        fs::write(client.source_path(), text).unwrap();
        let later = std::time::SystemTime::now() + std::time::Duration::from_secs(60 * minutes);
        let file = fs::File::options()
            .write(true)
            .open(client.source_path())
            .unwrap();
        file.set_modified(later).unwrap();
        let messages = client.adapter.advance();
        client.events.extend(messages);
    };
    let swapped = "shape   ds 2\nframes  ds 1";
    let swapped = EXAMPLE.replace("frames  ds 1\nshape   ds 2", swapped);
    save(&mut client, &swapped, 1);
    assert!(client.output().contains("the new program continues"));
    assert_eq!(client.wait_for_stop()["reason"], "pause");
    assert_eq!(client.line(), shape_line);
    assert_eq!(value(&mut client, "Variables", "frames"), frames);
    client.request("continue", json!({ "threadId": 1 }));
    assert_eq!(client.wait_for_stop()["reason"], "breakpoint");
    let with_lives = swapped.replace("frames  ds 1", "frames  ds 1\nlives   ds 1");
    save(&mut client, &with_lives, 2);
    let output = client.output();
    let reason = "starts again, because the variable lives is new";
    assert!(output.contains(reason), "{output}");
    assert_eq!(client.wait_for_stop()["reason"], "entry");
}

#[test]
fn assembler_warnings_appear_in_the_console() {
    let mut client = Client::new();
    let source = EXAMPLE.to_owned() + "        if 1\n";
    fs::write(client.source_path(), source).unwrap();
    client.request("initialize", json!({}));
    let program = client.source_path();
    client.request("launch", json!({ "program": program }));
    assert!(client.output().contains("warning: IF without ENDIF"));
    client.request("restart", Value::Null);
    assert!(client.output().contains("warning: IF without ENDIF"));
}

#[test]
fn a_variable_may_have_the_name_of_a_register() {
    let mut client = Client::new();
    let source = EXAMPLE.replace("frames", "x");
    fs::write(client.source_path(), source).unwrap();
    client.request("initialize", json!({}));
    let program = client.source_path();
    client.request("launch", json!({ "program": program }));
    let before = value(&mut client, "CPU", "X");
    client.request(
        "setVariable",
        json!({ "variablesReference": 3, "name": "x", "value": "$77" }),
    );
    assert_eq!(value(&mut client, "Variables", "x"), "$77");
    assert_eq!(value(&mut client, "CPU", "X"), before);
}

#[test]
fn requests_in_the_wrong_order_are_refused() {
    let mut client = Client::new();
    for command in [
        "launch",
        "threads",
        "continue",
        "stackTrace",
        "configurationDone",
        "restart",
    ] {
        let fault = client.expect_error(command, json!({}));
        assert!(fault.contains("initialize"), "{command}: {fault}");
    }
    client.request("initialize", json!({}));
    client.expect_error("initialize", json!({}));
    for command in [
        "threads",
        "continue",
        "stackTrace",
        "configurationDone",
        "evaluate",
        "goto",
    ] {
        let fault = client.expect_error(command, json!({}));
        assert!(fault.contains("launch"), "{command}: {fault}");
    }
    let missing = client.folder.path().join("missing.asm");
    let fault = client.expect_error("launch", json!({ "program": missing }));
    assert!(fault.contains("missing.asm"), "{fault}");
    let program = client.source_path();
    client.request("launch", json!({ "program": program }));
    client.expect_error("launch", json!({ "program": program }));
    client.request("configurationDone", Value::Null);
    client.wait_for_stop();
    client.request("continue", json!({ "threadId": 1 }));
    for command in ["stackTrace", "scopes", "next", "stepBack", "continue"] {
        let fault = client.expect_error(command, json!({ "threadId": 1 }));
        assert!(fault.contains("is running"), "{command}: {fault}");
    }
    client.request("terminate", Value::Null);
    assert!(!client.adapter.is_running());
    client.request("disconnect", Value::Null);
    assert!(client.adapter.is_over());
}

#[test]
fn line_numbers_start_where_the_client_says() {
    let mut client = Client::new();
    client.request("initialize", json!({ "linesStartAt1": false }));
    let program = client.source_path();
    client.request("launch", json!({ "program": program, "stopOnEntry": true }));
    let source = source(&client);
    let shape_line = line_of("lda shape") - 1;
    let answer = client.request(
        "setBreakpoints",
        json!({ "source": source, "breakpoints": [{ "line": shape_line }] }),
    );
    assert_eq!(answer["breakpoints"][0]["line"], shape_line);
    client.request("configurationDone", Value::Null);
    client.wait_for_stop();
    client.request("continue", json!({ "threadId": 1 }));
    client.wait_for_stop();
    assert_eq!(client.line(), shape_line);
}

/// Returns the first column, without backquotes, of one of the tables of arguments on the adapter's
/// page. The tables are numbered from 1.
fn documented_arguments(page: &str, number: usize) -> BTreeSet<String> {
    let table = page.split("| argument | meaning |").nth(number).unwrap();
    let rows = table.lines().skip(2).take_while(|row| row.starts_with('|'));
    let names = rows.flat_map(|row| row.split('|').nth(1).unwrap_or_default().split(','));
    names
        .map(|name| name.trim().trim_matches('`').to_owned())
        .collect()
}

#[test]
fn the_extension_declares_the_documented_arguments_of_launch_and_attach() {
    let page = include_str!("../../../crates/editor/docs/debug-adapter.md");
    let manifest = include_str!("../../../crates/frontend/editors/vscode/package.json");
    let manifest: Value = serde_json::from_str(manifest).unwrap();
    let debugger = &manifest["contributes"]["debuggers"][0];
    for (number, request) in [(1, "launch"), (2, "attach")] {
        let properties = &debugger["configurationAttributes"][request]["properties"];
        let properties = properties.as_object().unwrap();
        let declared: BTreeSet<String> = properties.keys().cloned().collect();
        assert_eq!(declared, documented_arguments(page, number), "{request}");
    }
    // Make the requests that the extension's first configuration makes.
    let mut client = Client::new();
    let mut launch = debugger["initialConfigurations"][0].clone();
    assert_eq!(launch["program"], "${file}");
    launch["program"] = json!(client.source_path());
    client.request("initialize", json!({ "adapterID": "crownhead" }));
    client.request("launch", launch);
    client.request("configurationDone", Value::Null);
    assert!(
        client.adapter.is_running(),
        "the program does not stop on entry"
    );
}

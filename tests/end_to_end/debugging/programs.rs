//! The commands `debug`, `dap` and `mcp` as a user runs them: standard streams, scripts and exit
//! statuses.

use super::client::{Client, EXAMPLE, line_of};
use serde_json::{Value, json};
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Command, Output, Stdio},
    time::Duration,
};
use support::Start;

pub fn crownhead(arguments: &[&str], input: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .args(arguments)
        .run_with_lines(input)
}

fn framed(messages: &[Value]) -> String {
    let frame = |message: &Value| {
        let text = message.to_string();
        format!("Content-Length: {}\r\n\r\n{text}", text.len())
    };
    messages.iter().map(frame).collect()
}

#[test]
fn a_script_drives_the_debugger() {
    let client = Client::new();
    let path = client.source_path();
    let path = path.to_str().unwrap();
    let output = crownhead(&["debug", path], "break Move\nrun\nprint [frames]\nquit\n");
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("> run\nbreakpoint 1 (Move)\n"), "{text}");
    let line = format!("   {}  Move    lda #$f0\n", line_of("lda #$f0"));
    assert!(text.contains(&line), "{text}");
    assert!(text.contains("> print [frames]\n0  $00"), "{text}");
    for (options, continues) in [
        (&["debug", path][..], false),
        (&["debug", path, "--keep-going"], true),
    ] {
        let output = crownhead(options, "stap\nstep\n");
        assert_eq!(output.status.code(), Some(1));
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.contains("error: there is no command `stap`"), "{text}");
        assert_eq!(text.contains("> step\n"), continues, "{text}");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(
            error.contains("the remaining commands were not run (--keep-going runs them)"),
            !continues,
            "{error}"
        );
    }
    let wrong = client.folder.path().join("wrong.asm");
    std::fs::write(&wrong, EXAMPLE.replace("lda shape", "lda shabe")).unwrap();
    let output = crownhead(&["debug", wrong.to_str().unwrap()], "");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_run_from_a_pipe_ends_at_its_limit() {
    let client = Client::new();
    let path = client.source_path();
    let path = path.to_str().unwrap();
    let session = "run\nto $90\nwhere\n";
    let output = crownhead(&["debug", "--limit", "20", "--keep-going", path], session);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    let ended = "error: the run ended after 20 frames; a longer run needs `--limit FRAMES`\n";
    assert_eq!(text.matches(ended).count(), 2, "{text}");
    let reason = "the run has reached its limit\n";
    assert_eq!(text.matches(reason).count(), 2, "{text}");
    assert!(!text.contains("interrupted"), "{text}");
    assert!(text.contains("> where\n"), "{text}");
}

#[test]
fn files_beside_an_image_are_read() {
    let client = Client::new();
    let (image, source) = (client.folder.path().join("game.bin"), client.source_path());
    let path_of = |name: &str| client.folder.path().join(name).display().to_string();
    let output = crownhead(
        &[
            "asm",
            &source.display().to_string(),
            &format!("-o{}", image.display()),
            "-f3",
            &format!("-s{}", path_of("game.sym")),
            &format!("-l{}", path_of("game.lst")),
        ],
        "",
    );
    assert!(output.status.success(), "{output:?}");
    let session = "to Move\nprint frames\n";
    let output = crownhead(&["debug", image.to_str().unwrap()], session);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    // The listing names the source, which is in the same folder.
    let line = format!("game.asm:{} Move $F054", line_of("lda #$f0"));
    assert!(
        text.contains(&line) && text.contains("> print frames\n0  $00"),
        "{text}"
    );
}

#[test]
fn the_adapter_uses_standard_streams_and_ends_with_its_client() {
    let client = Client::new();
    let request = |number: i64, command: &str, arguments: Value| -> Value {
        json!({ "seq": number, "type": "request", "command": command, "arguments": arguments })
    };
    let session = [
        request(1, "initialize", json!({})),
        request(2, "launch", json!({ "program": client.source_path() })),
        request(3, "configurationDone", json!({})),
        request(4, "continue", json!({ "threadId": 1 })),
    ];
    // The client disconnects while the machine is running.
    let output = crownhead(&["dap"], &framed(&session));
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("\"reason\":\"entry\""), "{text}");
    assert!(text.contains("\"request_seq\":4"), "{text}");
    let output = crownhead(&["dap"], "Content-Length: 3\r\n\r\n{{{garbage");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn the_adapter_can_use_a_socket() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .args(["dap", "--port", "0"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .start();
    let mut line = String::new();
    let mut out = BufReader::new(child.stdout());
    out.read_line(&mut line).unwrap();
    assert!(line.starts_with("127.0.0.1:"), "{line}");
    let mut stream = TcpStream::connect(line.trim()).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    let hello = json!({ "seq": 1, "type": "request", "command": "initialize" });
    let bye = json!({ "seq": 2, "type": "request", "command": "disconnect" });
    stream.write_all(framed(&[hello, bye]).as_bytes()).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    assert!(
        text.contains("supportsStepBack") && text.contains("\"request_seq\":2"),
        "{text}"
    );
    assert_eq!(child.wait().code(), Some(0));
}

#[test]
fn the_tool_server_uses_standard_streams() {
    let output = crownhead(
        &["mcp"],
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n\n{\n",
    );
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().count(), 2, "{text}");
    assert!(text.contains("-32700"), "{text}");
}

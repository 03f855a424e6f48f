//! Measures the language server's response times while someone types: `cargo bench --profile dist
//! -p crownhead --bench lsp`.
//!
//! Opens a 30,000-line project in four files, then changes one line repeatedly. Prints the
//! median time from a change to its diagnostics, and from a completion or hover request to its
//! answer. To measure another build of `crownhead`, set the environment variable `CROWNHEAD` to its
//! path.

use serde_json::{Value, json};
use std::{
    fmt::Write as _,
    io::{BufRead, BufReader, Read, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    time::{Duration, Instant},
};

/// Number of included files.
const FILES: usize = 4;
/// Number of routines in each file.
const ROUTINES: usize = 375;
/// Number of keystrokes to measure.
const KEYSTROKES: u32 = 25;

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    let lines = write_project(folder.path());
    let edited_file = folder.path().join("part0.asm");
    let uri = format!("file://{}", edited_file.display());
    let text = std::fs::read_to_string(&edited_file).expect("a source");
    let mut client = Client::start();
    let root = format!("file://{}", folder.path().display());
    client.request("initialize", json!({"rootUri": root, "capabilities": {}}));
    client.notify("initialized", json!({}));
    let document = json!({"uri": uri, "languageId": "dasm", "version": 0, "text": text});
    let (opening, ()) = timed(|| {
        client.notify("textDocument/didOpen", json!({"textDocument": document}));
        client.wait_for_diagnostics(&uri);
    });
    let (mut checks, mut completions, mut hovers) = (Vec::new(), Vec::new(), Vec::new());
    for version in 1..=KEYSTROKES {
        let text = json!([{"text": format!("{}", version % 10), "range": range(4, 13, 14)}]);
        let document = json!({"uri": uri, "version": version});
        let change = json!({"textDocument": document, "contentChanges": text});
        checks.push(
            timed(|| {
                client.notify("textDocument/didChange", change);
                client.wait_for_diagnostics(&uri);
            })
            .0,
        );
        let position =
            json!({"textDocument": {"uri": uri}, "position": {"line": 6, "character": 15}});
        let completion = timed(|| client.request("textDocument/completion", position.clone()));
        assert!(
            completion.1["items"]
                .as_array()
                .is_some_and(|items| items.len() >= 100)
        );
        completions.push(completion.0);
        hovers.push(timed(|| client.request("textDocument/hover", position)).0);
    }
    println!("{lines} lines; opened in {opening:?}; medians of {KEYSTROKES} keystrokes:");
    println!("diagnostics {:?}", median(checks));
    println!("completion  {:?}", median(completions));
    println!("hover, with a new recorded run  {:?}", median(hovers));
    client.request("shutdown", Value::Null);
    client.notify("exit", Value::Null);
}

fn range(line: u32, start: u32, end: u32) -> Value {
    json!({"start": {"line": line, "character": start}, "end": {"line": line, "character": end}})
}

fn timed<T>(task: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = task();
    (start.elapsed(), result)
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

/// Writes the project, and returns its number of lines.
fn write_project(folder: &std::path::Path) -> usize {
    let mut lines = 0;
    let mut write = |name: &str, text: &str| {
        lines += text.lines().count();
        std::fs::write(folder.join(name), text).expect("a file");
    };
    let mut main =
        "        processor 6502\nWSYNC   = 2\nGRP0    = $1b\n        MAC STORE\n        \
        lda #{1}\n        sta {2}\n        ENDM\n"
            .to_owned();
    for file in 0..FILES {
        let _ = writeln!(main, "        include \"part{file}.asm\"");
        let mut text = format!(
            "        org ${:x}\n        rorg $1000\n",
            0x4000 * (file + 1)
        );
        for number in 0..ROUTINES {
            routine(&mut text, file * ROUTINES + number);
        }
        write(&format!("part{file}.asm"), &text);
    }
    write("main.asm", &main);
    write("crownhead.toml", "main = \"main.asm\"\n");
    lines
}

/// Writes a routine of twenty lines.
fn routine(text: &mut String, number: usize) {
    let _ = write!(
        text,
        "; Routine {number} draws something\nRoutine{number} SUBROUTINE\n        lda #1\n        \
         sta WSYNC\n.row    lda Table{number},x    ; a row\n        sta GRP0\n        dex\n        \
         bne .row\n        STORE {}, $80\n        clc\n        adc #{}\n        sta $81\n        \
         jsr Routine{}\n        rts\nTable{number}\n        .byte 1,2,3,4\n        \
         .byte $ff\n        \
         .byte %10101010 ; pixels\nSIZE{number} = . - Table{number}\n\n",
        number % 256,
        number % 100,
        number / 2,
    );
}

struct Client {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    last_id: i32,
}

impl Client {
    fn start() -> Client {
        let program = std::env::var("CROWNHEAD");
        let program = program.unwrap_or_else(|_| env!("CARGO_BIN_EXE_crownhead").to_owned());
        let mut command = Command::new(program);
        let command = command
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = command.spawn().expect("the server starts");
        Client {
            input: child.stdin.take().expect("its input"),
            output: BufReader::new(child.stdout.take().expect("its output")),
            child,
            last_id: 0,
        }
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("a server");
        self.input.flush().expect("a server");
    }

    fn read_message(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line).expect("a header");
            match line.trim().split_once(": ") {
                Some((_, value)) => length = value.parse().expect("a length"),
                None => break,
            }
        }
        let mut body = vec![0; length];
        self.output.read_exact(&mut body).expect("a body");
        serde_json::from_slice(&body).expect("JSON")
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    fn request(&mut self, method: &str, params: Value) -> Value {
        self.last_id += 1;
        let id = self.last_id;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let message = self.read_message();
            if message["id"] == id && message.get("method").is_none() {
                return message["result"].clone();
            }
        }
    }

    /// Waits until the server sends the diagnostics of a document.
    fn wait_for_diagnostics(&mut self, uri: &str) {
        loop {
            let message = self.read_message();
            if message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["uri"] == uri
            {
                return;
            }
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // A failed measurement must not leave the server running.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

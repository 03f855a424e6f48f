//! Tests conversations with the server, without a process.

use super::{server::Server, transport::Incoming};
use fastrand::Rng;
use lsp_server::{Message, Notification, Request};
use serde_json::{Value, json};
use std::{
    sync::mpsc::{Receiver, channel},
    time::Duration,
};

/// A project with several files, banks and macros.
const PROJECT: [(&str, &str); 7] = [
    (
        "crownhead.toml",
        include_str!("../../../frontend/editors/tests/project/crownhead.toml"),
    ),
    (
        "main.asm",
        include_str!("../../../frontend/editors/tests/project/main.asm"),
    ),
    (
        "ram.asm",
        include_str!("../../../frontend/editors/tests/project/ram.asm"),
    ),
    (
        "bank0.asm",
        include_str!("../../../frontend/editors/tests/project/bank0.asm"),
    ),
    (
        "bank1.asm",
        include_str!("../../../frontend/editors/tests/project/bank1.asm"),
    ),
    (
        "include/hardware.h",
        include_str!("../../../frontend/editors/tests/project/include/hardware.h"),
    ),
    (
        "include/macros.h",
        include_str!("../../../frontend/editors/tests/project/include/macros.h"),
    ),
];

/// A server's client, with the project in a temporary folder.
struct Client {
    server: Server,
    folder: tempfile::TempDir,
    next_id: i32,
}

impl Client {
    fn new() -> Client {
        Client::with(Server::default(), json!({}))
    }

    /// Creates a client with initialization options.
    fn with(server: Server, options: Value) -> Client {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("include")).unwrap();
        for (name, text) in PROJECT {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        let mut client = Client {
            server,
            folder,
            next_id: 0,
        };
        let root = client.uri("");
        let tree = json!({"hierarchicalDocumentSymbolSupport": true});
        let capabilities = json!({
            "textDocument": {"documentSymbol": tree},
            "workspace": {"inlayHint": {"refreshSupport": true}},
        });
        client
            .request(
                "initialize",
                json!({"rootUri": root, "capabilities": capabilities,
                    "initializationOptions": options}),
            )
            .unwrap();
        client.notify("initialized", json!({}));
        client
    }

    fn uri(&self, name: &str) -> String {
        let path = self.folder.path().join(name);
        super::convert::uri(&path)
            .unwrap()
            .as_str()
            .trim_end_matches('/')
            .to_owned()
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.path().join(name)).unwrap()
    }

    fn request(&mut self, method: &str, params: Value) -> Result<Value, String> {
        self.next_id += 1;
        let request = Request::new(self.next_id.into(), method.to_owned(), params);
        let mut answers = self.server.handle(request.into());
        match answers.pop() {
            Some(Message::Response(response)) => {
                response.response_result.map_err(|error| error.message)
            }
            other => panic!("{method}: {other:?}"),
        }
    }

    fn notify(&mut self, method: &str, params: Value) -> Vec<Message> {
        let notification = Notification::new(method.to_owned(), params);
        self.server.handle(notification.into())
    }

    fn open(&mut self, name: &str) {
        let text = self.text(name);
        let document =
            json!({"uri": self.uri(name), "languageId": "dasm", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
    }

    fn change(&mut self, name: &str, text: &str) {
        let document = json!({"uri": self.uri(name), "version": 2});
        let changes = json!([{"text": text}]);
        let params = json!({"textDocument": document, "contentChanges": changes});
        self.notify("textDocument/didChange", params);
    }

    /// Returns the diagnostics for a file, each as `line: text`.
    fn problems(&mut self, name: &str) -> Vec<String> {
        let uri = self.uri(name);
        let mut problems = Vec::new();
        for message in self.server.on_idle() {
            let Message::Notification(Notification { params, .. }) = message else {
                panic!("{message:?}");
            };
            if params["uri"] == uri.as_str() {
                let list = params["diagnostics"].as_array().unwrap();
                problems.extend(list.iter().map(|diagnostic| {
                    let line = diagnostic["range"]["start"]["line"].as_u64().unwrap() + 1;
                    format!("{line}: {}", diagnostic["message"].as_str().unwrap())
                }));
            }
        }
        problems
    }

    /// Finds the text `piece` in a file, and returns the parameters of a request for the position
    /// `offset` bytes after its start.
    fn position_params(&self, name: &str, piece: &str, offset: usize) -> Value {
        let text = self.text(name);
        let start = text
            .find(piece)
            .unwrap_or_else(|| panic!("{piece} is not in {name}"));
        let before = &text[..start];
        let line = before.matches('\n').count();
        let column = before.len() - before.rfind('\n').map_or(0, |end| end + 1) + offset;
        json!({
            "textDocument": {"uri": self.uri(name)},
            "position": {"line": line, "character": column},
        })
    }

    fn ask(&mut self, method: &str, name: &str, piece: &str, offset: usize) -> Value {
        let params = self.position_params(name, piece, offset);
        self.request(&format!("textDocument/{method}"), params)
            .unwrap()
    }

    /// Returns the labels of the hints in a line. Lines are numbered from 1.
    fn hints(&mut self, name: &str, line: usize) -> Vec<String> {
        let hints = self.ask_whole_file("inlayHint", name);
        let hints = hints.as_array().unwrap().iter();
        hints
            .filter(|hint| hint["position"]["line"] == line - 1)
            .map(|hint| hint["label"].as_str().unwrap().to_owned())
            .collect()
    }

    fn ask_whole_file(&mut self, method: &str, name: &str) -> Value {
        let range =
            json!({"start": {"line": 0, "character": 0}, "end": {"line": 999, "character": 0}});
        let params = json!({
            "textDocument": {"uri": self.uri(name)}, "range": range,
            "options": {"tabSize": 8, "insertSpaces": true}, "context": {"diagnostics": []},
        });
        self.request(&format!("textDocument/{method}"), params)
            .unwrap()
    }
}

/// Returns the locations in an answer, such as `bank0.asm:3`.
fn locations(answer: &Value) -> Vec<String> {
    let text = |location: &Value| {
        let uri = location["uri"].as_str().unwrap();
        let name = uri.rsplit('/').next().unwrap();
        format!(
            "{name}:{}",
            location["range"]["start"]["line"].as_u64().unwrap() + 1
        )
    };
    answer.as_array().unwrap().iter().map(text).collect()
}

#[test]
fn the_project_has_no_diagnostics() {
    let mut client = Client::new();
    client.open("bank0.asm");
    assert_eq!(client.problems("bank0.asm"), [] as [&str; 0]);
}

#[test]
fn definitions_and_references_are_found() {
    let mut client = Client::new();
    client.open("bank0.asm");
    let found = client.ask("definition", "bank0.asm", "lda Ship", 5);
    assert_eq!(locations(&found), ["bank0.asm:28"]);
    // The server finds the definitions of the macro and the name in its argument, both of which are
    // in other files.
    let found = client.ask("definition", "bank0.asm", "CALL_BANK1 Music", 12);
    assert_eq!(locations(&found), ["bank1.asm:4"]);
    let found = client.ask("definition", "bank0.asm", "CALL_BANK1 Music", 2);
    assert_eq!(locations(&found), ["macros.h:17"]);
    client.open("main.asm");
    let found = client.ask("definition", "main.asm", "include \"ram.asm\"", 12);
    assert_eq!(locations(&found), ["ram.asm:1"]);
    let mut params = client.position_params("bank0.asm", "sta WSYNC\n        lda colors", 5);
    params["context"] = json!({"includeDeclaration": true});
    let found = client.request("textDocument/references", params).unwrap();
    let expected = ["bank0.asm:15", "bank0.asm:19", "hardware.h:4", "macros.h:5"];
    let mut found = locations(&found);
    found.sort();
    assert_eq!(found, expected);
}

#[test]
fn renaming_reaches_includes_macros_and_calls() {
    let mut client = Client::new();
    client.open("bank0.asm");
    let mut rename = |piece: &str, offset: usize, name: &str| {
        let mut params = client.position_params("bank0.asm", piece, offset);
        params["newName"] = json!(name);
        client.request("textDocument/rename", params).map(|edit| {
            let changes = edit["changes"].as_object().unwrap().iter();
            let count = |(uri, edits): (&String, &Value)| {
                let name = uri.rsplit('/').next().unwrap();
                format!("{name} {}", edits.as_array().unwrap().len())
            };
            let mut counts: Vec<String> = changes.map(count).collect();
            counts.sort();
            counts
        })
    };
    assert_eq!(
        rename("CALL_BANK1 Music", 12, "Song").unwrap(),
        ["bank0.asm 1", "bank1.asm 1"]
    );
    assert_eq!(
        rename("WAIT 37", 1, "LINES").unwrap(),
        ["bank0.asm 4", "macros.h 1"]
    );
    assert_eq!(rename("bpl .ship", 5, ".row").unwrap(), ["bank0.asm 2"]);
    assert!(
        rename("bpl .ship", 5, "row")
            .unwrap_err()
            .contains("write .row")
    );
    assert!(
        rename("lda Ship", 5, "Frame")
            .unwrap_err()
            .contains("is already defined")
    );
    assert!(
        rename("lda Ship", 5, "1x")
            .unwrap_err()
            .contains("is not a name")
    );
}

#[test]
fn hovers_hints_and_lenses_show_cycles_and_bytes() {
    let mut client = Client::new();
    client.open("bank0.asm");
    let hover = client.ask("hover", "bank0.asm", "sta GRP0", 5).to_string();
    assert!(
        hover.contains("8 pixels of player 0") && hover.contains("$1b"),
        "{hover}"
    );
    let hover = client
        .ask("hover", "bank0.asm", "lda Ship,y", 1)
        .to_string();
    assert!(hover.contains("4+") && hover.contains("Load A"), "{hover}");
    let hints = client.ask_whole_file("inlayHint", "bank0.asm");
    let label = |line: u64| {
        let list = hints.as_array().unwrap();
        let hint = list
            .iter()
            .find(|hint| hint["position"]["line"] == line - 1);
        hint.map(|hint| hint["label"].as_str().unwrap().to_owned())
    };
    assert_eq!(label(16).as_deref(), Some("3 @3"));
    assert_eq!(label(17).as_deref(), Some("3 @6"));
    assert_eq!(label(18).as_deref(), Some("2 @8"));
    assert_eq!(label(20).as_deref(), Some("4+ @4-5"));
    assert_eq!(label(7).as_deref(), Some("2"));
    assert_eq!(label(1), None);
    let lenses = client.ask_whole_file("codeLens", "bank0.asm").to_string();
    assert!(
        lenses.contains("bank 0: ") && lenses.contains(" free"),
        "{lenses}"
    );
    client.open("ram.asm");
    let lenses = client.ask_whole_file("codeLens", "ram.asm").to_string();
    let expected = "segment variables: 3 bytes, $80 to $82, 117 free before 8 bytes for the stack";
    assert!(lenses.contains(expected), "{lenses}");
}

#[test]
fn binary_bytes_have_hints_that_show_them_as_pictures() {
    let mut client = Client::new();
    client.open("bank0.asm");
    let row = |bits: &str| format!(" .byte %{bits}\n");
    let rows = ["00111100", "01000010"].map(row).concat();
    client.change("bank0.asm", &(client.text("bank0.asm") + &rows));
    let first = client.text("bank0.asm").lines().count();
    assert_eq!(client.hints("bank0.asm", first + 1), ["░░████░░"]);
    assert_eq!(client.hints("bank0.asm", first + 2), ["░█░░░░█░"]);
    assert_eq!(client.hints("bank0.asm", first), [] as [&str; 0]);
}

/// Waits until the kernel view's run is finished, and returns the messages for the client.
fn wait_for_run(client: &mut Client, runs: &Receiver<Incoming>) -> Vec<Message> {
    client.server.on_idle();
    match runs.recv_timeout(Duration::from_secs(300)) {
        Ok(Incoming::Views(views)) => client.server.store_views(views),
        other => panic!("{other:?}"),
    }
}

/// Opens a program that shows a blue picture, and returns its text.
fn open_blue(client: &mut Client) -> String {
    let text = include_str!("../../../frontend/editors/tests/vscode-project/main.asm");
    let text = text.replace("include \"colors.inc\"", "processor 6502\nBLUE = $84");
    std::fs::write(client.folder.path().join("blue.asm"), &text).unwrap();
    client.open("blue.asm");
    text
}

#[test]
fn writes_have_slack_hints_after_the_program_has_run() {
    let (done, runs) = channel();
    let mut client = Client::with(Server::new(done), json!({"kernelFrame": 20}));
    let text = open_blue(&mut client);
    let line = |text: &str, part: &str| text[..text.find(part).unwrap()].matches('\n').count() + 1;
    let vsync_line = line(&text, "sta VSYNC");
    let color_line = line(&text, "        sta COLUBK");
    assert_eq!(client.hints("blue.asm", color_line), ["3 @13"]);
    let messages = wait_for_run(&mut client, &runs);
    assert!(
        matches!(&messages[..], [Message::Request(request)]
            if request.method == "workspace/inlayHint/refresh"),
        "{messages:?}"
    );
    // Every frame writes the same color, so the write could happen anywhere in its scanline.
    let shown = ["3 @13", "cycle 12, slack -12..+63"];
    assert_eq!(client.hints("blue.asm", color_line), shown);
    let label = client.hints("blue.asm", vsync_line).pop();
    assert_eq!(label.as_deref(), Some("cycle 11, no slack"));
    // If nothing has changed, the program does not run again.
    client.server.on_idle();
    assert!(runs.try_recv().is_err());
    // After an edit, there are no hints until the program has run again.
    let changed = text.replace("        sta COLUBK", "        nop\n        sta COLUBK");
    client.change("blue.asm", &changed);
    assert_eq!(client.hints("blue.asm", color_line + 1), ["3 @15"]);
    wait_for_run(&mut client, &runs);
    let shown = ["3 @15", "cycle 14, slack -14..+61"];
    assert_eq!(client.hints("blue.asm", color_line + 1), shown);
    // The hint for a write in a macro is shown at the line that calls the macro.
    let definition = "        mac PAINT\n        sta COLUBK\n        endm\n";
    let call = text.replace("        sta COLUBK", "        PAINT");
    client.change(
        "blue.asm",
        &call.replace("        seg", &format!("{definition}        seg")),
    );
    wait_for_run(&mut client, &runs);
    let hints = client.hints("blue.asm", color_line + 3);
    assert_eq!(hints.last().unwrap(), "cycle 12, slack -12..+63");
    // A program with errors has no hints from the kernel view.
    client.change("blue.asm", &text.replace("sta COLUBK", "sta COLUBG"));
    wait_for_run(&mut client, &runs);
    let label = client.hints("blue.asm", vsync_line).pop();
    assert!(!label.unwrap().contains("cycle"));
}

#[test]
fn changed_options_of_a_project_run_its_programs_again() {
    let (done, runs) = channel();
    let mut client = Client::with(Server::new(done), json!({"kernelFrame": 20}));
    let text = include_str!("../../../frontend/editors/tests/vscode-project/main.asm");
    let text = text.replace("include \"colors.inc\"", "processor 6502\nBLUE = $84");
    let store = "        sta COLUBK";
    let text = text.replace(store, &format!(" IF LIVES > 3\n nop\n ENDIF\n{store}"));
    std::fs::write(client.folder.path().join("blue.asm"), &text).unwrap();
    client.open("blue.asm");
    wait_for_run(&mut client, &runs);
    let color_line = text[..text.find(store).unwrap()].matches('\n').count() + 1;
    let hint = |client: &mut Client| client.hints("blue.asm", color_line).pop().unwrap();
    assert_eq!(hint(&mut client), "cycle 12, slack -12..+63");
    let toml = client
        .text("crownhead.toml")
        .replace("LIVES = 3", "LIVES = 4");
    std::fs::write(client.folder.path().join("crownhead.toml"), toml).unwrap();
    client.notify("workspace/didChangeWatchedFiles", json!({}));
    wait_for_run(&mut client, &runs);
    assert_eq!(hint(&mut client), "cycle 14, slack -14..+61");
}

/// Checks the hint that the chapter "The line that was two cycles late" shows for VS Code.
#[test]
fn the_late_line_has_the_slack_that_its_chapter_shows() {
    let page = include_str!("../../../frontend/docs/late-line.md");
    let text = &support::page::programs(page)[0];
    let wanted = page.split("<!-- slack: ").nth(1).unwrap();
    let wanted: Vec<&str> = wanted.split(" -->").next().unwrap().split("; ").collect();
    let [frame, write, hint] = wanted[..] else {
        panic!("{wanted:?}");
    };
    let frame: u64 = frame.parse().unwrap();
    let (done, runs) = channel();
    let mut client = Client::with(Server::new(done), json!({ "kernelFrame": frame }));
    std::fs::write(client.folder.path().join("late.asm"), text).unwrap();
    client.open("late.asm");
    wait_for_run(&mut client, &runs);
    let line = text[..text.find(write).unwrap()].matches('\n').count() + 1;
    assert_eq!(client.hints("late.asm", line).last().unwrap(), hint);
}

#[test]
fn no_program_runs_without_the_setting() {
    let (done, runs) = channel();
    let mut client = Client::with(Server::new(done), json!({}));
    open_blue(&mut client);
    client.server.on_idle();
    // No run was started, so the server holds the only sender, and dropping the client closes the
    // channel.
    drop(client);
    assert!(runs.recv().is_err());
}

/// Returns the labels of the completions.
fn labels(answer: Value) -> Vec<String> {
    let items = answer["items"].as_array().unwrap().clone();
    items
        .iter()
        .map(|item| item["label"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn the_built_in_headers_are_found() {
    let mut client = Client::new();
    let text = "        processor 6502\n        include \"vcs.h\"\n        include \"macro.h\"\n\
                \x20       org $f000\nStart   CLEAN_START\n        SLEEP 5\n        sta GRP0\n\
                \x20       jmp Start\n";
    std::fs::write(client.folder.path().join("own.asm"), text).unwrap();
    client.open("own.asm");
    for (piece, offset) in [("sta GRP0", 5), ("CLEAN_START", 2), ("\"vcs.h", 2)] {
        let found = client.ask("definition", "own.asm", piece, offset);
        let uri = found[0]["uri"]
            .as_str()
            .unwrap_or_else(|| panic!("{piece}: {found}"));
        let path = uri.strip_prefix("file://").unwrap();
        assert!(std::path::Path::new(path).is_file(), "{piece}: {path}");
    }
    let words = labels(client.ask("completion", "own.asm", "SLEEP 5", 2));
    assert!(words.iter().any(|word| word == "SLEEP"), "{words:?}");
    let files = labels(client.ask("completion", "own.asm", "\"vcs.h", 1));
    for header in ["vcs.h", "macro.h"] {
        assert!(files.iter().any(|name| name == header), "{files:?}");
    }
    let help = client.ask("signatureHelp", "own.asm", "SLEEP 5", 6);
    assert_eq!(help["signatures"][0]["label"], "SLEEP {1}");
    // A macro call that lacks its argument causes one message, at the call.
    client.change("own.asm", &text.replace("SLEEP 5", "SLEEP"));
    let problems = client.problems("own.asm");
    let at_call = |text: &&String| text.starts_with("6: the macro uses an argument");
    assert_eq!(problems.iter().filter(at_call).count(), 1, "{problems:?}");
    assert_eq!(
        problems.len(),
        3,
        "one message and the notes on the two headers: {problems:?}"
    );
}

#[test]
fn a_word_in_capitals_is_completed_in_capitals() {
    let mut client = Client::new();
    client.open("bank0.asm");
    let text = client.text("bank0.asm").replace("sta GRP0", "ST GRP0");
    client.change("bank0.asm", &text);
    let words = labels(client.ask("completion", "bank0.asm", "sta GRP0", 2));
    assert!(words.iter().any(|word| word == "STA"), "{words:?}");
}

#[test]
fn completion_and_signature_help_use_the_whole_project() {
    let mut client = Client::new();
    client.open("bank0.asm");
    let operations = labels(client.ask("completion", "bank0.asm", "sta COLUBK", 0));
    for word in ["sta", "WAIT", "repeat"] {
        assert!(
            operations.iter().any(|label| label == word),
            "{word}: {operations:?}"
        );
    }
    let operands = labels(client.ask("completion", "bank0.asm", "sta COLUBK", 4));
    for word in ["COLUBK", "Ship", "lives", ".ship", "LIVES"] {
        assert!(
            operands.iter().any(|label| label == word),
            "{word}: {operands:?}"
        );
    }
    let help = client.ask("signatureHelp", "bank0.asm", "STORE 2, VSYNC", 9);
    assert_eq!(help["signatures"][0]["label"], "STORE {1}, {2}");
    assert_eq!(help["activeParameter"], 1);
    client.open("main.asm");
    let files = labels(client.ask("completion", "main.asm", "\"ram", 2));
    assert!(files.iter().any(|name| name == "bank0.asm"), "{files:?}");
}

#[test]
fn symbols_folds_and_semantic_tokens_cover_the_file() {
    let mut client = Client::new();
    client.open("bank0.asm");
    let symbols = client
        .ask_whole_file("documentSymbol", "bank0.asm")
        .to_string();
    assert!(
        symbols.contains("\"Frame\"") && symbols.contains("\".ship\""),
        "{symbols}"
    );
    let found = client
        .request("workspace/symbol", json!({"query": "mus"}))
        .unwrap()
        .to_string();
    assert!(
        found.contains("\"Music\"") && found.contains("bank1.asm"),
        "{found}"
    );
    client.open("include/macros.h");
    let folds = client.ask_whole_file("foldingRange", "include/macros.h");
    assert!(folds.as_array().unwrap().len() >= 4, "{folds}");
    let tokens = client.ask_whole_file("semanticTokens/full", "bank0.asm");
    let data = tokens["data"].as_array().unwrap();
    assert!(
        data.len() > 300 && data.len().is_multiple_of(5),
        "{}",
        data.len()
    );
}

#[test]
fn formatting_applies_to_a_file_or_to_lines() {
    let mut client = Client::new();
    client.open("bank0.asm");
    let text = client
        .text("bank0.asm")
        .replace("        sta GRP0", "\tsta\tGRP0\t;x");
    client.change("bank0.asm", &text);
    let edits = client.ask_whole_file("formatting", "bank0.asm");
    assert_eq!(
        edits[0]["newText"], "        sta GRP0                ;x",
        "{edits}"
    );
    assert_eq!(edits.as_array().unwrap().len(), 1);
}

#[test]
fn a_misspelled_symbol_gets_a_diagnostic_and_a_fix() {
    let mut client = Client::new();
    client.open("bank0.asm");
    let text = client.text("bank0.asm").replace("lda Ship,y", "lda Shep,y");
    client.change("bank0.asm", &text);
    let problems = client.problems("bank0.asm");
    let expected = "20: the symbol Shep is not defined\nhelp: did you mean Ship?";
    assert_eq!(problems, [expected]);
    let actions = client.ask_whole_file("codeAction", "bank0.asm");
    assert_eq!(actions[0]["title"], "replace with Ship", "{actions}");
    let edit = actions[0]["edit"]["changes"][client.uri("bank0.asm")][0].clone();
    assert_eq!(edit["range"]["start"], json!({"line": 19, "character": 12}));
    assert_eq!(edit["range"]["end"], json!({"line": 19, "character": 16}));
    let text = client.text("bank0.asm");
    client.change("bank0.asm", &text);
    assert_eq!(client.problems("bank0.asm"), [] as [&str; 0]);
}

/// Checks that a ca65 source causes a single message instead of an error for each directive.
#[test]
fn a_source_of_another_toolchain_has_one_message() {
    let mut client = Client::new();
    let source = include_str!("../../../../tests/data/toolchains/ca65/game.s");
    std::fs::remove_file(client.folder.path().join("crownhead.toml")).unwrap();
    std::fs::write(client.folder.path().join("game.s"), source).unwrap();
    client.open("game.s");
    let problems = client.problems("game.s");
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].contains("game.s is a source for ca65; build an image with `cl65 "));
}

#[test]
fn a_file_without_a_project_belongs_to_its_includer() {
    let mut client = Client::new();
    let toml = client.folder.path().join("crownhead.toml");
    std::fs::remove_file(toml).unwrap();
    let main = "LIVES = 3\n incdir \"include\"\n".to_owned() + &client.text("main.asm");
    std::fs::write(client.folder.path().join("main.asm"), main).unwrap();
    client.open("bank0.asm");
    assert_eq!(client.problems("bank0.asm"), [] as [&str; 0]);
    let found = client.ask("definition", "bank0.asm", "lda colors", 5);
    assert_eq!(locations(&found), ["ram.asm:4"]);
}

#[test]
fn an_invalid_project_file_gets_a_diagnostic() {
    let mut client = Client::new();
    let toml = client.folder.path().join("crownhead.toml");
    std::fs::write(toml, "main = \"main.asm\"\nincludse = []\n").unwrap();
    client.open("main.asm");
    let problems = client.problems("crownhead.toml");
    assert_eq!(problems.len(), 1);
    assert!(
        problems[0].starts_with("2: unknown key `includse`"),
        "{problems:?}"
    );
}

#[test]
fn requests_in_the_wrong_order_are_refused() {
    let mut client = Client::new();
    assert!(
        client
            .request("initialize", json!({}))
            .unwrap_err()
            .contains("already")
    );
    assert!(
        client
            .request("textDocument/hover", json!({}))
            .unwrap_err()
            .contains("parameters")
    );
    assert!(
        client
            .request("no/such", json!({}))
            .unwrap_err()
            .contains("no/such")
    );
    let nowhere = json!({"textDocument": {"uri": "file:///no/x.asm"},
        "position": {"line": 9, "character": 9}});
    let error = client.request("textDocument/hover", nowhere).unwrap_err();
    assert!(error.contains("not open"), "{error}");
    client.request("shutdown", Value::Null).unwrap();
    assert!(
        client
            .request("shutdown", Value::Null)
            .unwrap_err()
            .contains("exit")
    );
    client.notify("exit", Value::Null);
    assert_eq!(client.server.exit_status(), Some(0));
    let mut early = Client {
        server: Server::default(),
        ..Client::new()
    };
    let error = early.request("textDocument/hover", json!({})).unwrap_err();
    assert!(
        error.contains("the first request must be `initialize`"),
        "{error}"
    );
    early.notify("exit", Value::Null);
    assert_eq!(early.server.exit_status(), Some(1));
}

/// Makes small changes to valid conversations. Checks that the server does not panic and that every
/// request gets exactly one answer.
fn send_mutated_messages(count: u32) {
    let mut client = Client::new();
    client.open("bank0.asm");
    let methods = [
        "hover",
        "definition",
        "references",
        "completion",
        "signatureHelp",
        "documentHighlight",
        "inlayHint",
        "codeLens",
        "semanticTokens/full",
        "semanticTokens/range",
        "documentSymbol",
        "foldingRange",
        "prepareRename",
        "rename",
        "formatting",
        "rangeFormatting",
        "codeAction",
    ];
    let mut random = Rng::with_seed(1);
    let mut answered = 0;
    for number in 0..count {
        let method = methods[random.usize(..methods.len())];
        let position =
            |random: &mut Rng| json!({"line": random.usize(..60), "character": random.usize(..40)});
        let mut params = json!({
            "textDocument": {"uri": client.uri("bank0.asm"), "version": number},
            "position": position(&mut random), "newName": "Other", "query": "a",
            "range": {"start": position(&mut random), "end": position(&mut random)},
            "context": {"includeDeclaration": true, "diagnostics": []},
            "options": {"tabSize": 8, "insertSpaces": true},
            "contentChanges": [{"text": "x nop\n",
                "range": {"start": position(&mut random), "end": position(&mut random)}}],
        });
        if random.usize(..2) == 0 {
            corrupt(&mut params, &mut random);
        }
        match random.usize(..12) {
            0 => {
                client.notify("textDocument/didChange", params);
                client.server.on_idle();
            }
            1 => client.open("bank0.asm"),
            2 => drop(client.notify("textDocument/didSave", params)),
            3 => drop(client.notify("$/unknown", params)),
            _ => {
                answered += u32::from(
                    client
                        .request(&format!("textDocument/{method}"), params)
                        .is_ok(),
                );
            }
        }
    }
    assert!(answered > count / 5, "{answered} of {count}");
}

/// Changes or removes one value at a random depth.
fn corrupt(value: &mut Value, random: &mut Rng) {
    match value {
        Value::Object(map) if !map.is_empty() => {
            let index = random.usize(..map.len());
            let key = map.keys().nth(index).cloned().unwrap_or_default();
            match random.usize(..4) {
                0 => drop(map.remove(&key)),
                _ => corrupt(&mut map[&key], random),
            }
        }
        Value::Array(list) if !list.is_empty() && random.usize(..4) > 0 => {
            let index = random.usize(..list.len());
            corrupt(&mut list[index], random);
        }
        _ => {
            let others = [
                json!(null),
                json!(-1),
                json!(4294967295u32),
                json!(1e300),
                json!("\u{0}é😀"),
                json!([]),
                json!({}),
                json!("file:///"),
                json!("untitled:x"),
                json!(" lda {1}\n"),
            ];
            *value = others[random.usize(..others.len())].clone();
        }
    }
}

#[test]
fn mutated_messages_are_answered() {
    send_mutated_messages(2_000);
}

#[test]
#[ignore = "sends 100,000 messages: takes minutes"]
fn full_mutated_messages_are_answered() {
    send_mutated_messages(100_000);
}

/// A program outside the project, with a table of colors, a picture file and subroutines.
const STANDALONE: &str = "        processor 6502
        include \"vcs.h\"
SKY     = $84
        seg.u ram
        org $80
ground  ds 1
        seg code
        org $f000
Start   lda #SKY
        sta COLUBK
        lda #$1e
        sta ground
        jsr Draw
        jmp Start
Draw    SUBROUTINE
        ldx #7
.row    lda Shades,x
        eor #$0f
        sta COLUP0
        lda ground
        sta COLUPF
        lda #$33
        sta GRP0
        jsr Wait
        dex
        bpl .row
        rts
Wait    sta WSYNC
        rts
Shades  .byte $42,%01000100,70
        .byte $48
Other   .byte $99
        incbin \"ship.bin\"
        org $fffc
        .word Start,Start
";

fn open_standalone() -> Client {
    let mut client = Client::new();
    let write = |name: &str, bytes: &[u8]| {
        std::fs::write(client.folder.path().join(name), bytes).unwrap();
    };
    write("own.asm", STANDALONE.as_bytes());
    write("ship.bin", &[0x18, 0x3c]);
    write(
        "vcs.h",
        b"WSYNC = 2\nCOLUP0 = 6\nCOLUPF = 8\nCOLUBK = 9\nGRP0 = $1b\n",
    );
    client.open("own.asm");
    client
}

#[test]
fn included_files_are_links() {
    let mut client = open_standalone();
    let links = client.ask_whole_file("documentLink", "own.asm");
    let links = links.as_array().unwrap().iter();
    let targets: Vec<(u64, u64, String)> = links
        .map(|link| {
            let range = &link["range"];
            let column = |end: &str| range[end]["character"].as_u64().unwrap();
            let name = link["target"].as_str().unwrap().rsplit('/').next().unwrap();
            (column("start"), column("end"), name.to_owned())
        })
        .collect();
    assert_eq!(
        targets,
        [
            (17, 22, "vcs.h".to_owned()),
            (16, 24, "ship.bin".to_owned())
        ]
    );
}

#[test]
fn incoming_and_outgoing_calls_are_found() {
    let mut client = open_standalone();
    let item = |client: &mut Client, piece: &str, offset: usize| {
        let items = client.ask("prepareCallHierarchy", "own.asm", piece, offset);
        items.as_array().unwrap().first().cloned()
    };
    let calls = |client: &mut Client, item: &Value, direction: &str, end: &str| {
        let method = format!("callHierarchy/{direction}Calls");
        let calls = client.request(&method, json!({ "item": item })).unwrap();
        let calls = calls.as_array().unwrap().iter();
        let calls = calls.map(|call| {
            let lines = call["fromRanges"].as_array().unwrap().iter();
            let lines: Vec<u64> = lines
                .map(|range| range["start"]["line"].as_u64().unwrap() + 1)
                .collect();
            let name = call[end]["name"].as_str().unwrap().to_owned();
            (name, lines)
        });
        calls.collect::<Vec<_>>()
    };
    let draw = item(&mut client, "jsr Draw", 5).unwrap();
    assert_eq!(draw["name"], "Draw");
    let callers = calls(&mut client, &draw, "incoming", "from");
    assert_eq!(callers, [("Start".to_owned(), vec![13])]);
    let callees = calls(&mut client, &draw, "outgoing", "to");
    assert_eq!(callees, [("Wait".to_owned(), vec![24])]);
    let wait = item(&mut client, "Wait    sta", 1).unwrap();
    let callers = calls(&mut client, &wait, "incoming", "from");
    assert_eq!(callers, [("Draw".to_owned(), vec![24])]);
    assert_eq!(item(&mut client, "lda ground", 5), None);
    // The macro is in a different file from its calls.
    client.open("bank0.asm");
    let wait = client.ask("prepareCallHierarchy", "bank0.asm", "WAIT 37", 1);
    let callers = calls(&mut client, &wait[0], "incoming", "from");
    assert_eq!(callers, [("Frame".to_owned(), vec![11, 13, 24, 26])]);
}

#[test]
fn selection_ranges_expand_from_a_word_to_the_file() {
    let mut client = open_standalone();
    let mut params = client.position_params("own.asm", "lda Shades,x", 5);
    params["positions"] = json!([params["position"]]);
    let answer = client
        .request("textDocument/selectionRange", params)
        .unwrap();
    let mut ranges = Vec::new();
    let mut piece = &answer[0];
    while !piece.is_null() {
        let (start, end) = (&piece["range"]["start"], &piece["range"]["end"]);
        let number = |at: &Value, name: &str| at[name].as_u64().unwrap();
        ranges.push((
            number(start, "line") + 1,
            number(start, "character"),
            number(end, "line") + 1,
            number(end, "character"),
        ));
        piece = &piece["parent"];
    }
    // From the innermost: the word, the operand, the instruction, the line, the routine, the file.
    assert_eq!(
        ranges,
        [
            (17, 12, 17, 18),
            (17, 12, 17, 20),
            (17, 8, 17, 20),
            (17, 0, 17, 20),
            (15, 0, 35, 25),
            (1, 0, 36, 0),
        ]
    );
}

#[test]
fn colors_are_shown_and_chosen() {
    let mut client = open_standalone();
    let colors = client.ask_whole_file("documentColor", "own.asm");
    let mut shown: Vec<(u64, u64)> = colors
        .as_array()
        .unwrap()
        .iter()
        .map(|color| {
            let start = &color["range"]["start"];
            let number = |name: &str| start[name].as_u64().unwrap();
            (number("line") + 1, number("character"))
        })
        .collect();
    shown.sort_unstable();
    // The colors are SKY, the values stored in `ground`, and the table up to the next label, but
    // not the shape.
    let expected = [(3, 10), (11, 13), (30, 14), (30, 18), (30, 28), (31, 14)];
    assert_eq!(shown, expected);
    // The color of $84 converts back to $84, or to a value with the same color.
    let params = json!({
        "textDocument": {"uri": client.uri("own.asm")},
        "color": colors[0]["color"],
        "range": colors[0]["range"],
    });
    let chosen = client
        .request("textDocument/colorPresentation", params)
        .unwrap();
    assert_eq!(chosen[0]["label"], "$84");
    assert_ne!(chosen[1]["label"], "$84");
}

#[test]
fn colors_match_the_chosen_television_set() {
    let color = |options: Value| {
        let mut client = open_standalone();
        client.server = Server::default();
        let params = json!({"rootUri": null, "capabilities": {}, "initializationOptions": options});
        client.request("initialize", params).unwrap();
        client.open("own.asm");
        client.ask_whole_file("documentColor", "own.asm")[0]["color"].clone()
    };
    let ntsc = color(json!({}));
    assert_eq!(color(json!({"tv": "ntsc"})), ntsc);
    assert_ne!(color(json!({"tv": "pal"})), ntsc);
    assert_ne!(color(json!({"tv": "secam"})), color(json!({"tv": "pal"})));
}

#[test]
fn a_symbol_file_beside_a_source_names_its_addresses() {
    let mut client = open_standalone();
    let hover = |client: &mut Client| client.ask("hover", "own.asm", "$f000", 2).to_string();
    assert!(!hover(&mut client).contains("Begin"));
    let symbols = "--- Symbol List (sorted by symbol)\nBegin                    f000              (R )\n\
                   --- End of Symbol List.\n";
    std::fs::write(client.folder.path().join("own.sym"), symbols).unwrap();
    let text = hover(&mut client);
    assert!(text.contains("Begin"), "{text}");
    // $1e is a byte, not an address.
    let text = client.ask("hover", "own.asm", "$1e", 1).to_string();
    assert!(!text.contains("Begin"), "{text}");
}

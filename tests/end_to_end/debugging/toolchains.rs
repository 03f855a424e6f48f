//! Tests programs from other toolchains: sessions with the adapter, and the output of commands.

use super::client::Client;
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, SystemTime},
};
use support::{Start, needs};

/// Returns the folder of an example project.
fn project(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../tests/data/toolchains/{name}"))
}

/// Returns a client whose folder has the files of an example project.
fn client(name: &str) -> Client {
    let client = Client::new();
    fs::remove_file(client.source_path()).unwrap();
    for file in fs::read_dir(project(name)).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), client.folder.path().join(file.file_name())).unwrap();
    }
    client
}

/// Runs a tool in a client's folder.
fn run(client: &Client, line: &str) {
    let mut words = line.split(' ');
    let mut command = Command::new(words.next().unwrap());
    let output = command.args(words).current_dir(client.folder.path()).run();
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{line}: {text}");
}

/// Runs a command of the program in a client's folder. Returns its output.
fn crownhead(client: &Client, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
    let command = command.args(arguments).current_dir(client.folder.path());
    let output = command.run();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {error}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Returns the line number of the only line that contains `text`, in a file in a client's folder.
fn line_of(client: &Client, file: &str, text: &str) -> u64 {
    let whole = fs::read_to_string(client.folder.path().join(file)).unwrap();
    let lines = whole.lines().enumerate();
    let mut found = lines.filter(|(_, line)| line.contains(text));
    let line = found.next().unwrap_or_else(|| panic!("{text} in {file}")).0;
    assert!(found.next().is_none(), "{text} in {file}");
    line as u64 + 1
}

/// Returns the file and the line of a stack frame.
fn frame_location(client: &mut Client, frame: usize) -> (String, u64) {
    let stack = client.request("stackTrace", json!({ "threadId": 1 }));
    let frame = &stack["stackFrames"][frame];
    let name = frame["source"]["name"].as_str().unwrap_or_default();
    (name.to_owned(), frame["line"].as_u64().unwrap())
}

fn evaluate(client: &mut Client, expression: &str) -> String {
    let question = json!({ "expression": expression, "context": "repl", "frameId": 0 });
    let answer = client.request("evaluate", question);
    answer["result"].as_str().unwrap().to_owned()
}

/// Sets a breakpoint at a line that runs once per frame, continues, and checks that the machine
/// stops at that line.
fn stop_at(client: &mut Client, file: &str, text: &str) {
    let line = line_of(client, file, text);
    let source = json!({ "path": client.folder.path().join(file) });
    let breakpoints = json!({ "source": source, "breakpoints": [{ "line": line }] });
    let answer = client.request("setBreakpoints", breakpoints);
    let point = &answer["breakpoints"][0];
    assert_eq!(
        (&point["verified"], &point["line"]),
        (&json!(true), &json!(line))
    );
    client.request("continue", json!({ "threadId": 1 }));
    assert_eq!(client.wait_for_stop()["reason"], "breakpoint");
    assert_eq!(frame_location(client, 0), (file.to_owned(), line));
}

/// Steps with `next`, and checks that the machine is then at the line with this text.
fn step_to(client: &mut Client, file: &str, text: &str) {
    client.request("next", json!({ "threadId": 1 }));
    client.wait_for_stop();
    let line = line_of(client, file, text);
    assert_eq!(frame_location(client, 0), (file.to_owned(), line), "{text}");
}

/// Runs to the next breakpoint.
fn run_to_breakpoint(client: &mut Client) {
    client.request("continue", json!({ "threadId": 1 }));
    assert_eq!(client.wait_for_stop()["reason"], "breakpoint");
}

/// Runs a debugging session. The first of `lines` must be the line that increments `frames`. The
/// session stops there, steps to the second line, steps back, and later steps to the third line.
/// Then it asks which source line drew the background; the answer must be the line `writer`.
fn session(
    mut client: Client,
    program: &str,
    file: &str,
    lines: [&str; 3],
    writer: &str,
) -> Client {
    client.request("initialize", json!({ "adapterID": "crownhead" }));
    let path = client.folder.path().join(program);
    client.request("launch", json!({ "program": path }));
    client.request("configurationDone", Value::Null);
    assert_eq!(client.wait_for_stop()["reason"], "entry");
    stop_at(&mut client, file, lines[0]);
    let before = evaluate(&mut client, "[frames]");
    step_to(&mut client, file, lines[1]);
    assert_ne!(evaluate(&mut client, "[frames]"), before);
    client.request("stepBack", json!({ "threadId": 1 }));
    client.wait_for_stop();
    assert_eq!(evaluate(&mut client, "[frames]"), before);
    for _ in 0..3 {
        run_to_breakpoint(&mut client);
    }
    step_to(&mut client, file, lines[1]);
    step_to(&mut client, file, lines[2]);
    let why = evaluate(&mut client, "why 120 80");
    let writer = format!("{file}:{}", line_of(&client, file, writer));
    assert!(why.contains(&writer), "{writer} in {why}");
    client
}

/// Writes a coverage report with `profile`. Returns the report's entries for a source file: line
/// numbers, each with true if the line has run.
fn line_coverage(client: &Client, program: &str, file: &str) -> Vec<(u64, bool)> {
    crownhead(client, &["profile", program, "--coverage", "lines.info"]);
    let text = fs::read_to_string(client.folder.path().join("lines.info")).unwrap();
    let section = text.split("SF:").find(|part| {
        let path = part.lines().next().unwrap_or_default();
        path.ends_with(&format!("/{file}"))
    });
    let section = section.unwrap_or_else(|| panic!("{file} in {text}"));
    let lines = section.lines().filter_map(|line| line.strip_prefix("DA:"));
    let lines = lines.map(|line| {
        let (line, runs) = line.split_once(',').unwrap();
        (line.parse().unwrap(), runs != "0")
    });
    lines.collect()
}

#[test]
fn a_project_of_ca65_is_debugged_in_its_source() {
    needs!("cl65");
    let project = client("ca65");
    run(
        &project,
        "cl65 -t atari2600 -g --no-target-lib -Wl --dbgfile,game.dbg -Ln game.lbl -o game.bin \
         game.s wait.s",
    );
    let lines = ["inc frames", "lda frames", "sta COLUBK"];
    let mut client = session(project, "game.bin", "game.s", lines, "sta COLUBK");
    // The routine that contains this line is called by a macro, so the next stack frame is in the
    // file that uses the macro.
    stop_at(&mut client, "wait.s", "dec lines");
    assert_eq!(frame_location(&mut client, 1).0, "game.s");
    // The debugger also accepts ca65's notation for cheap local labels.
    for label in ["@loop", "waitLines@loop"] {
        assert_eq!(
            evaluate(&mut client, &format!("{label} - waitLines")),
            "2  $02  %00000010"
        );
        evaluate(&mut client, &format!("to {label}"));
        client.wait_for_stop();
        let here = evaluate(&mut client, "where");
        assert!(here.contains(" waitLines+2 "), "{here}");
        run_to_breakpoint(&mut client);
    }
    assert_eq!(
        evaluate(&mut client, "waitLines.loop - waitLines"),
        "2  $02  %00000010"
    );
    let profile = crownhead(&client, &["profile", "game.bin"]);
    assert!(profile.contains("waitLines"), "{profile}");
    let found = line_coverage(&client, "game.bin", "wait.s");
    let body = line_of(&client, "wait.s", "dec lines");
    assert!(found.contains(&(body, true)), "{found:?}");
}

#[test]
fn a_vice_label_file_supplies_an_images_names() {
    needs!("cl65");
    let project = client("ca65");
    run(
        &project,
        "cl65 -t atari2600 -g --no-target-lib -Ln names -o game.bin game.s wait.s",
    );
    fs::write(
        project.folder.path().join("commands"),
        "break main\ncontinue\n",
    )
    .unwrap();
    let debug = [
        "debug",
        "game.bin",
        "--symbols",
        "names",
        "--commands",
        "commands",
    ];
    let text = crownhead(&project, &debug);
    assert!(text.contains(" main $F005 "), "{text}");
}

#[test]
fn a_program_in_c_is_debugged_in_its_source() {
    needs!("cl65");
    let project = client("cc65");
    run(
        &project,
        "cl65 -t atari2600 -g -O -Wl --dbgfile,game.dbg -o game.bin game.c",
    );
    fs::write(
        project.folder.path().join("commands"),
        "stack\nto main\nstack\n",
    )
    .unwrap();
    let text = crownhead(&project, &["debug", "game.bin", "--commands", "commands"]);
    let (startup, main) = text.split_once("> to main\n").unwrap();
    assert!(
        startup.contains("$F000 (no source)\n(no source): code of a library"),
        "{text}"
    );
    assert!(
        startup.contains("; `to main` goes to the program\n"),
        "{text}"
    );
    // The library code calls main.
    let (_, main) = main.split_once("> stack\n").unwrap();
    assert!(
        main.contains("1  ") && main.contains(" (no source)\n"),
        "{text}"
    );
    let write = "TIA.colubk = frames;";
    let lines = ["++frames;", write, "wait_lines(250);"];
    let mut client = session(project, "game.bin", "game.c", lines, write);
    stop_at(&mut client, "game.c", "--lines;");
    let (file, line) = frame_location(&mut client, 1);
    let calls = ["wait_lines(3);", "wait_lines(250);"];
    let calls = calls.map(|call| line_of(&client, "game.c", call));
    assert!(file == "game.c" && calls.contains(&line), "{file}:{line}");
    let profile = crownhead(&client, &["profile", "game.bin"]);
    assert!(profile.contains("wait_lines"), "{profile}");
    // The commands `trace` and `verify` find the names in the file next to the image.
    let trace = [
        "trace",
        "game.bin",
        "--kind",
        "bus",
        "--frames",
        "3",
        "--from",
        "pc == wait_lines",
    ];
    assert!(crownhead(&client, &trace).lines().count() > 10);
    let script = "crownhead-script 1\ncartridge game.bin\n@20 expect ram frames = 19\n+1 end\n";
    fs::write(client.folder.path().join("frames.script"), script).unwrap();
    let verdict = crownhead(&client, &["verify", "frames.script"]);
    assert!(verdict.starts_with("ok "), "{verdict}");
    let found = line_coverage(&client, "game.bin", "game.c");
    let body = line_of(&client, "game.c", "--lines;");
    assert!(found.contains(&(body, true)), "{found:?}");
}

#[test]
fn a_project_of_64tass_is_debugged_in_its_source() {
    needs!("64tass");
    for labels in ["", " --vice-labels -l game.lbl"] {
        for numbers in ["", " --line-numbers", " --no-monitor"] {
            let project = client("64tass");
            let options = "--nostart -b game.asm -o game.bin --list game.lst";
            run(&project, &format!("64tass -q {options}{labels}{numbers}"));
            let lines = ["inc frames", "lda frames", "sta COLUBK"];
            let mut client = session(project, "game.bin", "game.asm", lines, "sta COLUBK");
            // Check the positions of lines after a condition, a macro, a loop and an included file.
            step_to(&mut client, "game.asm", "lda #2  ; even");
            step_to(&mut client, "game.asm", "#wait 192");
            stop_at(&mut client, "game.asm", "stx AUDV0");
            run_to_breakpoint(&mut client);
            run_to_breakpoint(&mut client);
            step_to(&mut client, "game.asm", "jmp main");
            stop_at(&mut client, "wait.asm", "dec lines");
            assert_eq!(frame_location(&mut client, 1).0, "game.asm");
            let end = evaluate(&mut client, "after - table");
            assert!(end.starts_with("118 "), "{end}");
        }
    }
}

#[test]
fn a_project_of_mads_is_debugged_in_its_source() {
    let lines = ["inc frames", "lda frames", "sta COLUBK"];
    let mut client = session(client("mads"), "game.bin", "game.asm", lines, "sta COLUBK");
    step_to(&mut client, "game.asm", "wait 192");
    stop_at(&mut client, "wait.asm", "dec lines");
    assert_eq!(frame_location(&mut client, 1).0, "game.asm");
    let end = evaluate(&mut client, "after - table");
    assert!(end.starts_with("10 "), "{end}");
    fs::remove_file(client.folder.path().join("game.lst")).unwrap();
    let profile = crownhead(&client, &["profile", "game.bin"]);
    assert!(profile.contains("waitlines"), "{profile}");
}

#[test]
fn a_macro_of_64tass_may_repeat_lines_and_follow_its_call() {
    needs!("64tass");
    let project = client("64tass");
    let path = project.folder.path().join("game.asm");
    let source = fs::read_to_string(&path).unwrap();
    let source = source.replace("        jmp main", "        #sleep 24\n        jmp main");
    let body = "        .rept \\1 / 2\n        nop\n        .endrept\n";
    let end = format!("sleep   .macro\n{body}        .endmacro\n");
    fs::write(&path, source + &end).unwrap();
    let build = "64tass -q --nostart -b game.asm -o game.bin --list game.lst";
    run(&project, build);
    let lines = ["inc frames", "lda frames", "sta COLUBK"];
    let mut client = session(project, "game.bin", "game.asm", lines, "sta COLUBK");
    stop_at(&mut client, "game.asm", "#sleep 24");
    client.request("next", json!({ "threadId": 1 }));
    client.wait_for_stop();
    assert_eq!(
        frame_location(&mut client, 0).1,
        line_of(&client, "game.asm", "jmp main")
    );
    stop_at(&mut client, "wait.asm", "dec lines");
}

#[test]
fn a_source_that_has_changed_since_the_build_is_reported() {
    needs!("cl65", "64tass");
    let ca65 = "cl65 -t atari2600 -g --no-target-lib -Wl --dbgfile,game.dbg -o game.bin game.s \
                wait.s";
    let tass = "64tass -q --nostart -b game.asm -o game.bin --list game.lst";
    for (name, source, build) in [("ca65", "game.s", ca65), ("64tass", "game.asm", tass)] {
        let project = client(name);
        run(&project, build);
        fs::write(project.folder.path().join("commands"), "where\n").unwrap();
        let warnings = || {
            let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
            let command = command.args(["debug", "game.bin", "--commands", "commands"]);
            let output = command.current_dir(project.folder.path()).run();
            assert!(output.status.success());
            String::from_utf8_lossy(&output.stderr).into_owned()
        };
        assert_eq!(warnings(), "");
        let path = project.folder.path().join(source);
        let text = fs::read_to_string(&path).unwrap();
        let expected = format!("{source} has changed since the image was built");
        let set_modified = |after: Duration| {
            let file = fs::File::options().append(true).open(&path).unwrap();
            file.set_modified(SystemTime::now() + after).unwrap();
        };
        // The source is longer now, but its modification time is the same.
        fs::write(&path, format!("; one\n; two\n{text}")).unwrap();
        set_modified(Duration::ZERO);
        assert_eq!(warnings().contains(&expected), name == "ca65");
        fs::write(&path, &text).unwrap();
        set_modified(Duration::from_secs(60));
        assert!(warnings().contains(&expected), "{}", warnings());
    }
}

#[test]
fn a_source_of_another_toolchain_is_refused_with_its_build_command() {
    for (name, file, command) in [
        ("ca65", "game.s", "cl65 -t atari2600 -g --no-target-lib"),
        ("cc65", "game.c", "cl65 -t atari2600 -g -O"),
        ("64tass", "game.asm", "64tass --nostart"),
        ("mads", "game.asm", "mads -o:game.bin"),
        ("basic", "game.bas", "2600basic.sh game.bas"),
    ] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_crownhead"));
        let output = program.arg("debug").arg(project(name).join(file)).run();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains(&format!("with `{command}")), "{error}");
        assert!(error.contains(&format!("{file}`")), "{error}");
        assert_eq!((error.lines().count(), output.status.code()), (1, Some(2)));
    }
}

/// Runs a session with a Basic program, and checks that it steps through the Basic source.
fn basic_session(client: Client, program: &str) -> Client {
    let lines = ["frames = frames + 1", "COLUBK = frames", "if joy0left"];
    let mut client = session(client, program, "game.bas", lines, "COLUBK = frames");
    step_to(&mut client, "game.bas", "if joy0fire");
    step_to(&mut client, "game.bas", " drawscreen");
    client
}

#[test]
fn a_program_in_batari_basic_is_debugged_in_its_source() {
    let client = basic_session(client("basic"), "game.bas.asm");
    let found = line_coverage(&client, "game.bas.asm", "game.bas");
    let gosub = line_of(&client, "game.bas", "COLUP0 = $1E");
    assert!(found.contains(&(gosub, false)), "{found:?}");
    let loop_line = line_of(&client, "game.bas", "goto main");
    assert!(found.contains(&(loop_line, true)), "{found:?}");
}

#[test]
fn the_image_and_the_listing_of_batari_basic_lead_to_its_source() {
    needs!("dasm");
    let project = client("basic");
    run(
        &project,
        "dasm game.bas.asm -f3 -lgame.bas.lst -sgame.bas.sym -ogame.bas.bin",
    );
    fs::copy(
        project.folder.path().join("game.bas.bin"),
        project.folder.path().join("game.bin"),
    )
    .unwrap();
    let mut client = basic_session(project, "game.bas.bin");
    assert_eq!(evaluate(&mut client, "&COLUBK"), "9  $09  %00001001");
    client.request("disconnect", Value::Null);
    let arguments = ["debug", "game.bin", "--commands", "commands"];
    fs::write(client.folder.path().join("commands"), "break game.bas:6\n").unwrap();
    let text = crownhead(&client, &arguments);
    assert!(text.contains("game.bas:6"), "{text}");
}

#[test]
fn basic_assembly_without_line_comments_is_reported() {
    let project = client("basic");
    let path = project.folder.path().join("game.bas.asm");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace(";;line ", ";  ")).unwrap();
    fs::write(project.folder.path().join("commands"), "where\n").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
    let command = command.args(["debug", "game.bas.asm", "--commands", "commands"]);
    let output = command.current_dir(project.folder.path()).run();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        error.contains("game.bas.asm, has no comment `;;line N;;`"),
        "{error}"
    );
}

#[test]
fn a_dasm_listing_leads_to_its_sources() {
    needs!("dasm");
    let project = client("64tass");
    let write = |name: &str, text: &str| fs::write(project.folder.path().join(name), text).unwrap();
    write(
        "game.asm",
        " processor 6502\n include \"vcs.inc\"\n include \"macros.inc\"\n seg.u ram\n org $80\n\
         frames ds 1\n seg code\n org $f000\nstart\nmain\n SYNC 3\n inc frames\n lda frames\n \
         sta COLUBK\n WAIT 250\n include \"tail.asm\"\n org $fffc\n .word start, start\n",
    );
    write(
        "macros.inc",
        " MAC WAIT\n ldx #{1}\n.loop\n sta WSYNC\n dex\n bne .loop\n ENDM\n MAC SYNC\n \
         lda #2\n sta VSYNC\n WAIT {1}\n lda #0\n sta VSYNC\n ENDM\n",
    );
    write("tail.asm", " ldy #7\n jmp main\n");
    run(
        &project,
        "dasm game.asm -f3 -lgame.lst -sgame.sym -ogame.bin",
    );
    let lines = ["inc frames", "lda frames", "sta COLUBK"];
    let mut client = session(project, "game.bin", "game.asm", lines, "sta COLUBK");
    step_to(&mut client, "game.asm", "WAIT 250");
    stop_at(&mut client, "tail.asm", "jmp main");
}

#[test]
fn a_listing_of_another_image_is_refused() {
    let client = client("mads");
    let image = client.folder.path().join("game.bin");
    fs::write(&image, [0xea; 4096]).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
    let output = command.arg("debug").arg(&image).run();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        error.contains("the listing belongs to another image"),
        "{error}"
    );
    assert_eq!(output.status.code(), Some(2));
}

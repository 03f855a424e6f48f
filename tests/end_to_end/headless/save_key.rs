//! Tests a SaveKey on the command line: its file, and its contents at the start of a run.

use super::{crownhead, repository, run_fails, run_ok, text};

use std::fs;
use support::Folder;

/// Returns the path of the cartridge that keeps a counter in a SaveKey.
fn counter_path() -> String {
    repository()
        .join("tests/roms/savekey.asm")
        .display()
        .to_string()
}

#[test]
fn a_run_begins_with_the_named_file_or_with_an_erased_save_key() {
    let folder = Folder::new("save-key");
    let mut contents = vec![0xff; 32_768];
    contents[0x40] = 9;
    let file = folder.write("key.bin", &contents);
    let trace = |more: &[&str]| {
        let rom = counter_path();
        let args = [&["trace", rom.as_str(), "--frames", "10"], more].concat();
        let output = crownhead(&args);
        assert!(output.status.success(), "{}", text(output.stderr));
        text(output.stdout)
    };
    let name = file.to_str().unwrap();
    let with_file = trace(&["--savekey", name]);
    assert_eq!(with_file, trace(&["--savekey", name]));
    assert_ne!(with_file, trace(&[]));
    // The file has not changed.
    assert_eq!(fs::read(&file).unwrap(), contents);
    // A recording contains the SaveKey's contents, so its replay needs no file.
    let script = folder.path("count.script");
    let rom = counter_path();
    let out = script.to_str().unwrap();
    let record = [
        "record",
        &rom,
        "--frames",
        "10",
        "--savekey",
        name,
        "--out",
        out,
    ];
    assert!(crownhead(&record).status.success());
    let recorded = fs::read_to_string(&script).unwrap();
    assert!(recorded.contains("\nsavekey p1 1 09ff"), "{recorded}");
    assert!(recorded.contains("\nplug p1 savekey\n"), "{recorded}");
    fs::remove_file(&file).unwrap();
    run_ok("verify {}", &script);
}

#[test]
fn a_file_of_the_wrong_size_gives_an_error_with_both_sizes() {
    let folder = Folder::new("save-key-wrong");
    let file = folder.write("key.bin", [0; 100]);
    let words = format!("trace {} --savekey {{}}", counter_path());
    run_fails(
        &words,
        &file,
        2,
        "a SaveKey has 32768 bytes, the file has 100",
    );
    run_fails(&words, &folder.path("none.bin"), 2, "cannot read");
}

#[test]
fn info_reports_the_save_key() {
    let info = text(run_ok("info {}", counter_path().as_ref()));
    assert!(
        info.contains("savekey (it talks to a SaveKey that is plugged in)"),
        "{info}"
    );
}

#[test]
fn the_error_names_a_controller_that_is_not_emulated() {
    let folder = Folder::new("missing-controllers");
    let script = folder.write("a.script", "crownhead-script 1\nplug p0 lightgun\n@1 end\n");
    let output = crownhead(&["replay", script.to_str().unwrap()]);
    let errors = text(output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(
        errors.contains("2:9: the light gun is not emulated"),
        "{errors}"
    );
}

#[cfg(feature = "desktop")]
#[test]
fn the_window_names_a_controller_that_is_not_emulated() {
    let folder = Folder::new("missing-controllers-window");
    let output = crownhead(&["--left-controller", "trakball"]);
    let errors = text(output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("the Trak-Ball is not emulated"), "{errors}");
    let settings = folder.write("settings.toml", "[play]\nleft-controller = \"mindlink\"\n");
    let output = crownhead(&["keys", "--settings", settings.to_str().unwrap()]);
    let errors = text(output.stderr);
    assert!(output.status.success(), "{errors}");
    assert!(
        errors.contains(":2: the Mindlink is not emulated"),
        "{errors}"
    );
}

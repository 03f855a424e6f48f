//! Tests that our assembler and Debian's dasm both build the image from its sources.

use super::table::rom;
use crate::repository;
use programs::assemble_output;
use std::{path::PathBuf, process::Command};
use support::Start;

fn sources() -> PathBuf {
    repository().join("roms-src/triktrak")
}

#[test]
fn our_assembler_builds_the_image() {
    let output = assemble_output(&sources().join("main.asm"), &[]);
    let printed = String::from_utf8_lossy(&output.printed);
    let image = std::fs::read(rom("triktrak.bin")).expect("the image");
    assert_eq!(image.len(), 4096);
    assert!(
        output.binary == image,
        "rebuild rom/triktrak.bin from roms-src/triktrak"
    );
    for budget in ["RAM: stack has ", "program has ", "glyphs has "] {
        assert!(
            printed.contains(budget),
            "the source states {budget:?}: {printed}"
        );
    }
}

#[test]
fn debians_dasm_builds_the_same_bytes() {
    support::needs!("dasm");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [image, symbols] = ["image", "symbols"].map(|name| folder.path().join(name));
    let output = Command::new("dasm")
        .current_dir(sources())
        .args(["main.asm", "-f3", "-I../include"])
        .arg(format!("-o{}", image.display()))
        .arg(format!("-s{}", symbols.display()))
        .run();
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{printed}");
    for (built, file) in [(image, "triktrak.bin"), (symbols, "triktrak.sym")] {
        let built = std::fs::read(built).expect("dasm wrote it");
        let committed = std::fs::read(rom(file)).expect("it is in rom/");
        assert!(
            built == committed,
            "rebuild rom/{file} from roms-src/triktrak"
        );
    }
}

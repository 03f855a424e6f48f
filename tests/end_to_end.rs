//! End-to-end tests of the program, the cartridge and the documents that describe them.

#[cfg(all(target_os = "linux", feature = "desktop"))]
#[path = "end_to_end/desktop/mod.rs"]
mod desktop;
#[path = "facts_list.rs"]
mod facts_list;
#[path = "end_to_end/oracles/mod.rs"]
mod oracles;

use std::path::{Path, PathBuf};

/// The repository's root.
fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .unwrap()
}

/// Assembles a source of the repository; its folder and the shared headers are on the include path.
fn assemble(source: &Path) -> Vec<u8> {
    assemble_with(source, &[])
}

/// Assembles with symbols defined, as by `-Dname=1`.
fn assemble_with(source: &Path, names: &[&str]) -> Vec<u8> {
    let define = |name: &&str| asm6502::Define {
        name: name.as_bytes().to_vec(),
        text: b"1".to_vec(),
        macro_text: false,
    };
    let bytes = |path: &Path| path.to_str().unwrap().as_bytes().to_vec();
    let options = asm6502::Options {
        source: bytes(source),
        format: asm6502::Format::Raw,
        defines: names.iter().map(define).collect(),
        include_dirs: vec![
            bytes(source.parent().unwrap()),
            bytes(&repository().join("roms-src/include")),
        ],
        ..asm6502::Options::default()
    };
    let output = asm6502::assemble(&asm6502::DiskProvider, &options);
    assert_eq!(
        output.exit_code,
        0,
        "{}",
        String::from_utf8_lossy(&output.console)
    );
    output.binary
}

#[path = "end_to_end/cartridge.rs"]
mod cartridge;
#[path = "end_to_end/cycles.rs"]
mod cycles;
#[path = "end_to_end/endings.rs"]
mod endings;
#[path = "end_to_end/engine.rs"]
mod engine;
#[cfg(feature = "desktop")]
#[path = "end_to_end/fuzz_corpus.rs"]
mod fuzz_corpus;
#[path = "end_to_end/games.rs"]
mod games;
#[path = "end_to_end/headless/mod.rs"]
mod headless;
#[path = "end_to_end/imports.rs"]
mod imports;
#[path = "end_to_end/info.rs"]
mod info;
#[path = "end_to_end/manual/mod.rs"]
mod manual;
#[path = "end_to_end/matches.rs"]
mod matches;
#[path = "end_to_end/mind.rs"]
mod mind;
#[path = "end_to_end/numbers.rs"]
mod numbers;
#[path = "end_to_end/peers.rs"]
mod peers;
#[path = "end_to_end/thinking.rs"]
mod thinking;
#[path = "end_to_end/triktrak.rs"]
mod triktrak_games;
#[path = "end_to_end/waits.rs"]
mod waits;

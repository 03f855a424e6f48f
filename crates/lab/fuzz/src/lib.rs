//! The fuzz target for input scripts.

use lab::{
    script::{Script, ScriptRun, renew, write_header},
    trace::Symbols,
};
use std::sync::OnceLock;
use vcs::{Cartridge, Place};

/// The latest place at which a run ends: a few scanlines into the first frame.
const LAST_PLACE: Place = Place {
    frame: 0,
    scanline: 12,
    clock: 0,
};

/// Reads arbitrary text as an input script. If the text is valid, runs the script for a few
/// scanlines. Also makes two new scripts, one with only the script's settings and one with updated
/// expectations, and checks that both can be parsed.
pub fn script(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match Script::parse(&text) {
        Ok(script) => run(&text, &script),
        Err(error) => {
            let line = text.lines().nth(error.line.saturating_sub(1));
            let columns = line.unwrap_or_default().chars().count() + 1;
            assert!((1..=columns).contains(&error.column), "{error} in\n{text}");
        }
    }
}

fn run(text: &str, script: &Script) {
    let mut header = String::new();
    write_header(&mut header, &script.setup).expect("writing to a String cannot fail");
    let reparsed = Script::parse(&format!("{header}@0 end\n"));
    let reparsed = reparsed.unwrap_or_else(|error| panic!("{error} in\n{header}"));
    assert_eq!(reparsed.setup, script.setup, "{header}");

    let symbols = Symbols::default();
    let player = ScriptRun::new(cartridge().clone(), script, &symbols);
    let mut player = player.until(LAST_PLACE.min(script.end)).with_records();
    while player.frame().is_some() {}
    if let Ok(renewed) = renew(text, script, player.outcomes())
        && let Err(error) = Script::parse(&renewed)
    {
        panic!("{error} in\n{renewed}");
    }
}

/// Returns a 4-KiB cartridge filled with NOPs. All fuzz inputs share it, so that its scheme is
/// detected only once.
fn cartridge() -> &'static Cartridge {
    static CARTRIDGE: OnceLock<Cartridge> = OnceLock::new();
    CARTRIDGE.get_or_init(|| {
        let mut image = vec![0xea; 4096];
        image[4092..].copy_from_slice(&[0x00, 0xf0, 0x00, 0xf0]);
        Cartridge::from_image(&image).expect("4096 bytes")
    })
}

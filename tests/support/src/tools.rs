//! Third-party programs that tests need.

use std::{env, io::Write, path::PathBuf, thread};

/// The programs, each with the Debian packages that contain it.
const TOOLS: &[(&str, &str)] = &[
    ("64tass", "64tass"),
    ("Xvfb", "xvfb"),
    ("cl65", "cc65"),
    ("dasm", "dasm"),
    ("ffmpeg", "ffmpeg"),
    ("ffprobe", "ffmpeg"),
    ("import", "imagemagick"),
    ("mame", "mame"),
    ("python3", "python3"),
    ("retroarch", "retroarch"),
    ("script", "bsdutils"),
    ("stella", "stella"),
    ("umockdev-run", "umockdev"),
    ("xdotool", "xdotool"),
    ("xvfb-run", "xvfb xauth"),
];

/// The environment variable that makes a test fail if a tool is missing.
const REQUIRE_TOOLS_VARIABLE: &str = "CROWNHEAD_REQUIRE_TOOLS";

/// Returns from the test, after a message, if one of the programs is not installed.
#[macro_export]
macro_rules! needs {
    ($($program:literal),+) => {
        if [$($program),+].iter().any(|program| !$crate::has(program)) {
            return;
        }
    };
}

/// Returns true if a program is installed. Otherwise, calls [`ignore`].
pub fn has(program: &str) -> bool {
    let installed = find(program).is_some();
    if !installed {
        ignore(&format!("{program} is missing{}", install_advice(program)));
    }
    installed
}

/// Reports the running test as ignored.
///
/// # Panics
/// Panics if the environment variable `CROWNHEAD_REQUIRE_TOOLS` is set.
pub fn ignore(reason: &str) {
    let thread = thread::current();
    let test = thread.name().unwrap_or("a test");
    assert!(
        env::var_os(REQUIRE_TOOLS_VARIABLE).is_none(),
        "{test}: {reason}"
    );
    // The test harness captures the output of `eprintln!`.
    let _ = writeln!(std::io::stderr(), "ignored: {test}: {reason}");
}

fn find(program: &str) -> Option<PathBuf> {
    let name = format!("{program}{}", env::consts::EXE_SUFFIX);
    let folders = env::var_os("PATH")?;
    let mut paths = env::split_paths(&folders).map(|folder| folder.join(&name));
    paths.find(|path| path.is_file())
}

/// Returns text to append to a message: how to install a program, or nothing if the program is not
/// in [`TOOLS`].
pub(crate) fn install_advice(program: &str) -> String {
    let known = TOOLS.iter().find(|(name, _)| *name == program);
    known.map_or(String::new(), |(_, package)| {
        format!("; install it with: apt-get install {package}")
    })
}

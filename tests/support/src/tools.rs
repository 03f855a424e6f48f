//! The programs of others that tests need.

/// Programs, each with the Debian package that has it.
const TOOLS: &[(&str, &str)] = &[
    ("Xvfb", "xvfb"),
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

/// How to install a program.
pub(crate) fn advice(program: &str) -> String {
    let known = TOOLS.iter().find(|(name, _)| *name == program);
    known.map_or(String::new(), |(_, package)| {
        format!("; install it with: apt-get install {package}")
    })
}

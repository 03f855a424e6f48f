//! Lets the user name a source where a cartridge image is expected: assembles the source in memory,
//! and makes its symbols available.

use crate::{error::Error, image::CartridgeFile, outputs::register_input};
use asm6502::{
    Build, BuildError, DiskProvider, Severity,
    build::{Overlay, build},
    project::PROJECT_FILE,
};
use lab::trace::Symbols;
use std::path::{Path, PathBuf};

/// Returns the file to assemble for a path on the command line. If the path is a source (recognized
/// by its extension) or a project file, this is the path itself; if the path is a folder, it is the
/// project file in that folder. Returns `None` for any other path.
pub fn source_at(path: &Path) -> Option<PathBuf> {
    if path.is_dir() {
        let project = path.join(PROJECT_FILE);
        return project.is_file().then_some(project);
    }
    // A file inside a zip file is always an image, even if it has the extension of a source.
    let is_source = asm6502::is_source(path) && (path.exists() || !inside_a_file(path));
    is_source.then(|| path.to_owned())
}

fn inside_a_file(path: &Path) -> bool {
    path.ancestors().skip(1).any(Path::is_file)
}

/// Returns true if the bytes are dasm source: text with the directive `processor`. The file's name
/// does not matter.
pub fn looks_like_source(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else {
        return false;
    };
    let has_directive = |line: &str| {
        let mut words = line.split_whitespace();
        let first = words
            .next()
            .unwrap_or_default()
            .trim_start_matches(['.', '#']);
        first.eq_ignore_ascii_case("processor") && words.next().is_some()
    };
    !text.contains('\0') && text.lines().any(has_directive)
}

/// Assembles a source or a project file. `path` must be one that [`source_at`] returned.
///
/// # Errors
/// [`Error::Read`] if the file cannot be read; [`Error::Source`] with the assembler's messages;
/// [`Error::Usage`] for a source of another toolchain.
pub fn assemble(path: &Path) -> Result<CartridgeFile, Error> {
    std::fs::metadata(path).map_err(Error::read(path))?;
    image(build(&DiskProvider, path)).map_err(|fault| {
        let bytes = std::fs::read(path).unwrap_or_default();
        other_toolchain(path, &bytes).unwrap_or(fault)
    })
}

/// A toolchain whose sources this program cannot assemble. The fields are a description of such a
/// source for messages (such as `for ca65`), words that occur only in such sources, and the command
/// that builds an image.
type Toolchain = (&'static str, &'static [&'static str], &'static str);

const C: Toolchain = (
    "in C",
    &[],
    "cl65 -t atari2600 -g -O -Wl --dbgfile,GAME.dbg -o GAME.bin",
);
const BASIC: Toolchain = ("in batari Basic", &[], "2600basic.sh");
const ASSEMBLERS: [Toolchain; 3] = [
    (
        "for ca65",
        &[
            ".segment",
            ".zeropage",
            ".bss",
            ".rodata",
            ".importzp",
            ".import",
            ".export",
            ".exportzp",
            ".scope",
            ".setcpu",
            ".feature",
            ".define",
        ],
        "cl65 -t atari2600 -g --no-target-lib -Wl --dbgfile,GAME.dbg -o GAME.bin",
    ),
    (
        "for 64tass",
        &[
            "*",
            "*=",
            ".cpu",
            ".virtual",
            ".block",
            ".logical",
            ".section",
            ".dsection",
        ],
        "64tass --nostart -b -o GAME.bin --list GAME.lst --vice-labels -l GAME.lbl",
    ),
    (
        "for MADS",
        &["opt", "icl", ".zpvar", ".extrn", ".local"],
        "mads -o:GAME.bin -l:GAME.lst -t:GAME.lab",
    ),
];

/// Returns an error if the file is a source for another toolchain; the message gives the command
/// that builds an image. Returns `None` for any other file.
pub fn other_toolchain(path: &Path, bytes: &[u8]) -> Option<Error> {
    let text = str::from_utf8(bytes)
        .ok()
        .filter(|text| !text.contains('\0'))?;
    if looks_like_source(bytes) {
        return None;
    }
    let is_used = |(_, words, _): &&Toolchain| {
        // A line may begin with a label, so look at its first two words.
        let code = text.lines().filter_map(|line| line.split(';').next());
        let mut words_in_code = code.flat_map(|code| code.split_whitespace().take(2));
        words_in_code.any(|word| words.contains(&&*word.to_ascii_lowercase()))
    };
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let (kind, _, command) = match &*extension.to_ascii_lowercase() {
        "c" => &C,
        "bas" => &BASIC,
        _ => ASSEMBLERS.iter().find(is_used)?,
    };
    let game = path.file_stem().unwrap_or_default().to_string_lossy();
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    Some(Error::Usage(format!(
        "{} is a source {kind}; build an image with `{} {file}`, then use the image; the page \
         \"Any toolchain\" has more",
        path.display(),
        command.replace("GAME", &game),
    )))
}

/// Assembles a source that has already been read; `path` is where it came from.
///
/// # Errors
/// [`Error::Source`] with the assembler's messages.
pub fn assemble_bytes(path: &Path, bytes: &[u8]) -> Result<CartridgeFile, Error> {
    let mut sources = Overlay::new(&DiskProvider);
    sources.insert(path, bytes);
    image(build(&sources, path))
}

fn image(build: Result<Build, BuildError>) -> Result<CartridgeFile, Error> {
    let build = build.map_err(|fault| Error::Source(Box::new(fault)))?;
    register_input(&build.source);
    build.files.iter().for_each(|file| register_input(file));
    Ok(CartridgeFile {
        path: build.source.clone(),
        bytes: build.image.clone(),
        build: Some(Box::new(build)),
    })
}

/// Returns a program's symbols, for use in traces and scripts.
pub fn symbols(build: &Build) -> Symbols {
    let values = build.values();
    let values = values.iter().map(|(name, value)| (name.as_str(), *value));
    let variables = build.symbols.iter().filter(|symbol| symbol.is_variable);
    Symbols::from_values(values).with_variables(variables.map(|symbol| symbol.name.as_str()))
}

/// Returns a program's warnings as text; empty if there are none.
pub fn warnings(build: &Build) -> String {
    build
        .messages
        .iter()
        .filter(|message| message.severity >= Severity::Warning)
        .map(|message| message.to_string())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const SOURCE: &str = " processor 6502\n include \"names.h\"\n org $f000\nStart lda #RED\n \
                          ds $ffc,0\n org $fffc\n .word Start,Start\n";

    #[test]
    fn a_source_can_be_named_in_place_of_its_image() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("inc")).unwrap();
        fs::write(at("game.asm"), SOURCE.replace("ds $ffc,0", "")).unwrap();
        fs::write(at("inc/names.h"), "RED = $40\nCOLOR = BLUE\n").unwrap();
        let toml = "main = 'game.asm'\nincludes = ['inc']\nscheme = '4K'\n[defines]\nBLUE = 3\n";
        fs::write(at("crownhead.toml"), toml).unwrap();
        for name in ["game.asm", "crownhead.toml", ""] {
            let source = source_at(&at(name)).unwrap();
            let image = assemble(&source).unwrap();
            assert_eq!((image.bytes.len(), image.bytes[1]), (4096, 0x40));
            let build = image.build.unwrap();
            let symbols = symbols(&build);
            assert_eq!(symbols.value("Start"), Some(0xf000));
            assert_eq!(symbols.value("COLOR"), Some(3));
            let line = build.lines.at(1).unwrap();
            assert_eq!(
                (&*line.line.file, line.line.line),
                (&*at("game.asm").to_string_lossy(), 4)
            );
            assert!(
                build.files.contains(&at("inc/names.h"))
                    && build.files.contains(&at("crownhead.toml"))
            );
        }
        fs::write(at("inc/names.h"), "RED = 1\n sta #1\n").unwrap();
        let fault = assemble(&at("game.asm")).unwrap_err();
        assert_eq!(fault.status(), 2);
        assert!(fault.to_string().contains("names.h:2"), "{fault}");
    }

    #[test]
    fn a_source_with_another_extension_is_recognized() {
        assert!(looks_like_source(b"; game\n\tPROCESSOR 6502\n org 0\n"));
        assert!(!looks_like_source(b"processor\n"));
        assert!(!looks_like_source(b"\0 processor 6502\n"));
        assert!(!looks_like_source(&[0xff; 64]));
    }
}

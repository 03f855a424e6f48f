//! Finds the program that a file belongs to: the one that a `crownhead.toml` in its folder or a
//! parent folder describes, the one whose source includes the file, or a program whose main source
//! is the file itself.

use asm6502::{
    Options,
    project::{self, LocatedProject, ProjectError},
};
use std::path::{Path, PathBuf};

use crate::lsp::{
    documents::{Documents, Sources},
    units::Unit,
};

/// Maximum number of folder entries that one search examines.
const MAX_ENTRIES: usize = 2000;
/// Maximum depth of the subfolders that one search enters.
const MAX_DEPTH: usize = 6;

/// Maximum number of sources that are assembled to find out whether they include a file.
const MAX_TRIALS: usize = 50;

/// Returns the project file in the folder of `path` or in a parent folder, if there is one.
///
/// # Errors
/// [`ProjectError`] if the project file has an error.
pub fn project(documents: &Documents, path: &Path) -> Result<Option<LocatedProject>, ProjectError> {
    let sources = Sources {
        base: Path::new("/"),
        documents,
    };
    project::find(&sources, path)
}

/// Returns the program that a file belongs to, already assembled, and its main source.
pub fn unit_of(
    documents: &Documents,
    roots: &[PathBuf],
    path: &Path,
    located: Option<&LocatedProject>,
) -> (PathBuf, Unit) {
    if let Some(located) = located
        && let Some(main) = located.main()
    {
        let unit = unit(documents, roots, &main, Some(located));
        if unit.reads(path) || main == path {
            return (main, unit);
        }
    }
    let own_unit = unit(documents, roots, path, located);
    match including_source(documents, roots, path, located) {
        Some(found) => found,
        None => (path.to_owned(), own_unit),
    }
}

/// Assembles the program of a main source and returns it.
fn unit(
    documents: &Documents,
    roots: &[PathBuf],
    main: &Path,
    located: Option<&LocatedProject>,
) -> Unit {
    let folder = main.parent().unwrap_or(Path::new("")).to_owned();
    let (base, options) = match located {
        Some(located) => {
            let base = located.folder().to_owned();
            let source = main.strip_prefix(&base).unwrap_or(main).to_owned();
            (base, located.project.options(Path::new(""), &source))
        }
        None => {
            let source = main.file_name().unwrap_or(main.as_os_str());
            let bytes = |path: &Path| path.to_string_lossy().into_owned().into_bytes();
            let options = Options {
                source: bytes(Path::new(source)),
                include_dirs: roots.iter().map(|root| bytes(root)).collect(),
                ..Options::default()
            };
            (folder, options)
        }
    };
    let mut unit = Unit::new(base, options);
    unit.scheme = located.and_then(|located| located.project.scheme.clone());
    unit.check(documents);
    unit
}

/// Returns a source that includes a file, directly or indirectly, and that source's program.
/// Prefers sources in the same folder and sources called `main`.
fn including_source(
    documents: &Documents,
    roots: &[PathBuf],
    path: &Path,
    located: Option<&LocatedProject>,
) -> Option<(PathBuf, Unit)> {
    let mut candidates = candidates(documents, roots, path, MAX_ENTRIES);
    // A main source is often called `main`, so try sources with this name early.
    candidates.sort_by_key(|main| {
        let is_in_same_folder = main.parent() == path.parent();
        let is_called_main = main.file_stem().is_some_and(|stem| stem == "main");
        (!is_in_same_folder, !is_called_main, main.clone())
    });
    candidates.into_iter().take(MAX_TRIALS).find_map(|main| {
        let unit = unit(documents, roots, &main, located);
        unit.reads(path).then_some((main, unit))
    })
}

/// Returns the sources that contain includes: open documents, and sources in the folder of `path`,
/// in its parent folders up to the folder that the editor has opened, and in their subfolders.
/// Examines no more than `max_entries` folder entries.
fn candidates(
    documents: &Documents,
    roots: &[PathBuf],
    path: &Path,
    max_entries: usize,
) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let folder = path.parent().unwrap_or(Path::new(""));
    let root = roots.iter().find(|root| path.starts_with(root));
    let root = root.map_or(folder, PathBuf::as_path);
    // Search the nearest folders first, because farther folders may contain more files than the
    // limit allows.
    let mut entries_left = max_entries;
    let mut searched = None;
    for ancestor in folder
        .ancestors()
        .take_while(|ancestor| ancestor.starts_with(root))
    {
        find_sources(ancestor, searched, MAX_DEPTH, &mut entries_left, &mut files);
        searched = Some(ancestor);
    }
    let open = documents
        .paths()
        .filter(|path| asm6502::is_source(path))
        .map(Path::to_owned);
    files.extend(open);
    files.sort();
    files.dedup();
    files.retain(|main| main != path && contains_include(documents, main));
    files
}

/// Finds the sources in a folder and its subfolders, except the subfolder `searched`.
/// `entries_left` is the number of entries that may still be examined.
fn find_sources(
    folder: &Path,
    searched: Option<&Path>,
    depth: usize,
    entries_left: &mut usize,
    files: &mut Vec<PathBuf>,
) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        if *entries_left == 0 {
            return;
        }
        *entries_left -= 1;
        let path = entry.path();
        let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
        let is_skipped = is_hidden || searched == Some(path.as_path());
        // Use the type of the entry itself, so that symbolic links are not followed and cannot form
        // a loop.
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && depth > 0 && !is_skipped => {
                find_sources(&path, None, depth - 1, entries_left, files);
            }
            Ok(kind) if kind.is_file() && asm6502::is_source(&path) => files.push(path),
            _ => {}
        }
    }
}

/// Returns true if a source contains the word `include`: a quick check before the assembler runs.
fn contains_include(documents: &Documents, path: &Path) -> bool {
    let text = documents.read(path).unwrap_or_default();
    text.windows(7)
        .any(|word| word.eq_ignore_ascii_case(b"include"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_nearest_folders_are_searched_first() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        for name in ["a", "b", "c", "d", "e", "f", "g", "game", "h"] {
            fs::create_dir(root.join(name)).unwrap();
            for number in 0..3 {
                fs::write(root.join(name).join(number.to_string()), "").unwrap();
            }
        }
        let start = root.join("game/start.asm");
        fs::write(&start, " include \"part.asm\"\n").unwrap();
        let part = root.join("game/part.asm");
        let roots = [root.to_owned()];
        let found = candidates(&Documents::default(), &roots, &part, 4);
        assert_eq!(found, [start]);
    }
}

//! Collects the sources: the test sources in the workspace, and the sources of the bundled
//! cartridges.

use asm6502::{Options, SourceProvider};
use std::path::{Path, PathBuf};

/// A source with its options, and the folder to which file names in the source are relative.
pub struct Case {
    pub folder: PathBuf,
    pub options: Options,
}

impl Case {
    pub fn name(&self) -> String {
        let source = String::from_utf8_lossy(&self.options.source);
        format!("{}/{source}", self.folder.display())
    }

    pub fn provider(&self) -> Folder {
        Folder(self.folder.clone())
    }
}

/// Provides the files in a folder and its subfolders.
pub struct Folder(pub PathBuf);

impl SourceProvider for Folder {
    fn read(&self, name: &[u8]) -> Option<Vec<u8>> {
        let path = self.0.join(str::from_utf8(name).ok()?);
        if path.is_dir() && !name.is_empty() {
            Some(Vec::new())
        } else {
            std::fs::read(path).ok()
        }
    }

    fn is_directory(&self, name: &[u8]) -> bool {
        str::from_utf8(name).is_ok_and(|name| self.0.join(name).is_dir())
    }
}

/// Returns all sources, sorted by path.
pub fn cases() -> Vec<Case> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("crates");
    let root = crates.parent().expect("the workspace");
    let mut files = Vec::new();
    let folders = [
        crates.join("asm6502/tests"),
        root.join("roms-src"),
        root.join("tests"),
        crates.join("vcs/tests"),
    ];
    for folder in &folders {
        collect_sources(folder, &mut files);
    }
    files.sort();
    files.iter().map(|path| case(path)).collect()
}

fn collect_sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => collect_sources(&path, files),
            false if path.extension().is_some_and(|extension| extension == "asm") => {
                files.push(path)
            }
            false => {}
        }
    }
}

fn case(path: &Path) -> Case {
    let folder = path.parent().expect("a folder").to_owned();
    let name = path
        .file_name()
        .expect("a name")
        .to_string_lossy()
        .into_owned();
    let options = Options {
        source: name.into_bytes(),
        include_dirs: vec![b"../include".to_vec()],
        ..Options::default()
    };
    Case { folder, options }
}

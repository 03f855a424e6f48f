//! Writes the assembler's built-in headers to files, so that an editor can open them.

use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    io::Write,
    path::{Path, PathBuf},
};

/// Writes the built-in header called `name` to a file in the folder for temporary files, and
/// returns the file's path. Returns `None` if a file called `name` already exists, if there is no
/// such header, or if the file cannot be written.
pub(crate) fn write_header_file(name: &Path) -> Option<PathBuf> {
    if name.exists() {
        return None;
    }
    let text = asm6502::built_in_header(name.to_string_lossy().as_bytes())?;
    // Another build of this program may have written different headers, so the folder's name
    // depends on the text.
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    let folder = format!("crownhead-headers-{:016x}", hasher.finish());
    let folder = std::env::temp_dir().join(folder);
    fs::create_dir_all(&folder).ok()?;
    let path = folder.join(name.file_name()?.to_string_lossy().to_ascii_lowercase());
    let created = fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&path);
    if let Ok(mut file) = created {
        file.write_all(text.as_bytes()).ok()?;
    }
    let is_whole = fs::read(&path).is_ok_and(|contents| contents == text.as_bytes());
    is_whole.then_some(path)
}

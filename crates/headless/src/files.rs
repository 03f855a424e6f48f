//! Reads cartridge files, and writes files. If a write fails, the old content of the file is not
//! lost.

use crate::{
    error::Error, image::CartridgeFile, interrupt, outputs, path_setting::to_setting,
    progress::while_reading, sources,
};
use part_file::PartFile;
use play::archive;
use play::bundled::Bundled;
use std::{
    ffi::OsStr,
    fs::{self, File},
    io::{self, Read, Write},
    path::{Component, Path, PathBuf},
};

/// Maximum size of a file to read, in bytes: 64 MiB, enough for a collection of images.
const MAX_FILE_SIZE: u64 = 64 << 20;

/// Reads a cartridge from a file: an image, an archive, or a source, which it assembles. `-` is
/// standard input. A zip file with several cartridges acts as a folder: `games.zip/a.bin`. For a
/// folder with a `crownhead.toml`, assembles that project's main source.
///
/// # Errors
/// [`Error::Read`] if the file cannot be read, [`Error::Source`] if the source does not assemble,
/// [`Error::Usage`] for a directory without a `crownhead.toml`, an archive without the named image,
/// or a file larger than 64 MiB.
pub fn read_image(path: &Path) -> Result<CartridgeFile, Error> {
    if let Some(source) = sources::source_at(path) {
        return sources::assemble(&source);
    }
    let (file, name) = match name_in_archive(path) {
        Some((file, name)) => (file, Some(name)),
        None => (path, None),
    };
    if file != Path::new("-") && file.is_dir() {
        return Err(Error::Usage(format!(
            "{} is a directory; name a cartridge image or a source in it",
            path.display()
        )));
    }
    let bytes = read_bounded(file)?;
    if name.is_none() && sources::looks_like_source(&bytes) {
        return sources::assemble_bytes(path, &bytes);
    }
    if let Some(fault) = sources::other_toolchain(path, &bytes).filter(|_| name.is_none()) {
        return Err(fault);
    }
    let unpacked = match name {
        Some(name) => play::image::UnpackedImage::unpack_member(&bytes, &name),
        None => play::image::UnpackedImage::unpack("", bytes),
    };
    let image = unpacked.map_err(|fault| Error::Usage(format!("{}: {fault}", file.display())))?;
    // `join` with an empty name would append a slash to the path.
    let path = if file == path && !image.name.is_empty() {
        path.join(image.name)
    } else {
        path.to_owned()
    };
    Ok(CartridgeFile::new(path, image.bytes))
}

/// Splits a path such as `games.zip/a.bin` into the archive's path and the name inside the archive.
/// Returns `None` for any other path.
fn name_in_archive(path: &Path) -> Option<(&Path, String)> {
    let file = path.ancestors().skip(1).find(|file| file.is_file())?;
    let inside = path.strip_prefix(file).ok()?.iter();
    let names: Vec<_> = inside.map(|name| name.to_string_lossy()).collect();
    Some((file, names.join("/")))
}

/// Lists the cartridge images in a zip file. The list is empty for any other file, and for a file
/// that cannot be read. Pipes are not opened, because reading one might never end.
pub fn images_in(path: &Path) -> Vec<archive::ImageEntry> {
    if !path.is_file() {
        return Vec::new();
    }
    let bytes = read_bounded(path).unwrap_or_default();
    archive::list_images(&bytes).unwrap_or_default()
}

/// Returns an error if the path exists but is not a regular file: reading a pipe or a device might
/// never end.
///
/// # Errors
/// [`Error::Usage`].
pub fn check_regular(path: &Path) -> Result<(), Error> {
    match fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => Err(Error::Usage(format!(
            "{} is not a regular file; copy its contents into a file",
            path.display()
        ))),
        // A name inside a zip file has no metadata.
        _ => Ok(()),
    }
}

/// Replaces a file atomically: at any moment, the name refers either to the old file or to the
/// complete new one. The new content is written to a temporary file in the same folder, which is
/// then renamed. If the path is a symbolic link, its target is replaced, and the link remains. The
/// new file gets the permissions of the old one. A device or pipe is written to directly.
///
/// # Errors
/// [`Error::Write`] if the disk is full, or the file or folder is read-only; the old file is
/// unchanged.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let write = || {
        let (part, mut file) = create_part(path)?;
        file.write_all(bytes)?;
        if !part.writes_to_target() {
            // The contents must be on disk before the rename.
            file.sync_all()?;
        }
        // Some systems cannot rename an open file.
        drop(file);
        part.finish()
    };
    write().map_err(Error::write(path))
}

/// Creates the part file for an output: the temporary file that later replaces the output. If the
/// output is a pipe, opens the pipe instead, and waits until another program opens it for reading.
/// An interrupt during that wait ends the program immediately.
pub(crate) fn create_part(path: &Path) -> io::Result<(PartFile, File)> {
    let create = || PartFile::create(path);
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        interrupt::while_waiting(create)
    } else {
        create()
    }
}

/// Writes an output file of a command, completely or not at all.
///
/// # Errors
/// [`Error::Usage`] if the path is an input of this run, or `-`; the errors of [`write_whole`].
pub fn write_output(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    outputs::check_is_file_name(path)?;
    outputs::check_output(path)?;
    write_whole(path, bytes)
}

/// Returns the value of the `cartridge` setting in a recording: the absolute path of the cartridge
/// file or, if the argument `cartridge` is `None`, the name of the bundled cartridge with this
/// image. Returns `None` if the cartridge comes from standard input.
pub fn cartridge_setting(cartridge: Option<&Path>, image: &[u8]) -> Option<String> {
    match cartridge {
        None => Bundled::of(image).map(|bundled| bundled.script_name()),
        Some(path) if path == Path::new("-") => None,
        Some(path) => {
            let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
            Some(to_setting(&absolute))
        }
    }
}

/// Returns a file's path relative to a folder, such as `../hop.bin`. The folder need not exist yet.
/// Returns `None` if there is no relative path, for example if the file and the folder are on
/// different drives.
pub fn relative_to(path: &Path, folder: &Path) -> Option<PathBuf> {
    let resolved = |path: &Path| {
        // Resolve only the links in the folder: if the file itself is a link, its path must still
        // name the link.
        let absolute = std::path::absolute(path).ok()?;
        let (folder, name) = (absolute.parent()?, absolute.file_name()?);
        let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        Some(folder.join(name))
    };
    let to = resolved(path)?;
    let from = fs::canonicalize(folder)
        .or_else(|_| std::path::absolute(folder))
        .ok()?;
    let shared = to.components().zip(from.components());
    let shared = shared.take_while(|(a, b)| a == b).count();
    if shared == 0 {
        return None;
    }
    let up = from.components().skip(shared).map(|_| Component::ParentDir);
    Some(up.chain(to.components().skip(shared)).collect())
}

/// Returns a cartridge's name for titles and file names: the name of its file, without the
/// extension. Replaces each character that some file systems do not allow with `_`. Names inside
/// zip files can contain such characters.
pub fn cartridge_name(path: &Path) -> String {
    let replace_forbidden = |letter: char| {
        if letter.is_control() || r#"<>:"/\|?*"#.contains(letter) {
            '_'
        } else {
            letter
        }
    };
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    name.chars().map(replace_forbidden).collect()
}

/// Creates an empty file `STEM-NNNN.EXTENSION` with an unused number in `folder`. Creates the
/// folder, too, if necessary. The empty file keeps other programs from taking the same name.
///
/// # Errors
/// [`Error::Write`] if the folder or file cannot be created, or all numbers are taken.
pub fn reserve_fresh_name(folder: &Path, stem: &str, extension: &str) -> Result<PathBuf, Error> {
    fs::create_dir_all(folder).map_err(Error::write(folder))?;
    for path in numbered(folder, stem, extension) {
        match File::create_new(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => return created.map(|_| path.clone()).map_err(Error::write(&path)),
        }
    }
    Err(all_names_taken(folder))
}

/// Returns the names `STEM-0001.EXTENSION` to `STEM-9999.EXTENSION` in a folder.
fn numbered(folder: &Path, stem: &str, extension: &str) -> impl Iterator<Item = PathBuf> {
    (1..10_000).map(move |number| folder.join(format!("{stem}-{number:04}.{extension}")))
}

fn all_names_taken(folder: &Path) -> Error {
    Error::Write {
        path: folder.to_owned(),
        source: io::Error::other("all names up to number 9999 are taken; move or delete old files"),
    }
}

/// Writes a file under the first unused name in a list. Returns the name, or `None` if all names
/// are taken. The name appears in the folder only when the file is complete. An existing file is
/// never replaced, even if another program creates it at the same time.
fn write_new(
    names: impl IntoIterator<Item = PathBuf>,
    bytes: &[u8],
) -> Result<Option<PathBuf>, Error> {
    let mut written: Option<(PartFile, File)> = None;
    for path in names {
        let mut create = || -> io::Result<()> {
            if fs::symlink_metadata(&path).is_ok() {
                return Err(io::ErrorKind::AlreadyExists.into());
            }
            let (part, _) = match &mut written {
                Some(written) => written,
                None => {
                    let (part, mut file) = PartFile::create(&path)?;
                    file.write_all(bytes)?;
                    // The contents must be on disk before the file gets its final name.
                    file.sync_all()?;
                    written.insert((part, file))
                }
            };
            match fs::hard_link(part.path(), &path) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                    // This file system may not support hard links. Reserve the name, then rename
                    // the part file.
                    File::create_new(&path)?;
                    fs::rename(part.path(), &path)
                }
                linked => linked,
            }
        };
        match create() {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => {
                return created
                    .map(|()| Some(path.clone()))
                    .map_err(Error::write(&path));
            }
        }
    }
    Ok(None)
}

/// Writes a file under a [fresh name](reserve_fresh_name), completely or not at all.
///
/// # Errors
/// The errors of [`reserve_fresh_name`] and [`write_whole`].
pub fn write_fresh(
    folder: &Path,
    stem: &str,
    extension: &str,
    bytes: &[u8],
) -> Result<PathBuf, Error> {
    fs::create_dir_all(folder).map_err(Error::write(folder))?;
    write_new(numbered(folder, stem, extension), bytes)?.ok_or_else(|| all_names_taken(folder))
}

/// Writes a file in the working directory. Its name is `name` or, if a file with that name exists,
/// `name` with a number added.
///
/// # Errors
/// The errors of [`write_fresh`].
pub fn write_numbered_if_taken(name: &str, bytes: &[u8]) -> Result<PathBuf, Error> {
    let path = Path::new(name);
    let part = |part: Option<&OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    match write_new([path.to_owned()], bytes)? {
        Some(path) => Ok(path),
        None => write_fresh(
            Path::new("."),
            &part(path.file_stem()),
            &part(path.extension()),
            bytes,
        ),
    }
}

/// Reads a file, or standard input for `-`. Returns an error after more than [`MAX_FILE_SIZE`]
/// bytes, so that endless input (such as a device) cannot block the program forever.
fn read_bounded(path: &Path) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        io::stdin().take(MAX_FILE_SIZE + 1).read_to_end(&mut bytes)
    } else {
        while_reading(path, || {
            File::open(path).and_then(|file| file.take(MAX_FILE_SIZE + 1).read_to_end(&mut bytes))
        })
    };
    read.map_err(Error::read(path))?;
    outputs::register_input(path);
    if bytes.len() as u64 > MAX_FILE_SIZE {
        return Err(Error::Usage(format!(
            "{} is larger than 64 MiB; unpack it and name an image",
            path.display()
        )));
    }
    Ok(bytes)
}

/// Creates a zip file with these names and contents.
#[cfg(test)]
pub fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    use std::io::Write;
    let mut writer = zip::ZipWriter::new(io::Cursor::new(Vec::new()));
    for (name, bytes) in files {
        let options = zip::write::SimpleFileOptions::default();
        writer.start_file(*name, options).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_in_a_zip_file_are_read_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let zip = folder.path().join("games.zip");
        let names = [
            "/a.bin", "./b.bin", "x//c.bin", r"y\d.bin", "../e.bin", "z/f.bin",
        ];
        fs::write(&zip, zipped(&names.map(|name| (name, name.as_bytes())))).unwrap();
        let normalized = ["a.bin", "b.bin", "x/c.bin", "y/d.bin", "e.bin", "z/f.bin"];
        {
            let listed = images_in(&zip).into_iter().map(|image| image.name);
            assert_eq!(listed.collect::<Vec<_>>(), normalized);
        }
        for (name, normalized) in names.into_iter().zip(normalized) {
            let image = read_image(&zip.join(normalized)).unwrap();
            assert_eq!(image.bytes, name.as_bytes());
            assert_eq!(image.path, zip.join(normalized));
        }
        let unusual = format!("{}/./z//f.bin", zip.display());
        assert_eq!(read_image(Path::new(&unusual)).unwrap().bytes, b"z/f.bin");
        let fault = read_image(&zip.join("g.bin")).unwrap_err().to_string();
        assert!(
            fault.contains("contains no g.bin; its images: a.bin, b.bin"),
            "{fault}"
        );
        let fault = read_image(&zip).unwrap_err().to_string();
        assert!(fault.contains("FILE.zip/a.bin"), "{fault}");
    }

    #[test]
    fn the_name_of_the_only_image_in_a_zip_file_selects_the_scheme() {
        let folder = tempfile::tempdir().unwrap();
        let zip = folder.path().join("games.zip");
        fs::write(&zip, zipped(&[("x/game.e0", &[0; 8192])])).unwrap();
        let image = read_image(&zip).unwrap();
        let loaded = image.cartridge().unwrap();
        assert_eq!(loaded.scheme().name(), "E0");
    }

    #[test]
    fn a_file_that_is_too_large_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.zip");
        let file = File::create(&path).unwrap();
        file.set_len(MAX_FILE_SIZE + 1).unwrap();
        for path in [path.join("a.bin"), path] {
            let error = read_image(&path).unwrap_err();
            assert_eq!(error.status(), 2);
            assert!(error.to_string().contains("larger than 64 MiB"), "{error}");
        }
    }

    #[test]
    fn a_path_is_made_relative_to_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("tests/deep")).unwrap();
        let relative = |file: &str, from: &str| relative_to(&at(file), &at(from)).unwrap();
        assert_eq!(relative("hop.bin", "tests"), Path::new("../hop.bin"));
        assert_eq!(relative("hop.bin", ""), Path::new("hop.bin"));
        assert_eq!(
            relative("tests/a/hop.bin", "tests/deep"),
            Path::new("../a/hop.bin")
        );
    }

    #[test]
    fn a_directory_is_refused_with_a_hint() {
        let error = read_image(Path::new("/")).unwrap_err();
        assert_eq!(error.status(), 2);
        assert!(error.to_string().contains("is a directory"));
    }

    #[test]
    fn a_name_from_a_zip_file_fits_every_file_system() {
        let name = cartridge_name(Path::new("a.zip/Game: Part 2?\n.bin"));
        assert_eq!(name, "Game_ Part 2__");
        assert_eq!(cartridge_name(Path::new("a/Dámě v1.2.bin")), "Dámě v1.2");
    }

    #[test]
    fn a_fresh_name_is_never_one_that_exists() {
        let folder = std::env::temp_dir().join(format!("crownhead-names-{}", std::process::id()));
        let first = reserve_fresh_name(&folder, "game", "png").unwrap();
        write_whole(&first, b"x").unwrap();
        // The name of an empty file counts as taken, too: another program may be about to write to
        // the file.
        fs::write(folder.join("game-0002.png"), "").unwrap();
        let third = reserve_fresh_name(&folder, "game", "png").unwrap();
        assert!(third.ends_with("game-0003.png") && third.exists());
        fs::remove_file(folder.join("game-0002.png")).unwrap();
        let second = write_fresh(&folder, "game", "png", b"y").unwrap();
        fs::remove_dir_all(&folder).unwrap();
        assert!(first.ends_with("game-0001.png") && second.ends_with("game-0002.png"));
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_written_to_and_not_replaced() {
        let link = std::env::temp_dir().join(format!("crownhead-null-{}", std::process::id()));
        std::os::unix::fs::symlink("/dev/null", &link).unwrap();
        let written = write_whole(&link, b"x");
        let still_link = fs::symlink_metadata(&link).unwrap().is_symlink();
        fs::remove_file(&link).unwrap();
        written.unwrap();
        assert!(still_link);
    }

    #[cfg(unix)]
    #[test]
    fn writing_through_a_link_replaces_its_target() {
        let folder = std::env::temp_dir().join(format!("crownhead-link-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (file, link) = (folder.join("file"), folder.join("link"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let written = write_whole(&link, b"new");
        let (is_link, text) = (link.is_symlink(), fs::read_to_string(&file).unwrap());
        fs::remove_dir_all(&folder).unwrap();
        written.unwrap();
        assert!(is_link && text == "new");
    }
}

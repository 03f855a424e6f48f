//! The fuzz targets of the program: files and names that the command line and the window accept.

use frontend::Settings;
use headless::{files, path_setting};
use lab::script::{Script, Setup, write_header};
use play::{archive, image};
use std::{
    io::{Cursor, Write},
    path::{Path, PathBuf},
};

/// The maximum size of an image to unpack.
const LIMIT: u64 = 1 << 16;

/// Parses arbitrary text as a settings file. The result must be settings with a valid key map, or
/// an error that names a line of the file.
pub fn settings(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match Settings::parse(&text) {
        Ok(settings) => assert!(settings.bindings().is_ok()),
        Err(error) => {
            let line = error.split(':').next().and_then(|line| line.parse().ok());
            let lines = text.matches('\n').count() + 1;
            let valid = line.is_some_and(|line: usize| (1..=lines).contains(&line));
            assert!(valid, "{error:?} in\n{text}");
        }
    }
}

/// Reads arbitrary bytes as a zip or gzip file. Checks that the unpacked size does not exceed the
/// limit, and that every listed image can be found by its name.
pub fn archive(bytes: &[u8]) {
    match archive::unpack(bytes.to_vec(), LIMIT) {
        Ok((image, _)) => assert!(image.len() as u64 <= (LIMIT + 1).max(bytes.len() as u64)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    for name in archive::image_names(bytes).unwrap_or_default() {
        match archive::unpack_member(bytes, &name, LIMIT) {
            Ok(image) => assert!(image.len() as u64 <= LIMIT + 1),
            Err(archive::ArchiveError::Missing { .. }) => {
                panic!("{name:?} is listed but not found")
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// Uses arbitrary bytes as the name of an image: as a file name, in a script, and in a zip file.
/// The first byte determines the image's size.
pub fn image_names(bytes: &[u8]) {
    let Some((&size, name)) = bytes.split_first() else {
        return;
    };
    check_name_in_script(&path_of(name));
    let name = String::from_utf8_lossy(name);
    let image = vec![0xea; usize::from(size)];
    // If the name does not determine the board, `cartridge` runs the image to detect it. Three
    // bytes are not a valid image and are never run, so this tests only the choice by name.
    let by_name = image::cartridge(&name, &[0xea; 3]);
    assert!(by_name.is_err());
    let title = files::cartridge_name(Path::new(&*name));
    assert!(!title.contains(['/', '\\', '\0', '\n']), "{title:?}");
    check_name_in_zip_file(&name, &image);
}

fn check_name_in_script(path: &Path) {
    if path == Path::new("") {
        return;
    }
    let setup = Setup {
        cartridge: Some(path_setting::to_setting(path)),
        ..Setup::default()
    };
    let mut text = String::new();
    write_header(&mut text, &setup).expect("writing to a string cannot fail");
    text += "@1 end\n";
    let script = Script::parse(&text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
    let name = script.setup.cartridge.expect("it was written");
    assert_eq!(path_setting::from_setting(&name), path, "{text}");
}

fn check_name_in_zip_file(name: &str, image: &[u8]) {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    if writer.start_file(name, options).is_err() {
        return;
    }
    writer
        .write_all(image)
        .expect("writing to memory cannot fail");
    let packed = writer.finish().expect("writing to memory cannot fail");
    let packed = packed.into_inner();
    // In a zip file, a name that ends in a slash is a folder.
    if name.ends_with(['/', '\\']) {
        return;
    }
    let unpacked = archive::unpack_member(&packed, name, LIMIT << 4);
    assert!(unpacked.is_ok_and(|unpacked| unpacked == image), "{name:?}");
    for listed in archive::image_names(&packed).expect("it was just written") {
        assert!(
            archive::unpack_member(&packed, &listed, LIMIT).is_ok(),
            "{listed:?}"
        );
    }
}

#[cfg(unix)]
fn path_of(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    std::ffi::OsStr::from_bytes(bytes).into()
}

#[cfg(not(unix))]
fn path_of(bytes: &[u8]) -> PathBuf {
    String::from_utf8_lossy(bytes).into_owned().into()
}

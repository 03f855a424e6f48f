//! Cartridge images inside zip and gzip files.

use flate2::read::MultiGzDecoder;
use std::{
    borrow::Cow,
    ffi::OsStr,
    io::{Cursor, Read},
    path::Path,
};
use vcs::cartridge::Scheme;
use zip::ZipArchive;

/// First bytes of a gzip file.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// First bytes of a zip file that holds something.
const ZIP: [u8; 4] = *b"PK\x03\x04";
/// Extensions that cartridge images have, apart from the names of bank-switch schemes.
const IMAGES: [&str; 3] = ["bin", "a26", "rom"];
/// Names of images that a sentence lists.
const LISTED: usize = 5;

/// What a file holds: the file itself, or the one cartridge image that is packed in it, with its name where
/// that is told. At most one byte more than `limit` comes out, whatever the archive claims.
///
/// # Errors
/// A sentence on the archive: it is damaged, or one must choose between several images.
pub fn unpack(bytes: Vec<u8>, limit: u64) -> Result<(Vec<u8>, Option<String>), String> {
    // An image of a cartridge's size is never an archive, whatever it begins with.
    if bytes.len() >= 2048 && bytes.len().is_power_of_two() {
        return Ok((bytes, None));
    }
    if bytes.starts_with(&GZIP) {
        return Ok((bounded(MultiGzDecoder::new(&bytes[..]), limit)?, None));
    }
    match bytes.starts_with(&ZIP) {
        true => unzip(&bytes, limit).map(|(image, name)| (image, Some(name))),
        false => Ok((bytes, None)),
    }
}

/// The names of the cartridge images in a zip file; none for a file that is no zip file.
///
/// # Errors
/// A sentence on a damaged archive.
#[cfg(feature = "desktop")]
pub fn images(bytes: &[u8]) -> Result<Vec<String>, String> {
    match bytes.starts_with(&ZIP) {
        true => Ok(names(&images_of(&open(bytes)?))),
        false => Ok(Vec::new()),
    }
}

/// The file of that name in a zip file, which may be written in any of the ways that [`plain`] knows; at most one byte more than `limit` of it.
///
/// # Errors
/// A sentence on the archive: it is damaged, it is no zip file, or it holds no such file.
pub fn member(bytes: &[u8], name: &str, limit: u64) -> Result<Vec<u8>, String> {
    if !bytes.starts_with(&ZIP) {
        return Err(format!("this is no zip file that could hold {name}"));
    }
    let mut archive = open(bytes)?;
    let wanted = plain(name);
    let Some(file) = files(&archive).into_iter().find(|file| file.name == wanted) else {
        let names = listed(&names(&images_of(&archive)));
        return Err(format!(
            "this zip file holds no {name}; its images: {names}"
        ));
    };
    file.read(&mut archive, limit)
}

type Archive<'a> = ZipArchive<Cursor<&'a [u8]>>;

fn open(bytes: &[u8]) -> Result<Archive<'_>, String> {
    ZipArchive::new(Cursor::new(bytes)).map_err(damaged)
}

fn damaged(error: zip::result::ZipError) -> String {
    format!(
        "this zip file cannot be read: {error}; fetch it again, or unpack it and name the image"
    )
}

/// A file in a zip file.
struct Member {
    /// Its place there.
    place: usize,
    /// Its [`plain`] name.
    name: String,
}

impl Member {
    fn read(&self, archive: &mut Archive<'_>, limit: u64) -> Result<Vec<u8>, String> {
        bounded(archive.by_index(self.place).map_err(damaged)?, limit)
    }
}

/// A name without what leads nowhere or out of the archive: each zipper writes them in a way of its own, such as
/// `/a.bin`, `./a.bin`, `x//a.bin`, or `x\a.bin` for `x/a.bin`.
fn plain(name: &str) -> String {
    let parts = name.split(['/', '\\']);
    let parts = parts.filter(|part| !["", ".", ".."].contains(part));
    parts.collect::<Vec<_>>().join("/")
}

fn files(archive: &Archive<'_>) -> Vec<Member> {
    let names = archive.file_names().enumerate();
    let names = names.filter_map(|(place, name)| Some((place, name.ok()?)));
    let files = names.filter(|(_, name)| !name.ends_with(['/', '\\']));
    let member = |(place, name): (_, Cow<'_, str>)| Member {
        place,
        name: plain(&name),
    };
    files.map(member).collect()
}

fn images_of(archive: &Archive<'_>) -> Vec<Member> {
    let mut files = files(archive);
    files.retain(|file| is_image(&file.name) && !is_hidden(&file.name));
    files
}

fn names(files: &[Member]) -> Vec<String> {
    files.iter().map(|file| file.name.clone()).collect()
}

/// The only image in a zip file, and its name.
fn unzip(bytes: &[u8], limit: u64) -> Result<(Vec<u8>, String), String> {
    let mut archive = open(bytes)?;
    let (mut files, images) = (files(&archive), images_of(&archive));
    files.retain(|file| !is_hidden(&file.name));
    let file = match (&images[..], &files[..]) {
        ([one], _) | ([], [one]) => one,
        ([], _) => return Err("this zip file holds no cartridge image (.bin, .a26, .rom)".into()),
        ([first, ..], _) => {
            return Err(format!(
                "this zip file holds several images, {}; name one behind a slash: FILE.zip/{}",
                listed(&names(&images)),
                first.name
            ));
        }
    };
    Ok((file.read(&mut archive, limit)?, file.name.clone()))
}

/// Some of the names, and how many more there are.
fn listed(names: &[String]) -> String {
    let some = names[..names.len().min(LISTED)].join(", ");
    match names.len().saturating_sub(LISTED) {
        0 => some,
        more => format!("{some} and {more} more"),
    }
}

fn is_image(name: &str) -> bool {
    let Some(extension) = Path::new(name).extension().and_then(OsStr::to_str) else {
        return false;
    };
    let known = IMAGES
        .iter()
        .any(|image| image.eq_ignore_ascii_case(extension));
    known || Scheme::from_name(extension).is_some()
}

/// True for what a list of files leaves out: hidden files, and what the Finder of macOS packs beside each file.
fn is_hidden(name: &str) -> bool {
    let mut parts = name.split('/');
    parts.any(|part| part.starts_with('.') || part == "__MACOSX")
}

fn bounded(packed: impl Read, limit: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    packed
        .take(limit + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| {
            format!("this archive is damaged: {error}; fetch it again, or name an unpacked image")
        })?;
    Ok(bytes)
}

/// A zip file of files with these names and bytes.
#[cfg(test)]
pub fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    use std::io::Write;
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        writer
            .start_file(*name, zip::write::SimpleFileOptions::default())
            .unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compression, write::GzEncoder};
    use std::io::Write;

    #[test]
    fn a_gzip_file_is_unpacked() {
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(&[7; 4096]).unwrap();
        let packed = packed.finish().unwrap();
        assert_eq!(unpack(packed.clone(), 1 << 20).unwrap().0, [7; 4096]);
        assert!(unpack(packed[..packed.len() / 2].to_vec(), 1 << 20).is_err());
    }

    #[test]
    fn the_image_is_found_among_other_files() {
        let packed = zipped(&[("readme.txt", b"hello"), ("games/x.A26", &[3; 2048])]);
        let (image, name) = unpack(packed, 1 << 20).unwrap();
        assert_eq!(
            (&image[..], name.as_deref()),
            (&[3; 2048][..], Some("games/x.A26"))
        );
    }

    #[test]
    fn what_a_finder_packs_beside_an_image_is_none() {
        let files = [
            ("game.bin", &b"game"[..]),
            ("__MACOSX/._game.bin", &[0]),
            ("x/.y.rom", &[0]),
        ];
        let packed = zipped(&files);
        assert_eq!(unpack(packed, 1 << 20).unwrap().0, b"game");
        let packed = zipped(&[("game", &b"game"[..]), ("__MACOSX/._game", &[0])]);
        assert_eq!(unpack(packed, 1 << 20).unwrap().0, b"game");
    }

    #[test]
    fn one_of_several_images_is_named() {
        let images = [
            "a.bin", "b.bin", "c.f8", "d/e.rom", "e.bin", "f.bin", "g.bin",
        ];
        let mut files = vec![("d/", &[][..]), ("readme.txt", &[0][..])];
        files.extend(images.map(|name| (name, name.as_bytes())));
        let packed = zipped(&files);
        let fault = unpack(packed.clone(), 1 << 20).unwrap_err();
        assert!(
            fault.ends_with(
                "images, a.bin, b.bin, c.f8, d/e.rom, e.bin and 2 more; name one behind a slash: FILE.zip/a.bin"
            ),
            "{fault}"
        );
        assert_eq!(member(&packed, "d/e.rom", 1 << 20).unwrap(), b"d/e.rom");
        let fault = member(&packed, "z.bin", 1 << 20).unwrap_err();
        assert!(
            fault.contains("holds no z.bin; its images: a.bin, "),
            "{fault}"
        );
        assert!(member(b"no zip file", "z.bin", 1 << 20).is_err());
    }

    #[cfg(feature = "desktop")]
    #[test]
    fn images_are_listed_by_name() {
        let packed = zipped(&[("b.bin", &[1]), ("readme.txt", &[0]), ("A.E0", &[2])]);
        assert_eq!(images(&packed).unwrap(), ["b.bin", "A.E0"]);
        assert!(images(&packed[..packed.len() / 2]).is_err());
        assert!(images(&[0; 4096]).unwrap().is_empty());
    }

    #[test]
    fn an_archive_that_swells_is_cut_off() {
        let packed = zipped(&[("a.bin", &vec![0; 1 << 20])]);
        assert_eq!(unpack(packed, 4096).unwrap().0.len(), 4097);
    }

    #[test]
    fn a_raw_image_stays_as_it_is() {
        let mut image = vec![0; 4096];
        image[..2].copy_from_slice(&GZIP);
        assert_eq!(unpack(image.clone(), 1 << 20).unwrap().0, image);
    }
}

//! Cartridge images inside zip and gzip files.

use flate2::read::MultiGzDecoder;
use std::io::{Cursor, Read};
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

/// What a file holds: the file itself, or the one cartridge image that is packed in it. At most
/// one byte more than `limit` comes out, whatever the archive claims.
///
/// # Errors
/// A sentence on the archive: it is damaged, or one must choose between several images.
pub fn unpack(bytes: Vec<u8>, limit: u64) -> Result<Vec<u8>, String> {
    // An image of a cartridge's size is never an archive, whatever it begins with.
    if bytes.len() >= 2048 && bytes.len().is_power_of_two() {
        return Ok(bytes);
    }
    if bytes.starts_with(&GZIP) {
        return bounded(MultiGzDecoder::new(&bytes[..]), limit);
    }
    match bytes.starts_with(&ZIP) {
        true => unzip(&bytes, limit),
        false => Ok(bytes),
    }
}

/// The names of the cartridge images in a zip file; none for a file that is no zip file.
///
/// # Errors
/// A sentence on a damaged archive.
#[cfg(feature = "desktop")]
pub fn images(bytes: &[u8]) -> Result<Vec<String>, String> {
    match bytes.starts_with(&ZIP) {
        true => Ok(image_names(&open(bytes)?)),
        false => Ok(Vec::new()),
    }
}

/// The file of that name in a zip file, at most one byte more than `limit` of it.
///
/// # Errors
/// A sentence on the archive: it is damaged, it is no zip file, or it holds no such file.
pub fn member(bytes: &[u8], name: &str, limit: u64) -> Result<Vec<u8>, String> {
    if !bytes.starts_with(&ZIP) {
        return Err(format!("this is no zip file that could hold {name}"));
    }
    let mut archive = open(bytes)?;
    if !file_names(&archive).iter().any(|known| known == name) {
        let names = listed(&image_names(&archive));
        return Err(format!(
            "this zip file holds no {name}; its images: {names}"
        ));
    }
    bounded(archive.by_name(name).map_err(damaged)?, limit)
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

fn file_names(archive: &Archive<'_>) -> Vec<String> {
    let names = archive.file_names();
    let names = names.filter_map(|name| Some(name.ok()?.into_owned()));
    names.filter(|name| !name.ends_with('/')).collect()
}

fn image_names(archive: &Archive<'_>) -> Vec<String> {
    let mut names = file_names(archive);
    names.retain(|name| is_image(name));
    names
}

/// The only image in a zip file.
fn unzip(bytes: &[u8], limit: u64) -> Result<Vec<u8>, String> {
    let mut archive = open(bytes)?;
    let (files, images) = (file_names(&archive), image_names(&archive));
    let name = match (&images[..], &files[..]) {
        ([one], _) | ([], [one]) => one,
        ([], _) => return Err("this zip file holds no cartridge image (.bin, .a26, .rom)".into()),
        ([first, ..], _) => {
            return Err(format!(
                "this zip file holds several images, {}; name one behind a slash: FILE.zip/{first}",
                listed(&images)
            ));
        }
    };
    bounded(archive.by_name(name).map_err(damaged)?, limit)
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
    let extension = name.rsplit('.').next().unwrap_or_default();
    let known = IMAGES
        .iter()
        .any(|image| image.eq_ignore_ascii_case(extension));
    known || Scheme::from_name(extension).is_some()
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

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compression, write::GzEncoder};
    use std::io::Write;
    use zip::{ZipWriter, write::SimpleFileOptions};

    fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            writer
                .start_file(*name, SimpleFileOptions::default())
                .unwrap();
            writer.write_all(bytes).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    #[test]
    fn a_gzip_file_is_unpacked() {
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(&[7; 4096]).unwrap();
        let packed = packed.finish().unwrap();
        assert_eq!(unpack(packed.clone(), 1 << 20).unwrap(), [7; 4096]);
        assert!(unpack(packed[..packed.len() / 2].to_vec(), 1 << 20).is_err());
    }

    #[test]
    fn the_image_is_found_among_other_files() {
        let packed = zipped(&[("readme.txt", b"hello"), ("games/x.A26", &[3; 2048])]);
        assert_eq!(unpack(packed, 1 << 20).unwrap(), [3; 2048]);
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
        assert_eq!(unpack(packed, 4096).unwrap().len(), 4097);
    }

    #[test]
    fn a_raw_image_stays_as_it_is() {
        let mut image = vec![0; 4096];
        image[..2].copy_from_slice(&GZIP);
        assert_eq!(unpack(image.clone(), 1 << 20).unwrap(), image);
    }
}

//! Cartridge images inside zip and gzip files.

use flate2::read::MultiGzDecoder;
use std::io::{Cursor, Read};
use zip::ZipArchive;

/// First bytes of a gzip file.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// First bytes of a zip file that holds something.
const ZIP: [u8; 4] = *b"PK\x03\x04";
/// Extensions that cartridge images have, apart from the names of bank-switch schemes.
const IMAGES: [&str; 3] = ["bin", "a26", "rom"];

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

fn unzip(bytes: &[u8], limit: u64) -> Result<Vec<u8>, String> {
    let damaged = |error: zip::result::ZipError| {
        format!(
            "this zip file cannot be read: {error}; fetch it again, or unpack it and name the image"
        )
    };
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(damaged)?;
    let names: Vec<String> = archive
        .file_names()
        .filter_map(|name| Some(name.ok()?.into_owned()))
        .collect();
    let files: Vec<&String> = names.iter().filter(|name| !name.ends_with('/')).collect();
    let images: Vec<&String> = files
        .iter()
        .copied()
        .filter(|name| is_image(name))
        .collect();
    let name = match (&images[..], &files[..]) {
        ([one], _) | ([], [one]) => one.as_str(),
        ([], _) => return Err("this zip file holds no cartridge image (.bin, .a26, .rom)".into()),
        (several, _) => {
            let names: Vec<&str> = several.iter().map(|name| name.as_str()).collect();
            return Err(format!(
                "this zip file holds several images; unpack one: {}",
                names.join(", ")
            ));
        }
    };
    bounded(archive.by_name(name).map_err(damaged)?, limit)
}

fn is_image(name: &str) -> bool {
    let extension = name
        .rsplit('.')
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase();
    IMAGES.contains(&extension.as_str())
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
    fn several_images_are_listed() {
        let packed = zipped(&[("a.bin", &[1; 2048]), ("b.bin", &[2; 2048])]);
        assert!(
            unpack(packed, 1 << 20)
                .unwrap_err()
                .ends_with("unpack one: a.bin, b.bin")
        );
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

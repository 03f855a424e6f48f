//! Reads cartridge images from zip and gzip files.

use flate2::read::MultiGzDecoder;
use std::{
    borrow::Cow,
    cell::Cell,
    ffi::OsStr,
    io::{self, Cursor, Read, Seek, SeekFrom},
    path::Path,
    rc::Rc,
};
use thiserror::Error;
use vcs::cartridge::Scheme;
use zip::{ZipArchive, result::ZipError};

/// First bytes of a gzip file.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// First bytes of a zip file that is not empty.
const ZIP: [u8; 4] = *b"PK\x03\x04";
/// File formats that the program cannot open. Each has the offset of its signature, the signature,
/// and a name with an article.
const UNSUPPORTED_FORMATS: [(usize, &[u8], &str); 6] = [
    (257, b"ustar", "a tar file"),
    (0, b"7z\xbc\xaf\x27\x1c", "a 7z file"),
    (0, b"Rar!\x1a\x07", "a RAR file"),
    (0, b"\x89PNG\r\n\x1a\n", "a PNG picture"),
    (0, b"\x7fELF", "an ELF program"),
    (0, b"%PDF-", "a PDF file"),
];
/// File extensions of cartridge images, in addition to the names of bank-switch schemes.
const IMAGE_EXTENSIONS: [&str; 3] = ["bin", "a26", "rom"];
/// Maximum size in bytes of a zip file's directory: enough for 30,000 files. The limit exists
/// because a directory takes several times as much space in memory as in the file.
const MAX_DIRECTORY_BYTES: u64 = 4 << 20;
/// Maximum number of file names that an error message lists.
const MAX_LISTED_NAMES: usize = 5;

/// The reason why no image could be read from an archive.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ArchiveError {
    /// The zip file's directory, or a file in the zip file, cannot be read.
    #[error(
        "this zip file cannot be read: {0}; download it again, or unpack it and open the image"
    )]
    Zip(String),
    /// The zip file uses an unsupported compression method. The value is the number of the method.
    #[error("this zip file is packed with {}; unpack it and open the image", method_text(*.0))]
    Method(u16),
    /// The image in the zip file needs a password.
    #[error("this zip file has a password; unpack it and open the image")]
    Password,
    /// The directory of the zip file is too large.
    #[error("the directory of this zip file is larger than 4 MiB; unpack it and open the image")]
    LargeDirectory,
    /// The packed data is damaged.
    #[error("this archive is damaged: {0}; download it again, or open an unpacked image")]
    Damaged(String),
    /// The file has a format that the program cannot open. The value is the name of the format,
    /// with an article.
    #[error("this is {0}; unpack it if it contains an image, and open the image")]
    UnsupportedFormat(&'static str),
    /// The user asked for a file inside an archive, but the archive is not a zip file. The value is
    /// the name of the file inside.
    #[error("this is not a zip file, so it cannot contain {0}")]
    NotZip(String),
    /// The zip file does not contain a file with the requested name.
    #[error("this zip file contains no {name}; its images: {}", formatted_names(.images))]
    Missing {
        /// The requested name.
        name: String,
        /// The images in the zip file.
        images: Vec<String>,
    },
    /// The zip file contains no file with the extension of a cartridge image. (A zip file that
    /// contains only a single file is an exception: that file is opened whatever its extension.)
    #[error("this zip file contains no cartridge image (.bin, .a26, .rom)")]
    NoImage,
    /// The zip file contains several images. The value is the list of their names.
    #[error(
        "this zip file contains several images, {}; add a slash and one name: FILE.zip/{}",
        formatted_names(.0),
        .0[0]
    )]
    Several(Vec<String>),
}

/// Unpacks a zip or gzip file that contains one cartridge image. Returns the image and, for a zip
/// file, also the image's name. A file of an unknown format is returned unchanged. So is any file
/// whose size is that of a cartridge: a power of two, 2 KiB or more.
///
/// An archive may claim any size for its contents. This function unpacks at most `limit` + 1 bytes,
/// so that the caller can detect an image that is too large.
///
/// # Errors
/// [`ArchiveError`] if the archive is damaged or not supported, if it does not contain exactly one
/// image, or if the file has a known format that is not an image, such as PDF.
pub fn unpack(bytes: Vec<u8>, limit: u64) -> Result<(Vec<u8>, Option<String>), ArchiveError> {
    // Never treat a file as an archive if its size is that of a cartridge. Its first bytes may look
    // like an archive's by chance.
    if bytes.len() >= 2048 && bytes.len().is_power_of_two() {
        return Ok((bytes, None));
    }
    if bytes.starts_with(&GZIP) {
        let unpacked = read_limited(MultiGzDecoder::new(&bytes[..]), limit)?;
        return match unsupported_format(&unpacked) {
            Some(kind) => Err(ArchiveError::UnsupportedFormat(kind)),
            None => Ok((unpacked, None)),
        };
    }
    if let Some(kind) = unsupported_format(&bytes) {
        return Err(ArchiveError::UnsupportedFormat(kind));
    }
    if bytes.starts_with(&ZIP) {
        unzip(&bytes, limit).map(|(image, name)| (image, Some(name)))
    } else {
        Ok((bytes, None))
    }
}

/// Returns the name of a file's format if it is one of those that the program cannot open;
/// otherwise `None`.
fn unsupported_format(bytes: &[u8]) -> Option<&'static str> {
    let matches = |(offset, magic, _): &&(usize, &[u8], &str)| {
        let first = bytes.get(*offset..).unwrap_or_default();
        first.starts_with(magic)
    };
    UNSUPPORTED_FORMATS
        .iter()
        .find(matches)
        .map(|(.., kind)| *kind)
}

/// Returns the names of the cartridge images in a zip file; an empty list for any other file.
///
/// # Errors
/// [`ArchiveError::Zip`] if the zip file is damaged, and [`ArchiveError::LargeDirectory`] if its
/// directory is larger than 4 MiB.
pub fn image_names(bytes: &[u8]) -> Result<Vec<String>, ArchiveError> {
    if bytes.starts_with(&ZIP) {
        Ok(names_of(&image_files(&open(bytes)?)))
    } else {
        Ok(Vec::new())
    }
}

/// The entry of a cartridge image in the directory of a zip file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageEntry {
    /// The name inside the zip file. To open the image, the user writes the zip file's name, a
    /// slash, and this name.
    pub name: String,
    /// The CRC-32 of the image.
    pub crc: u32,
    /// The unpacked size in bytes.
    pub size: u64,
}

/// Lists the cartridge images in a zip file without unpacking them; returns an empty list for any
/// other file.
///
/// # Errors
/// [`ArchiveError::Zip`] if the zip file is damaged, and [`ArchiveError::LargeDirectory`] if its
/// directory is larger than 4 MiB.
pub fn list_images(bytes: &[u8]) -> Result<Vec<ImageEntry>, ArchiveError> {
    if !bytes.starts_with(&ZIP) {
        return Ok(Vec::new());
    }
    let mut archive = open(bytes)?;
    let images = image_files(&archive).into_iter().map(|file| {
        let packed = archive.by_index_raw(file.index).map_err(zip_error)?;
        Ok(ImageEntry {
            name: file.name,
            crc: packed.crc32(),
            size: packed.size(),
        })
    });
    images.collect()
}

/// Unpacks the file `name` from a zip file. Unpacks at most `limit` + 1 bytes, so that the caller
/// can detect a file that is too large. In the name, backslashes count as slashes, and empty parts,
/// `.` and `..` are ignored.
///
/// # Errors
/// [`ArchiveError`] if the archive is damaged, is not a zip file, or contains no file with that
/// name.
pub fn unpack_member(bytes: &[u8], name: &str, limit: u64) -> Result<Vec<u8>, ArchiveError> {
    if !bytes.starts_with(&ZIP) {
        return Err(ArchiveError::NotZip(name.into()));
    }
    let mut archive = open(bytes)?;
    let wanted = normalized(name);
    match files(&archive).into_iter().find(|file| file.name == wanted) {
        Some(file) => file.read(&mut archive, limit),
        None => Err(ArchiveError::Missing {
            name: name.into(),
            images: names_of(&image_files(&archive)),
        }),
    }
}

type Archive<'a> = ZipArchive<LimitedReader<'a>>;

/// A reader for the bytes of a zip file. After a given number of bytes, it returns an error.
struct LimitedReader<'a> {
    bytes: Cursor<&'a [u8]>,
    /// Number of bytes that can still be read.
    remaining: Rc<Cell<u64>>,
}

impl Read for LimitedReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.remaining.get();
        if left == 0 && !buffer.is_empty() {
            return Err(io::Error::other(
                "the zip file's directory exceeds the limit",
            ));
        }
        let count = (&mut self.bytes).take(left).read(buffer)?;
        self.remaining.set(left - count as u64);
        Ok(count)
    }
}

impl Seek for LimitedReader<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.bytes.seek(to)
    }
}

/// Reads the directory of a zip file.
fn open(bytes: &[u8]) -> Result<Archive<'_>, ArchiveError> {
    let left = Rc::new(Cell::new(MAX_DIRECTORY_BYTES));
    let reader = LimitedReader {
        bytes: Cursor::new(bytes),
        remaining: Rc::clone(&left),
    };
    let archive = ZipArchive::new(reader).map_err(|error| match left.get() {
        0 => ArchiveError::LargeDirectory,
        _ => zip_error(error),
    })?;
    // The limit is only for the directory. The files have their own limit; see `read_limited`.
    left.set(u64::MAX);
    Ok(archive)
}

fn zip_error(error: ZipError) -> ArchiveError {
    match error {
        ZipError::CompressionMethodNotSupported(method) => ArchiveError::Method(method),
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => ArchiveError::Password,
        other => ArchiveError::Zip(other.to_string()),
    }
}

/// Returns the name of a compression method, and the words "which is not supported", for a message.
// APPNOTE.TXT, 4.4.5.
fn method_text(number: u16) -> String {
    let known = [
        (9, "Deflate64"),
        (12, "bzip2"),
        (14, "LZMA"),
        (93, "Zstandard"),
        (95, "XZ"),
    ];
    let name = known.iter().find(|(method, _)| *method == number);
    match name {
        Some((_, name)) => format!("{name}, which is not supported"),
        None => format!("method {number}, which is not supported"),
    }
}

/// A file in a zip file.
struct Member {
    /// The index of the file in the zip file.
    index: usize,
    /// The file's name, normalized by [`normalized`].
    name: String,
}

impl Member {
    fn read(&self, archive: &mut Archive<'_>, limit: u64) -> Result<Vec<u8>, ArchiveError> {
        read_limited(archive.by_index(self.index).map_err(zip_error)?, limit)
    }
}

/// Normalizes a name: replaces each `\` by `/`, and removes empty parts, `.` and `..`. Programs
/// write the same name in different ways. For example, `/a.bin`, `./a.bin` and `a.bin` are the
/// same, and so are `x//a.bin`, `x\a.bin` and `x/a.bin`.
fn normalized(name: &str) -> String {
    let parts = name.split(['/', '\\']);
    let parts = parts.filter(|part| !["", ".", ".."].contains(part));
    parts.collect::<Vec<_>>().join("/")
}

fn files(archive: &Archive<'_>) -> Vec<Member> {
    let names = archive.file_names().enumerate();
    let names = names.filter_map(|(index, name)| Some((index, name.ok()?)));
    let files = names.filter(|(_, name)| !name.ends_with(['/', '\\']));
    let member = |(index, name): (_, Cow<'_, str>)| Member {
        index,
        name: normalized(&name),
    };
    files.map(member).collect()
}

fn image_files(archive: &Archive<'_>) -> Vec<Member> {
    let mut files = files(archive);
    files.retain(|file| is_image(&file.name) && !is_hidden(&file.name));
    files
}

fn names_of(files: &[Member]) -> Vec<String> {
    files.iter().map(|file| file.name.clone()).collect()
}

/// Returns the only image in a zip file, and its name. If there is no image, but only a single
/// file, returns that file.
fn unzip(bytes: &[u8], limit: u64) -> Result<(Vec<u8>, String), ArchiveError> {
    let mut archive = open(bytes)?;
    let (mut files, images) = (files(&archive), image_files(&archive));
    files.retain(|file| !is_hidden(&file.name));
    let file = match (&images[..], &files[..]) {
        ([one], _) | ([], [one]) => one,
        ([], _) => return Err(ArchiveError::NoImage),
        _ => return Err(ArchiveError::Several(names_of(&images))),
    };
    Ok((file.read(&mut archive, limit)?, file.name.clone()))
}

/// Formats a list of names: the first five, and how many more there are.
fn formatted_names(names: &[String]) -> String {
    let first = names[..names.len().min(MAX_LISTED_NAMES)].join(", ");
    match names.len().saturating_sub(MAX_LISTED_NAMES) {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}

fn is_image(name: &str) -> bool {
    let Some(extension) = Path::new(name).extension().and_then(OsStr::to_str) else {
        return false;
    };
    let known = IMAGE_EXTENSIONS
        .iter()
        .any(|image| image.eq_ignore_ascii_case(extension));
    known || Scheme::from_name(extension).is_some()
}

/// Returns true if a file should not be listed because it is hidden or was added by the macOS
/// Finder.
fn is_hidden(name: &str) -> bool {
    let mut parts = name.split('/');
    parts.any(|part| part.starts_with('.') || part == "__MACOSX")
}

fn read_limited(packed: impl Read, limit: u64) -> Result<Vec<u8>, ArchiveError> {
    let mut bytes = Vec::new();
    let read = packed.take(limit + 1).read_to_end(&mut bytes);
    let Err(error) = read else {
        return Ok(bytes);
    };
    // The `zip` crate reports an unsupported compression method only when the file is first read.
    let cause = error.get_ref().and_then(|cause| cause.downcast_ref());
    Err(match cause {
        Some(ZipError::CompressionMethodNotSupported(method)) => ArchiveError::Method(*method),
        _ => ArchiveError::Damaged(error.to_string()),
    })
}

/// Builds a zip file from file names and contents.
#[cfg(test)]
pub(crate) fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
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
    fn a_zip_file_with_a_password_is_reported() {
        let mut packed = zipped(&[("x.bin", &[3; 2048])]);
        let directory = packed.windows(4).position(|four| four == b"PK\x01\x02");
        // Set the password flag, bit 0, both in the header before the file and in the directory.
        packed[6] |= 1;
        packed[directory.unwrap() + 8] |= 1;
        assert_eq!(unpack(packed, 1 << 20), Err(ArchiveError::Password));
    }

    #[test]
    fn errors_name_the_type_of_a_file_that_is_not_an_image() {
        let mut tar = vec![0; 10_240];
        tar[257..262].copy_from_slice(b"ustar");
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(&tar).unwrap();
        for bytes in [tar.clone(), packed.finish().unwrap()] {
            let fault = unpack(bytes, 1 << 20).unwrap_err().to_string();
            assert!(
                fault.starts_with("this is a tar file; unpack it"),
                "{fault}"
            );
        }
        let fault = unpack(b"%PDF-1.7\n".to_vec(), 1 << 20).unwrap_err();
        assert_eq!(fault, ArchiveError::UnsupportedFormat("a PDF file"));
        // A file whose size is that of a cartridge counts as an image, whatever its contents.
        tar.resize(8192, 0);
        assert_eq!(unpack(tar.clone(), 1 << 20).unwrap().0, tar);
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
    fn the_error_names_an_unsupported_compression_method() {
        for (method, name) in [(12, "bzip2"), (14, "LZMA"), (77, "method 77")] {
            let mut packed = zipped(&[("x.bin", &[3; 2048])]);
            // Write the method both to the header before the file and to the directory.
            packed[8] = method;
            let directory = packed
                .windows(4)
                .position(|four| four == b"PK\x01\x02")
                .unwrap();
            packed[directory + 10] = method;
            let fault = unpack(packed, 1 << 20).unwrap_err().to_string();
            let expected = format!("packed with {name}, which is not supported; unpack it");
            assert!(fault.contains(&expected), "{fault}");
        }
    }

    #[test]
    fn files_added_by_the_finder_are_not_images() {
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
    fn one_of_several_images_is_unpacked_by_name() {
        let images = [
            "a.bin", "b.bin", "c.f8", "d/e.rom", "e.bin", "f.bin", "g.bin",
        ];
        let mut files = vec![("d/", &[][..]), ("readme.txt", &[0][..])];
        files.extend(images.map(|name| (name, name.as_bytes())));
        let packed = zipped(&files);
        let fault = unpack(packed.clone(), 1 << 20).unwrap_err().to_string();
        assert!(
            fault.ends_with(
                "images, a.bin, b.bin, c.f8, d/e.rom, e.bin and 2 more; \
                 add a slash and one name: FILE.zip/a.bin"
            ),
            "{fault}"
        );
        assert_eq!(
            unpack_member(&packed, "d/e.rom", 1 << 20).unwrap(),
            b"d/e.rom"
        );
        let fault = unpack_member(&packed, "z.bin", 1 << 20)
            .unwrap_err()
            .to_string();
        assert!(
            fault.contains("contains no z.bin; its images: a.bin, "),
            "{fault}"
        );
        assert!(unpack_member(b"no zip file", "z.bin", 1 << 20).is_err());
    }

    #[test]
    fn images_are_listed_by_name() {
        let packed = zipped(&[("b.bin", &[1]), ("readme.txt", &[0]), ("A.E0", &[2])]);
        assert_eq!(image_names(&packed).unwrap(), ["b.bin", "A.E0"]);
        assert!(image_names(&packed[..packed.len() / 2]).is_err());
        assert!(image_names(&[0; 4096]).unwrap().is_empty());
    }

    #[test]
    fn the_size_of_the_directory_is_limited_but_not_the_size_of_files() {
        // A file of 8 MiB is larger than the limit for a directory.
        let large = vec![7; 8 << 20];
        let packed = zipped(&[("a.bin", &large), ("b.bin", &[1])]);
        assert_eq!(image_names(&packed).unwrap(), ["a.bin", "b.bin"]);
        assert_eq!(unpack_member(&packed, "a.bin", 16 << 20).unwrap(), large);
        for (files, fits) in [(30_000, true), (50_000, false)] {
            let names: Vec<String> = (0..files)
                .map(|number| format!("{number:060}.bin"))
                .collect();
            let files: Vec<(&str, &[u8])> = names.iter().map(|name| (&**name, &[][..])).collect();
            let packed = zipped(&files);
            if fits {
                assert_eq!(image_names(&packed).unwrap().len(), names.len())
            } else {
                assert_eq!(
                    image_names(&packed).unwrap_err(),
                    ArchiveError::LargeDirectory
                )
            }
        }
    }

    #[test]
    fn unpacking_stops_at_the_limit() {
        let packed = zipped(&[("a.bin", &vec![0; 1 << 20])]);
        assert_eq!(unpack(packed, 4096).unwrap().0.len(), 4097);
    }

    #[test]
    fn a_raw_image_is_returned_unchanged() {
        let mut image = vec![0; 4096];
        image[..2].copy_from_slice(&GZIP);
        assert_eq!(unpack(image.clone(), 1 << 20).unwrap().0, image);
    }
}

//! A cache of previews on disk. A list that has been shown before gets its pictures from the cache,
//! so that no cartridge has to run.
//!
//! Each cartridge has one file, whose name is a hash of the cartridge's path. The file contains a
//! line of JSON, followed by the picture's compressed pixels. A preview is made again if its file
//! cannot be read or comes from a different version of the program, or if the cartridge's file has
//! changed.

use super::entries::Target;
use crate::desktop::ui::Texture;
use flate2::{Compression, read::ZlibDecoder, write::ZlibEncoder};
use headless::files::write_whole;
use play::{image::sha256, picture::Picture};
use serde::{Deserialize, Serialize};
use std::{
    fs,
    io::{Read, Write},
    path::{Path, PathBuf},
    time::UNIX_EPOCH,
};
use vcs::television::WIDTH;

/// The value of `format`, the first member of the JSON line.
const FORMAT: &str = "crownhead-preview 2";
/// The maximum size of a preview's file. A valid file is smaller: even uncompressed, a picture of
/// 400 lines is only 192,000 bytes.
const MAX_FILE_SIZE: u64 = 1 << 20;
/// The maximum number of lines in a picture.
const MAX_LINES: usize = 400;

/// The preview of a cartridge.
#[derive(Debug, Clone)]
pub struct Preview {
    /// The picture; `None` if the file is not a cartridge.
    pub image: Option<Texture>,
    /// The lines of text next to the picture.
    pub lines: Vec<String>,
    /// The cartridge's name and checksum. The file names of its states begin with both. The file
    /// names of its recordings begin with the name alone.
    pub name_and_checksum: Option<[String; 2]>,
}

/// The folder with the files; without a folder, nothing is cached.
#[derive(Debug, Clone)]
pub struct Cache(pub Option<PathBuf>);

#[derive(Serialize, Deserialize)]
struct Header {
    format: String,
    origin: Origin,
    lines: Vec<String>,
    /// As in [`Preview::name_and_checksum`].
    #[serde(rename = "stem")]
    name_and_checksum: Option<[String; 2]>,
    /// The number of lines of the picture; 0 means no picture.
    height: usize,
}

/// The data from which a preview was made. If any of it has changed, the preview is out of date.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Origin {
    /// The version of this program; a different version may draw the preview differently.
    version: String,
    /// The size of the cartridge's file in bytes.
    size: u64,
    /// The modification time of that file, in nanoseconds since 1970.
    time: u128,
}

impl Origin {
    /// Returns the current values for a cartridge's file. If the cartridge is in a zip file, they
    /// are those of the zip file.
    fn current(path: &Path) -> Option<Origin> {
        let mut ancestors = path.ancestors();
        let metadata =
            ancestors.find_map(|file| fs::metadata(file).ok().filter(fs::Metadata::is_file))?;
        Some(Origin {
            version: env!("CARGO_PKG_VERSION").into(),
            size: metadata.len(),
            time: metadata
                .modified()
                .ok()?
                .duration_since(UNIX_EPOCH)
                .ok()?
                .as_nanos(),
        })
    }
}

impl Cache {
    /// Returns the preview of a cartridge if it is cached and its file has not changed.
    pub fn read(&self, target: &Target) -> Option<Preview> {
        let mut bytes = Vec::new();
        let (file, origin) = self.file(target)?;
        let file = fs::File::open(file).ok()?;
        file.take(MAX_FILE_SIZE).read_to_end(&mut bytes).ok()?;
        let end = bytes.iter().position(|byte| *byte == b'\n')?;
        let header: Header = serde_json::from_slice(&bytes[..end]).ok()?;
        if header.format != FORMAT || header.origin != origin || header.height > MAX_LINES {
            return None;
        }
        let image = match header.height {
            0 => None,
            height => Some(Texture::new(decompress(&bytes[end + 1..], height)?)),
        };
        Some(Preview {
            image,
            lines: header.lines,
            name_and_checksum: header.name_and_checksum,
        })
    }

    /// Stores a preview. If the write fails, ignores the error: the preview will be made again the
    /// next time it is needed.
    pub fn store(&self, target: &Target, preview: &Preview) {
        let Some((file, origin)) = self.file(target) else {
            return;
        };
        let picture = preview.image.as_ref().map(Texture::picture);
        let header = Header {
            format: FORMAT.into(),
            origin,
            lines: preview.lines.clone(),
            name_and_checksum: preview.name_and_checksum.clone(),
            height: picture.map_or(0, Picture::height),
        };
        let mut bytes = serde_json::to_vec(&header).unwrap_or_default();
        bytes.push(b'\n');
        bytes.extend(picture.map(compress).unwrap_or_default());
        if let Some(folder) = file.parent() {
            let _ = fs::create_dir_all(folder);
        }
        let _ = write_whole(&file, &bytes);
    }

    /// Returns the file for a cartridge's preview, and the cartridge's current [`Origin`].
    fn file(&self, target: &Target) -> Option<(PathBuf, Origin)> {
        let (folder, Target::File(path)) = (self.0.as_ref()?, target) else {
            return None;
        };
        let name = sha256(path.as_os_str().as_encoded_bytes());
        Some((folder.join(&name[..24]), Origin::current(path)?))
    }
}

/// Returns the folder for previews in the data folder.
pub fn previews_folder(data: &Path) -> PathBuf {
    data.join("previews")
}

fn compress(picture: &Picture) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    for pixel in &picture.pixels {
        // Writing to memory cannot fail.
        let _ = encoder.write_all(&pixel.to_le_bytes()[..3]);
    }
    encoder.finish().unwrap_or_default()
}

fn decompress(bytes: &[u8], height: usize) -> Option<Picture> {
    let size = height * WIDTH * 3;
    let mut rgb = Vec::with_capacity(size + 1);
    // Read one byte more than expected, so that the decoder reaches the end and verifies the
    // checksum.
    let mut decoder = ZlibDecoder::new(bytes).take(size as u64 + 1);
    decoder
        .read_to_end(&mut rgb)
        .ok()
        .filter(|read| *read == size)?;
    let pixels = rgb
        .chunks_exact(3)
        .map(|p| u32::from_le_bytes([p[0], p[1], p[2], 0]));
    Some(Picture {
        pixels: pixels.collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn preview() -> Preview {
        Preview {
            image: Some(Texture::new(Picture {
                pixels: (0..3 * WIDTH as u32).map(|pixel| pixel << 8).collect(),
            })),
            lines: vec!["game".into(), "4 KiB".into()],
            name_and_checksum: Some(["game".into(), "0123".into()]),
        }
    }

    #[test]
    fn a_preview_is_kept_until_the_file_changes() {
        let folder = tempfile::tempdir().unwrap();
        let rom = folder.path().join("game.bin");
        fs::write(&rom, [0; 100]).unwrap();
        let (cache, target) = (
            Cache(Some(folder.path().join("p"))),
            Target::File(rom.clone()),
        );
        assert!(cache.read(&target).is_none());
        cache.store(&target, &preview());
        let kept = cache.read(&target).unwrap();
        assert_eq!(
            (&kept.lines, &kept.name_and_checksum),
            (&preview().lines, &preview().name_and_checksum)
        );
        let pixels = |preview: &Preview| preview.image.as_ref().unwrap().picture().pixels.clone();
        assert_eq!(pixels(&kept), pixels(&preview()));
        fs::write(&rom, [0; 101]).unwrap();
        assert!(cache.read(&target).is_none());
        // The new preview replaces the old one.
        cache.store(&target, &preview());
        assert!(cache.read(&target).is_some());
        assert_eq!(fs::read_dir(folder.path().join("p")).unwrap().count(), 1);
    }

    #[test]
    fn a_preview_from_a_different_version_is_made_again() {
        let folder = tempfile::tempdir().unwrap();
        let rom = folder.path().join("game.bin");
        fs::write(&rom, [0; 100]).unwrap();
        let (cache, target) = (Cache(Some(folder.path().join("p"))), Target::File(rom));
        cache.store(&target, &preview());
        let (file, origin) = cache.file(&target).unwrap();
        let bytes = fs::read(&file).unwrap();
        let version = format!("\"version\":\"{}\"", origin.version).into_bytes();
        let index = bytes
            .windows(version.len())
            .position(|part| part == version);
        let index = index.unwrap() + version.len() - 2;
        let mut changed = bytes.clone();
        changed[index] = b'x';
        fs::write(&file, changed).unwrap();
        assert!(cache.read(&target).is_none());
        fs::write(&file, bytes).unwrap();
        assert!(cache.read(&target).is_some());
    }

    #[test]
    fn a_damaged_file_counts_as_missing() {
        let folder = tempfile::tempdir().unwrap();
        let rom = folder.path().join("game.bin");
        fs::write(&rom, [0; 100]).unwrap();
        let (cache, target) = (Cache(Some(folder.path().join("p"))), Target::File(rom));
        cache.store(&target, &preview());
        let (file, _) = cache.file(&target).unwrap();
        let whole = fs::read(&file).unwrap();
        for length in [0, 10, whole.len() / 2, whole.len() - 1] {
            fs::write(&file, &whole[..length]).unwrap();
            assert!(cache.read(&target).is_none(), "{length}");
        }
    }
}

//! Output files: streamed, compressed by name, with the first failure kept.

use crate::{error::Error, files::write_whole};
use flate2::{Compression, read::MultiGzDecoder, write::GzEncoder};
use std::{
    fmt,
    fs::File,
    io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

/// A file or standard output that takes text and bytes. Names that end in `.gz` or `.zst` are
/// compressed on the way.
///
/// As a [`fmt::Write`] it can only say *that* writing failed; [`Output::finish`] and
/// [`Output::error`] say why.
pub struct Output {
    path: PathBuf,
    sink: Sink,
    failure: Option<io::Error>,
}

enum Sink {
    Plain(BufWriter<Box<dyn Write>>),
    Gzip(GzEncoder<BufWriter<Box<dyn Write>>>),
    #[cfg(feature = "zstd")]
    Zstd(zstd::Encoder<'static, BufWriter<Box<dyn Write>>>),
}

/// Bytes that are gathered before they go to the system.
const BUFFER: usize = 1 << 16;

impl Output {
    /// Creates the file; `-` is standard output.
    ///
    /// # Errors
    /// [`Error::Write`] where it cannot be created.
    pub fn create(path: &Path) -> Result<Output, Error> {
        let file: Box<dyn Write> = match path == Path::new("-") {
            true => Box::new(io::stdout()),
            false => Box::new(File::create(path).map_err(Error::write(path))?),
        };
        let file = BufWriter::with_capacity(BUFFER, file);
        let extension = path.extension().and_then(|extension| extension.to_str());
        let sink = match extension {
            Some("gz") => Sink::Gzip(GzEncoder::new(file, Compression::default())),
            Some("zst") => zstd_sink(file, path)?,
            _ => Sink::Plain(file),
        };
        Ok(Output {
            path: path.to_owned(),
            sink,
            failure: None,
        })
    }

    /// Writes everything out and closes the file.
    ///
    /// # Errors
    /// The first failure of all.
    pub fn finish(mut self) -> Result<(), Error> {
        let done = match self.failure.take() {
            Some(failure) => Err(failure),
            None => match self.sink {
                Sink::Plain(mut file) => file.flush(),
                Sink::Gzip(file) => file.finish().and_then(|mut file| file.flush()),
                #[cfg(feature = "zstd")]
                Sink::Zstd(file) => file.finish().and_then(|mut file| file.flush()),
            },
        };
        done.map_err(Error::write(&self.path))
    }

    /// Like [`Output::finish`], then overwrites bytes near the start, where that is possible: in a
    /// file that is not compressed.
    ///
    /// # Errors
    /// The first failure of all.
    pub fn finish_with(self, changes: &[(u64, [u8; 4])]) -> Result<(), Error> {
        let path = self.path.clone();
        let plain = matches!(self.sink, Sink::Plain(_)) && path.is_file();
        self.finish()?;
        if !plain {
            return Ok(());
        }
        let change = || {
            let mut file = File::options().write(true).open(&path)?;
            changes.iter().try_for_each(|(at, bytes)| {
                file.seek(SeekFrom::Start(*at))?;
                file.write_all(bytes)
            })
        };
        change().map_err(Error::write(&path))
    }

    /// Why a [`fmt::Write`] call has failed.
    pub fn error(&mut self) -> Error {
        let failure = self.failure.take();
        let source = failure.unwrap_or_else(|| io::Error::other("the text cannot be written"));
        Error::write(&self.path)(source)
    }

    /// Writes bytes.
    ///
    /// # Errors
    /// [`Error::Write`].
    pub fn bytes(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.write_all(bytes).map_err(Error::write(&self.path))
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match &mut self.sink {
            Sink::Plain(file) => file.write_all(bytes),
            Sink::Gzip(file) => file.write_all(bytes),
            #[cfg(feature = "zstd")]
            Sink::Zstd(file) => file.write_all(bytes),
        }
    }
}

impl fmt::Write for Output {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.write_all(text.as_bytes()).map_err(|failure| {
            self.failure.get_or_insert(failure);
            fmt::Error
        })
    }
}

#[cfg(feature = "zstd")]
fn zstd_sink(file: BufWriter<Box<dyn Write>>, path: &Path) -> Result<Sink, Error> {
    let encoder = zstd::Encoder::new(file, zstd::DEFAULT_COMPRESSION_LEVEL);
    encoder.map(Sink::Zstd).map_err(Error::write(path))
}

#[cfg(not(feature = "zstd"))]
fn zstd_sink(_file: BufWriter<Box<dyn Write>>, path: &Path) -> Result<Sink, Error> {
    Err(Error::Usage(format!(
        "{}: this crownhead was built without zstd; name the file .gz",
        path.display()
    )))
}

/// Writes a whole text: a plain file at once, so that an old one stays until the new one is there; standard
/// output and what is compressed as an [`Output`].
///
/// # Errors
/// [`Error::Write`].
pub fn write_text(path: &Path, text: &str) -> Result<(), Error> {
    let extension = path.extension().and_then(|extension| extension.to_str());
    if path != Path::new("-") && !matches!(extension, Some("gz" | "zst")) {
        return write_whole(path, text.as_bytes());
    }
    let mut out = Output::create(path)?;
    out.bytes(text.as_bytes())?;
    out.finish()
}

/// Reads a whole text file, taking `.gz` and `.zst` apart; `-` is standard input.
///
/// # Errors
/// [`Error::Read`] where it cannot be read or is no UTF-8.
pub fn read_text(path: &Path) -> Result<String, Error> {
    let mut bytes = Vec::new();
    let read = open(path).and_then(|mut file| file.read_to_end(&mut bytes));
    let text = read.and_then(|_| String::from_utf8(bytes).map_err(|_| not_text()));
    text.map_err(Error::read(path))
}

/// Opens a file for reading, taking `.gz` and `.zst` apart; `-` is standard input.
///
/// # Errors
/// It cannot be opened.
pub fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    if path == Path::new("-") {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    let file = File::open(path)?;
    Ok(
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("gz") => Box::new(BufReader::new(MultiGzDecoder::new(file))),
            #[cfg(feature = "zstd")]
            Some("zst") => Box::new(BufReader::new(zstd::Decoder::new(file)?)),
            _ => Box::new(BufReader::new(file)),
        },
    )
}

/// What is said of a file that should be text.
pub fn not_text() -> io::Error {
    io::Error::other("it is no UTF-8 text")
}

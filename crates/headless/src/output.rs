//! Streams text and bytes to output files, and reads files. A file whose name ends in `.gz` or
//! `.zst` is compressed.

use crate::{
    error::Error,
    files::{create_part, write_output},
    interrupt,
    outputs::{check_output, register_input},
    print::{self, escape_for_terminal},
    progress::while_reading,
};
use flate2::{Compression, read::MultiGzDecoder, write::GzEncoder};
use part_file::PartFile;
use std::{
    fmt,
    fs::{self, File},
    io::{self, BufRead, BufReader, BufWriter, IsTerminal, Read, Seek, SeekFrom, Write},
    mem,
    path::{Path, PathBuf},
    sync::mpsc::{self, Receiver, Sender, SyncSender},
    thread::{self, JoinHandle},
};

/// An output stream for text and bytes: a file or standard output. If the file's name ends in `.gz`
/// or `.zst`, the output is compressed. A separate thread compresses and writes the data.
///
/// If no file with this name exists, the output is written directly to a new file with this name.
/// An existing file is replaced only when the output is complete; until then, the output is in a
/// temporary file. If the run is interrupted, both files remain.
///
/// A [`fmt::Error`] does not say why a write failed. [`Output::finish`] and
/// [`Output::end_with_error`] return the reason.
pub struct Output {
    path: PathBuf,
    at_end: AtEnd,
    compressed: bool,
    /// The chunk being filled.
    chunk: Vec<u8>,
    /// The writer thread; `None` after it has ended.
    writer: Option<Writer>,
    failure: Option<io::Error>,
}

/// The action to take with the file when the output ends.
enum AtEnd {
    /// No action: the output is standard output, a device, or a file that the caller has opened.
    Nothing,
    /// The file is new. If it is empty after a failure, it is removed.
    New,
    /// The file replaces the existing one.
    Replace(PartFile),
}

struct Writer {
    /// Sends filled chunks to the thread.
    full: SyncSender<Vec<u8>>,
    /// Returns emptied chunks for reuse.
    empty: Receiver<Vec<u8>>,
    thread: JoinHandle<io::Result<()>>,
}

impl Writer {
    /// Waits until everything is written.
    fn end(self) -> io::Result<()> {
        drop(self.full);
        let end = self.thread.join();
        end.unwrap_or_else(|_| Err(io::Error::other("the writer thread failed")))
    }
}

enum Sink {
    Plain(Box<dyn Write + Send>),
    Gzip(GzEncoder<BufWriter<Box<dyn Write + Send>>>),
    #[cfg(feature = "zstd")]
    Zstd(zstd::Encoder<'static, BufWriter<Box<dyn Write + Send>>>),
}

/// The size limit for reading a text file, in bytes: 16 MiB.
const MAX_TEXT_BYTES: u64 = 16 << 20;
/// The length limit for reading a line, in bytes: 1 MiB.
const MAX_LINE_BYTES: u64 = 1 << 20;
/// A chunk is sent to the writer thread when it contains at least this many bytes.
const CHUNK_BYTES: usize = 1 << 16;
/// Capacity of a chunk, in bytes. It is larger than [`CHUNK_BYTES`] to leave room for the row that
/// exceeds that limit.
const CHUNK_CAPACITY: usize = CHUNK_BYTES + CHUNK_BYTES / 8;
/// Maximum number of chunks in the queue to the writer thread. Two more chunks are in memory: the
/// one being filled and the one being written.
const MAX_QUEUED_CHUNKS: usize = 2;

impl Output {
    /// Creates the file; `-` is standard output.
    ///
    /// # Errors
    /// [`Error::Usage`] if the file is an input of this run; [`Error::Write`] if it cannot be
    /// created.
    pub fn create(path: &Path) -> Result<Output, Error> {
        check_output(path)?;
        if path == Path::new("-") {
            return Output::start(path, Box::new(StandardOutput), AtEnd::Nothing);
        }
        // A link counts as an existing file, even if its target is missing.
        let new = if path.is_symlink() {
            None
        } else {
            File::create_new(path).ok()
        };
        if let Some(file) = new {
            return Output::start(path, Box::new(file), AtEnd::New);
        }
        let (part, file) = create_part(path).map_err(Error::write(path))?;
        let at_end = if part.writes_to_target() {
            AtEnd::Nothing
        } else {
            AtEnd::Replace(part)
        };
        Output::start(path, Box::new(file), at_end)
    }

    /// Creates an output for a file that the caller has opened.
    ///
    /// # Errors
    /// [`Error::Write`].
    pub fn to_file(path: &Path, file: File) -> Result<Output, Error> {
        Output::start(path, Box::new(file), AtEnd::Nothing)
    }

    fn start(path: &Path, file: Box<dyn Write + Send>, at_end: AtEnd) -> Result<Output, Error> {
        let sink = Sink::new(path, file)?;
        let compressed = !matches!(sink, Sink::Plain(_));
        let (full, chunks) = mpsc::sync_channel(MAX_QUEUED_CHUNKS);
        let (used, empty) = mpsc::channel();
        let thread = thread::Builder::new()
            .name("writer".into())
            .spawn(move || sink.write_chunks(chunks, used))
            .map_err(Error::write(path))?;
        let writer = Writer {
            full,
            empty,
            thread,
        };
        Ok(Output {
            path: path.to_owned(),
            at_end,
            compressed,
            chunk: Vec::with_capacity(CHUNK_CAPACITY),
            writer: Some(writer),
            failure: None,
        })
    }

    /// Writes everything and closes the file.
    ///
    /// # Errors
    /// The first error of any write; [`Error::Fault`] if the output was to replace an existing
    /// file, but the run was interrupted.
    pub fn finish(self) -> Result<(), Error> {
        self.finish_with(&[])
    }

    /// Finishes like [`Output::finish`], but then overwrites bytes in the file, for example in its
    /// header. `changes` contains their offsets and new values. Overwrites nothing if the output is
    /// a compressed file, standard output or a device.
    ///
    /// # Errors
    /// The first error of any write.
    pub fn finish_with(mut self, changes: &[(u64, [u8; 4])]) -> Result<(), Error> {
        let end = self.end();
        let result = self.failure.take().map_or(end, Err);
        let result = result.and_then(|()| self.overwrite(changes));
        if let Err(error) = result {
            self.discard();
            return Err(Error::write(&self.path)(error));
        }
        let AtEnd::Replace(part) = mem::replace(&mut self.at_end, AtEnd::Nothing) else {
            return Ok(());
        };
        if interrupt::requested() {
            let new = part.keep_part_file();
            return Err(Error::Fault(format!(
                "interrupted; {} is unchanged, and the output so far is readable in {}",
                self.path.display(),
                new.display()
            )));
        }
        part.finish().map_err(Error::write(&self.path))
    }

    /// Overwrites bytes in a closed, uncompressed file.
    fn overwrite(&self, changes: &[(u64, [u8; 4])]) -> io::Result<()> {
        let path = match &self.at_end {
            AtEnd::Replace(part) => part.path(),
            _ => &self.path,
        };
        let is_plain_file = !self.compressed && path != Path::new("-") && path.is_file();
        if !is_plain_file || changes.is_empty() {
            return Ok(());
        }
        let mut file = File::options().write(true).open(path)?;
        changes.iter().try_for_each(|(offset, bytes)| {
            file.seek(SeekFrom::Start(*offset))?;
            file.write_all(bytes)
        })
    }

    /// After a failure, removes the file if it is new and empty. A partial file stays, because its
    /// beginning is readable, even if it is compressed.
    fn discard(&mut self) {
        let is_new = matches!(mem::replace(&mut self.at_end, AtEnd::Nothing), AtEnd::New);
        let is_empty = || fs::metadata(&self.path).is_ok_and(|metadata| metadata.len() == 0);
        if is_new && is_empty() {
            // The caller already has an error to return, so ignore a failure here.
            let _ = fs::remove_file(&self.path);
        }
    }

    /// Ends the output. Returns the error that made a [`fmt::Write`] call fail.
    pub fn end_with_error(&mut self) -> Error {
        let failure = self.failure.take();
        // Wait until the thread has closed the file.
        let _ = self.writer.take().map(Writer::end);
        self.discard();
        let source = failure.unwrap_or_else(|| io::Error::other("the text cannot be written"));
        Error::write(&self.path)(source)
    }

    /// Writes bytes.
    ///
    /// # Errors
    /// [`Error::Write`].
    pub fn write_bytes(&mut self, bytes: &[u8]) -> Result<(), Error> {
        match self.row_buffer() {
            Ok(rows) => {
                rows.extend_from_slice(bytes);
                Ok(())
            }
            Err(fmt::Error) => Err(self.end_with_error()),
        }
    }

    /// Returns the buffer, so that the caller can append a few rows to it.
    ///
    /// # Errors
    /// An earlier write failed.
    #[inline]
    pub fn row_buffer(&mut self) -> Result<&mut Vec<u8>, fmt::Error> {
        if self.chunk.len() >= CHUNK_BYTES
            && let Err(failure) = self.send_chunk()
        {
            self.failure.get_or_insert(failure);
            return Err(fmt::Error);
        }
        Ok(&mut self.chunk)
    }

    /// Sends the current chunk to the writer thread.
    fn send_chunk(&mut self) -> io::Result<()> {
        let Some(writer) = &self.writer else {
            return Ok(());
        };
        let next = writer.empty.try_recv();
        let next = next.unwrap_or_else(|_| Vec::with_capacity(CHUNK_CAPACITY));
        let chunk = mem::replace(&mut self.chunk, next);
        match writer.full.send(chunk) {
            Ok(()) => Ok(()),
            // The thread has ended early because of an error.
            Err(_) => self.writer.take().map_or(Ok(()), Writer::end),
        }
    }

    fn end(&mut self) -> io::Result<()> {
        self.send_chunk()?;
        self.writer.take().map_or(Ok(()), Writer::end)
    }
}

impl Drop for Output {
    // Writes the current chunk even if the run was interrupted.
    fn drop(&mut self) {
        let _ = self.end();
    }
}

/// Standard output. On a terminal, control characters are escaped, because names that come from
/// files may contain them.
struct StandardOutput;

impl Write for StandardOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut out = io::stdout().lock();
        let text = escape_for_terminal(bytes, out.is_terminal());
        out.write_all(&text)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}

impl Sink {
    /// Creates a sink that compresses according to the file's name.
    fn new(path: &Path, file: Box<dyn Write + Send>) -> Result<Sink, Error> {
        let extension = path.extension().and_then(|extension| extension.to_str());
        Ok(match extension {
            Some("gz") => Sink::Gzip(GzEncoder::new(
                BufWriter::with_capacity(CHUNK_BYTES, file),
                Compression::default(),
            )),
            Some("zst") => zstd_sink(BufWriter::with_capacity(CHUNK_BYTES, file), path)?,
            _ => Sink::Plain(file),
        })
    }

    /// The main function of the writer thread: writes the chunks until the sender is dropped.
    fn write_chunks(mut self, chunks: Receiver<Vec<u8>>, used: Sender<Vec<u8>>) -> io::Result<()> {
        for mut chunk in chunks {
            match &mut self {
                Sink::Plain(file) => file.write_all(&chunk)?,
                Sink::Gzip(file) => file.write_all(&chunk)?,
                #[cfg(feature = "zstd")]
                Sink::Zstd(file) => file.write_all(&chunk)?,
            }
            chunk.clear();
            // At the end of the output, the receiver no longer exists, and the chunk is dropped.
            let _ = used.send(chunk);
        }
        self.finish()
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Sink::Plain(mut file) => file.flush(),
            Sink::Gzip(file) => file.finish().and_then(|mut file| file.flush()),
            #[cfg(feature = "zstd")]
            Sink::Zstd(file) => file.finish().and_then(|mut file| file.flush()),
        }
    }
}

impl fmt::Write for Output {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.row_buffer()?.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

#[cfg(feature = "zstd")]
fn zstd_sink(file: BufWriter<Box<dyn Write + Send>>, path: &Path) -> Result<Sink, Error> {
    let encoder = zstd::Encoder::new(file, zstd::DEFAULT_COMPRESSION_LEVEL);
    encoder.map(Sink::Zstd).map_err(Error::write(path))
}

#[cfg(not(feature = "zstd"))]
fn zstd_sink(_file: BufWriter<Box<dyn Write + Send>>, path: &Path) -> Result<Sink, Error> {
    Err(Error::Usage(format!(
        "{}: this Crownhead was built without zstd; use a name that ends in .gz",
        path.display()
    )))
}

/// Writes a whole text. Writes an uncompressed file atomically; writes to a compressed file or
/// standard output through an [`Output`].
///
/// # Errors
/// [`Error::Usage`] for an input of this run; [`Error::Write`].
pub fn write_text(path: &Path, text: &str) -> Result<(), Error> {
    write_bytes(path, text.as_bytes())
}

/// Writes bytes like [`write_text`].
///
/// # Errors
/// The errors of [`write_text`].
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let extension = path.extension().and_then(|extension| extension.to_str());
    if path != Path::new("-") && !matches!(extension, Some("gz" | "zst")) {
        return write_output(path, bytes);
    }
    let mut out = Output::create(path)?;
    out.write_bytes(bytes)?;
    out.finish()
}

/// Writes the report of a command to `file`. If `file` is `None`, writes it to standard output, or
/// to standard error if another output of the command already uses standard output
/// (`stdout_taken`).
///
/// # Errors
/// The errors of [`write_text`].
pub fn write_report(file: Option<&Path>, stdout_taken: bool, text: &str) -> Result<(), Error> {
    if file.is_none() && stdout_taken {
        print::to_stderr(&print::escape_controls(text));
        return Ok(());
    }
    write_text(file.unwrap_or(Path::new("-")), text)
}

/// Reads a whole text file, decompressing `.gz` and `.zst`; `-` is standard input.
///
/// # Errors
/// [`Error::Read`] if the file cannot be read, is not UTF-8, or is too large.
pub fn read_text(path: &Path) -> Result<String, Error> {
    let text = String::from_utf8(read_bytes(path)?).map_err(|_| not_text_in(path));
    text.map_err(Error::read(path))
}

/// Reads a whole file like [`read_text`], in any encoding.
///
/// # Errors
/// [`Error::Read`] if the file cannot be read or is too large.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, Error> {
    let bytes = while_reading(path, || open(path).and_then(read_bounded));
    bytes.map_err(Error::read(path))
}

/// Reads a whole file up to the size limit, which also stops endless input.
///
/// # Errors
/// The file cannot be read, or is larger than 16 MiB.
pub fn read_bounded(file: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(MAX_TEXT_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_TEXT_BYTES {
        Err(io::Error::other(
            "it is larger than 16 MiB; name a smaller file",
        ))
    } else {
        Ok(bytes)
    }
}

/// Reads a line, including its line ending. The result is empty at the end of the file.
///
/// # Errors
/// The file cannot be read, or the line is longer than 1 MiB.
pub fn read_line(file: &mut dyn BufRead) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(MAX_LINE_BYTES + 1)
        .read_until(b'\n', &mut bytes)?;
    if bytes.len() as u64 > MAX_LINE_BYTES {
        Err(io::Error::other("a line is longer than 1 MiB"))
    } else {
        Ok(bytes)
    }
}

/// Opens a file for reading, decompressing `.gz` and `.zst`; `-` is standard input.
///
/// # Errors
/// The file cannot be opened.
pub fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    if path == Path::new("-") {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    let file = File::open(path)?;
    register_input(path);
    Ok(
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("gz") => Box::new(BufReader::new(MultiGzDecoder::new(file))),
            #[cfg(feature = "zstd")]
            Some("zst") => Box::new(BufReader::new(zstd::Decoder::new(file)?)),
            _ => Box::new(BufReader::new(file)),
        },
    )
}

/// Returns the error for a file that should contain text but does not. If the file extension is
/// that of a cartridge image, the message says so.
pub fn not_text_in(path: &Path) -> io::Error {
    let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
    let is_image = ["a26", "bin", "rom"]
        .iter()
        .any(|known| extension == *known);
    if is_image {
        io::Error::other(
            "it is not UTF-8 text but a cartridge image; `crownhead record` makes a script \
             from it, and `crownhead trace` a trace",
        )
    } else {
        not_text()
    }
}

/// Returns the error for bytes that should be text but are not UTF-8.
pub fn not_text() -> io::Error {
    io::Error::other("it is not UTF-8 text")
}

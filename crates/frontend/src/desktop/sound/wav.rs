//! Writes sound into a WAV file: 16 bits, one channel, 48 kHz. The file is readable at all times.

use super::speaker::Speaker;
use headless::error::Error;
use hound::{SampleFormat, WavSpec, WavWriter};
use play::sound::Resampler;
use std::{
    fs::File,
    io::{self, BufWriter},
    path::{Path, PathBuf},
};

/// Samples per second in the file.
pub const RATE: u32 = 48_000;

/// Writes sound to a file. Updates the header once a second, so that the recording can be played
/// after a crash.
pub struct Wav {
    path: PathBuf,
    writer: Option<WavWriter<BufWriter<File>>>,
    resampler: Resampler,
    unflushed_samples: usize,
}

impl Wav {
    /// Creates the file; replaces an existing one.
    ///
    /// # Errors
    /// [`Error::Write`] if the file cannot be created.
    pub fn create(path: &Path) -> Result<Wav, Error> {
        let spec = WavSpec {
            channels: 1,
            sample_rate: RATE,
            bits_per_sample: 16,
            sample_format: SampleFormat::Int,
        };
        let file = File::create(path).map_err(Error::write(path))?;
        let writer = WavWriter::new(BufWriter::new(file), spec);
        let mut writer = writer.map_err(write_error(path))?;
        // Write the header now. Otherwise, if the program is killed in the first second, it leaves
        // a file without a header.
        writer.flush().map_err(write_error(path))?;
        Ok(Wav {
            path: path.to_owned(),
            writer: Some(writer),
            resampler: Resampler::new(),
            unflushed_samples: 0,
        })
    }
}

impl Speaker for Wav {
    fn push(&mut self, samples: &[f32], rate: f64) -> Result<(), Error> {
        let Some(writer) = &mut self.writer else {
            return Ok(());
        };
        let mut out = Vec::new();
        self.resampler
            .run(samples, rate / f64::from(RATE), &mut out);
        for sample in &out {
            let level = (sample.clamp(-1.0, 1.0) * 32_767.0) as i16;
            writer
                .write_sample(level)
                .map_err(write_error(&self.path))?;
        }
        self.unflushed_samples += out.len();
        if self.unflushed_samples >= RATE as usize {
            self.unflushed_samples = 0;
            writer.flush().map_err(write_error(&self.path))?;
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<(), Error> {
        match self.writer.take() {
            Some(writer) => writer.finalize().map_err(write_error(&self.path)),
            None => Ok(()),
        }
    }
}

fn write_error(path: &Path) -> impl FnOnce(hound::Error) -> Error + '_ {
    move |error| {
        let source = match error {
            hound::Error::IoError(source) => source,
            other => io::Error::other(other),
        };
        Error::Write {
            path: path.to_owned(),
            source,
        }
    }
}

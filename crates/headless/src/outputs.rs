//! Keeps track of the files that this run reads and writes. No output may replace an input, and no
//! two outputs may be the same file.
//!
//! Code that reads a file registers it here, and code that writes a file checks here first, so
//! commands need not compare their paths.

use crate::error::Error;
use std::{
    fs,
    io::Read,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The identity of a file: equal for all names of the file and all links to it.
#[derive(PartialEq, Eq)]
enum Identity {
    #[cfg(unix)]
    Number { device: u64, file: u64 },
    /// The path with links resolved, in lower case, because some systems ignore case.
    Name(String),
}

struct Registry {
    /// The inputs. Their paths are stored as well as their identities, because a new file may get
    /// the inode number of an input that has been deleted.
    inputs: Vec<(Identity, PathBuf)>,
    outputs: Vec<Identity>,
}

static REGISTRY: Mutex<Registry> = Mutex::new(Registry {
    inputs: Vec::new(),
    outputs: Vec::new(),
});

fn registry() -> MutexGuard<'static, Registry> {
    REGISTRY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Registers a file that this run reads. Ignores pipes, devices and `-`, because writing to them
/// destroys no input.
pub fn register_input(path: &Path) {
    if let Some(identity) = identity(path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let input = (identity, path);
        let mut registry = registry();
        if !registry.inputs.contains(&input) {
            registry.inputs.push(input);
        }
    }
}

/// Returns an error if this output is also an input of this run.
///
/// # Errors
/// [`Error::Usage`]; nothing is written.
pub fn check_output(path: &Path) -> Result<(), Error> {
    let is_input = |output: Identity| {
        let inputs = &registry().inputs;
        let mut same = inputs.iter().filter(|(input, _)| *input == output);
        same.any(|(_, path)| identity(path).as_ref() == Some(&output))
    };
    if identity(path).is_some_and(is_input) {
        Err(Error::Usage(format!(
            "{} is read by this command, so it cannot be written; name another output",
            path.display()
        )))
    } else {
        Ok(())
    }
}

/// Returns an error if a name has an extension other than `.png`. In that case, the user may have
/// named a source by mistake, or may expect another picture format.
///
/// # Errors
/// [`Error::Usage`].
pub fn check_png(path: &Path) -> Result<(), Error> {
    let extension = path
        .extension()
        .map(|extension| extension.to_ascii_lowercase());
    if extension.is_none_or(|extension| extension == "png") {
        Ok(())
    } else {
        Err(Error::Usage(format!(
            "{}: pictures are PNG files; use a name that ends in .png",
            path.display()
        )))
    }
}

/// Reserves the output files that are named on the command line. Call this before the run, because
/// a file that is written gradually must be checked before its first byte is written. Several
/// outputs may be the same device.
///
/// # Errors
/// The errors of [`claim_output`]; [`Error::Usage`] for `-`.
pub fn claim_outputs<'a>(
    paths: impl IntoIterator<Item = Option<&'a PathBuf>>,
) -> Result<(), Error> {
    paths.into_iter().flatten().try_for_each(|path| {
        check_is_file_name(path)?;
        if is_device(path) {
            Ok(())
        } else {
            claim_output(path)
        }
    })
}

/// Reserves outputs like [`claim_outputs`], but one of them may be `-` (standard output). Returns
/// true if one of them is `-`, so that [`write_report`] can write the command's report to standard
/// error instead.
///
/// [`write_report`]: crate::output::write_report
///
/// # Errors
/// The errors of [`claim_output`]; [`Error::Usage`] if two outputs are `-`.
pub fn claim_outputs_or_stdout<'a>(
    paths: impl IntoIterator<Item = Option<&'a PathBuf>>,
) -> Result<bool, Error> {
    let named = paths.into_iter().flatten();
    let (standard, files): (Vec<_>, Vec<_>) = named.partition(|path| *path == Path::new("-"));
    if standard.len() > 1 {
        return Err(Error::Usage(
            "two outputs of this command are `-` (standard output); name a file for one of them"
                .into(),
        ));
    }
    claim_outputs(files.into_iter().map(Some))?;
    Ok(!standard.is_empty())
}

/// Returns an error for `-`, which means standard output, for outputs that must be files.
///
/// # Errors
/// [`Error::Usage`].
pub fn check_is_file_name(path: &Path) -> Result<(), Error> {
    if path == Path::new("-") {
        return Err(Error::Usage(
            "this output cannot be `-` (standard output); name a file".into(),
        ));
    }
    Ok(())
}

/// Returns true if the path exists but is not a regular file, such as `/dev/null`.
fn is_device(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| !metadata.is_file())
}

/// Checks an output like [`check_output`], and reserves it. If the same file has already been
/// reserved, returns an error.
///
/// # Errors
/// [`Error::Usage`]; nothing is written.
pub fn claim_output(path: &Path) -> Result<(), Error> {
    check_output(path)?;
    let identity = path_identity(path);
    let mut registry = registry();
    if registry.outputs.contains(&identity) {
        return Err(Error::Usage(format!(
            "two outputs of this command are named {}; give them different names",
            path.display()
        )));
    }
    registry.outputs.push(identity);
    Ok(())
}

/// Number of bytes to read from the start of a file to recognize the program that wrote it.
const HEAD_BYTES: u64 = 4096;

/// Reserves one of many outputs whose names the program chooses. The output may replace a file that
/// this program wrote in an earlier run; `is_ours` recognizes such a file by its first bytes. It
/// may replace any other file only if `force` is true.
///
/// # Errors
/// The errors of [`claim_output`]; [`Error::Usage`] for another program's file; [`Error::Read`].
pub fn claim_derived_output(
    path: &Path,
    force: bool,
    is_ours: impl Fn(&[u8]) -> bool,
) -> Result<(), Error> {
    claim_output(path)?;
    if force || !path.is_file() {
        return Ok(());
    }
    let mut head = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(HEAD_BYTES).read_to_end(&mut head));
    read.map_err(Error::read(path))?;
    if is_ours(&head) {
        Ok(())
    } else {
        Err(Error::Usage(format!(
            "{} exists, and this command did not make it; --force replaces it",
            path.display()
        )))
    }
}

/// Returns the identity of an existing regular file; `None` for anything else.
fn identity(path: &Path) -> Option<Identity> {
    let metadata = fs::metadata(path).ok()?;
    metadata.is_file().then(|| inode_identity(path, &metadata))
}

#[cfg(unix)]
fn inode_identity(_path: &Path, metadata: &fs::Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    Identity::Number {
        device: metadata.dev(),
        file: metadata.ino(),
    }
}

#[cfg(not(unix))]
fn inode_identity(path: &Path, _metadata: &fs::Metadata) -> Identity {
    path_identity(path)
}

/// Returns the identity of a file, derived from its path. The file need not exist yet.
fn path_identity(path: &Path) -> Identity {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let folder = path.parent().unwrap_or(Path::new(""));
    let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let path = folder.join(path.file_name().unwrap_or_default());
    let path = fs::canonicalize(&path).unwrap_or(path);
    Identity::Name(path.to_string_lossy().to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_output_may_not_be_an_input_under_another_name() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("game.bin"), "x").unwrap();
        check_output(&at("game.bin")).unwrap();
        register_input(&at("game.bin"));
        assert!(check_output(&at("game.bin")).is_err());
        assert!(check_output(&at("./game.bin")).is_err());
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(at("game.bin"), at("link")).unwrap();
            fs::hard_link(at("game.bin"), at("hard")).unwrap();
            assert!(check_output(&at("link")).is_err() && check_output(&at("hard")).is_err());
        }
        check_output(&at("other.bin")).unwrap();
        register_input(Path::new("-"));
        check_output(Path::new("-")).unwrap();
        assert_eq!(fs::read(at("game.bin")).unwrap(), b"x");
    }

    #[test]
    fn two_outputs_must_be_different_files() {
        let folder = tempfile::tempdir().unwrap();
        claim_output(&folder.path().join("x.asm")).unwrap();
        claim_output(&folder.path().join("y.asm")).unwrap();
        assert!(claim_output(&folder.path().join("./x.asm")).is_err());
        assert!(claim_output(&folder.path().join("X.ASM")).is_err());
    }

    #[test]
    fn one_output_may_be_standard_output() {
        let folder = tempfile::tempdir().unwrap();
        let (file, standard) = (folder.path().join("a.svg"), PathBuf::from("-"));
        assert!(claim_outputs_or_stdout([Some(&file), None, Some(&standard)]).unwrap());
        assert!(!claim_outputs_or_stdout([Some(&folder.path().join("b.svg"))]).unwrap());
        assert!(claim_outputs_or_stdout([Some(&standard), Some(&standard)]).is_err());
        assert!(claim_outputs([Some(&standard)]).is_err());
    }
}

//! Converts paths to settings in scripts, and back. A setting is either the path as plain text, or
//! `file:` followed by the percent-encoded path.
//!
//! A script consists of lines of UTF-8, but a file name may contain any bytes. A name with control
//! characters or with invalid UTF-8 could break the script or add lines to it, so it is encoded.

use std::path::{Path, PathBuf};

/// The prefix of an encoded path.
const ENCODED_PREFIX: &str = "file:";

/// Converts a path to the text of a setting.
pub fn to_setting(path: &Path) -> String {
    match path.to_str() {
        // A script written on Windows may be read on another system, so use `/` as the separator.
        Some(text) if is_plain(text) && cfg!(windows) => text.replace('\\', "/"),
        Some(text) if is_plain(text) => text.into(),
        _ => encode(path),
    }
}

/// Returns the path from the text of a setting.
pub fn from_setting(text: &str) -> PathBuf {
    match text.strip_prefix(ENCODED_PREFIX) {
        None => text.into(),
        Some(encoded) => decode(encoded),
    }
}

/// Returns true if a text needs no encoding in a script.
fn is_plain(text: &str) -> bool {
    let is_reserved = text.starts_with(ENCODED_PREFIX) || is_bundled(text);
    !text.contains(char::is_control) && !is_reserved
}

/// Returns true if a text names a bundled cartridge, not a path.
pub fn is_bundled(text: &str) -> bool {
    text == "bundled" || text.starts_with("bundled:")
}

fn encode(path: &Path) -> String {
    let mut text = String::from(ENCODED_PREFIX);
    for byte in bytes_of(path) {
        match byte {
            b'%' | b'\\' => text.push_str(&format!("%{byte:02X}")),
            0x21..=0x7e => text.push(char::from(byte)),
            _ => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text
}

fn decode(text: &str) -> PathBuf {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, more @ ..] = rest {
        let digits = more.get(..2).and_then(|digits| str::from_utf8(digits).ok());
        let code = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        let (byte, length) = match (first, code) {
            (b'%', Some(code)) => (code, 3),
            _ => (*first, 1),
        };
        bytes.push(byte);
        rest = &rest[length..];
    }
    path_of(bytes)
}

#[cfg(unix)]
fn bytes_of(path: &Path) -> Vec<u8> {
    use std::os::unix::ffi::OsStrExt;
    path.as_os_str().as_bytes().to_vec()
}

#[cfg(unix)]
fn path_of(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    std::ffi::OsString::from_vec(bytes).into()
}

/// Returns a path as bytes. Outside Unix, file names are Unicode, so the bytes are UTF-8; unpaired
/// surrogates are lost.
#[cfg(not(unix))]
fn bytes_of(path: &Path) -> Vec<u8> {
    path.to_string_lossy().into_owned().into_bytes()
}

#[cfg(not(unix))]
fn path_of(bytes: Vec<u8>) -> PathBuf {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lab::script::{Script, Setup, write_header};

    /// Writes a path to a script, and returns the path that is read back from the script.
    fn round_trip(path: &Path) -> PathBuf {
        let setup = Setup {
            cartridge: Some(to_setting(path)),
            ..Setup::default()
        };
        let mut text = String::new();
        write_header(&mut text, &setup).unwrap();
        text.push_str("@1 end\n");
        let lines = text.lines().count();
        assert_eq!(lines, 5, "{text}");
        let script = Script::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        from_setting(&script.setup.cartridge.unwrap())
    }

    #[test]
    fn every_byte_survives_a_script() {
        for byte in 1..=255u8 {
            for name in [
                vec![byte],
                vec![b'a', byte],
                vec![byte, b'a'],
                vec![b'a', byte, byte, b' ', b'b'],
                [b"\n@2 p0 fire".as_slice(), &[byte]].concat(),
            ] {
                let path = path_of(name);
                assert_eq!(round_trip(&path), path);
            }
        }
    }

    #[test]
    fn plain_names_are_not_encoded() {
        for name in [
            "games/a b.bin",
            "C:\\games\\50%.bin",
            "D\u{e1}m\u{11b}.bin",
            "\"a;#",
        ] {
            assert_eq!(to_setting(Path::new(name)), name);
            assert_eq!(round_trip(Path::new(name)), Path::new(name));
        }
        for name in ["bundled", "bundled:a", "file:a", "file:%41"] {
            assert_eq!(round_trip(Path::new(name)), Path::new(name));
        }
        assert_eq!(to_setting(Path::new("a\nb%")), "file:a%0Ab%25");
    }
}

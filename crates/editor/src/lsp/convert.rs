//! Converts between the protocol's positions and positions in the sources.

use language::{Encoding, Position, Text, TextRange};
use lsp_types::Uri;
use std::path::{Path, PathBuf};

/// Returns the path of a document. If the document is not a file, returns its URI as a path.
pub fn path(uri: &Uri) -> PathBuf {
    file_path(uri.as_str()).unwrap_or_else(|| PathBuf::from(uri.as_str()))
}

/// Returns the path of a URI such as `file:///folder/a%20name`. Editors on Windows write
/// `file:///c%3A/folder`.
fn file_path(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    let text = decoded(rest)?;
    let path = text.strip_prefix('/')?;
    let drive = path.as_bytes().get(1) == Some(&b':');
    Some(PathBuf::from(if cfg!(windows) && drive {
        path
    } else {
        &text
    }))
}

/// Decodes percent escapes such as `%20`.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, following)) = rest.split_first() {
        let digits = following
            .get(..2)
            .and_then(|digits| str::from_utf8(digits).ok());
        match digits
            .filter(|_| byte == b'%')
            .map(|digits| u8::from_str_radix(digits, 16))
        {
            Some(Ok(code)) => {
                bytes.push(code);
                rest = &following[2..];
            }
            _ => {
                bytes.push(byte);
                rest = following;
            }
        }
    }
    String::from_utf8(bytes).ok()
}

/// Returns the URI of a path.
pub fn uri(path: &Path) -> Option<Uri> {
    let text = path.to_str()?;
    if !path.is_absolute() {
        return text.parse().ok();
    }
    let text = if cfg!(windows) {
        format!("/{}", text.replace('\\', "/"))
    } else {
        text.to_owned()
    };
    let is_unreserved = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
    let mut uri = "file://".to_owned();
    for &byte in text.as_bytes() {
        if is_unreserved(byte) {
            uri.push(char::from(byte))
        } else {
            uri.push_str(&format!("%{byte:02X}"))
        }
    }
    uri.parse().ok()
}

/// Converts a position from the editor.
pub fn from_position(text: &Text, position: lsp_types::Position, encoding: Encoding) -> Position {
    text.position_of(position.line, position.character, encoding)
}

/// Converts a position for the editor.
pub fn to_position(text: &Text, position: Position, encoding: Encoding) -> lsp_types::Position {
    lsp_types::Position {
        line: position.line,
        character: text.column_in(position, encoding),
    }
}

/// Converts a range from the editor. A range that ends before its start becomes empty.
pub fn from_range(text: &Text, range: lsp_types::Range, encoding: Encoding) -> TextRange {
    let start = from_position(text, range.start, encoding);
    TextRange {
        start,
        end: from_position(text, range.end, encoding).max(start),
    }
}

/// Converts a range for the editor.
pub fn to_range(text: &Text, range: TextRange, encoding: Encoding) -> lsp_types::Range {
    lsp_types::Range {
        start: to_position(text, range.start, encoding),
        end: to_position(text, range.end, encoding),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn paths_and_uris_are_one_to_one() {
        for text in ["/a/b.asm", "/a b/ü#?%41.asm", "/c:/x"] {
            let uri = uri(Path::new(text)).unwrap();
            assert_eq!(path(&uri), Path::new(text), "{}", uri.as_str());
        }
        let path = |uri: &str| path(&uri.parse().unwrap());
        assert_eq!(path("file:///a%20b"), Path::new("/a b"));
        assert_eq!(path("file://localhost/a"), Path::new("/a"));
        assert_eq!(path("untitled:1"), Path::new("untitled:1"));
    }
}

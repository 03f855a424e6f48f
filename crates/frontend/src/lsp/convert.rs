//! Between the protocol's places and those of the sources.

use language::{Encoding, Position, Text, TextRange};
use lsp_types::Uri;
use std::path::{Path, PathBuf};
use url::Url;

/// The path of a document; of one that is no file its whole name.
pub fn path(uri: &Uri) -> PathBuf {
    let url = Url::parse(uri.as_str()).ok();
    let path = url
        .filter(|url| url.scheme() == "file")
        .and_then(|url| url.to_file_path().ok());
    path.unwrap_or_else(|| PathBuf::from(uri.as_str()))
}

/// The document of a path.
pub fn uri(path: &Path) -> Option<Uri> {
    match Url::from_file_path(path) {
        Ok(url) => url.as_str().parse().ok(),
        Err(()) => path.to_str()?.parse().ok(),
    }
}

/// A place of the editor.
pub fn from_position(text: &Text, position: lsp_types::Position, encoding: Encoding) -> Position {
    text.position_of(position.line, position.character, encoding)
}

/// A place for the editor.
pub fn to_position(text: &Text, position: Position, encoding: Encoding) -> lsp_types::Position {
    lsp_types::Position {
        line: position.line,
        character: text.column_in(position, encoding),
    }
}

/// A piece of the editor; one that ends before it begins is empty.
pub fn from_range(text: &Text, range: lsp_types::Range, encoding: Encoding) -> TextRange {
    let start = from_position(text, range.start, encoding);
    TextRange {
        start,
        end: from_position(text, range.end, encoding).max(start),
    }
}

/// A piece for the editor.
pub fn to_range(text: &Text, range: TextRange, encoding: Encoding) -> lsp_types::Range {
    lsp_types::Range {
        start: to_position(text, range.start, encoding),
        end: to_position(text, range.end, encoding),
    }
}

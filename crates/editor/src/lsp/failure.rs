//! The reason a request fails.

use language::{FormatError, RenameError};
use lsp_server::ErrorCode;
use thiserror::Error;

/// The reason a request failed. The message is for the user of the editor.
#[derive(Debug, Error)]
pub enum Failure {
    /// The request's parameters are invalid.
    #[error("the request has wrong parameters: {0}")]
    Parameters(#[from] serde_json::Error),
    /// The server does not know the request.
    #[error("the server does not know the request {0}")]
    Unknown(String),
    /// The document is not open.
    #[error("{0} is not open; open it in the editor first")]
    NoDocument(String),
    /// A name cannot be renamed.
    #[error(transparent)]
    Rename(#[from] RenameError),
    /// A file cannot be formatted.
    #[error(transparent)]
    Format(#[from] FormatError),
}

impl Failure {
    /// Returns the error code for the answer.
    pub fn code(&self) -> ErrorCode {
        match self {
            Failure::Parameters(_) | Failure::NoDocument(_) => ErrorCode::InvalidParams,
            Failure::Unknown(_) => ErrorCode::MethodNotFound,
            Failure::Rename(_) | Failure::Format(_) => ErrorCode::RequestFailed,
        }
    }
}

//! x
use crate::error::Error;
/// x
pub fn serve_standard_streams() -> Result<(), Error> {
    Ok(())
}

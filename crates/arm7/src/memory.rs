//! What the processor is connected to.

/// How a bus cycle follows the one before it: what slow memory charges for depends on it.
// ARM7TDMI-S Technical Reference Manual (DDI 0234), 3.3 "Bus cycle types".
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Cycle {
    /// N: the address has nothing to do with the one before.
    NonSequential,
    /// S: the next address, or the same one after internal cycles.
    Sequential,
}

/// There is no memory at an address, or it refuses this access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Abort;

/// A 32-bit little-endian address space. Every call but [`Memory::idle`] is one bus cycle.
///
/// Addresses arrive aligned to the size of the access: the processor itself does what an unaligned
/// one asks for, and reports it to [`Memory::misaligned`] first.
pub trait Memory {
    /// Fetches a Thumb instruction.
    fn fetch16(&mut self, address: u32, cycle: Cycle) -> Result<u16, Abort>;
    /// Fetches an ARM instruction.
    fn fetch32(&mut self, address: u32, cycle: Cycle) -> Result<u32, Abort>;
    /// Loads a byte.
    fn load8(&mut self, address: u32, cycle: Cycle) -> Result<u8, Abort>;
    /// Loads a halfword.
    fn load16(&mut self, address: u32, cycle: Cycle) -> Result<u16, Abort>;
    /// Loads a word.
    fn load32(&mut self, address: u32, cycle: Cycle) -> Result<u32, Abort>;
    /// Stores a byte.
    fn store8(&mut self, address: u32, data: u8, cycle: Cycle) -> Result<(), Abort>;
    /// Stores a halfword.
    fn store16(&mut self, address: u32, data: u16, cycle: Cycle) -> Result<(), Abort>;
    /// Stores a word.
    fn store32(&mut self, address: u32, data: u32, cycle: Cycle) -> Result<(), Abort>;

    /// Internal (I) cycles pass without an access. Memory that does not count time ignores them.
    #[inline(always)]
    fn idle(&mut self, cycles: u32) {
        let _ = cycles;
    }

    /// The instruction being executed uses this address, which its size does not divide.
    #[cold]
    fn misaligned(&mut self, address: u32) {
        let _ = address;
    }
}

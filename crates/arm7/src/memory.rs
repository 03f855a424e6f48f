//! The memory that the processor is connected to.

/// How a bus cycle's address relates to that of the previous cycle. Slow memory takes longer for
/// nonsequential cycles.
// ARM7TDMI-S Technical Reference Manual (DDI 0234), 3.3 "Bus cycle types".
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Cycle {
    /// N: the address is unrelated to the previous one.
    NonSequential,
    /// S: the address follows the previous one, or is the same as the previous one after internal
    /// cycles.
    Sequential,
}

/// The error for an access to an address that has no memory, or to memory that refuses the access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Abort;

/// A 32-bit little-endian address space. Every fetch, load or store is one bus cycle.
///
/// Addresses are aligned to the size of the access. The processor itself handles unaligned
/// addresses, but first reports them to [`Memory::misaligned`].
pub trait Memory {
    /// Fetches the bytes of an instruction: two in Thumb state, four in ARM state.
    fn fetch<const N: usize>(&mut self, address: u32, cycle: Cycle) -> Result<[u8; N], Abort>;
    /// Loads a byte, a halfword or a word.
    fn load<const N: usize>(&mut self, address: u32, cycle: Cycle) -> Result<[u8; N], Abort>;
    /// Stores a byte, a halfword or a word.
    fn store<const N: usize>(
        &mut self,
        address: u32,
        bytes: [u8; N],
        cycle: Cycle,
    ) -> Result<(), Abort>;

    /// Fetches a Thumb instruction.
    #[inline(always)]
    fn fetch16(&mut self, address: u32, cycle: Cycle) -> Result<u16, Abort> {
        self.fetch(address, cycle).map(u16::from_le_bytes)
    }

    /// Fetches an ARM instruction.
    #[inline(always)]
    fn fetch32(&mut self, address: u32, cycle: Cycle) -> Result<u32, Abort> {
        self.fetch(address, cycle).map(u32::from_le_bytes)
    }

    /// Loads a byte.
    #[inline(always)]
    fn load8(&mut self, address: u32, cycle: Cycle) -> Result<u8, Abort> {
        self.load(address, cycle).map(u8::from_le_bytes)
    }

    /// Loads a halfword.
    #[inline(always)]
    fn load16(&mut self, address: u32, cycle: Cycle) -> Result<u16, Abort> {
        self.load(address, cycle).map(u16::from_le_bytes)
    }

    /// Loads a word.
    #[inline(always)]
    fn load32(&mut self, address: u32, cycle: Cycle) -> Result<u32, Abort> {
        self.load(address, cycle).map(u32::from_le_bytes)
    }

    /// Stores a byte.
    #[inline(always)]
    fn store8(&mut self, address: u32, data: u8, cycle: Cycle) -> Result<(), Abort> {
        self.store(address, data.to_le_bytes(), cycle)
    }

    /// Stores a halfword.
    #[inline(always)]
    fn store16(&mut self, address: u32, data: u16, cycle: Cycle) -> Result<(), Abort> {
        self.store(address, data.to_le_bytes(), cycle)
    }

    /// Stores a word.
    #[inline(always)]
    fn store32(&mut self, address: u32, data: u32, cycle: Cycle) -> Result<(), Abort> {
        self.store(address, data.to_le_bytes(), cycle)
    }

    /// Spends internal (I) cycles, in which the processor does not access memory. The default
    /// implementation ignores them, for memory that does not count time.
    #[inline(always)]
    fn idle(&mut self, cycles: u32) {
        let _ = cycles;
    }

    /// Reports that the current instruction uses an unaligned address.
    #[cold]
    fn misaligned(&mut self, address: u32) {
        let _ = address;
    }
}

//! The TIA's registers under their datasheet names: 45 write registers and 14 read registers.

/// Addresses that the processor writes. Six address lines reach the chip.
#[allow(missing_docs)]
pub mod write {
    pub const VSYNC: u8 = 0x00;
    pub const VBLANK: u8 = 0x01;
    pub const WSYNC: u8 = 0x02;
    pub const RSYNC: u8 = 0x03;
    pub const NUSIZ0: u8 = 0x04;
    pub const NUSIZ1: u8 = 0x05;
    pub const COLUP0: u8 = 0x06;
    pub const COLUP1: u8 = 0x07;
    pub const COLUPF: u8 = 0x08;
    pub const COLUBK: u8 = 0x09;
    pub const CTRLPF: u8 = 0x0a;
    pub const REFP0: u8 = 0x0b;
    pub const REFP1: u8 = 0x0c;
    pub const PF0: u8 = 0x0d;
    pub const PF1: u8 = 0x0e;
    pub const PF2: u8 = 0x0f;
    pub const RESP0: u8 = 0x10;
    pub const RESP1: u8 = 0x11;
    pub const RESM0: u8 = 0x12;
    pub const RESM1: u8 = 0x13;
    pub const RESBL: u8 = 0x14;
    pub const AUDC0: u8 = 0x15;
    pub const AUDC1: u8 = 0x16;
    pub const AUDF0: u8 = 0x17;
    pub const AUDF1: u8 = 0x18;
    pub const AUDV0: u8 = 0x19;
    pub const AUDV1: u8 = 0x1a;
    pub const GRP0: u8 = 0x1b;
    pub const GRP1: u8 = 0x1c;
    pub const ENAM0: u8 = 0x1d;
    pub const ENAM1: u8 = 0x1e;
    pub const ENABL: u8 = 0x1f;
    pub const HMP0: u8 = 0x20;
    pub const HMP1: u8 = 0x21;
    pub const HMM0: u8 = 0x22;
    pub const HMM1: u8 = 0x23;
    pub const HMBL: u8 = 0x24;
    pub const VDELP0: u8 = 0x25;
    pub const VDELP1: u8 = 0x26;
    pub const VDELBL: u8 = 0x27;
    pub const RESMP0: u8 = 0x28;
    pub const RESMP1: u8 = 0x29;
    pub const HMOVE: u8 = 0x2a;
    pub const HMCLR: u8 = 0x2b;
    pub const CXCLR: u8 = 0x2c;
}

/// Addresses that the processor reads. The chip decodes four address lines.
#[allow(missing_docs)]
pub mod read {
    pub const CXM0P: u8 = 0x00;
    pub const CXM1P: u8 = 0x01;
    pub const CXP0FB: u8 = 0x02;
    pub const CXP1FB: u8 = 0x03;
    pub const CXM0FB: u8 = 0x04;
    pub const CXM1FB: u8 = 0x05;
    pub const CXBLPF: u8 = 0x06;
    pub const CXPPMM: u8 = 0x07;
    pub const INPT0: u8 = 0x08;
    pub const INPT1: u8 = 0x09;
    pub const INPT2: u8 = 0x0a;
    pub const INPT3: u8 = 0x0b;
    pub const INPT4: u8 = 0x0c;
    pub const INPT5: u8 = 0x0d;
}

//! The mnemonics, the other names in use for them, and how each instruction accesses memory.

/// How an instruction accesses the byte at its effective address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Access {
    /// The instruction never has an effective address to read or write: it has only implied,
    /// accumulator or immediate forms, or is a branch, a jump or a stack instruction.
    None,
    /// Reads the byte.
    Read,
    /// Writes the byte.
    Write,
    /// Reads the byte, writes it back unchanged, and then writes the result.
    Modify,
}

macro_rules! mnemonics {
    ($(#[doc = $doc:literal] $name:ident $text:literal,)*) => {
        /// The name of an instruction.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Mnemonic { $(#[doc = $doc] $name,)* }

        impl Mnemonic {
            /// Every mnemonic, in alphabetical order.
            pub const ALL: &[Mnemonic] = &[$(Mnemonic::$name,)*];

            /// Returns a description of the instruction: one sentence in Markdown.
            pub const fn description(self) -> &'static str {
                match self { $(Mnemonic::$name => $doc.trim_ascii(),)* }
            }

            /// Returns the name in lower case, as dasm spells it.
            pub const fn name(self) -> &'static str {
                match self { $(Mnemonic::$name => $text,)* }
            }
        }
    };
}

mnemonics! {
    /// Add memory and carry to A.
    Adc "adc",
    /// AND memory into A, then carry = bit 7 of A (undocumented).
    Anc "anc",
    /// AND memory into A.
    And "and",
    /// `A = (A | constant) & X & operand`; the constant depends on the chip (unstable).
    Ane "ane",
    /// AND memory into A, then rotate A right (undocumented).
    Arr "arr",
    /// Shift left.
    Asl "asl",
    /// AND memory into A, then shift A right (undocumented; also `alr`).
    Asr "asr",
    /// Branch if carry clear.
    Bcc "bcc",
    /// Branch if carry set.
    Bcs "bcs",
    /// Branch if zero.
    Beq "beq",
    /// Test bits of memory.
    Bit "bit",
    /// Branch if negative.
    Bmi "bmi",
    /// Branch if not zero.
    Bne "bne",
    /// Branch if not negative.
    Bpl "bpl",
    /// Software interrupt.
    Brk "brk",
    /// Branch if overflow clear.
    Bvc "bvc",
    /// Branch if overflow set.
    Bvs "bvs",
    /// Clear carry.
    Clc "clc",
    /// Clear decimal mode.
    Cld "cld",
    /// Clear interrupt disable.
    Cli "cli",
    /// Clear overflow.
    Clv "clv",
    /// Compare A with memory.
    Cmp "cmp",
    /// Compare X with memory.
    Cpx "cpx",
    /// Compare Y with memory.
    Cpy "cpy",
    /// Decrement memory, then compare A with memory (undocumented).
    Dcp "dcp",
    /// Decrement memory.
    Dec "dec",
    /// Decrement X.
    Dex "dex",
    /// Decrement Y.
    Dey "dey",
    /// Exclusive-or memory into A.
    Eor "eor",
    /// Increment memory.
    Inc "inc",
    /// Increment X.
    Inx "inx",
    /// Increment Y.
    Iny "iny",
    /// Increment memory, then subtract memory and borrow from A (undocumented; also `isc`, `ins`).
    Isb "isb",
    /// Stop the processor until reset (undocumented; dasm has no name for this instruction).
    Jam "jam",
    /// Jump.
    Jmp "jmp",
    /// Call.
    Jsr "jsr",
    /// `A = X = S = memory & S` (unstable).
    Las "las",
    /// Load both A and X (undocumented).
    Lax "lax",
    /// Load A.
    Lda "lda",
    /// Load X.
    Ldx "ldx",
    /// Load Y.
    Ldy "ldy",
    /// Shift right.
    Lsr "lsr",
    /// `A = X = (A | constant) & operand`; the constant depends on the chip (unstable).
    Lxa "lxa",
    /// Do nothing; the undocumented forms read their operand.
    Nop "nop",
    /// OR memory into A.
    Ora "ora",
    /// Push A.
    Pha "pha",
    /// Push status.
    Php "php",
    /// Pull A.
    Pla "pla",
    /// Pull status.
    Plp "plp",
    /// Rotate memory left, then AND memory into A (undocumented).
    Rla "rla",
    /// Rotate left.
    Rol "rol",
    /// Rotate right.
    Ror "ror",
    /// Rotate memory right, then add memory and carry to A (undocumented).
    Rra "rra",
    /// Return from interrupt.
    Rti "rti",
    /// Return.
    Rts "rts",
    /// Store `A & X` (undocumented).
    Sax "sax",
    /// Subtract memory and borrow from A.
    Sbc "sbc",
    /// `X = (A & X) - operand` (undocumented; also `axs`).
    Sbx "sbx",
    /// Set carry.
    Sec "sec",
    /// Set decimal mode.
    Sed "sed",
    /// Set interrupt disable.
    Sei "sei",
    /// Store `A & X & (H + 1)`; H is the address's high byte (unstable; also `ahx`).
    Sha "sha",
    /// `S = A & X`, then store `S & (H + 1)`; H is the address's high byte (unstable; also `tas`).
    Shs "shs",
    /// Store `X & (H + 1)`; H is the address's high byte (unstable).
    Shx "shx",
    /// Store `Y & (H + 1)`; H is the address's high byte (unstable).
    Shy "shy",
    /// Shift memory left, then OR memory into A (undocumented; also `aso`).
    Slo "slo",
    /// Shift memory right, then exclusive-or memory into A (undocumented; also `lse`).
    Sre "sre",
    /// Store A.
    Sta "sta",
    /// Store X.
    Stx "stx",
    /// Store Y.
    Sty "sty",
    /// X = A.
    Tax "tax",
    /// Y = A.
    Tay "tay",
    /// X = S.
    Tsx "tsx",
    /// A = X.
    Txa "txa",
    /// S = X.
    Txs "txs",
    /// A = Y.
    Tya "tya",
}

/// Other names in use for undocumented instructions. dasm accepts none of them.
const ALIASES: [(&str, Mnemonic); 16] = [
    ("ahx", Mnemonic::Sha),
    ("alr", Mnemonic::Asr),
    ("aso", Mnemonic::Slo),
    ("axa", Mnemonic::Sha),
    ("axs", Mnemonic::Sbx),
    ("dcm", Mnemonic::Dcp),
    ("hlt", Mnemonic::Jam),
    ("ins", Mnemonic::Isb),
    ("isc", Mnemonic::Isb),
    ("kil", Mnemonic::Jam),
    ("lae", Mnemonic::Las),
    ("lse", Mnemonic::Sre),
    ("sxa", Mnemonic::Shx),
    ("sya", Mnemonic::Shy),
    ("tas", Mnemonic::Shs),
    ("xaa", Mnemonic::Ane),
];

impl Mnemonic {
    /// Returns the mnemonic with this name or alias, in upper or lower case. Returns `None` for
    /// `jam`, although its aliases `hlt` and `kil` are accepted.
    pub fn from_name(name: &str) -> Option<Mnemonic> {
        Mnemonic::from_dasm_name(name).or_else(|| {
            let alias = ALIASES
                .iter()
                .find(|(alias, _)| alias.eq_ignore_ascii_case(name));
            alias.map(|&(_, mnemonic)| mnemonic)
        })
    }

    /// Returns the mnemonic that dasm knows by this name, in upper or lower case; `None` for
    /// aliases and `jam`.
    pub fn from_dasm_name(name: &str) -> Option<Mnemonic> {
        let index = Mnemonic::ALL
            .binary_search_by(|mnemonic| compare_ignoring_case(mnemonic.name(), name))
            .ok()?;
        Some(Mnemonic::ALL[index]).filter(|&mnemonic| mnemonic != Mnemonic::Jam)
    }

    /// Returns how the instruction accesses the byte at its effective address. The result does not
    /// apply to modes without an effective address, such as immediate.
    pub const fn access(self) -> Access {
        use Mnemonic::*;
        match self {
            Asl | Dcp | Dec | Inc | Isb | Lsr | Rla | Rol | Ror | Rra | Slo | Sre => Access::Modify,
            Sax | Sha | Shs | Shx | Shy | Sta | Stx | Sty => Access::Write,
            Adc | And | Bit | Cmp | Cpx | Cpy | Eor | Las | Lax | Lda | Ldx | Ldy | Nop | Ora
            | Sbc => Access::Read,
            _ => Access::None,
        }
    }
}

/// Compares a name in lower case with a text in any case.
fn compare_ignoring_case(lowercase: &str, text: &str) -> std::cmp::Ordering {
    lowercase
        .bytes()
        .cmp(text.bytes().map(|byte| byte.to_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_finds_its_mnemonic_in_any_case() {
        for &mnemonic in Mnemonic::ALL {
            let upper = mnemonic.name().to_ascii_uppercase();
            assert_eq!(
                Mnemonic::from_name(mnemonic.name()).is_none(),
                mnemonic == Mnemonic::Jam
            );
            assert_eq!(
                Mnemonic::from_dasm_name(&upper).is_none(),
                mnemonic == Mnemonic::Jam
            );
        }
    }

    #[test]
    fn dasm_does_not_accept_aliases() {
        for (alias, mnemonic) in ALIASES {
            assert_eq!(Mnemonic::from_name(alias), Some(mnemonic));
            assert_eq!(Mnemonic::from_dasm_name(alias), None, "{alias}");
        }
        assert_eq!(Mnemonic::from_name("foo"), None);
        assert_eq!(Mnemonic::from_name(""), None);
    }
}

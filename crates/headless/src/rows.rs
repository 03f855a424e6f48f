//! Parses instruction traces of several programs into rows that can be compared.

/// The parts of a trace line that are compared; `None` for a part that the line omits.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Row {
    /// The low 13 bits of the instruction's address; the upper three bits differ between emulators.
    pub pc: u16,
    /// A, X, Y, SP.
    pub registers: [Option<u8>; 4],
    /// Mnemonic in lower case.
    pub mnemonic: Option<String>,
}

/// The form of the lines in an instruction trace, which depends on the program that wrote it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowForm {
    /// `crownhead-instructions`.
    Crownhead,
    /// `nestest.log`.
    Nestest,
    /// Stella's log with `logBreaks`.
    Stella,
    /// MAME's `trace`.
    Mame,
}

/// Detects the form of a trace's lines from one of its first lines. Returns `None` if the line has
/// no known form.
pub fn detect_form(line: &str) -> Option<RowForm> {
    if line.starts_with("# {\"format\":\"crownhead-instructions\"") {
        return Some(RowForm::Crownhead);
    }
    [RowForm::Mame, RowForm::Nestest, RowForm::Stella]
        .into_iter()
        .find(|form| parse_row(*form, line).is_some())
}

/// Parses a line. Returns `None` for a heading and for a line in a different form.
pub fn parse_row(form: RowForm, line: &str) -> Option<Row> {
    match form {
        RowForm::Crownhead => parse_crownhead(line),
        RowForm::Nestest => parse_nestest(line),
        RowForm::Stella => parse_stella(line),
        RowForm::Mame => parse_mame(line),
    }
}

fn hex(text: &str) -> Option<u16> {
    let is_hex = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hex.then(|| u16::from_str_radix(text, 16).ok())?
}

fn byte(text: &str) -> Option<u8> {
    hex(text).and_then(|value| u8::try_from(value).ok())
}

fn parse_crownhead(line: &str) -> Option<Row> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [.., a, x, y, s, _] = words[..] else {
        return None;
    };
    let mut numbers = words.get(..5)?.iter();
    let are_decimal = numbers.all(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    let pc = hex(words.get(5).filter(|_| are_decimal)?)? & 0x1fff;
    let registers = [a, x, y, s].map(byte);
    let rest = words.iter().skip(6);
    let mnemonic = rest
        .copied()
        .find(|word| byte(word).filter(|_| word.len() == 2).is_none());
    Some(Row {
        pc,
        registers,
        mnemonic: mnemonic.map(plain_mnemonic),
    })
}

fn parse_nestest(line: &str) -> Option<Row> {
    let pc = hex(line.get(..4)?)? & 0x1fff;
    let field = |name: &str| {
        let at = line.rfind(name)? + name.len();
        byte(line.get(at..at + 2)?)
    };
    let registers = [field(" A:"), field(" X:"), field(" Y:"), field(" SP:")];
    registers[0]?;
    let mnemonic = line
        .get(16..)?
        .split_whitespace()
        .next()
        .map(plain_mnemonic);
    Some(Row {
        pc,
        registers,
        mnemonic,
    })
}

/// Parses Stella's `Frame Scn Cy Pxl | PS A X Y SP | Addr Code Disasm`. The registers come after
/// the first `|`.
fn parse_stella(line: &str) -> Option<Row> {
    let mut parts = line.split('|');
    let (_, registers, code) = (parts.next()?, parts.next()?, parts.next()?);
    let words: Vec<&str> = registers.split_whitespace().collect();
    let [_, a, x, y, s] = words[..] else {
        return None;
    };
    let mut code = code.split_whitespace();
    let mut address = code.next()?;
    // A bank number may precede the address.
    if address.len() < 4 {
        address = code.next()?;
    }
    let mnemonic = code.find(|word| byte(word).is_none() && !word.starts_with('+'));
    Some(Row {
        pc: hex(address)? & 0x1fff,
        registers: [a, x, y, s].map(byte),
        mnemonic: mnemonic.map(plain_mnemonic),
    })
}

fn parse_mame(line: &str) -> Option<Row> {
    let (pc, text) = line.split_once(": ")?;
    let pc = hex(pc).filter(|_| pc.len() >= 4)? & 0x1fff;
    let mnemonic = text.split_whitespace().next().map(plain_mnemonic);
    Some(Row {
        pc,
        registers: [None; 4],
        mnemonic,
    })
}

/// Returns a mnemonic in lower case, without a size suffix.
fn plain_mnemonic(word: &str) -> String {
    let word = word.to_ascii_lowercase();
    word.strip_suffix(".w").map_or(word.clone(), String::from)
}

impl Row {
    /// Returns true if the addresses and the registers of the two rows agree. A register that is
    /// missing in either row is ignored, and so are mnemonics, because undocumented instructions
    /// have several names.
    pub fn agrees_with(&self, other: &Row) -> bool {
        let pairs = self.registers.iter().zip(&other.registers);
        let registers_agree = pairs.into_iter().all(|(a, b)| match (a, b) {
            (Some(a), Some(b)) => a == b,
            _ => true,
        });
        self.pc == other.pc && registers_agree
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAME_INSTRUCTION: [&str; 4] = [
        "    0    0  21          7  0 F000 A9 02    lda #$02                 ---- --  \
         98 E9 4E FD NVDIzc",
        "F000  A9 02     LDA #$02                        \
         A:98 X:E9 Y:4E P:24 SP:FD PPU:  0, 21 CYC:7",
        "CBP[00]:      0   0 07 -47 | nv-Bdizc 98 e9 4e fd | f000 a9 02    lda    #$02 ",
        "F000: lda #$02",
    ];

    #[test]
    fn one_instruction_in_four_forms_gives_equal_rows() {
        let forms = [
            RowForm::Crownhead,
            RowForm::Nestest,
            RowForm::Stella,
            RowForm::Mame,
        ];
        let rows: Vec<Row> = forms
            .into_iter()
            .zip(SAME_INSTRUCTION)
            .map(|(form, line)| parse_row(form, line).unwrap_or_else(|| panic!("{form:?}")))
            .collect();
        for other in &rows {
            assert!(rows[0].agrees_with(other), "{other:?}");
            assert_eq!(other.mnemonic.as_deref(), Some("lda"), "{other:?}");
        }
        assert!(!rows[0].agrees_with(&Row {
            pc: 0x1001,
            ..rows[0].clone()
        }));
        let other = SAME_INSTRUCTION[1].replace("X:E9", "X:E8");
        assert!(!rows[0].agrees_with(&parse_row(RowForm::Nestest, &other).unwrap()));
    }

    #[test]
    fn forms_are_detected() {
        for (line, form) in
            SAME_INSTRUCTION[1..]
                .iter()
                .zip([RowForm::Nestest, RowForm::Stella, RowForm::Mame])
        {
            assert_eq!(detect_form(line), Some(form), "{line}");
        }
        assert_eq!(detect_form("{\"frame\":0}"), None);
    }
}

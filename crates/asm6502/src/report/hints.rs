//! Messages in plain words, and advice.

use isa6502::Mnemonic;

use crate::error::ErrorCode;
use crate::names::Names;
use crate::names::operations::Operation;
use crate::text::lossy;

/// Advice on a `//` comment.
pub(crate) const COMMENTS: &str = "comments begin with ;";

/// Returns an error's message in plain words.
pub(crate) fn message(code: ErrorCode, detail: &[u8]) -> String {
    let first = detail.first().copied().map_or('\0', char::from);
    let detail = shorten(detail.trim_ascii_end());
    let detail = detail.as_str();
    match code {
        ErrorCode::UnknownMnemonic => format!("unknown mnemonic '{detail}'"),
        ErrorCode::Syntax if detail.is_empty() => "an operator lacks an operand".to_owned(),
        ErrorCode::Syntax if is_plain_text(detail.as_bytes()) => detail.to_owned(),
        ErrorCode::Syntax => format!("syntax error in '{detail}'"),
        ErrorCode::IllegalCharacter => format!("illegal character '{}'", first.escape_default()),
        ErrorCode::BranchRange => {
            format!("the branch target is {detail} bytes away; the reach is -128..=127")
        }
        ErrorCode::AddressingMode => {
            format!("'{}' is not an addressing mode of the 6502", detail.trim())
        }
        ErrorCode::ForcedMode => {
            format!("'{detail}' does not have the mode that its suffix selects")
        }
        ErrorCode::ByteRange => format!("{} does not fit in a byte", value_of(detail)),
        ErrorCode::WordRange => format!("{} does not fit in 16 bits", value_of(detail)),
        ErrorCode::LabelMismatch => {
            let mut words = detail.split_whitespace();
            let name = words.next().unwrap_or_default();
            let value = words.next().unwrap_or_default();
            format!("the label {name} moved; it was at ${value} in the previous pass")
        }
        ErrorCode::Recursion => limit_message(detail),
        ErrorCode::MissingArgument => {
            "the macro uses an argument that its call does not supply".to_owned()
        }
        ErrorCode::PrematureEnd => "the file ends inside a macro definition".to_owned(),
        ErrorCode::OriginReversed => "the number of bytes is negative".to_owned(),
        ErrorCode::EquMismatch => "EQU changes the value of the symbol".to_owned(),
        ErrorCode::Err => "ERR was reached".to_owned(),
        ErrorCode::ValueUndefined => "this value must be known here".to_owned(),
        ErrorCode::TypeMismatch => "a string is needed here".to_owned(),
        ErrorCode::Internal if detail == UNCLOSED => "a bracket is not closed".to_owned(),
        other => other
            .text()
            .replace("{}", detail)
            .trim_end_matches('.')
            .trim()
            .to_owned(),
    }
}

/// dasm's detail text for an unclosed bracket.
const UNCLOSED: &str = "operator function table";

/// Returns true if the detail of a syntax error is a sentence, not a piece of the source.
fn is_plain_text(detail: &[u8]) -> bool {
    detail.ends_with(b"must not be zero") || detail.ends_with(b"must not be negative")
}

/// Returns the value in the detail of a range error. For data lines, dasm puts two words before it.
fn value_of(detail: &str) -> String {
    let words: Vec<&str> = detail.split_whitespace().collect();
    match words[..] {
        ["byte" | "word" | "swapped", _, value] => format!("the value {value}"),
        _ => format!("the value of '{detail}'"),
    }
}

/// Returns the message in plain words for an exceeded limit.
fn limit_message(detail: &str) -> String {
    let name = detail.trim().strip_prefix("macro [");
    if let Some((name, limit)) = name.and_then(|rest| rest.split_once("] recursion > ")) {
        return format!("calls of the macro {name} are nested more than {limit} deep");
    }
    if let Some(limit) = detail.strip_prefix("include nesting > ") {
        return format!("includes are nested more than {limit} deep");
    }
    match detail {
        "pushsymbol()" | "doop()" => "an EQM text uses its own name".to_owned(),
        _ => detail.to_owned(),
    }
}

/// Maximum number of source characters that a message quotes.
const MAX_CHARACTERS: usize = 60;

/// Truncates a long text.
fn shorten(text: &[u8]) -> String {
    let text = lossy(text);
    match text.char_indices().nth(MAX_CHARACTERS) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

/// Returns advice on an error.
pub(crate) fn help(names: &Names, code: ErrorCode, detail: &[u8]) -> Option<String> {
    let text = match code {
        ErrorCode::UnknownMnemonic => return unknown_mnemonic(names, detail),
        ErrorCode::Syntax if detail.is_empty() => {
            "check the operators; a prefix operator after another operator needs brackets: \
             a & [b | [-1]]"
        }
        ErrorCode::Syntax if detail.contains(&b'\n') => "close the string with a \"",
        ErrorCode::Syntax if is_plain_text(detail) => return None,
        ErrorCode::Syntax if memchr::memmem::find(detail, b"//").is_some() => COMMENTS,
        ErrorCode::Syntax if let Some(advice) = foreign_number(detail) => return Some(advice),
        ErrorCode::Syntax if has_digit_separator(detail) => "remove the _ between the digits",
        ErrorCode::Syntax if let Some(advice) = wrong_number(detail) => return Some(advice),
        ErrorCode::Syntax if let Some(advice) = second_instruction(names, detail) => {
            return Some(advice);
        }
        ErrorCode::Syntax if memchr::memmem::find(detail, b" # ").is_some() => COMMENTS,
        ErrorCode::Syntax if memchr::memmem::find(detail, b"\" \"").is_some() => {
            "put a comma between the strings"
        }
        ErrorCode::Syntax => {
            "put an operator between the operands; a character constant has no closing quote: 'A"
        }
        ErrorCode::BranchRange => "shorten the loop, or skip over a jmp with the opposite branch",
        ErrorCode::AddressingMode if let Some(b'x' | b'y') = index_after_blank(detail) => {
            "write the index directly after the comma, without a blank: ,x or ,y"
        }
        ErrorCode::AddressingMode if let Some(advice) = instruction_as_operand(names, detail) => {
            return Some(advice);
        }
        ErrorCode::AddressingMode if detail.ends_with(b" ") => "add the operand",
        ErrorCode::AddressingMode => {
            "see the modes of the instruction in `crownhead asm --help instructions`"
        }
        ErrorCode::ForcedMode => "remove the suffix, or use an instruction that has the mode",
        ErrorCode::ByteRange => "take the low byte with < or the high byte with >",
        ErrorCode::WordRange => "take the low 16 bits with & $ffff",
        ErrorCode::LabelMismatch => {
            "the label is defined twice, or the code before it changes its size from pass to pass"
        }
        ErrorCode::MissingArgument => {
            "pass the argument in the call, or do not use it in the macro"
        }
        ErrorCode::PrematureEnd => "end the macro with ENDM in the same file",
        ErrorCode::OriginReversed => {
            "if the previous code is too long, shorten it; give banks rising ORG addresses, with \
             RORG for the addresses they run at"
        }
        ErrorCode::EquMismatch => "use SET for a symbol that changes its value",
        ErrorCode::Processor => "only `processor 6502` is supported",
        ErrorCode::SecondProcessor => "remove the second PROCESSOR",
        ErrorCode::DivisionByZero => "check the divisor with IF first",
        ErrorCode::MacroRepeated => "guard the definition with IFNCONST, or do not use -S",
        ErrorCode::TooManyPasses => {
            "allow more passes with -p, or look for a label that moves in each pass"
        }
        ErrorCode::NotResolvable => {
            "define the symbols of ORG, DS, IF and REPEAT before they are used"
        }
        ErrorCode::CommentOpen => "close the comment with */",
        ErrorCode::CommentClose => "there is no /* before this */",
        ErrorCode::ValueUndefined => "define the symbol before this line",
        ErrorCode::MacroBalance => {
            "every MAC needs exactly one ENDM; look for a missing ENDM, or for one outside of a \
             definition"
        }
        ErrorCode::TypeMismatch => "put the name in quotation marks",
        ErrorCode::Internal if detail == UNCLOSED.as_bytes() => "add the ) or ] that is missing",
        ErrorCode::Recursion if matches!(detail, b"pushsymbol()" | b"doop()") => {
            "give the text another name, or use EQU for a value"
        }
        ErrorCode::Recursion if detail.starts_with(b"a line") => "split the line",
        ErrorCode::Recursion if detail.starts_with(b"a macro argument") => {
            "an argument must not contain its own number, such as {1} in argument 1"
        }
        ErrorCode::Recursion if detail.starts_with(b" macro") => {
            "end the recursion with IF and MEXIT, or rename the macro if its body needs the name"
        }
        ErrorCode::Recursion if detail.starts_with(b"include") => {
            "guard the file with IFNCONST, as headers do"
        }
        ErrorCode::Recursion => {
            "check what ends the recursion; for a large image raise the limit with -m"
        }
        _ => return None,
    };
    Some(text.to_owned())
}

/// Returns the index letter (`x` or `y`) at the end of an operand, if there is a blank between the
/// comma and the letter.
fn index_after_blank(text: &[u8]) -> Option<u8> {
    match text {
        [.., b',', b' ', letter] => Some(letter.to_ascii_lowercase()),
        _ => None,
    }
}

fn unknown_mnemonic(names: &Names, name: &[u8]) -> Option<String> {
    if !names.processor_chosen {
        let help = if names.processor_misplaced {
            "indent the line with `processor 6502`: in column 1 it is a label"
        } else {
            "begin the source with `processor 6502`"
        };
        return Some(help.to_owned());
    }
    let lower = name.strip_prefix(b".").unwrap_or(name).to_ascii_lowercase();
    if let Some(advice) = advice(names, &lower) {
        return Some(advice);
    }
    let known: Vec<Vec<u8>> = names.operations.names().collect();
    let similar = similar(&lower, known.iter().map(Vec::as_slice));
    if similar.is_empty() {
        return Some("labels and the names of EQU, = and SET begin in column 1".to_owned());
    }
    Some(format!("did you mean {}?", similar.join(" or ")))
}

/// Returns advice on a word that dasm does not know: a word of another assembler, or a typo.
fn advice(names: &Names, name: &[u8]) -> Option<String> {
    let text = match name {
        b"elif" | b"ifdef" | b"assert" | b"samepage" => "this directive needs --extensions",
        b"db" | b"fcb" | b"text" | b"ascii" | b"asc" => "use byte or dc.b",
        b"dw" | b"fdb" | b"addr" => "use word or dc.w",
        b"res" | b"dsb" | b"rmb" | b"fill" => "use ds: `ds count,fill`",
        b"kil" | b"jam" | b"hlt" => "dasm has no name for the jamming opcodes; use .byte $02",
        b"sleep" | b"clean_start" | b"vertical_sync" | b"set_pointer" => {
            "this is a macro of macro.h: include \"macro.h\" first"
        }
        b"bra" => "the 6502 has no bra; use jmp, or a branch on a flag that is known",
        b"stz" => "the 6502 has no stz; use lda #0 and sta",
        b"phx" | b"phy" => "the 6502 pushes only a and the flags; use txa or tya, then pha",
        b"plx" | b"ply" => "the 6502 pulls only a and the flags; use pla, then tax or tay",
        b"trb" | b"tsb" => "this is an instruction of the 65C02; use and or ora, then sta",
        b"import" | b"export" | b"segment" => "dasm has no linker; use seg and include",
        _ if name.starts_with(b"//") => COMMENTS,
        _ => return alias(name).or_else(|| missing_blank(names, name)),
    };
    Some(text.to_owned())
}

/// Returns advice that names dasm's mnemonic for an undocumented instruction.
fn alias(name: &[u8]) -> Option<String> {
    let mnemonic = Mnemonic::from_name(std::str::from_utf8(name).ok()?)?;
    Some(format!("dasm calls this instruction {}", mnemonic.name()))
}

/// Returns advice on an instruction with no blank before its operand.
fn missing_blank(names: &Names, name: &[u8]) -> Option<String> {
    let length = name.iter().position(|byte| !byte.is_ascii_alphabetic())?;
    let (word, operand) = name.split_at(length);
    names.operations.find(word).filter(|_| length > 1)?;
    let (word, operand) = (lossy(word), lossy(operand));
    Some(format!(
        "put a blank after the instruction: {word} {operand}"
    ))
}

/// Returns advice on a number with digits that its prefix does not allow: `%102`, `$GG`, `08`,
/// `$CTRLPF`.
fn wrong_number(text: &[u8]) -> Option<String> {
    let in_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'%' | b'$' | b'_');
    let mut words = text
        .split(|byte| !in_word(byte))
        .filter(|word| word.len() > 1);
    words.find_map(|word| {
        let shown = lossy(word);
        Some(match word {
            [b'%', digits @ ..] if digits.iter().any(|digit| matches!(digit, b'2'..=b'9')) => {
                format!("{shown}: a binary number has only the digits 0 and 1")
            }
            [b'$', digits @ ..] if !digits.iter().all(u8::is_ascii_hexdigit) => {
                let name = lossy(digits);
                format!("{shown}: a $ begins a hexadecimal number; for a name write {name}")
            }
            [b'0', digits @ ..] if digits.iter().all(u8::is_ascii_digit) => {
                let number = shown.trim_start_matches('0').to_owned();
                format!("{shown}: a number that begins with 0 is octal; write {number}")
            }
            _ => return None,
        })
    })
}

/// Returns advice on an operand that is followed by another instruction: `#1 sta $80`.
fn second_instruction(names: &Names, text: &[u8]) -> Option<String> {
    let mut words = text.split(|&byte| byte == b' ').skip(1);
    words.find_map(|word| on_next_line(names, word))
}

/// Returns advice on an instruction that is written as the operand of another one: `pha pla`.
fn instruction_as_operand(names: &Names, text: &[u8]) -> Option<String> {
    on_next_line(names, text.split(|&byte| byte == b' ').nth(1)?)
}

/// Returns advice on an instruction in an operand.
fn on_next_line(names: &Names, word: &[u8]) -> Option<String> {
    let known = names.operations.find(word);
    let advice = || {
        format!(
            "a line has one instruction: put {} on the next line",
            lossy(word)
        )
    };
    matches!(known, Some(Operation::Instruction(_))).then(advice)
}

/// Returns true if a number in the text has a `_` between its digits, such as `%1111_0000`.
fn has_digit_separator(text: &[u8]) -> bool {
    let is_inside = |byte: &u8| byte.is_ascii_alphanumeric() || b"_$%".contains(byte);
    text.split(|byte| !is_inside(byte)).any(|word| {
        let is_number = |first: &u8| first.is_ascii_digit() || b"$%".contains(first);
        word.first().is_some_and(is_number)
            && word.contains(&b'_')
            && word
                .iter()
                .all(|byte| byte.is_ascii_hexdigit() || b"_$%".contains(byte))
    })
}

/// Returns advice on a number in the style of another assembler: `0FFh`.
pub(crate) fn foreign_number(text: &[u8]) -> Option<String> {
    let words = text.split(|byte| !byte.is_ascii_alphanumeric());
    let digits = words.filter_map(|word| word.strip_suffix(b"h").or(word.strip_suffix(b"H")));
    let hex = |word: &&[u8]| !word.is_empty() && word.iter().all(u8::is_ascii_hexdigit);
    let number = lossy(digits.filter(hex).find(|word| word.len() > 1)?);
    let number = number.trim_start_matches('0');
    Some(format!("hexadecimal numbers begin with a $: ${number}"))
}

/// Returns up to three names that are similar to `name`.
pub(crate) fn similar<'n>(name: &[u8], names: impl Iterator<Item = &'n [u8]>) -> Vec<String> {
    let limit = (name.len() / 3).clamp(1, 3);
    let mut found: Vec<(usize, String)> = names
        .filter(|known| known.len().abs_diff(name.len()) <= limit)
        .filter_map(|known| {
            let distance = distance(name, known);
            (distance > 0 && distance <= limit).then(|| (distance, lossy(known)))
        })
        .collect();
    found.sort();
    found.into_iter().take(3).map(|(_, name)| name).collect()
}

/// Returns the edit distance between two names: the number of insertions, deletions, substitutions
/// and swaps of neighbors. Differences in case are ignored, but names that differ only in case have
/// a distance of 1.
fn distance(a: &[u8], b: &[u8]) -> usize {
    if a == b {
        return 0;
    }
    // Treat each byte as a character, because names are not always UTF-8.
    let letters = |name: &[u8]| -> String {
        let lower = name.iter().map(u8::to_ascii_lowercase);
        lower.map(char::from).collect()
    };
    strsim::osa_distance(&letters(a), &letters(b)).max(1)
}

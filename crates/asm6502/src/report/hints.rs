//! The readable side of messages: what is wrong in plain words, and what to do.

use crate::diagnostic::Code;
use crate::names::Names;
use crate::text::lossy;

/// The error in plain words.
pub(crate) fn message(code: Code, detail: &[u8]) -> String {
    let detail = lossy(detail);
    let detail = detail.trim_end();
    match code {
        Code::UnknownMnemonic => format!("unknown mnemonic '{detail}'"),
        Code::Syntax if detail.is_empty() => "an operator lacks an operand".to_owned(),
        Code::Syntax => format!("syntax error in '{detail}'"),
        Code::IllegalCharacter(character) => {
            format!(
                "illegal character '{}'",
                char::from(character).escape_default()
            )
        }
        Code::BranchRange => {
            format!("the branch target is {detail} bytes away; the reach is -128..=127")
        }
        Code::AddressingMode => {
            format!("'{}' is not an addressing mode of the 6502", detail.trim())
        }
        Code::ForcedMode => format!("'{detail}' does not have the mode that its suffix asks for"),
        Code::ByteRange => format!("the value of '{detail}' does not fit in a byte"),
        Code::WordRange => format!("the value of '{detail}' does not fit in 16 bits"),
        Code::LabelMismatch => {
            let mut words = detail.split_whitespace();
            let name = words.next().unwrap_or_default();
            let value = words.next().unwrap_or_default();
            format!("the label {name} moved; it was at ${value} before")
        }
        Code::MissingArgument => {
            "the macro uses an argument that its call does not supply".to_owned()
        }
        Code::PrematureEnd => "the file ends inside a macro definition".to_owned(),
        Code::OriginReversed => "the address lies below what has been written".to_owned(),
        Code::EquMismatch => "EQU gives the symbol another value than before".to_owned(),
        Code::Err => "ERR was reached".to_owned(),
        Code::ValueUndefined => "the fill value must be known here".to_owned(),
        other => other.text(detail).trim_end_matches('.').trim().to_owned(),
    }
}

/// What to do about it.
pub(crate) fn help(names: &Names, code: Code, detail: &[u8]) -> Option<String> {
    let text = match code {
        Code::UnknownMnemonic => return unknown_mnemonic(names, detail),
        Code::Syntax if detail.is_empty() => {
            "check the operators; a prefix operator after another operator needs brackets: \
             a & [b | [-1]]"
        }
        Code::Syntax if detail.contains(&b'\n') => "close the string with a \"",
        Code::Syntax => {
            "put an operator between the operands; a character constant has no closing quote: 'A"
        }
        Code::BranchRange => "shorten the loop, or skip over a jmp with the opposite branch",
        Code::AddressingMode => "see the modes of the instruction in `asm6502 --help instructions`",
        Code::ForcedMode => "leave the suffix away, or use an instruction that has the mode",
        Code::ByteRange => "take the low byte with < or the high byte with >",
        Code::WordRange => "take the low 16 bits with & $ffff",
        Code::LabelMismatch => {
            "it is defined twice, or code before it changes its size from pass to pass"
        }
        Code::MissingArgument => "pass the argument, or remove the use of it",
        Code::PrematureEnd => "end the macro with ENDM in the same file",
        Code::OriginReversed => {
            "give banks rising ORG addresses, with RORG for the addresses they run at; DS needs \
             a count >= 0"
        }
        Code::EquMismatch => "use SET for a symbol that changes its value",
        Code::Processor => "only `processor 6502` is supported",
        Code::SecondProcessor => "remove the second PROCESSOR",
        Code::DivisionByZero => "check the divisor with IF first",
        Code::MacroRepeated => "guard the definition with IFNCONST, or do not use -S",
        Code::TooManyPasses => {
            "allow more passes with -p, or look for a label that moves in each pass"
        }
        Code::NotResolvable => "define the symbols of ORG, DS, IF and REPEAT before they are used",
        Code::CommentOpen => "close the comment with */",
        Code::CommentClose => "there is no /* before this */",
        Code::ValueUndefined => "define the symbol before this line",
        Code::MacroBalance => {
            "every MAC needs one ENDM; an ENDM outside of a definition counts, too"
        }
        Code::Internal => "close the bracket",
        Code::Recursion if matches!(detail, b"pushsymbol()" | b"doop()") => {
            "an EQM text uses its own name"
        }
        Code::Recursion => {
            "check what ends the recursion; for a large image raise the limit with -m"
        }
        _ => return None,
    };
    Some(text.to_owned())
}

fn unknown_mnemonic(names: &Names, name: &[u8]) -> Option<String> {
    if !names.processor_chosen {
        return Some("begin the source with `processor 6502`".to_owned());
    }
    let lower = name.to_ascii_lowercase();
    if let Some(advice) = advice(&lower) {
        return Some(advice.to_owned());
    }
    let known: Vec<Vec<u8>> = names.operations.names().collect();
    let similar = similar(&lower, known.iter().map(Vec::as_slice));
    if similar.is_empty() {
        return Some("labels and the names of EQU, = and SET begin in column 1".to_owned());
    }
    Some(format!("did you mean {}?", similar.join(" or ")))
}

/// Names that other assemblers know.
fn advice(name: &[u8]) -> Option<&'static str> {
    Some(match name {
        b"elif" | b"ifdef" | b"assert" => "this directive needs --extensions",
        b"db" => "use byte or dc.b",
        b"dw" => "use word or dc.w",
        b"isc" | b"ins" => "dasm calls this instruction isb",
        b"dcm" => "dasm calls this instruction dcp",
        b"alr" => "dasm calls this instruction asr",
        b"axs" => "dasm calls this instruction sbx",
        b"aso" => "dasm calls this instruction slo",
        b"lse" => "dasm calls this instruction sre",
        b"xaa" => "dasm calls this instruction ane",
        b"tas" => "dasm calls this instruction shs",
        b"ahx" => "dasm calls this instruction sha",
        b"kil" | b"jam" | b"hlt" => "dasm has no name for the jamming opcodes; use .byte $02",
        _ => return None,
    })
}

/// Up to three names that differ little from `name`.
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

/// Number of insertions, deletions, changes and swaps of neighbors between two names; a change
/// of case alone counts nothing but one in all.
fn distance(a: &[u8], b: &[u8]) -> usize {
    if a == b {
        return 0;
    }
    // Each byte as a letter: names are not always UTF-8.
    let letters = |name: &[u8]| -> String {
        let lower = name.iter().map(u8::to_ascii_lowercase);
        lower.map(char::from).collect()
    };
    strsim::osa_distance(&letters(a), &letters(b)).max(1)
}

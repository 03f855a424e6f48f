//! The short ways beside the long ones: what they do not decline, they do alike.

use crate::Options;
use crate::assembler::Assembler;
use crate::expression::{Context, Item};
use crate::lexer::{LexContext, LineBuffer};
use crate::line::{Comment, Fields, Line, Memo};
use crate::listing::Listing;
use crate::options::ListingMode;
use crate::parser::{LabelEnd, Split, split};
use crate::source::MemoryProvider;
use crate::symbols::Role;

/// A small generator of numbers, good enough to choose among pieces.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        ((self.0 >> 33) as usize) % limit
    }

    fn text(&mut self, pieces: &[&str], most: usize) -> Vec<u8> {
        let count = 1 + self.below(most);
        let chosen = (0..count).map(|_| pieces[self.below(pieces.len())]);
        chosen.collect::<String>().into_bytes()
    }
}

#[test]
fn plain_lines_are_split_as_cleaned_ones_are() {
    const PIECES: [&str; 34] = [
        " ", "  ", "\t", "lab", ":", "=", "lda", ".w", ".", "#", "^", "5", ",x", ",", "(", ")",
        "'a", "'", "' ", "';", "\"a b\"", "\"", "\";\"", ";", "; c", "/", "/*", "*/", "*", "{1}",
        "\r", "\x0c", "\u{0}", "name",
    ];
    let mut random = Random(1);
    let mut taken = 0;
    for round in 0..200_000 {
        let raw = random.text(&PIECES, 9);
        let text = [&raw, &b"\nnext ; line"[..]].concat();
        let (fields, length, behind) = match split(&text) {
            Split::Unclean => continue,
            Split::Blank(length) => (Fields::default(), length, 0),
            Split::Plain(plain) => (plain.fields(), plain.length, plain.operand_end),
        };
        taken += 1;
        let mut buffer = LineBuffer::default();
        let shown = String::from_utf8_lossy(&raw);
        let mut in_comment = false;
        buffer.read(&raw, &mut in_comment, true, LexContext::default());
        let faultless = buffer.errors.is_empty() && !in_comment;
        assert!(faultless, "round {round}: {shown:?} is not plain");
        let LabelEnd::At(at) = buffer.split_label() else {
            panic!("round {round}: {shown:?} builds a label");
        };
        buffer.split_rest(at);
        let parts = |text: &[u8], fields: Fields| {
            [
                fields.label,
                fields.operation,
                fields.suffix,
                fields.operand,
            ]
            .map(|span| String::from_utf8_lossy(&text[span.range()]).into_owned())
        };
        let long = parts(&buffer.text, buffer.fields);
        assert_eq!(parts(&raw, fields), long, "round {round}: {shown:?}");
        assert_eq!(length, raw.len(), "round {round}: length of {shown:?}");
        let line = Line {
            text: &[],
            comment: Comment::Unread(&text[behind..]),
            ..buffer.line()
        };
        let comment = buffer.line().comment();
        assert_eq!(
            line.comment(),
            comment,
            "round {round}: comment of {shown:?}"
        );
    }
    assert!(taken > 40_000, "only {taken} lines were plain");
}

/// What an evaluation leaves behind.
#[derive(Debug, PartialEq)]
struct Traces {
    items: Vec<String>,
    unknown_references: u32,
    symbols: Vec<(Vec<u8>, bool, u32)>,
    operators: String,
}

/// An assembler in its first pass with a known, an unknown and a local name.
fn assembler<'a>(provider: &'a MemoryProvider, options: &'a Options) -> Assembler<'a> {
    let mut assembler = Assembler::new(provider, options, Listing::new(ListingMode::None, None));
    assembler.pass.number = 1;
    assembler.scopes.next_dot();
    for (name, value) in [(&b"known"[..], 0x1234), (b".here", 7), (b"zero", 0)] {
        let id = assembler.local_symbol(name);
        let symbol = assembler.symbols.get_mut(id);
        (symbol.value, symbol.unknown, symbol.role) = (value, false, Role::Equate);
    }
    assembler.segments.current_mut().origin.unknown = false;
    assembler
}

fn traces(assembler: &Assembler, items: impl IntoIterator<Item = Item>) -> Traces {
    // The value and form of a string are nobody's affair where it is an item.
    let shown = |item: Item| match item.text {
        Some(text) => format!("{:?} {}", text, item.unknown),
        None => format!("{} {} {:?}", item.value, item.unknown, item.form),
    };
    let symbols = assembler.symbols.table_order().into_iter().map(|id| {
        let symbol = assembler.symbols.get(id);
        let name = assembler.symbols.name(id).to_vec();
        (name, symbol.referenced, symbol.used_in_pass)
    });
    Traces {
        items: items.into_iter().map(shown).collect(),
        unknown_references: assembler.pass.unknown_references,
        symbols: symbols.collect(),
        operators: assembler.stacks.last_operators(),
    }
}

#[test]
fn operands_are_computed_as_the_stack_machine_does() {
    const PIECES: [&str; 52] = [
        "5",
        "0",
        "$1f",
        "%101",
        "017",
        "0x2A",
        "'a",
        "\"ab\"",
        "known",
        "later",
        ".here",
        "zero",
        "1$",
        ".",
        "*",
        "+",
        "-",
        "*",
        "/",
        "%",
        "<<",
        ">>",
        "<",
        "<=",
        ">",
        ">=",
        "=",
        "==",
        "!=",
        "&",
        "&&",
        "|",
        "||",
        "^",
        "?",
        "~",
        "!",
        "[",
        "]",
        "(",
        ")",
        "[1+2]",
        "(3)",
        ",",
        ",x",
        ",y",
        " ",
        "#",
        "]d",
        "\x0c",
        "known+1",
        "later-$ffffffffffff8000",
    ];
    let (provider, options) = (MemoryProvider::default(), Options::default());
    let mut random = Random(2);
    let mut taken = 0;
    for round in 0..150_000 {
        let text = random.text(&PIECES, 8);
        let context = [Context::Data, Context::Instruction][random.below(2)];
        let shown = format!("round {round}: {:?}", String::from_utf8_lossy(&text));
        let memo = Memo::default();
        let fields = Fields {
            operand: (0..text.len()).into(),
            ..Fields::default()
        };
        let line = Line {
            text: &text,
            comment: Comment::Read(None),
            fields,
            memo: &memo,
            varies: false,
        };
        let mut long = assembler(&provider, &options);
        let Ok(items) = long.evaluate(&text, context) else {
            continue;
        };
        let said = !long.messages.errors.is_empty() || !long.messages.console.is_empty();
        let long = traces(&long, items);
        let mut short = assembler(&provider, &options);
        let simple = short.evaluate_simple(&line);
        // What is remembered has to do as well as what is new.
        for repeated in [false, true] {
            let Some(items) = short.short_items(&line, context, simple) else {
                continue;
            };
            taken += 1;
            assert!(!said, "{shown}: the stack machine has something to say");
            let mut found = traces(&short, items);
            if simple.is_none() && repeated {
                found.unknown_references /= 2;
            }
            assert_eq!(found, long, "{shown}, {context:?}, again: {repeated}");
        }
    }
    assert!(taken > 20_000, "only {taken} operands went the short way");
}

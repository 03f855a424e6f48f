//! Tests of the internals: the fast paths must give the same results as the reference.

use std::rc::Rc;

use crate::assemble::new_context;
use crate::context::Context;
use crate::expression::compiled::run_line;
use crate::expression::machine::evaluate;
use crate::expression::simple::evaluate_simple;
use crate::labels::symbol_named;
use crate::names::symbols::Role;
use crate::operand::program::Done;
use crate::operand::value::{Item, Syntax, Value};
use crate::options::{ListingMode, Options};
use crate::passes::{Ending, run_passes};
use crate::report::listing::Listing;
use crate::sources::lexer::{LexContext, LineBuffer};
use crate::sources::line::{Comment, Fields, Line, Memo};
use crate::sources::parser::LabelEnd;
use crate::sources::parser::plain::{Split, split};
use crate::sources::provider::MemoryProvider;

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
fn plain_lines_are_split_like_cleaned_ones() {
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

/// A context in its first pass with a known, an unknown and a local name.
fn first_pass<'a>(provider: &'a MemoryProvider, options: &'a Options) -> Context<'a> {
    let mut context = new_context(provider, options, Listing::new(ListingMode::None, None));
    context.report.pass.number = 1;
    context.names.scopes.next_dot();
    for (name, value) in [(&b"known"[..], 0x1234), (b".here", 7), (b"zero", 0)] {
        let id = symbol_named(&mut context, name);
        let symbol = context.names.symbols.get_mut(id);
        (symbol.value, symbol.unknown, symbol.role) = (value, false, Role::Equate);
    }
    context.emitter.segments.current_mut().origin.unknown = false;
    context
}

fn traces(context: &Context, items: impl IntoIterator<Item = Item>) -> Traces {
    // The value and form of a string do not matter where it is an item.
    let shown = |item: Item| match item.text {
        Some(text) => format!("{:?} {}", text, item.unknown),
        None => format!("{} {} {:?}", item.value, item.unknown, item.form),
    };
    let symbols = context.names.symbols.table_order().into_iter().map(|id| {
        let symbol = context.names.symbols.get(id);
        let name = context.names.symbols.name(id).to_vec();
        (name, symbol.referenced, symbol.used_in_pass)
    });
    Traces {
        items: items.into_iter().map(shown).collect(),
        unknown_references: context.report.pass.unknown_references,
        symbols: symbols.collect(),
        operators: context.operands.stacks.last_operators(),
    }
}

/// The items as the short ways give them, for comparison.
fn short_items(
    context: &mut Context,
    line: &Line,
    syntax: Syntax,
    simple: Option<Value>,
) -> Option<Vec<Item>> {
    if let Some(value) = simple {
        return Some(vec![value.into()]);
    }
    let mut items = Vec::new();
    run_line(context, line, syntax, |done| {
        items.push(match done {
            Done::Value(value) => value.into(),
            Done::Text(start, end) => Item {
                text: Some(line.operand()[start..end].into()),
                ..Item::default()
            },
        });
        true
    })?;
    Some(items)
}

#[test]
fn operands_have_the_values_of_the_stack_machine() {
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
        let syntax = [Syntax::Data, Syntax::Instruction][random.below(2)];
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
        let mut long = first_pass(&provider, &options);
        let Ok(items) = evaluate(&mut long, &text, syntax) else {
            continue;
        };
        let reported =
            !long.report.messages.errors.is_empty() || !long.report.messages.console.is_empty();
        let long = traces(&long, items);
        let mut short = first_pass(&provider, &options);
        let simple = evaluate_simple(&mut short, &line);
        // A remembered operand must give the same as a new one.
        for repeated in [false, true] {
            let Some(items) = short_items(&mut short, &line, syntax, simple) else {
                continue;
            };
            taken += 1;
            assert!(!reported, "{shown}: the stack machine reports something");
            let mut found = traces(&short, items);
            if simple.is_none() && repeated {
                found.unknown_references /= 2;
            }
            assert_eq!(found, long, "{shown}, {syntax:?}, again: {repeated}");
        }
    }
    assert!(taken > 20_000, "only {taken} operands took a fast path");
}

/// Splitting lines again in each round takes hundreds of times as long as running them.
#[test]
fn lines_of_a_loop_are_split_once() {
    let comments = "; far apart\n".repeat(1300);
    let loops = " repeat 3\n".to_owned() + &" nop\n".repeat(2000) + " repend\n";
    let mut sources = MemoryProvider::default();
    let head = " processor 6502\n org $1000\n";
    sources.insert("a.asm", format!("{head}{comments}{loops}{comments}"));
    let options = Options {
        source: b"a.asm".to_vec(),
        ..Options::default()
    };
    let listing = Listing::new(ListingMode::None, None);
    let mut context = new_context(&sources, &options, listing);
    run_passes(&mut context);
    let file = context
        .sources
        .read_file(b"a.asm")
        .expect("it has been read");
    let kept = |number: usize| {
        let chunk = || file.script().chunk(number, &mut None);
        let (first, second) = chunk().zip(chunk())?;
        Some(Rc::ptr_eq(&first, &second))
    };
    let expected = [true, true, false].map(Some);
    assert_eq!(
        [0, 1, 2].map(kept),
        expected,
        "the loop lies in two of them"
    );
}

#[test]
fn a_line_parsed_each_time_leaves_no_ops_behind() {
    let mut sources = MemoryProvider::default();
    let text = " processor 6502\n org $1000\n repeat 1000\n /* */ dc.b [1+2]*3,4\n repend\n";
    sources.insert("a.asm", text);
    let options = Options {
        source: b"a.asm".to_vec(),
        ..Options::default()
    };
    let listing = Listing::new(ListingMode::None, None);
    let mut context = new_context(&sources, &options, listing);
    assert_eq!(run_passes(&mut context), Ending::Settled);
    assert_eq!(context.emitter.output.bytes.len(), 2 + 2000);
    let ops = context.operands.programs.ops.len();
    assert!(ops < 100, "{ops} ops");
}

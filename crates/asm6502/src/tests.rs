//! Tests of the internals: a remembered operand must have the value of one that is evaluated.

use crate::assemble::new_context;
use crate::context::Context;
use crate::expression::machine::evaluate_line;
use crate::labels::symbol_named;
use crate::names::symbols::Role;
use crate::operand::value::Syntax;
use crate::options::{ListingMode, Options};
use crate::report::listing::Listing;
use crate::sources::line::{Fields, Line, Memo};
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

/// Everything that an evaluation leaves behind.
fn traces(context: &mut Context, line: &Line, syntax: Syntax) -> Option<String> {
    let items = evaluate_line(context, line, syntax).ok()?;
    let symbols = context.names.symbols.table_order().into_iter().map(|id| {
        let symbol = context.names.symbols.get(id);
        (symbol.referenced, symbol.used_in_pass)
    });
    let symbols: Vec<_> = symbols.collect();
    let messages = &context.report.messages;
    let said = (messages.errors.len(), messages.console.len());
    let redos = (
        context.report.pass.unknown_references,
        context.report.pass.redos,
    );
    let operators = context.operands.last_operators();
    Some(format!(
        "{items:?} {redos:?} {symbols:?} {said:?} {operators}"
    ))
}

#[test]
fn a_remembered_operand_has_the_value_of_a_new_one() {
    #[rustfmt::skip]
    const PIECES: [&str; 52] = [
        "5", "0", "$1f", "%101", "017", "0x2A", "'a", "\"ab\"", "known", "later", ".here", "zero",
        "1$", ".", "*", "+", "-", "*", "/", "%", "<<", ">>", "<", "<=", ">", ">=", "=", "==", "!=",
        "&", "&&", "|", "||", "^", "?", "~", "!", "[", "]", "(", ")", "[1+2]", "(3)", ",", ",x",
        ",y", " ", "#", "]d", "\x0c", "known+1", "later-$ffffffffffff8000",
    ];
    let (provider, options) = (MemoryProvider::default(), Options::default());
    let mut random = Random(2);
    let mut remembered = 0;
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
            comment: None,
            fields,
            memo: &memo,
        };
        let mut context = first_pass(&provider, &options);
        let Some(first) = traces(&mut context, &line, syntax) else {
            continue;
        };
        if memo.constant.get().is_some() {
            remembered += 1;
            let again = traces(&mut context, &line, syntax);
            assert_eq!(again.as_ref(), Some(&first), "{shown}, again");
            memo.constant.set(None);
            let evaluated = traces(&mut context, &line, syntax);
            assert_eq!(evaluated, Some(first), "{shown}, evaluated again");
        }
    }
    assert!(
        remembered > 5_000,
        "only {remembered} operands were remembered"
    );
}

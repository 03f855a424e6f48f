//! Evaluation of operands: a stack machine that follows dasm's, quirks included.
//!
//! Two stacks, values and pending operators, are shared by nested evaluations (`EQM`). The parser
//! remembers whether it expects an operand; computing a pending operator clears that memory for
//! some operators and sets it for others, which is why `a&b|-1` is an error (section 7 of the
//! compatibility reference).

use std::rc::Rc;

use smallvec::SmallVec;

use crate::assembler::{Abort, Assembler, Step};
use crate::diagnostic::Code;
use crate::symbols::{Content, SymbolId};

/// Deepest nesting of `EQM` texts.
const DEEPEST: u32 = 1000;
/// Most pending operators.
const MOST_OPERATORS: usize = 32;

/// What surrounds the operand: decides what parentheses mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Context {
    /// Parentheses and index letters choose an addressing mode.
    Instruction,
    /// Parentheses group.
    Data,
}

/// Addressing form of an operand, by its punctuation alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Form {
    #[default]
    Implied,
    Immediate,
    Plain,
    Indirect,
    IndexedIndirect,
    IndirectIndexed,
    IndexedX,
    IndexedY,
}

/// One item of a comma-separated list.
#[derive(Debug, Clone, Default)]
pub(crate) struct Item {
    pub value: i64,
    pub unknown: bool,
    pub text: Option<Rc<[u8]>>,
    pub form: Form,
}

pub(crate) type Items = SmallVec<[Item; 2]>;

#[derive(Debug, Clone, Default)]
struct Argument {
    value: i64,
    unknown: bool,
    text: Option<Rc<[u8]>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operator {
    Complement,
    Negate,
    Not,
    Low,
    High,
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
    Choose,
    Bracket,
}

const PREFIX: u8 = 128;

/// Depth of the stack up to which operators are remembered.
const STALE: usize = 64;

impl Operator {
    fn priority(self) -> u8 {
        use Operator::*;
        match self {
            Complement | Negate | Not | Low | High => PREFIX,
            Multiply | Divide | Remainder => 20,
            Add | Subtract => 19,
            ShiftLeft | ShiftRight => 18,
            Less | LessEqual | Greater | GreaterEqual => 17,
            Equal | NotEqual => 16,
            BitAnd => 15,
            BitXor => 14,
            BitOr => 13,
            And => 12,
            Or => 11,
            Choose => 10,
            Bracket => 0,
        }
    }
}

/// The two stacks. Values may be taken from below the base after a stray comma: the slots there
/// keep what was last put into them, as in dasm.
#[derive(Debug)]
pub(crate) struct Stacks {
    slots: Vec<Argument>,
    /// One above the highest value, as an index into `slots`.
    top: usize,
    operators: Vec<Operator>,
    /// The last true operator at each depth of the stack: a bracket does not overwrite it, and a
    /// bracket that is never closed is computed as that operator.
    stale: [Option<Operator>; STALE],
    depth: u32,
}

/// Slots below the first value.
const CELLAR: usize = 64;

impl Default for Stacks {
    fn default() -> Self {
        Stacks {
            slots: vec![Argument::default(); 2 * CELLAR],
            top: CELLAR,
            operators: Vec::new(),
            stale: [None; STALE],
            depth: 0,
        }
    }
}

impl Stacks {
    fn push(&mut self, argument: Argument) {
        if self.top == self.slots.len() {
            self.slots.push(argument);
        } else {
            self.slots[self.top] = argument;
        }
        self.top += 1;
    }

    fn pop(&mut self) -> Argument {
        self.top = self.top.saturating_sub(1);
        self.slots[self.top].clone()
    }

    /// Back to the state before the line, after an abort in mid-expression.
    pub fn clear(&mut self) {
        self.top = CELLAR;
        self.operators.clear();
        self.depth = 0;
    }
}

/// One evaluation in progress.
struct Evaluation<'t> {
    text: &'t [u8],
    at: usize,
    argument_base: usize,
    operator_base: usize,
    expects_operand: bool,
    /// Parentheses are addressing syntax; no longer behind a `#`.
    addressing: bool,
    item: Item,
    items: Items,
}

impl Assembler<'_> {
    /// Evaluates a list of items. There is always at least one.
    pub(crate) fn evaluate(&mut self, text: &[u8], context: Context) -> Result<Items, Abort> {
        self.stacks.depth += 1;
        if self.stacks.depth > DEEPEST {
            return self.abort(
                Code::Recursion,
                format!("eval depth, EQM recursion > {DEEPEST}"),
            );
        }
        let mut run = Evaluation {
            text,
            at: 0,
            argument_base: self.stacks.top,
            operator_base: self.stacks.operators.len(),
            expects_operand: true,
            addressing: context == Context::Instruction,
            item: Item::default(),
            items: Items::new(),
        };
        while run.at < text.len() {
            self.token(&mut run)?;
        }
        self.finish(&mut run)?;
        self.stacks.depth -= 1;
        Ok(run.items)
    }

    /// The short way for the operands that most lines have: a number or a name, with `#` before
    /// it or an index behind it. `None` leaves the operand to the stack machine.
    pub(crate) fn evaluate_simple(&mut self, text: &[u8], context: Context) -> Option<Item> {
        let instruction = context == Context::Instruction;
        let (mut form, operand) = match text.split_first()? {
            (b'#', rest) if instruction => (Form::Immediate, rest),
            _ => (Form::Plain, text),
        };
        let (half, operand) = match operand.split_first() {
            Some((b'<', rest)) => (Some(Operator::Low), rest),
            Some((b'>', rest)) => (Some(Operator::High), rest),
            _ => (None, operand),
        };
        let part = |value| half.map_or(value, |operator| prefix(operator, value));
        let end = operand
            .iter()
            .position(|&byte| byte == b',')
            .unwrap_or(operand.len());
        if end < operand.len() {
            if end + 2 != operand.len() {
                return None;
            }
            form = match index_letter(operand, end)? {
                b'x' => Form::IndexedX,
                _ => Form::IndexedY,
            };
        }
        let operand = &operand[..end];
        let first = *operand.first()?;
        if let Some(value) = simple_number(first, operand) {
            return Some(Item {
                value: part(value),
                form,
                ..Item::default()
            });
        }
        let is_name = first.is_ascii_alphabetic() || first == b'_' || first == b'.';
        if !is_name
            || operand == b"."
            || operand.starts_with(b"..")
            || name_length(operand, false) != operand.len()
        {
            return None;
        }
        let id = self.local_symbol(operand);
        if self.symbols.get(id).content != Content::Number {
            return None;
        }
        self.use_symbol(id, operand, operand.len());
        let symbol = self.symbols.get(id);
        Some(Item {
            value: part(symbol.value),
            unknown: symbol.unknown,
            form,
            text: None,
        })
    }

    /// The first item alone.
    pub(crate) fn evaluate_one(&mut self, text: &[u8]) -> Result<Item, Abort> {
        if let Some(item) = self.evaluate_simple(text, Context::Data) {
            return Ok(item);
        }
        let mut items = self.evaluate(text, Context::Data)?;
        Ok(items.swap_remove(0))
    }

    fn finish(&mut self, run: &mut Evaluation) -> Step {
        self.compute_all(run)?;
        if self.stacks.top != run.argument_base {
            self.take_value(run);
        }
        let item = std::mem::take(&mut run.item);
        run.items.push(item);
        self.stacks.top = run.argument_base;
        self.stacks.operators.truncate(run.operator_base);
        Ok(())
    }

    /// Moves the topmost value into the current item.
    fn take_value(&mut self, run: &mut Evaluation) {
        let argument = self.stacks.pop();
        run.item.value = argument.value;
        run.item.unknown = argument.unknown;
        run.item.text = argument.text;
        if run.item.form == Form::Implied {
            run.item.form = Form::Plain;
        }
        if self.stacks.top != run.argument_base {
            self.error_at(Code::Syntax, run.text.to_vec(), run.text, run.at);
        }
    }

    fn token(&mut self, run: &mut Evaluation) -> Step {
        use Operator::*;
        let byte = run.text[run.at];
        let next = run.text.get(run.at + 1).copied();
        let start = run.at;
        run.at += 1;
        let expects = run.expects_operand;
        match byte {
            b' ' | b'\n' => Ok(()),
            b'0'..=b'9' | b'$' | b'\'' | b'"' => self.operand(run, start),
            b'%' if expects => self.operand(run, start),
            b'*' if expects => {
                let here = self.here();
                self.push_number(run, here.value, here.unknown)
            }
            b'~' if expects => self.push_operator(run, Complement),
            b'~' => {
                self.error_at(Code::Syntax, run.text.to_vec(), run.text, start);
                Ok(())
            }
            b'-' if expects => self.push_operator(run, Negate),
            b'!' if expects => self.push_operator(run, Not),
            b'<' if expects => self.push_operator(run, Low),
            b'>' if expects => self.push_operator(run, High),
            b'*' => self.push_operator(run, Multiply),
            b'/' => self.push_operator(run, Divide),
            b'%' => self.push_operator(run, Remainder),
            b'+' => self.push_operator(run, Add),
            b'-' => self.push_operator(run, Subtract),
            b'?' => self.push_operator(run, Choose),
            b'^' => self.push_operator(run, BitXor),
            b'!' => {
                // The second character is taken for the `=`, whatever it is.
                run.at += 1;
                self.push_operator(run, NotEqual)
            }
            b'<' => self.pick(run, next, &[(b'<', ShiftLeft), (b'=', LessEqual)], Less),
            b'>' => self.pick(
                run,
                next,
                &[(b'>', ShiftRight), (b'=', GreaterEqual)],
                Greater,
            ),
            b'=' => self.pick(run, next, &[(b'=', Equal)], Equal),
            b'&' => self.pick(run, next, &[(b'&', And)], BitAnd),
            b'|' => self.pick(run, next, &[(b'|', Or)], BitOr),
            b'#' => {
                run.item.form = Form::Immediate;
                run.addressing = false;
                Ok(())
            }
            b'(' if run.addressing => {
                run.item.form = Form::Indirect;
                Ok(())
            }
            b'(' | b'[' => self.open_bracket(run),
            b')' if run.addressing => {
                self.close_addressing(run);
                Ok(())
            }
            b')' | b']' => self.close_bracket(run),
            b',' => self.comma(run),
            _ => self.name_or_junk(run, start),
        }
    }

    /// A one- or two-character operator.
    fn pick(
        &mut self,
        run: &mut Evaluation,
        next: Option<u8>,
        longer: &[(u8, Operator)],
        short: Operator,
    ) -> Step {
        let double = longer.iter().find(|&&(byte, _)| Some(byte) == next);
        match double {
            Some(&(_, operator)) => {
                run.at += 1;
                self.push_operator(run, operator)
            }
            None => self.push_operator(run, short),
        }
    }

    fn push_operator(&mut self, run: &mut Evaluation, operator: Operator) -> Step {
        run.expects_operand = true;
        let priority = operator.priority();
        if priority != PREFIX {
            while let Some(pending) = self.pending(run)
                && pending.priority() >= priority
            {
                self.compute_top(run)?;
            }
        }
        self.store_operator(run, operator);
        Ok(())
    }

    fn store_operator(&mut self, run: &Evaluation, operator: Operator) {
        if self.stacks.operators.len() - run.operator_base >= MOST_OPERATORS {
            self.say("too many ops\n");
        } else {
            let depth = self.stacks.operators.len();
            if operator != Operator::Bracket
                && let Some(slot) = self.stacks.stale.get_mut(depth)
            {
                *slot = Some(operator);
            }
            self.stacks.operators.push(operator);
        }
    }

    fn pending(&self, run: &Evaluation) -> Option<Operator> {
        self.stacks.operators[run.operator_base..].last().copied()
    }

    fn compute_all(&mut self, run: &mut Evaluation) -> Step {
        while self.stacks.operators.len() > run.operator_base {
            self.compute_top(run)?;
        }
        Ok(())
    }

    /// Computes the last pending operator.
    fn compute_top(&mut self, run: &mut Evaluation) -> Step {
        let Some(operator) = self.pending(run) else {
            return Ok(());
        };
        self.stacks.operators.pop();
        let needed = if operator.priority() == PREFIX { 1 } else { 2 };
        let depth = self.stacks.operators.len();
        let operator = match operator {
            Operator::Bracket => match self.stacks.stale.get(depth).copied().flatten() {
                Some(stale) => stale,
                None => return self.abort(Code::Internal, "operator function table".to_owned()),
            },
            operator => operator,
        };
        if self.stacks.top < run.argument_base + needed {
            self.error_at(Code::Syntax, Vec::new(), run.text, run.at);
            self.stacks.top = run.argument_base;
            return Ok(());
        }
        let right = self.stacks.pop();
        if needed == 1 {
            let value = prefix(operator, right.value);
            return self.push_number(run, value, right.unknown);
        }
        let left = self.stacks.pop();
        if operator.priority() == PREFIX {
            let value = prefix(operator, left.value);
            return self.push_number(run, value, left.unknown);
        }
        let (value, unknown) = self.binary(operator, &left, &right)?;
        self.push_number(run, value, unknown)?;
        use Operator::*;
        if matches!(operator, Add | Subtract | Multiply) || (operator == Remainder && !unknown) {
            run.expects_operand = true;
        }
        Ok(())
    }

    fn binary(
        &mut self,
        operator: Operator,
        left: &Argument,
        right: &Argument,
    ) -> Result<(i64, bool), Abort> {
        use Operator::*;
        let (a, b) = (left.value, right.value);
        let unknown = left.unknown || right.unknown;
        let known =
            |argument: &Argument, truth: bool| !argument.unknown && (argument.value != 0) == truth;
        let value = match operator {
            Divide | Remainder if unknown => 0,
            Divide if b == 0 => return self.abort(Code::DivisionByZero, String::new()),
            Divide => a.wrapping_div(b),
            Remainder if b == 0 && self.newer() => {
                return self.abort(Code::DivisionByZero, String::new());
            }
            Remainder if b == 0 => a,
            Remainder => a.wrapping_rem(b),
            And if known(left, false) || known(right, false) => return Ok((0, false)),
            And if unknown => 1,
            Or if known(left, true) || known(right, true) => return Ok((1, false)),
            Or if unknown => 0,
            Choose if known(left, false) => return Ok((0, false)),
            Choose if known(left, true) => return Ok((b, right.unknown)),
            Choose if unknown => 0,
            ShiftLeft | ShiftRight if unknown => 0,
            ShiftLeft | ShiftRight if self.newer() && !(0..64).contains(&b) => 0,
            _ => arithmetic(operator, a, b),
        };
        Ok((value, unknown))
    }

    fn push_number(&mut self, run: &mut Evaluation, value: i64, unknown: bool) -> Step {
        self.push_argument(
            run,
            Argument {
                value,
                unknown,
                text: None,
            },
        )
    }

    /// An operand is there: prefix operators directly before it apply at once.
    fn push_argument(&mut self, run: &mut Evaluation, argument: Argument) -> Step {
        run.expects_operand = false;
        self.stacks.push(argument);
        while let Some(pending) = self.pending(run)
            && pending.priority() == PREFIX
        {
            self.compute_top(run)?;
        }
        Ok(())
    }

    fn open_bracket(&mut self, run: &mut Evaluation) -> Step {
        self.store_operator(run, Operator::Bracket);
        Ok(())
    }

    fn close_bracket(&mut self, run: &mut Evaluation) -> Step {
        while let Some(pending) = self.pending(run)
            && pending != Operator::Bracket
        {
            self.compute_top(run)?;
        }
        if self.pending(run).is_some() {
            self.stacks.operators.pop();
        }
        run.expects_operand = false;
        if self.stacks.top == run.argument_base {
            self.say("']' error, no arg on stack\n");
            return Ok(());
        }
        if run.text.get(run.at) == Some(&b'd') {
            run.at += 1;
            let top = &mut self.stacks.slots[self.stacks.top - 1];
            if !top.unknown {
                top.text = Some(Rc::from(top.value.to_string().into_bytes()));
            }
        }
        Ok(())
    }

    /// `)` of an addressing form; only an index letter directly behind it means something.
    fn close_addressing(&mut self, run: &mut Evaluation) {
        if run.item.form != Form::Indirect {
            return;
        }
        match index_letter(run.text, run.at) {
            Some(b'y') => {
                run.item.form = Form::IndirectIndexed;
                run.at += 2;
            }
            // Reported; the comma then makes it (indirect,X).
            Some(_) => self.bad_index(run),
            None => {}
        }
    }

    fn bad_index(&mut self, run: &Evaluation) {
        self.error_at(Code::AddressingMode, run.text.to_vec(), run.text, run.at);
        self.redo(crate::passes::Reason::Mnemonic);
    }

    fn comma(&mut self, run: &mut Evaluation) -> Step {
        self.compute_all(run)?;
        run.expects_operand = true;
        let letter = index_letter(run.text, run.at - 1);
        if let Some(letter) = letter {
            match (run.item.form, letter) {
                (Form::Indirect, b'x') => run.item.form = Form::IndexedIndirect,
                (Form::Indirect, _) if run.text.get(run.at + 1) == Some(&b')') => {
                    self.bad_index(run);
                    run.item.form = Form::IndexedY;
                }
                (_, b'x') => run.item.form = Form::IndexedX,
                _ => run.item.form = Form::IndexedY,
            }
            run.at += 1;
            return Ok(());
        }
        self.take_value(run);
        let item = std::mem::take(&mut run.item);
        run.items.push(item);
        Ok(())
    }

    /// Numbers, characters and strings.
    fn operand(&mut self, run: &mut Evaluation, start: usize) -> Step {
        let text = run.text;
        match text[start] {
            b'\'' => {
                let value = text.get(run.at).map_or(0, |&byte| i64::from(byte as i8));
                run.at += 1;
                self.push_number(run, value, false)
            }
            b'"' => {
                let rest = &text[run.at..];
                let length = memchr::memchr(b'"', rest).unwrap_or(rest.len());
                let string = &rest[..length];
                run.at = (run.at + length + 1).min(text.len());
                let value = big_endian(string);
                let text = Some(Rc::from(string));
                self.push_argument(
                    run,
                    Argument {
                        value,
                        unknown: false,
                        text,
                    },
                )
            }
            b'$' => self.digits(run, start + 1, 16),
            b'%' => self.digits(run, start + 1, 2),
            b'0' if text.get(start + 1) == Some(&b'x') => self.digits(run, start + 2, 16),
            _ if dollar_number(&text[start..]).is_some() => {
                let length = dollar_number(&text[start..]).unwrap_or(1);
                run.at = start + length;
                self.push_symbol(run, &text[start..start + length])
            }
            b'0' => self.digits(run, start + 1, 8),
            _ => self.digits(run, start, 10),
        }
    }

    fn digits(&mut self, run: &mut Evaluation, start: usize, radix: u32) -> Step {
        let mut value = 0i64;
        let mut at = start;
        while let Some(digit) = run
            .text
            .get(at)
            .and_then(|&byte| char::from(byte).to_digit(radix))
        {
            value = value
                .wrapping_mul(i64::from(radix))
                .wrapping_add(i64::from(digit));
            at += 1;
        }
        run.at = at;
        self.push_number(run, value, false)
    }

    fn name_or_junk(&mut self, run: &mut Evaluation, start: usize) -> Step {
        let length = name_length(&run.text[start..], self.newer());
        if length == 0 {
            self.illegal_character(run, start);
            return Ok(());
        }
        run.at = start + length;
        self.push_symbol(run, &run.text[start..start + length])
    }

    fn illegal_character(&mut self, run: &Evaluation, at: usize) {
        let character = run.text[at];
        let before = if at == 0 { 0 } else { run.text[at - 1] };
        let rest = run.text[at..].to_vec();
        self.error_at(Code::IllegalCharacter(character), rest, run.text, at);
        self.illegal_character_said(character, before as i8);
    }

    /// The value of a name, with all the marks that a use leaves.
    fn push_symbol(&mut self, run: &mut Evaluation, name: &[u8]) -> Step {
        let id = self.local_symbol(name);
        if let Content::Eqm(text) = &self.symbols.get(id).content {
            let text = text.clone();
            let mut items = self.evaluate(&text, Context::Data)?;
            let item = items.swap_remove(0);
            return self.push_argument(
                run,
                Argument {
                    value: item.value,
                    unknown: item.unknown,
                    text: item.text,
                },
            );
        }
        self.use_symbol(id, run.text, run.at);
        let symbol = self.symbols.get(id);
        let text = match &symbol.content {
            Content::Text(text) => Some(text.clone()),
            _ => None,
        };
        let value = text.as_deref().map_or(symbol.value, big_endian);
        let unknown = symbol.unknown;
        let argument = Argument {
            value,
            unknown,
            text,
        };
        self.push_argument(run, argument)
    }

    /// Marks the symbol as used and, if it is unknown, counts that.
    fn use_symbol(&mut self, id: SymbolId, text: &[u8], at: usize) {
        let pass = self.pass.number;
        let symbol = self.symbols.get_mut(id);
        symbol.referenced = true;
        symbol.used_in_pass = pass;
        if symbol.unknown {
            self.pass.unknown_references += 1;
            self.note_unknown_use(id, text, at);
        }
    }

    /// `.` and `*`: an unknown origin counts as an unknown reference.
    fn here(&mut self) -> crate::segments::Address {
        let here = self.segments.current().here();
        if here.unknown {
            self.pass.unknown_references += 1;
        }
        here
    }
}

/// The value of an operand that is nothing but `$` and hexadecimal digits, or decimal digits
/// without a leading zero.
fn simple_number(first: u8, operand: &[u8]) -> Option<i64> {
    let (radix, digits) = match first {
        b'$' => (16, &operand[1..]),
        b'1'..=b'9' => (10, operand),
        _ => return None,
    };
    let mut value = 0i64;
    for &byte in digits {
        let digit = char::from(byte).to_digit(radix)?;
        value = value
            .wrapping_mul(i64::from(radix))
            .wrapping_add(i64::from(digit));
    }
    Some(value)
}

fn prefix(operator: Operator, value: i64) -> i64 {
    match operator {
        Operator::Complement => !value,
        Operator::Negate => value.wrapping_neg(),
        Operator::Not => i64::from(value == 0),
        Operator::Low => value & 0xff,
        _ => (value >> 8) & 0xff,
    }
}

fn arithmetic(operator: Operator, a: i64, b: i64) -> i64 {
    use Operator::*;
    match operator {
        Multiply => a.wrapping_mul(b),
        Add => a.wrapping_add(b),
        Subtract => a.wrapping_sub(b),
        // The processor's shift: the count modulo 64.
        ShiftLeft => a.wrapping_shl(b as u32),
        ShiftRight => a.wrapping_shr(b as u32),
        Less => i64::from(a < b),
        LessEqual => i64::from(a <= b),
        Greater => i64::from(a > b),
        GreaterEqual => i64::from(a >= b),
        Equal => i64::from(a == b),
        NotEqual => i64::from(a != b),
        BitAnd => a & b,
        BitXor => a ^ b,
        BitOr => a | b,
        And => i64::from(a != 0 && b != 0),
        Or => i64::from(a != 0 || b != 0),
        _ => {
            if a != 0 {
                b
            } else {
                0
            }
        }
    }
}

/// The number that a string is in arithmetic: its last eight bytes.
fn big_endian(string: &[u8]) -> i64 {
    string
        .iter()
        .fold(0i64, |value, &byte| (value << 8) | i64::from(byte))
}

/// The index letter of `,x` or `,y` at `at`, in lower case, if no letter or digit follows it.
fn index_letter(text: &[u8], at: usize) -> Option<u8> {
    if text.get(at) != Some(&b',') {
        return None;
    }
    let letter = text.get(at + 1)?.to_ascii_lowercase();
    let ends = !text.get(at + 2).is_some_and(u8::is_ascii_alphanumeric);
    (matches!(letter, b'x' | b'y') && ends).then_some(letter)
}

/// Length of `12$` at the start of the text.
fn dollar_number(text: &[u8]) -> Option<usize> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (text.get(digits) == Some(&b'$')).then_some(digits + 1)
}

/// Length of the symbol name at the start of the text; one `$` may end it.
pub(crate) fn name_length(text: &[u8], braces: bool) -> usize {
    let part = |byte: &u8| {
        byte.is_ascii_alphanumeric()
            || matches!(byte, b'_' | b'.' | b'@')
            || (braces && matches!(byte, b'{' | b'}'))
    };
    let length = text.iter().take_while(|byte| part(byte)).count();
    if length > 0 && text.get(length) == Some(&b'$') {
        length + 1
    } else {
        length
    }
}

// The assembly language of dasm and Crownhead, for editors that use tree-sitter for coloring: Helix
// and Neovim. A line has an optional label in its first column, then an operation with operands.
// Operands are a flat list, because coloring does not need a tree for an expression.
const mnemonics =
  'adc anc and ane arr asl asr bcc bcs beq bit bmi bne bpl brk bvc bvs clc cld cli clv cmp cpx cpy ' +
  'dcp dec dex dey eor inc inx iny isb jmp jsr las lax lda ldx ldy lsr lxa nop ora pha php pla plp ' +
  'rla rol ror rra rti rts sax sbc sbx sec sed sei sha shs shx shy slo sre sta stx sty tax tay tsx ' +
  'txa txs tya';
const directives =
  'processor include incbin incdir seg org rorg rend align dc byte word long dv ds hex equ set eqm ' +
  'setstr setsym mac macro endm mexit if ifconst ifnconst ifdef ifndef else elif endif eif repeat ' +
  'repend subroutine echo err end list trace assert samepage';
const alternation = (text) => text.split(' ').join('|');

module.exports = grammar({
  name: 'dasm',
  extras: ($) => [/[ \t\r]/, $.comment],
  rules: {
    source_file: ($) => seq(optional($._line), repeat(seq('\n', optional($._line)))),
    _line: ($) => choice(seq($.label, optional($._operation)), $._operation),
    // A label must come immediately after the line break, so it can only be in the first column.
    label: () => token.immediate(/(\.?[A-Za-z_@][A-Za-z0-9_@.]*\$?|[0-9]+\$):?/),
    _operation: ($) =>
      seq(choice($.mnemonic, $.directive, $.macro, alias('=', $.directive)), repeat($._operand)),
    mnemonic: () => token(prec(2, new RegExp(`(${alternation(mnemonics)})(\\.[a-z]+)?`, 'i'))),
    directive: () =>
      token(prec(2, new RegExp(`\\.?(${alternation(directives)})(\\.[a-z]+)?`, 'i'))),
    macro: ($) => $.symbol,
    _operand: ($) =>
      choice($.number, $.string, $.character, $.argument, $.symbol, $.mnemonic, $.directive, $.operator),
    symbol: () => /\.?[A-Za-z_@][A-Za-z0-9_@.]*\$?|[0-9]+\$/,
    number: () => /\$[0-9A-Fa-f]+|%[01]+|[0-9]+/,
    string: () => /"[^"\n]*"/,
    character: () => /'[^\n]/,
    argument: () => /\{[0-9]+\}/,
    operator: () => choice('=', /[-+*\/&|^~!<>?#(),:%.\[\]]/),
    comment: () => token(choice(/;[^\n]*/, /\/\*[^*]*\*+([^\/*][^*]*\*+)*\//)),
  },
});

" Syntax colors for the 6502 assembly of dasm and Crownhead.
if exists('b:current_syntax')
  finish
endif
syntax case ignore

" A name in the first column is a label.
syntax match dasmLabel "^\.\?[A-Za-z_@][A-Za-z0-9_@.]*\$\?:\?"
syntax match dasmLabel "^[0-9]\+\$:\?"

syntax match dasmMnemonic contains=dasmSuffix
      \ "\s\zs\%(adc\|anc\|and\|ane\|arr\|asl\|asr\|bcc\|bcs\|beq\|bit\|bmi\|bne\|bpl\|brk\|bvc\|bvs\|clc\|cld\|cli\|clv\|cmp\|cpx\|cpy\|dcp\|dec\|dex\|dey\|eor\|inc\|inx\|iny\|isb\|jmp\|jsr\|las\|lax\|lda\|ldx\|ldy\|lsr\|lxa\|nop\|ora\|pha\|php\|pla\|plp\|rla\|rol\|ror\|rra\|rti\|rts\|sax\|sbc\|sbx\|sec\|sed\|sei\|sha\|shs\|shx\|shy\|slo\|sre\|sta\|stx\|sty\|tax\|tay\|tsx\|txa\|txs\|tya\)\%(\.[a-z]\+\)\?\ze\%(\s\|$\)"
syntax match dasmDirective contains=dasmSuffix
      \ "\s\zs\.\?\%(processor\|include\|incbin\|incdir\|seg\|org\|rorg\|rend\|align\|dc\|byte\|word\|long\|dv\|ds\|hex\|equ\|set\|eqm\|setstr\|setsym\|mac\|macro\|endm\|mexit\|if\|ifconst\|ifnconst\|ifdef\|ifndef\|else\|elif\|endif\|eif\|repeat\|repend\|subroutine\|echo\|err\|end\|list\|trace\|assert\|samepage\)\%(\.[a-z]\+\)\?\ze\%(\s\|$\)"
syntax match dasmSuffix "\w\@1<=\.[a-z]\+" contained

syntax match dasmNumber "\$[0-9A-F]\+"
syntax match dasmNumber "%[01]\+"
syntax match dasmNumber "\<[0-9]\+\>"
syntax match dasmArgument "{[0-9]\+}"
syntax match dasmOperator "[-+*/&|^~!<>=?]"
syntax match dasmOperator "#"
syntax match dasmDirective "\s\zs=\ze\s"
syntax region dasmString start=+"+ end=+"+ oneline
syntax match dasmCharacter "'."
syntax keyword dasmTodo TODO FIXME XXX contained
syntax region dasmComment start=";" end="$" contains=dasmTodo,@Spell
syntax region dasmComment start="/\*" end="\*/" contains=dasmTodo,@Spell

highlight default link dasmLabel Identifier
highlight default link dasmMnemonic Statement
highlight default link dasmDirective PreProc
highlight default link dasmSuffix Type
highlight default link dasmNumber Number
highlight default link dasmArgument Special
highlight default link dasmOperator Operator
highlight default link dasmString String
highlight default link dasmCharacter Character
highlight default link dasmTodo Todo
highlight default link dasmComment Comment

let b:current_syntax = 'dasm'

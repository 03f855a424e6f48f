" Checks the file type and the colors. Set EDITORS to the folder with the settings, and run this in
" the project's folder:  vim -es -u NONE -i NONE -S vim.vim
set nocompatible
let &runtimepath = $EDITORS . '/vim,' . &runtimepath
filetype plugin on
syntax on

let s:failures = []

" Records a failure unless `piece` has the color `color` in the line that contains `line`.
function! s:Check(line, piece, color) abort
  call cursor(1, 1)
  let l:row = search('\V' . a:line, 'cW')
  let l:column = stridx(getline(l:row), a:piece) + 1
  let l:shown = synIDattr(synID(l:row, l:column, 1), 'name')
  if l:row == 0 || l:column == 0 || l:shown !=# a:color
    call add(s:failures, printf('%s: %s is %s, not %s', a:line, a:piece, l:shown, a:color))
  endif
endfunction

function! s:Equal(name, value, expected) abort
  if a:value !=# a:expected
    call add(s:failures, printf('%s is %s, not %s', a:name, a:value, a:expected))
  endif
endfunction

edit bank0.asm
call s:Equal('the type of bank0.asm', &filetype, 'dasm')
call s:Equal('the comment', &commentstring, '; %s')
call s:Check('Start   sei', 'Start', 'dasmLabel')
call s:Check('Start   sei', 'sei', 'dasmMnemonic')
call s:Check('ldx #$ff', '$ff', 'dasmNumber')
call s:Check('org $1000', 'org', 'dasmDirective')
call s:Check('.ship   sta WSYNC', '.ship', 'dasmLabel')
call s:Check('.ship   sta WSYNC', 'WSYNC', '')
call s:Check('Ship    .byte', '.byte', 'dasmDirective')
call s:Check('Frame   SUBROUTINE', 'SUBROUTINE', 'dasmDirective')
call s:Check('STORE LIVES', 'STORE', '')
call setline(1, ["        lda.w 'x ; TODO sta", '        dc.b "a;b", %0110, {1}', 'N       = 3'])
call s:Check('lda.w', '.w', 'dasmSuffix')
call s:Check('lda.w', "'x", 'dasmCharacter')
call s:Check('lda.w', 'sta', 'dasmComment')
call s:Check('lda.w', 'TODO', 'dasmTodo')
call s:Check('dc.b', ';b', 'dasmString')
call s:Check('dc.b', '%0110', 'dasmNumber')
call s:Check('dc.b', '{1}', 'dasmArgument')
call s:Check('N       = 3', '=', 'dasmDirective')
edit! include/macros.h
call s:Equal('the type of a header in a project', &filetype, 'dasm')
enew!
execute 'edit ' . tempname() . '.h'
call s:Equal('the type of a header elsewhere', &filetype, 'cpp')

call writefile(empty(s:failures) ? ['ok'] : s:failures, 'vim.log')
execute empty(s:failures) ? 'qall!' : 'cquit!'

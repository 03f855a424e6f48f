" Settings for editing dasm sources: comments, and tab stops every eight columns.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

let &l:commentstring = '; %s'
setlocal comments=:;
setlocal expandtab tabstop=8 shiftwidth=8 softtabstop=8
let b:undo_ftplugin = 'setlocal commentstring< comments< expandtab< tabstop< shiftwidth< softtabstop<'

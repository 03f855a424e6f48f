" Sources for dasm: .dasm always; other endings where a crownhead.toml is in the folder or above it.
" Vim's own settings for `asm`, which it has chosen by then, cannot be undone but by `unlet`.
autocmd BufNewFile,BufRead *.dasm setfiletype dasm
autocmd BufNewFile,BufRead *.asm,*.a65,*.s,*.a,*.h,*.inc
      \ if findfile('crownhead.toml', expand('<afile>:p:h') . ';') !=# ''
      \ | unlet! b:did_ftplugin | set filetype=dasm | endif

" Sources for dasm: .dasm always; other endings if a crownhead.toml is in the folder or above it.
" When this runs, Vim has already applied its own settings for `asm`. The `unlet` is needed so that
" ours are applied as well.
autocmd BufNewFile,BufRead *.dasm setfiletype dasm
autocmd BufNewFile,BufRead *.asm,*.a65,*.s,*.a,*.h,*.inc
      \ if findfile('crownhead.toml', expand('<afile>:p:h') . ';') !=# ''
      \ | unlet! b:did_ftplugin | set filetype=dasm | endif

" Detects dasm sources: always .dasm files; files with other extensions if there is a crownhead.toml
" in their folder or a parent folder. When this runs, Vim has already applied its own settings for
" `asm`; the `unlet` is needed so that ours are applied, too.
autocmd BufNewFile,BufRead *.dasm setfiletype dasm
autocmd BufNewFile,BufRead *.asm,*.a65,*.s,*.a,*.h,*.inc
      \ if findfile('crownhead.toml', expand('<afile>:p:h') . ';') !=# ''
      \ | unlet! b:did_ftplugin | set filetype=dasm | endif

-- Drives the server from neovim with this folder's settings: nvim --headless -c 'luafile ...'.

package.path = vim.env.EDITORS .. '/neovim/?.lua;' .. package.path
require('crownhead').setup { cmd = { vim.env.CROWNHEAD, 'lsp' } }

local function check(name, truth, shown)
  if not truth then
    io.stderr:write('failed: ' .. name .. '\n' .. vim.inspect(shown) .. '\n')
    vim.cmd('cquit 1')
  end
  io.stdout:write('ok ' .. name .. '\n')
end

local function wait(what)
  return vim.wait(20000, what, 50)
end

local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, 'textDocument/' .. method, params, 20000)
  local _, answer = next(answers or {})
  return answer and answer.result
end

local function at(piece, further)
  vim.fn.cursor(1, 1)
  local line = vim.fn.search('\\V' .. piece, 'cW')
  local column = vim.fn.getline(line):find(piece, 1, true)
  vim.fn.cursor(line, column + further)
  return vim.lsp.util.make_position_params()
end

vim.cmd('edit bank0.asm')
check('the server is attached', wait(function() return #vim.lsp.buf_get_clients(0) == 1 end))

local params = at('lda Ship,y', 4)
local found = ask('definition', params)
check('definition', found and found[1].range.start.line == 27, found)

local hover = ask('hover', at('sta GRP0', 4))
check('hover', hover and hover.contents.value:find('8 pixels of player 0', 1, true), hover)

params = at('STORE 2, VSYNC', 9)
local help = ask('signatureHelp', params)
check('signature help', help and help.signatures[1].label == 'STORE {1}, {2}', help)

local items = ask('completion', at('sta COLUBK', 5))
check('completion', items and #items.items > 3, items)

at('bpl .ship', 5)
vim.lsp.buf.rename('.row')
check('rename', wait(function() return vim.fn.search('^\\.row ', 'nw') > 0 end),
  vim.api.nvim_buf_get_lines(0, 15, 30, false))
check('rename of the use', vim.fn.search('bpl \\.row', 'nw') > 0)

vim.cmd([[%s/lda Ship,y/lda Shep,y/]])
check('diagnostics', wait(function() return #vim.diagnostic.get(0) == 1 end), vim.diagnostic.get(0))
check('their place', vim.diagnostic.get(0)[1].lnum == 19, vim.diagnostic.get(0))
vim.cmd([[%s/lda Shep,y/\tlda\tShip,y/]])
check('no diagnostics', wait(function() return #vim.diagnostic.get(0) == 0 end),
  vim.diagnostic.get(0))

local format = vim.lsp.buf.format or vim.lsp.buf.formatting_sync
format(nil, 20000)
check('formatting', vim.fn.search('^        lda Ship,y$', 'nw') > 0,
  vim.api.nvim_buf_get_lines(0, 15, 30, false))

vim.cmd('qall!')

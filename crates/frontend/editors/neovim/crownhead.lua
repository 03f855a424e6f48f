-- Crownhead's language server and debugger in neovim 0.7 and later.
--
-- Copy this file to ~/.config/nvim/lua/crownhead.lua and put `require('crownhead').setup()` in
-- ~/.config/nvim/init.lua. Use `setup { cmd = { '/path/to/crownhead', 'lsp' } }` if the program is
-- not in the search path; `setup { kernel_frame = 60 }` shows the slack of the writes in frame 60.
--
-- With the plugin nvim-dap, also add `require('crownhead').debugger()`, or `debugger { cmd =
-- '/path/to/crownhead' }`. `:DapContinue` then offers the configurations.

local M = {}

local function root(file)
  local project = vim.fs and vim.fs.find('crownhead.toml', { path = file, upward = true })[1]
  if not project then
    local found = vim.fn.findfile('crownhead.toml', vim.fn.fnamemodify(file, ':p:h') .. ';')
    project = found ~= '' and vim.fn.fnamemodify(found, ':p') or nil
  end
  return vim.fn.fnamemodify(project or file, ':p:h')
end

local function keys(_, buffer)
  local map = function(key, action)
    vim.keymap.set('n', key, action, { buffer = buffer, silent = true })
  end
  map('K', vim.lsp.buf.hover)
  map('gd', vim.lsp.buf.definition)
  map('gr', vim.lsp.buf.references)
  map('gO', vim.lsp.buf.document_symbol)
  map('<leader>rn', vim.lsp.buf.rename)
  map('<leader>ca', vim.lsp.buf.code_action)
  map('<leader>f', vim.lsp.buf.format or vim.lsp.buf.formatting)
  vim.bo[buffer].omnifunc = 'v:lua.vim.lsp.omnifunc'
  vim.bo[buffer].commentstring = '; %s'
  if vim.lsp.codelens then
    vim.lsp.codelens.refresh()
  end
  if vim.lsp.inlay_hint then -- neovim 0.10
    vim.lsp.inlay_hint.enable(true, { bufnr = buffer })
  end
end

-- Starts the server for dasm sources.
function M.setup(options)
  options = options or {}
  vim.api.nvim_create_autocmd({ 'BufRead', 'BufNewFile' }, {
    pattern = { '*.asm', '*.a65', '*.dasm', '*.s', '*.h', '*.inc' },
    callback = function(event)
      local has = function(pattern) return vim.fn.search(pattern, 'nw') > 0 end
      if event.match:match('%.h$') and not has('^\\s\\+\\(mac\\|seg\\|processor\\)')
        and not has('^\\w\\+\\s*=') then
        return -- a header of another language
      end
      vim.bo[event.buf].filetype = 'dasm'
    end,
  })
  vim.api.nvim_create_autocmd('FileType', {
    pattern = 'dasm',
    callback = function(event)
      local file = vim.api.nvim_buf_get_name(event.buf)
      local config = {
        name = 'crownhead',
        cmd = options.cmd or { 'crownhead', 'lsp' },
        init_options = { kernelFrame = options.kernel_frame },
        root_dir = root(file),
        on_attach = options.on_attach or keys,
      }
      if vim.lsp.start then -- neovim 0.8
        vim.lsp.start(config, { bufnr = event.buf })
        return
      end
      M.clients = M.clients or {}
      local known = M.clients[config.root_dir]
      local client = known or vim.lsp.start_client(config)
      M.clients[config.root_dir] = client
      vim.lsp.buf_attach_client(event.buf, client)
    end,
  })
end

-- Adds the debugger to nvim-dap. A configuration may also have `script`, `symbols` and the other
-- arguments of the adapter's `launch`.
function M.debugger(options)
  local dap = require('dap')
  dap.adapters.crownhead = {
    type = 'executable',
    command = options and options.cmd or 'crownhead',
    args = { 'dap' },
  }
  local function launch(name, program)
    return { type = 'crownhead', request = 'launch', name = name, program = program }
  end
  dap.configurations.dasm = {
    launch('Crownhead: this source', '${file}'),
    launch('Crownhead: the project', '${workspaceFolder}/crownhead.toml'),
  }
end

return M

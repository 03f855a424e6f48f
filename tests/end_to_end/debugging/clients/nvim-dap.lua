-- A session driven by neovim's plugin nvim-dap:
--   nvim --headless -u NONE -c 'luafile nvim-dap.lua'
-- PROGRAM, SOURCE, EDITORS (the folder with the settings) and NVIM_DAP are in the environment.

vim.opt.runtimepath:append(vim.env.NVIM_DAP)
package.path = vim.env.EDITORS .. '/neovim/?.lua;' .. package.path
local dap = require('dap')
local settings = require('crownhead')
settings.setup { cmd = { vim.env.PROGRAM, 'lsp' } }
settings.debugger { cmd = vim.env.PROGRAM }

local function check(name, truth, shown)
  if not truth then
    io.stderr:write('failed: ' .. name .. '\n' .. vim.inspect(shown) .. '\n')
    vim.cmd('cquit 1')
  end
end

local function wait(name, what)
  check(name, vim.wait(60000, what, 20))
end

-- Returns the body of the response to a request.
local function ask(command, arguments)
  local answer
  dap.session():request(command, arguments, function(fault, body)
    answer = { fault = fault, body = body }
  end)
  wait(command, function() return answer end)
  check(command, not answer.fault, answer.fault)
  return answer.body
end

local stops = 0
dap.listeners.after.event_stopped.test = function() stops = stops + 1 end

-- Calls `act`, after which the machine must stop at this line.
local function to(name, act, line)
  local before = stops
  act()
  wait(name, function() return stops > before end)
  local frame = ask('stackTrace', { threadId = 1 }).stackFrames[1]
  check(name, frame.line == line, frame)
end

vim.cmd('edit ' .. vim.env.SOURCE)
check('the file type', vim.bo.filetype == 'dasm', vim.bo.filetype)
local call = vim.fn.search('jsr Move')
local move = vim.fn.search('lda #$f0')
vim.fn.cursor(call, 1)
dap.set_breakpoint()
local configuration = dap.configurations.dasm[1]
to('launch', function() dap.run(configuration) end, vim.fn.search('cld', 'nw'))
to('continue', dap.continue, call)
to('step into', dap.step_into, move)
to('step over', dap.step_over, move + 1)
to('step back', dap.step_back, move)
to('reverse continue', dap.reverse_continue, call)
local scopes = ask('scopes', { frameId = 0 }).scopes
check('scopes', #scopes > 5, scopes)
local value = ask('evaluate', { expression = 'shape', context = 'hover' })
check('evaluate', value.result:match('^%$3C'), value)
ask('disconnect', {})
io.stdout:write('nvim-dap: session done\n')
vim.cmd('qall!')

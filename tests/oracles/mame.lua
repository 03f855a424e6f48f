-- Runs inside MAME: plays timed input, and writes pictures and RAM. Environment variables:
--   CROWNHEAD_PICTURES  "FRAME=FILE;FRAME=FILE"  the picture of a frame, 176 x 223 pixels of 4 bytes
--   CROWNHEAD_RAM       "FRAME=FILE;..."         the 128 bytes of RAM at the end of a frame
--   CROWNHEAD_INPUT     "FRAME:PORT=FIELD=0|1;..." holds (1) or releases (0) a field at a frame
--   CROWNHEAD_FRAMES    exit after this many frames
-- Frames are numbered from 1, which is the first frame that MAME finishes.

local function pairs_of(text)
  local found = {}
  for frame, rest in (os.getenv(text) or ""):gmatch("(%d+)[=:]([^;]*)") do
    found[tonumber(frame)] = found[tonumber(frame)] or {}
    table.insert(found[tonumber(frame)], rest)
  end
  return found
end

local pictures, ram, input = pairs_of("CROWNHEAD_PICTURES"), pairs_of("CROWNHEAD_RAM"), pairs_of("CROWNHEAD_INPUT")
local last = tonumber(os.getenv("CROWNHEAD_FRAMES"))
local frame = 0

local function write(name, bytes)
  local file = assert(io.open(name, "wb"))
  file:write(bytes)
  file:close()
end

local function press(frame)
  for _, event in ipairs(input[frame] or {}) do
    local port, field, value = event:match("^(:[^=]*)=([^=]*)=(%d)$")
    manager.machine.ioport.ports[port].fields[field]:set_value(tonumber(value))
  end
end

press(0)
emu.register_frame_done(function()
  frame = frame + 1
  for _, name in ipairs(pictures[frame] or {}) do
    write(name, (manager.machine.screens[":screen"]:pixels()))
  end
  for _, name in ipairs(ram[frame] or {}) do
    local space, bytes = manager.machine.devices[":maincpu"].spaces["program"], {}
    for address = 0x80, 0xff do bytes[#bytes + 1] = string.char(space:read_u8(address)) end
    write(name, table.concat(bytes))
  end
  press(frame)
  if frame >= last then manager.machine:exit() end
end, "crownhead")

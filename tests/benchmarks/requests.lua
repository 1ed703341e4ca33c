-- One request after another for wrk: arguments are the method, a file, a seed, and "different" or "same".
-- For POST the file holds a form's body; "part-" in it, how its components are named, becomes another name each time.
-- For GET it holds paths, a line each, which are asked for in turn.
local method, body, lines, seed, different = "", "", {}, "", false
local count = 0

function init(args)
  method, seed, different = args[1], args[3], args[4] == "different"
  local file = io.open(args[2], "rb")
  body = file:read("*a")
  file:close()
  for line in body:gmatch("[^\n]+") do lines[#lines + 1] = line end
end

function request()
  count = count + 1
  if method == "GET" then return wrk.format("GET", lines[(count - 1) % #lines + 1]) end
  local name = different and seed .. count .. "-" or seed .. "-"
  return wrk.format("POST", nil, nil, (body:gsub("part%-", name)))
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    "figures %d %d %.0f %.0f %d\n", summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end

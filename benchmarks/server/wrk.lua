-- What wrk sends: wrk --threads 1 … -- BODIES PATH FIRST DELAY COUNT HEADER…
--
-- BODIES is a file of one body a line. Where a body has the text @NUMBER@, each request gets a number of its own there, from FIRST on, so that no two
-- requests are the same. DELAY is in milliseconds, after each answer. COUNT yes: answers are counted by status, which costs time for large answers.
-- HEADER is "Name: value". The last line is JSON: answers, faults of connections, and times in milliseconds.

local threads = {}

function setup(thread) table.insert(threads, thread) end

function init(args)
   local path, number, wait = args[2], tonumber(args[3]), tonumber(args[4])
   counts = {}
   wrk.method = "POST"
   wrk.headers["Content-Type"] = "application/json"
   for k = 6, #args do
      local name, value = args[k]:match("^([^:]+): (.*)$")
      wrk.headers[name] = value
   end
   local bodies = {}
   for line in io.lines(args[1]) do
      local before, after = line:match("^(.-)@NUMBER@(.*)$")
      -- Without a number, a request that is made once.
      table.insert(bodies, before and {before, after} or wrk.format(nil, path, nil, line))
   end

   request = function()
      number = number + 1
      local body = bodies[number % #bodies + 1]
      if type(body) == "string" then return body end
      return wrk.format(nil, path, nil, body[1] .. string.format("%09d", number) .. body[2])
   end
   -- wrk asks whether these exist.
   if wait > 0 then
      delay = function() return wait end
   end
   if args[5] == "yes" then
      response = function(status) counts[tostring(status)] = (counts[tostring(status)] or 0) + 1 end
   end
end

function done(summary, latency)
   local statuses = {}
   for _, thread in ipairs(threads) do
      for status, count in pairs(thread:get("counts")) do table.insert(statuses, string.format('"%s": %d', status, count)) end
   end
   local e = summary.errors
   io.write(string.format(
      '\n{"answers": %d, "seconds": %.6f, "bytes": %d, "p50": %.3f, "p99": %.3f, "max": %.3f, "failures": %d, "unread": %d, "timeouts": %d, "statuses": {%s}}\n',
      summary.requests, summary.duration / 1e6, summary.bytes, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, latency.max / 1e3,
      e.status, e.connect + e.read + e.write, e.timeout, table.concat(statuses, ", ")))
end

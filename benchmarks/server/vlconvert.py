"""Draws Vega-Lite specifications in this process for some seconds, and prints how many: vlconvert.py BODIES SECONDS

Waits for a line on standard input after it has warmed up. What a server around vl-convert's library cannot exceed.
"""

import json
import sys
import time

import vl_convert

specifications = [json.dumps(json.loads(line)["spec"]) for line in open(sys.argv[1])]
for specification in specifications[:3]:
    vl_convert.vegalite_to_png(specification)
print("ready", flush=True)
sys.stdin.readline()
charts, start = 0, time.perf_counter()
while time.perf_counter() - start < float(sys.argv[2]):
    vl_convert.vegalite_to_png(specifications[charts % len(specifications)])
    charts += 1
print(charts / (time.perf_counter() - start))

#!/usr/bin/env bash
# A lamp at one percent is at full in tinycolor, and at 2 percent it is dark.
# Packages: tinycolor2 1.6.0 and its fork @ctrl/tinycolor 4.3.0; Node-RED's dashboards pick colours with the first.
# Guess: {h: 30, s: 100, v: 1} is an orange at one percent of brightness, as v: 2 is one at two percent.
# Seen: a value up to 1 counts as a fraction, so v: 1 is full brightness and s: 1 full saturation.
# Why it matters: a fade that ends at 1 percent flashes up to full at its last step, and a white with a trace of colour becomes a pure colour.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding tinycolor2@1.6.0 @ctrl/tinycolor@4.3.0

observe <<'JS'
const tinycolor = require("tinycolor2");
const { TinyColor } = require("@ctrl/tinycolor");

for (const colour of [{ h: 30, s: 100, v: 3 }, { h: 30, s: 100, v: 2 }, { h: 30, s: 100, v: 1 }, { h: 30, s: 2, v: 100 }, { h: 30, s: 1, v: 100 }]) {
  console.log(JSON.stringify(colour), tinycolor(colour).toHexString(), new TinyColor(colour).toHexString());
}
JS

expect_output <<'OUTPUT'
{"h":30,"s":100,"v":3} #080400 #080400
{"h":30,"s":100,"v":2} #050300 #050300
{"h":30,"s":100,"v":1} #ff8000 #ff8000
{"h":30,"s":2,"v":100} #fffcfa #fffcfa
{"h":30,"s":1,"v":100} #ff8000 #ff8000
OUTPUT

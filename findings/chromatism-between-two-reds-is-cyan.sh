#!/usr/bin/env bash
# Half way between red and a red a little bluer chromatism finds cyan.
# Package: chromatism 3.0.0, mid.
# Expected: the colour between 255,0,0 and 255,0,40 is 255,0,20 or near.
# Seen: it is 0,255,236: the mean of the hues 0 and 351 is 175, on the other side of the wheel.
# Why it matters: the mean colour of a room with two red lamps, or one step of a fade between them, is cyan.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding chromatism@3.0.0

observe <<'JS'
const { mid } = require("chromatism");

for (const blue of [0, 40]) {
  const { r, g, b } = mid({ r: 255, g: 0, b: 0 }, { r: 255, g: 0, b: blue }).rgb;
  console.log(`255,0,0 and 255,0,${blue} give`, [r, g, b].map(Math.round).join(","));
}
JS

expect_output <<'OUTPUT'
255,0,0 and 255,0,0 give 255,0,0
255,0,0 and 255,0,40 give 0,255,236
OUTPUT

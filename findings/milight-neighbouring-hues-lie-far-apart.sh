#!/usr/bin/env bash
# Milight's helper for full colour lamps sends neighbouring hues to opposite sides of the colour wheel.
# Package: node-milight-promise 0.3.2, helper.rgbToFullColorHsv.
# Expected: one degree of hue more changes the result by one step of 255 or less.
# Seen: red is 176, a red one degree on is 255, two degrees on 151; and some results exceed 255, where the commands cut them.
# Why it matters: a slow walk through the colours flickers between unlike ones.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-milight-promise@0.3.2

observe <<'JS'
const { helper } = require("node-milight-promise");

for (const rgb of [[255, 0, 0], [255, 4, 0], [255, 8, 0], [255, 13, 0], [0, 255, 255]]) {
  console.log(rgb.join(","), "hue", helper.rgbToHsv(...rgb)[0], "is sent as", helper.rgbToFullColorHsv(...rgb)[0]);
}
JS

expect_output <<'OUTPUT'
255,0,0 hue 0 is sent as 176
255,4,0 hue 1 is sent as 255
255,8,0 hue 2 is sent as 151
255,13,0 hue 3 is sent as 47
0,255,255 hue 180 is sent as 307
OUTPUT

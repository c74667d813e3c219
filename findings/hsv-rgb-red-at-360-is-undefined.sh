#!/usr/bin/env bash
# hsv-rgb has no colour for 360 degrees, and a negative green for -30.
# Package: hsv-rgb 1.0.0.
# Guess: 360 is red, as 0 is, and a hue goes round: 390 is orange, -30 pink.
# Seen: 360 and 390 give a list of undefined, which JSON writes as null; -30 gives 255, -127, 0. There is no error.
# Why it matters: HomeKit and others have 360 at the end of their dial, which is red.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding hsv-rgb@1.0.0

observe <<'JS'
const hsvToRgb = require("hsv-rgb");

for (const hue of [0, 30, 359, 360, 390, -30]) console.log(hue, JSON.stringify(hsvToRgb(hue, 100, 100)));
JS

expect_output <<'OUTPUT'
0 [255,0,0]
30 [255,128,0]
359 [255,0,4]
360 [null,null,null]
390 [null,null,null]
-30 [255,-127,0]
OUTPUT

#!/usr/bin/env bash
# color-convert gives a pink for -30 degrees in HSL, undefined in HSV and an orange in HWB.
# Package: color-convert 3.1.3.
# Guess: a hue goes round in each of its models: -30 is 330, a pink.
# Seen: 390 goes round in each; -30 does in HSL, where it is the pink, while HSV gives undefined and HWB an orange, as for 30.
# Why it matters: a flow that turns the hue of a lamp backwards ends with a message without a colour.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding color-convert@3.1.3

observe <<'JS'
import("color-convert").then(({ default: convert }) => {
  for (const hue of [330, 390, -30]) {
    console.log(hue, "hsl", convert.hsl.rgb(hue, 100, 50), "hsv", convert.hsv.rgb(hue, 100, 100), "hwb", convert.hwb.rgb(hue, 0, 0));
  }
});
JS

expect_output <<'OUTPUT'
330 hsl [ 255, 0, 128 ] hsv [ 255, 0, 128 ] hwb [ 255, 0, 128 ]
390 hsl [ 255, 127, 0 ] hsv [ 255, 128, 0 ] hwb [ 255, 128, 0 ]
-30 hsl [ 255, 0, 127 ] hsv undefined hwb [ 255, 128, 0 ]
OUTPUT

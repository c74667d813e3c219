#!/usr/bin/env bash
# Half way from red to blue culori gives the hue -60.
# Package: culori 4.0.2, interpolate in HSV and in HSL.
# Guess: the magenta between them has the hue 300, as culori itself reads it from "#ff00ff".
# Seen: -60, and 360 for the average of 350 and 10 degrees; only its text forms bring the hue into the circle.
# Why it matters: the hue of a Hue bridge, of HomeKit or of Zigbee is never below zero, so a colour fade that is fine on screen is refused or red on
# the lamp.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding culori@4.0.2

observe <<'JS'
const { average, formatHex, interpolate, converter } = require("culori");

for (const mode of ["hsv", "hsl"]) {
  const half = interpolate(["red", "blue"], mode)(0.5);
  console.log(mode, "half way", half.h, formatHex(half), "read from its hex", converter(mode)(formatHex(half)).h);
}
console.log("average of 350 and 10:", average([{ mode: "hsv", h: 350, s: 1, v: 1 }, { mode: "hsv", h: 10, s: 1, v: 1 }], "hsv").h);
JS

expect_output <<'OUTPUT'
hsv half way -60 #ff00ff read from its hex 300
hsl half way -60 #ff00ff read from its hex 300
average of 350 and 10: 360
OUTPUT

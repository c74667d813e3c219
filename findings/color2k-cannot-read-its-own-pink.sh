#!/usr/bin/env bash
# color2k turns red by -30 degrees into a text that it cannot read itself.
# Package: color2k 2.0.4, adjustHue and parseToRgba.
# Expected: the result of one of its functions is good for the next, as it is for +30.
# Seen: adjustHue writes a negative hue as it is, and each other function refuses the text with an error.
# Why it matters: a flow that turns the colour of a lamp by steps to either side stops at red on one side only.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding color2k@2.0.4

observe <<'JS'
const { adjustHue, parseToRgba } = require("color2k");

for (const degrees of [30, 400, -30]) {
  const colour = adjustHue("red", degrees);
  try {
    console.log(degrees, "gives", colour, "which reads as", parseToRgba(colour).join(","));
  } catch (error) {
    console.log(degrees, "gives", colour, "and", error.message);
  }
}
JS

expect_output <<'OUTPUT'
30 gives hsla(30, 100%, 50%, 1) which reads as 255,128,0,1
400 gives hsla(40, 100%, 50%, 1) which reads as 255,170,0,1
-30 gives hsla(-30, 100%, 50%, 1) and Failed to parse color: "hsla(-30, 100%, 50%, 1)"
OUTPUT

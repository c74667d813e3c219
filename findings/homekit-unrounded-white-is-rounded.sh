#!/usr/bin/env bash
# HomeKit's helper for white light rounds its result when told not to.
# Package: hap-nodejs 1.2.0, ColorUtils.colorTemperatureToHueAndSaturation(mired, roundResults).
# Expected: with roundResults false hue and saturation have decimals; a mired between two whole ones gives a value between theirs.
# Seen: the result is the same whole numbers with true and false, and for 300 and 300.5.
# Why it matters: a slow fade through the whites moves in steps of a degree and a percent, and the way back from hue and saturation gives other mired.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding hap-nodejs@1.2.0

observe <<'JS'
const { ColorUtils } = require("hap-nodejs");

for (const mired of [300, 300.5, 454]) {
  const rounded = ColorUtils.colorTemperatureToHueAndSaturation(mired, true);
  const unrounded = ColorUtils.colorTemperatureToHueAndSaturation(mired, false);
  console.log(mired, JSON.stringify(rounded), JSON.stringify(unrounded));
}
JS

expect_output <<'OUTPUT'
300 {"saturation":30,"hue":27} {"saturation":30,"hue":27}
300.5 {"saturation":30,"hue":27} {"saturation":30,"hue":27}
454 {"saturation":57,"hue":28} {"saturation":57,"hue":28}
OUTPUT

#!/usr/bin/env bash
# The colour point of black is not a number.
# Package: cie-rgb-color-converter 1.0.6, rgbToXy(0, 0, 0).
# Guess: a point all the same, the white one or 0, 0, since a dark picture is an ordinary input.
# Seen: x and y are NaN, which JSON writes as null, with no error.
# Why it matters: a lamp that follows a screen gets {"xy": [null, null]} in each dark scene, and the bridge refuses the whole order.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding cie-rgb-color-converter@1.0.6

observe <<'JS'
import("cie-rgb-color-converter").then(({ default: imported }) => {
  const converter = imported.default ?? imported;
  for (const part of [0, 1]) console.log(part, JSON.stringify(converter.rgbToXy(part, part, part, "LCT015")));
});
JS

expect_output <<'OUTPUT'
0 {"x":null,"y":null}
1 {"x":0.3127301082804434,"y":0.32901988267150983}
OUTPUT

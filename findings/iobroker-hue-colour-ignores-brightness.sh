#!/usr/bin/env bash
# ioBroker's Hue adapter gives a dark lamp the RGB of a bright one.
# Package: iobroker.hue 3.17.4, XYBtoRGB(x, y, brightness) and RgbToXYB of its helper.
# Guess: the brightness of the third argument scales the result, so a half grey comes back as a half grey, and full brightness is 254, the most that Hue
# knows.
# Seen: the result is the same for each brightness. RgbToXYB gives 255 for white, one more than the bridge takes.
# Why it matters: a dashboard cannot tell a dimmed lamp from a full one, and what it writes back is full white.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding iobroker.hue@3.17.4

observe <<'JS'
const { RgbToXYB, XYBtoRGB } = require("iobroker.hue/build/lib/hueHelper");

for (const part of [1, 0.5, 0.1]) {
  const { x, y, b } = RgbToXYB(part, part, part, "LCT015");
  const { Red, Green, Blue } = XYBtoRGB(x, y, b);
  console.log("grey", part, "brightness", b, "comes back as", [Red, Green, Blue].map((value) => value.toFixed(2)).join(", "));
}
JS

expect_output <<'OUTPUT'
grey 1 brightness 255 comes back as 1.00, 1.00, 1.00
grey 0.5 brightness 128 comes back as 1.00, 1.00, 1.00
grey 0.1 brightness 26 comes back as 1.00, 1.00, 1.00
OUTPUT

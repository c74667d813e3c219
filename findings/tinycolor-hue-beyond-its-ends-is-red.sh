#!/usr/bin/env bash
# A hue of 390 or -30 degrees is red in tinycolor2, and orange and pink in its fork.
# Packages: tinycolor2 1.6.0 and its fork @ctrl/tinycolor 4.3.0.
# Expected: a hue goes round, as it does in tinycolor2's own spin: 390 is 30 and -30 is 330; the fork says the same.
# Seen: tinycolor2 cuts at 0 and 360, so both are red; the fork goes round.
# Why it matters: a flow that adds to the hue for a rainbow stays red after the first round, depending on which of the two a dashboard brings along.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding tinycolor2@1.6.0 @ctrl/tinycolor@4.3.0

observe <<'JS'
const tinycolor = require("tinycolor2");
const { TinyColor } = require("@ctrl/tinycolor");

console.log("spin", tinycolor("red").spin(390).toHexString(), tinycolor("red").spin(-30).toHexString());
for (const h of [30, 390, -30]) {
  const colour = { h, s: 100, v: 100 };
  console.log(h, "tinycolor2", tinycolor(colour).toHexString(), "fork", new TinyColor(colour).toHexString());
}
JS

expect_output <<'OUTPUT'
spin #ff8000 #ff0080
30 tinycolor2 #ff8000 fork #ff8000
390 tinycolor2 #ff0000 fork #ff8000
-30 tinycolor2 #ff0000 fork #ff0080
OUTPUT

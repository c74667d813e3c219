#!/usr/bin/env bash
# chromatism makes full white "not a number" on the way from HSV, and black on the way to it.
# Package: chromatism 3.0.0, convert.
# Guess: white has saturation 0 and comes back as white; black has saturation 0 too.
# Seen: {h: 0, s: 0, v: 100} gives NaN for red, green and blue, where half the value gives a grey; black has the saturation NaN. There is no error.
# Why it matters: white is the colour that lamps have most of the time.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding chromatism@3.0.0

observe <<'JS'
const { convert } = require("chromatism");

for (const hsv of [{ h: 30, s: 100, v: 100 }, { h: 0, s: 1, v: 100 }, { h: 0, s: 0, v: 100 }, { h: 0, s: 0, v: 50 }]) console.log(hsv, convert(hsv).rgb);
console.log("black", convert({ r: 0, g: 0, b: 0 }).hsv);
JS

expect_output <<'OUTPUT'
{ h: 30, s: 100, v: 100 } { r: 255, g: 127.5, b: 0 }
{ h: 0, s: 1, v: 100 } { r: 255, g: 252.45, b: 252.45 }
{ h: 0, s: 0, v: 100 } { r: NaN, g: NaN, b: NaN }
{ h: 0, s: 0, v: 50 } { r: 127.5, g: 127.5, b: 127.5 }
black { h: 0, s: NaN, v: 0 }
OUTPUT

#!/usr/bin/env bash
# node-hue-api sends RGB white as a greenish yellow.
# Package: node-hue-api 4.0.11, rgbToXY, which its light states with rgb(...) go through; a lamp with gamut C.
# Expected: 255,255,255 is the white of screens, D65: x 0.313, y 0.329.
# Seen: x 0.336, y 0.360, with the same distance for each grey.
# Why it matters: a white picked on a dashboard has a tint on the lamp, beside which a lamp set to white by colour temperature looks pink.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-hue-api@4.0.11

observe <<'JS'
const { rgbToXY } = require("node-hue-api/lib/rgb.js");

const gamutC = { red: { x: 0.6915, y: 0.3083 }, green: { x: 0.17, y: 0.7 }, blue: { x: 0.1532, y: 0.0475 } };
for (const grey of [255, 128]) console.log(grey, rgbToXY([grey, grey, grey], gamutC).map((value) => value.toFixed(3)).join(", "));
JS

expect_output <<'OUTPUT'
255 0.336, 0.360
128 0.336, 0.360
OUTPUT

#!/usr/bin/env bash
# kelvin-to-rgb jumps at 6600 K: one kelvin more takes four counts of green away.
# Package: kelvin-to-rgb 1.0.2.
# Expected: neighbouring temperatures give neighbouring colours, each part by one count at most; red and green fall, blue rises.
# Seen: blue goes from 252 to 255 on one side of 6600 K, green from 255 to 251 on the other.
# Why it matters: a daylight fade across 6600 K shows a flicker towards magenta on lamps that are set by RGB.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding kelvin-to-rgb@1.0.2

observe <<'JS'
const kelvinToRgb = require("kelvin-to-rgb");

for (const kelvin of [6598, 6599, 6600, 6601, 6602]) console.log(kelvin, kelvinToRgb(kelvin).join(","));
JS

expect_output <<'OUTPUT'
6598 255,255,252
6599 255,255,252
6600 255,255,255
6601 255,251,255
6602 255,251,255
OUTPUT

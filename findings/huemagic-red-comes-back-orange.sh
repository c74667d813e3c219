#!/usr/bin/env bash
# HueMagic shows a red lamp as orange, and a dimmed one as bright.
# Package: node-red-contrib-huemagic 3.0.0, convertRGBtoXY and convertXYtoRGB of its light nodes.
# Guess: what it sends for 255,0,0 it reads back as 255,0,0 within a few counts, and half the brightness gives half the values.
# Seen: red is read back as 255,87,0, green as 97,255,91, blue as 0,76,255; the brightness makes no difference.
# Why it matters: a flow that passes a lamp's reported rgb on to another lamp drifts from red to orange at each hop.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-red-contrib-huemagic@3.0.0

observe <<'JS'
const { convertRGBtoXY, convertXYtoRGB } = require("node-red-contrib-huemagic/utils/rgb.js");

for (const [name, rgb] of Object.entries({ red: [255, 0, 0], green: [0, 255, 0], blue: [0, 0, 255] })) {
  const [x, y] = convertRGBtoXY(rgb, "LCT015");
  console.log(name, "at full", convertXYtoRGB(x, y, 254).join(","), "at half", convertXYtoRGB(x, y, 127).join(","));
}
JS

expect_output <<'OUTPUT'
red at full 255,87,0 at half 255,87,0
green at full 97,255,91 at half 97,255,91
blue at full 0,76,255 at half 0,76,255
OUTPUT

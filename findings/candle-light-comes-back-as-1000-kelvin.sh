#!/usr/bin/env bash
# Each white below 1900 K comes back as 1000 K.
# Packages: color-temperature 0.2.7 and chroma-js 3.2.0, from kelvin to RGB and back.
# Guess: candle light, 1500 to 1850 K, comes back within 2 percent, as 2700 K does.
# Seen: 1000 K for both, and with color-temperature for 2000 K too: such a white has no blue, which the way back needs. A plain green is 40000 K.
# Why it matters: a warm-dim flow that reads the white of a lamp from its RGB jumps to the lowest value that it knows, and takes a green lamp for an
# icy white.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding color-temperature@0.2.7 chroma-js@3.2.0

observe <<'JS'
const { colorTemperature2rgb, rgb2colorTemperature } = require("color-temperature");

import("chroma-js").then(({ default: chroma }) => {
  for (const kelvin of [1500, 1850, 2000, 2700]) {
    console.log(kelvin, "color-temperature", rgb2colorTemperature(colorTemperature2rgb(kelvin)), "chroma-js", chroma.temperature(kelvin).temperature());
  }
  console.log("green", rgb2colorTemperature({ red: 0, green: 255, blue: 0 }), chroma("#00ff00").temperature());
});
JS

expect_output <<'OUTPUT'
1500 color-temperature 1000 chroma-js 1000
1850 color-temperature 1000 chroma-js 1000
2000 color-temperature 1000 chroma-js 2000
2700 color-temperature 2693 chroma-js 2700
green 40000 40000
OUTPUT

#!/usr/bin/env bash
# A converter that "adjusts colors based on light capability" gives red, green and blue which no Hue lamp can show.
# Package: cie-rgb-color-converter 1.0.6, rgbToXy(red, green, blue, model).
# Guess: for LCT015, a lamp with gamut C, red is the corner 0.6915, 0.3083, and the others likewise; a newer model without a place in its list has
# gamut C too.
# Seen: each of the three lies outside of the gamut of its model: red is 0.740, 0.272. An unknown model, as all since 2019, has wider corners still.
# Why it matters: lamps move the point to one that they can show, each model to another one, so that a room set to one colour has several.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding cie-rgb-color-converter@1.0.6

observe <<'JS'
import("cie-rgb-color-converter").then(({ default: imported }) => {
  const converter = imported.default ?? imported;
  const corners = { red: [0.6915, 0.3083], green: [0.17, 0.7], blue: [0.1532, 0.0475] };
  const colours = { red: [255, 0, 0], green: [0, 255, 0], blue: [0, 0, 255] };
  for (const model of ["LCT015", "LCA001"]) {
    for (const [name, rgb] of Object.entries(colours)) {
      const { x, y } = converter.rgbToXy(...rgb, model);
      console.log(model, name, x.toFixed(3), y.toFixed(3), "corner of gamut C", corners[name].join(" "));
    }
  }
});
JS

expect_output <<'OUTPUT'
LCT015 red 0.740 0.272 corner of gamut C 0.6915 0.3083
LCT015 green 0.173 0.824 corner of gamut C 0.17 0.7
LCT015 blue 0.152 0.018 corner of gamut C 0.1532 0.0475
LCA001 red 0.735 0.265 corner of gamut C 0.6915 0.3083
LCA001 green 0.115 0.826 corner of gamut C 0.17 0.7
LCA001 blue 0.157 0.018 corner of gamut C 0.1532 0.0475
OUTPUT

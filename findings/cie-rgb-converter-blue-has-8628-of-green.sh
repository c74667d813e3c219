#!/usr/bin/env bash
# On the way back from its colour point, blue has a green of 8628 out of 255.
# Package: cie-rgb-color-converter 1.0.6, rgbToXy and xyBriToRgb.
# Guess: a colour comes back within a few counts of 255, and half the brightness gives about half the values.
# Seen: red, green and blue come back with parts far above 255, with no error; only white comes back.
# Why it matters: a dashboard that paints "rgb(255, 8628, 255)" shows white for a blue lamp, and a node that sends it on is refused or overflows.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding cie-rgb-color-converter@1.0.6

observe <<'JS'
import("cie-rgb-color-converter").then(({ default: imported }) => {
  const converter = imported.default ?? imported;
  for (const rgb of [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]]) {
    const { x, y } = converter.rgbToXy(...rgb, "LCT015");
    const { r, g, b } = converter.xyBriToRgb(x, y, 254);
    console.log(rgb.join(","), "comes back as", [r, g, b].join(","));
  }
});
JS

expect_output <<'OUTPUT'
255,0,0 comes back as 255,891,82
0,255,0 comes back as 24,255,353
0,0,255 comes back as 255,8628,255
255,255,255 comes back as 247,255,255
OUTPUT

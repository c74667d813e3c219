#!/usr/bin/env bash
# homebridge-lib brings red back as hue 356, and white with a tint.
# Package: homebridge-lib 8.1.5, Colour.hsvToXy and Colour.xyToHsv, which homebridge-hue and homebridge-deconz use.
# Guess: hue 0 with saturation 100 goes to x and y and back within a degree, as other hues do; the white point 0.3127, 0.329 has saturation 0.
# Seen: red comes back as 356, orange and green exactly; the white point as hue 185 with saturation 4.
# Why it matters: the Home app shows another colour than the one that was just picked, and a white lamp as coloured.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding homebridge-lib@8.1.5

observe <<'JS'
import("homebridge-lib/Colour").then(({ Colour: { hsvToXy, xyToHsv } }) => {
  for (const hue of [0, 30, 120]) {
    const { h, s } = xyToHsv(hsvToXy(hue, 100));
    console.log(`hue ${hue} comes back as ${h}, saturation ${s}`);
  }
  const { h, s } = xyToHsv([0.3127, 0.329]);
  console.log(`the white point is hue ${h}, saturation ${s}`);
});
JS

expect_output <<'OUTPUT'
hue 0 comes back as 356, saturation 100
hue 30 comes back as 30, saturation 100
hue 120 comes back as 120, saturation 100
the white point is hue 185, saturation 4
OUTPUT

#!/usr/bin/env bash
# homebridge-govee turns white into a pink, and one degree past yellow into another green.
# Package: @homebridge-plugins/homebridge-govee 11.10.0, hs2rgb of its colour helper, which its lamps use for the hue and saturation of the Home app.
# Expected: saturation 0 is 255,255,255, and neighbouring hues give neighbouring colours.
# Seen: wherever red is at full, green and blue are cut by a fifth: white is 255,204,204, yellow 255,204,0, and hue 61 jumps to 251,255,0.
# Why it matters: a lamp set to white in the Home app is sent a pink, and a fade from red to green jumps at yellow.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding @homebridge-plugins/homebridge-govee@11.10.0

observe <<'JS'
import("@homebridge-plugins/homebridge-govee/lib/utils/colour.js").then(({ hs2rgb, rgb2hs }) => {
  for (const [hue, saturation] of [[0, 0], [30, 100], [60, 100], [61, 100], [120, 100]]) {
    const rgb = hs2rgb(hue, saturation);
    console.log(`hue ${hue}, saturation ${saturation}: ${rgb.join(",")}, which reads as ${rgb2hs(...rgb).join(", ")}`);
  }
});
JS

expect_output <<'OUTPUT'
hue 0, saturation 0: 255,204,204, which reads as 0, 20
hue 30, saturation 100: 255,102,0, which reads as 24, 100
hue 60, saturation 100: 255,204,0, which reads as 48, 100
hue 61, saturation 100: 251,255,0, which reads as 61, 100
hue 120, saturation 100: 0,255,0, which reads as 120, 100
OUTPUT

#!/usr/bin/env bash
# ioBroker's Zigbee adapter computes colour points and mired as text, and black and low numbers as numbers.
# Package: iobroker.zigbee 3.5.5, rgb_to_cie, rgbToHSV and toMired of its helpers.
# Guess: the results are numbers, so that adding 10 to a mired of 370 gives 380.
# Seen: x, y, hue, saturation and mired come as text, except for black and for values that were mired already; 370 plus 10 is "37010".
# Why it matters: a dimmer step on a computed mired jumps to the end of the range, or is refused by the lamp's own check for numbers.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding iobroker.zigbee@3.5.5

observe <<'JS'
const { rgb_to_cie, rgbToHSV } = require("iobroker.zigbee/lib/rgb.js");
const { toMired } = require("iobroker.zigbee/lib/utils.js");

console.log("orange", JSON.stringify(rgb_to_cie(255, 128, 0)), "black", JSON.stringify(rgb_to_cie(0, 0, 0)));
console.log("orange", JSON.stringify(rgbToHSV(255, 128, 0)));
console.log("2700 K", JSON.stringify(toMired(2700)), "and 10 more", JSON.stringify(toMired(2700) + 10), "- 370 mired", JSON.stringify(toMired(370)));
JS

expect_output <<'OUTPUT'
orange ["0.6198","0.3677"] black [0,0]
orange {"h":"30.118","s":"100.000","v":"100.000"}
2700 K "370" and 10 more "37010" - 370 mired 370
OUTPUT

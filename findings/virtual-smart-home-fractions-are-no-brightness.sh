#!/usr/bin/env bash
# A brightness of 50.5 and a white of 2702.7 K are refused, not rounded.
# Package: node-red-contrib-virtual-smart-home 4.5.1, the checks of what a flow reports back to Alexa.
# Expected: the numbers are rounded to what Alexa takes, as hue and saturation may have decimals too.
# Seen: brightness, percentage and kelvin must be whole; anything else counts as no value. Kelvin from mired is hardly ever whole.
# Why it matters: the bridge reports 50.39 percent or 370 mired, and the Alexa app goes on showing the old state.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-red-contrib-virtual-smart-home@4.5.1

observe <<'JS'
const { getValidators } = require("node-red-contrib-virtual-smart-home/device-types");

const { brightness, colorTemperatureInKelvin, color } = getValidators("COLOR_CHANGING_LIGHT_BULB");
console.log("brightness 50.5", JSON.stringify(brightness(50.5)));
console.log("370 mired in kelvin", 1e6 / 370, JSON.stringify(colorTemperatureInKelvin(1e6 / 370)));
console.log("colour with decimals", JSON.stringify(color({ hue: 30.5, saturation: 0.505, brightness: 1 })));
JS

expect_output <<'OUTPUT'
brightness 50.5 false
370 mired in kelvin 2702.7027027027025 false
colour with decimals {"key":"color","value":{"hue":30.5,"saturation":0.505,"brightness":1}}
OUTPUT

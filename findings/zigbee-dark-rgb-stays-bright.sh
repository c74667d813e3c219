#!/usr/bin/env bash
# A dark colour dims a Zigbee lamp only if it is given as HSB, and then nobody is told the new brightness.
# Package: zigbee-herdsman-converters 26.112.0, the converter for `color`.
# Guess: red 64,0,0 is a quarter as bright as red 255,0,0 in each way to write it, and what a colour does to the brightness is published.
# Seen: RGB sets the colour point alone. HSB with b 25 sends level 64 too, and b 0 sends level 0, which turns the lamp off; neither brightness nor state
# is published with them.
# Why it matters: two pickers on one dashboard behave differently, and the shown brightness and state stay wrong until the lamp itself reports.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding zigbee-herdsman-converters@26.112.0

observe <<'JS'
const { send } = require(`${process.env.SUPPORT}/zigbee`);
const { light_color } = require("zigbee-herdsman-converters/converters/toZigbee");

(async () => {
  const state = { state: "ON", brightness: 254 };
  for (const color of [{ r: 64, g: 0, b: 0 }, { h: 0, s: 100, b: 25 }, { h: 0, s: 100, b: 0 }]) {
    const { commands, published } = await send(light_color, { color }, { state });
    console.log(JSON.stringify(color));
    console.log(`  sent ${commands.join("; ")}`);
    console.log(`  published ${Object.keys(published).join(", ")}`);
  }
})();
JS

expect_output <<'OUTPUT'
{"r":64,"g":0,"b":0}
  sent moveToColor {"transtime":0,"colorx":45914,"colory":19615}
  published color_mode, color
{"h":0,"s":100,"b":25}
  sent moveToLevelWithOnOff {"level":64,"transtime":0}; enhancedMoveToHueAndSaturation {"transtime":0,"enhancehue":0,"saturation":254}
  published color_mode, color
{"h":0,"s":100,"b":0}
  sent moveToLevelWithOnOff {"level":0,"transtime":0}; enhancedMoveToHueAndSaturation {"transtime":0,"enhancehue":0,"saturation":254}
  published color_mode, color
OUTPUT

#!/usr/bin/env bash
# `hue_step` and `saturation_step` count 254 steps, while `color.hue` and `color.saturation` count degrees and percent.
# Package: zigbee-herdsman-converters 26.112.0, converters to Zigbee.
# Guess: `{"hue_step": 90}` turns the hue by the same angle as going from hue 0 to hue 90, and `{"saturation_step": 50}` by half of the range.
# Seen: hue 90 is a quarter of the circle (16384 of 65536), but hue_step 90 is sent as 90 of 254, which is 128 degrees; saturation_step 50 is 50 of 254,
# a fifth of the range.
# Why it matters: a knob that steps the hue in degrees overshoots by four tenths, and it needs 2.54 times its steps to go through all saturation.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding zigbee-herdsman-converters@26.112.0

observe <<'JS'
const { send } = require(`${process.env.SUPPORT}/zigbee`);
const { light_color, light_hue_saturation_step } = require("zigbee-herdsman-converters/converters/toZigbee");

(async () => {
  for (const [converter, message] of [
    [light_color, { color: { hue: 90 } }],
    [light_hue_saturation_step, { hue_step: 90 }],
    [light_color, { color: { saturation: 50 } }],
    [light_hue_saturation_step, { saturation_step: 50 }],
  ]) {
    console.log(JSON.stringify(message), (await send(converter, message)).commands[0]);
  }
})();
JS

expect_output <<'OUTPUT'
{"color":{"hue":90}} enhancedMoveToHue {"transtime":0,"enhancehue":16384,"direction":0}
{"hue_step":90} stepHue {"stepmode":1,"stepsize":90,"transtime":0}
{"color":{"saturation":50}} moveToSaturation {"transtime":0,"saturation":127}
{"saturation_step":50} stepSaturation {"stepmode":1,"stepsize":50,"transtime":0}
OUTPUT

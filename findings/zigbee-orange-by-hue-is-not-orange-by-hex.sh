#!/usr/bin/env bash
# The same orange has two colour points in Zigbee2MQTT: one by hue and saturation, another by hex.
# Package: zigbee-herdsman-converters 26.112.0, the converter for `color`.
# Guess: hue 30 with saturation 100 and #ff8000 are the same colour, so both publish the same x and y, and hex publishes hue 30.
# Seen: x differs by 0.08, and #ff8000 publishes hue 13. Hex goes through the gamma of sRGB and hue does not.
# Why it matters: a flow that sets a lamp by hex and compares the published hue, or that copies the hue to a HomeKit or Alexa device, shows red where
# the lamp is orange.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding zigbee-herdsman-converters@26.112.0

observe <<'JS'
const { send } = require(`${process.env.SUPPORT}/zigbee`);
const { light_color } = require("zigbee-herdsman-converters/converters/toZigbee");

(async () => {
  const state = { color: { x: 0.3, y: 0.3, hue: 0, saturation: 0 } };
  for (const color of [{ hue: 30, saturation: 100 }, { hex: "#ff8000" }]) {
    const { published } = await send(light_color, { color }, { state });
    const { x, y, hue, saturation } = published.color;
    console.log(JSON.stringify(color), `x ${x} y ${y} hue ${hue} saturation ${saturation}`);
  }
})();
JS

expect_output <<'OUTPUT'
{"hue":30,"saturation":100} x 0.5313 y 0.4428 hue 30 saturation 100
{"hex":"#ff8000"} x 0.6112 y 0.375 hue 13 saturation 100
OUTPUT

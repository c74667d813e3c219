#!/usr/bin/env bash
# #ff8000 in the gradient of a Hue lamp is a yellower orange than #ff8000 as its colour, and dark red is as bright as red.
# Package: zigbee-herdsman-converters 26.112.0, encodeGradientColors for Hue gradient lamps and the converter for `color`.
# Expected: both forms send the same colour point for the same hex.
# Seen: the colour is x 0.61, y 0.375; the gradient's end is x 0.53, y 0.44, since it leaves the gamma of sRGB out. #400000 and #ff0000 are the same
# bytes.
# Why it matters: a gradient from orange to dark red does not meet its neighbour lamps in colour, and does not get darker.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding zigbee-herdsman-converters@26.112.0

observe <<'JS'
const { send } = require(`${process.env.SUPPORT}/zigbee`);
const { light_color } = require("zigbee-herdsman-converters/converters/toZigbee");
const { encodeGradientColors } = require("zigbee-herdsman-converters/lib/philips");

(async () => {
  const { published } = await send(light_color, { color: { hex: "#ff8000" } });
  console.log("colour", published.color.x, published.color.y);
  const [first, dark, bright] = encodeGradientColors(["#ff8000", "#400000", "#ff0000"], {}).slice(18).match(/.{6}/g);
  const bytes = Buffer.from(first, "hex");
  const x = (bytes[0] | ((bytes[1] & 0x0f) << 8)) / 4095;
  const y = ((bytes[1] >> 4) | (bytes[2] << 4)) / 4095;
  console.log("gradient", (x * 0.7347).toFixed(4), (y * 0.8264).toFixed(4));
  console.log("dark red", dark, "red", bright);
})();
JS

expect_output <<'OUTPUT'
colour 0.6112 0.375
gradient 0.5309 0.4432
dark red 41bf5c red 41bf5c
OUTPUT

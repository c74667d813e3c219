#!/usr/bin/env bash
# Black sends a Zigbee lamp to the colour point 0, 0, which no lamp and no eye knows.
# Package: zigbee-herdsman-converters 26.112.0, the converter for `color`.
# Guess: #000000 turns the lamp off, or leaves its colour, or is an error: black has brightness nought and no colour point.
# Seen: the lamp is sent moveToColor with x 0 and y 0, and this is published as its colour. No command changes on, off or brightness.
# Why it matters: an ambient-light flow that sends black for a dark picture leaves the lamp on, in the colour of its gamut that lies nearest to 0, 0: a
# strong blue.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding zigbee-herdsman-converters@26.112.0

observe <<'JS'
const { send } = require(`${process.env.SUPPORT}/zigbee`);
const { light_color } = require("zigbee-herdsman-converters/converters/toZigbee");

(async () => {
  const { commands, published } = await send(light_color, { color: { hex: "#000000" } });
  console.log(commands.join("\n"));
  console.log("published", JSON.stringify(published));
})();
JS

expect_output <<'OUTPUT'
moveToColor {"transtime":0,"colorx":0,"colory":0}
published {"color_mode":"xy","color":{"x":0,"y":0}}
OUTPUT

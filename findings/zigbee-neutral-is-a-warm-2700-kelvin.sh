#!/usr/bin/env bash
# The colour temperature "neutral" of Zigbee2MQTT is what shops sell as warm white.
# Package: zigbee-herdsman-converters 26.112.0, the words of `color_temp`.
# Guess: as on packages of lamps, warm is about 2700 K (370 mired), neutral about 4000 K (250 mired), cool about 6500 K (153 mired).
# Seen: neutral is 370 mired, which is 2703 K; cool is 250 mired, which is 4000 K; warm is 454 mired, 2203 K.
# Why it matters: flows that translate the words of a voice assistant ("neutral white") one to one make the lamp a step too warm.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding zigbee-herdsman-converters@26.112.0

observe <<'JS'
const { send } = require(`${process.env.SUPPORT}/zigbee`);
const { light_colortemp } = require("zigbee-herdsman-converters/converters/toZigbee");

(async () => {
  for (const word of ["coolest", "cool", "neutral", "warm", "warmest"]) {
    const { published } = await send(light_colortemp, { color_temp: word });
    console.log(word, published.color_temp, `${Math.round(1e6 / published.color_temp)} K`);
  }
})();
JS

expect_output <<'OUTPUT'
coolest 153 6536 K
cool 250 4000 K
neutral 370 2703 K
warm 454 2203 K
warmest 500 2000 K
OUTPUT

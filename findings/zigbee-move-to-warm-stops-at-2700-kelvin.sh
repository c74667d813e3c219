#!/usr/bin/env bash
# `color_temp_move` "up" never gets warmer than 370 mired, though the lamp goes to 500.
# Package: zigbee-herdsman-converters 26.112.0, the converter for `color_temp_move`.
# Guess: a held button moves to the end of the lamp's own range, 153 to 500 mired here, both for the word and for a rate.
# Seen: the word sends the limits 153 and 370; a rate sends 0 and 600. Neither looks at the lamp's range.
# Why it matters: with the word a held "warmer" button stops at 2700 K, so the candle-like end of a lamp cannot be reached; with a rate it can.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding zigbee-herdsman-converters@26.112.0

observe <<'JS'
const { send } = require(`${process.env.SUPPORT}/zigbee`);
const { light_colortemp_move } = require("zigbee-herdsman-converters/converters/toZigbee");

(async () => {
  const physical = { colorTempPhysicalMin: 153, colorTempPhysicalMax: 500 };
  for (const color_temp_move of ["up", 55]) {
    const { commands } = await send(light_colortemp_move, { color_temp_move }, { physical });
    console.log(JSON.stringify(color_temp_move), commands[0]);
  }
})();
JS

expect_output <<'OUTPUT'
"up" moveColorTemp {"minimum":153,"maximum":370,"rate":55,"movemode":1}
55 moveColorTemp {"minimum":0,"maximum":600,"rate":55,"movemode":1}
OUTPUT

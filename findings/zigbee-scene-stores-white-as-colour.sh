#!/usr/bin/env bash
# A Zigbee scene stores the white of 370 mired as a colour point, and does not know the word "warm".
# Package: zigbee-herdsman-converters 26.112.0, the converter for `scene_add`.
# Guess: a white is stored as a colour temperature, and the words of color_temp are taken, as for the lamp itself.
# Seen: x and y of the white are stored, four bytes with no colour temperature; "warm" fails with a text about an undefined x.
# Why it matters: after the recall the lamp counts as coloured: steps of its colour temperature start from another place, and lamps without colour
# ignore the scene.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding zigbee-herdsman-converters@26.112.0

observe <<'JS'
const { send } = require(`${process.env.SUPPORT}/zigbee`);
const { light_colortemp, scene_add } = require("zigbee-herdsman-converters/converters/toZigbee");
const { setLogger } = require("zigbee-herdsman-converters/lib/logger");

setLogger({ debug: () => {}, info: () => {}, warning: console.log, error: console.log });
(async () => {
  for (const color_temp of [370, "warm"]) {
    console.log(color_temp, "to the lamp:", (await send(light_colortemp, { color_temp })).commands[0]);
    const seen = await send(scene_add, { scene_add: { ID: 3, name: "Evening", color_temp } }).then(
      ({ commands }) => JSON.stringify(JSON.parse(commands.at(-1).replace("add ", "")).extensionfieldsets),
      (error) => `refused: ${error.message}`,
    );
    console.log(color_temp, "to a scene:", seen);
  }
})();
JS

expect_output <<'OUTPUT'
370 to the lamp: moveToColorTemp {"colortemp":370,"transtime":0}
370 to a scene: [{"clstId":768,"len":4,"extField":[30137,26909]}]
warm to the lamp: moveToColorTemp {"colortemp":454,"transtime":0}
warm to a scene: refused: Cannot read properties of undefined (reading 'x')
OUTPUT

#!/usr/bin/env bash
# A Zigbee scene with the colour #ff8000 stores no colour, while one with x and y does.
# Package: zigbee-herdsman-converters 26.112.0, the converter for `scene_add`.
# Guess: a scene takes each form of colour that the lamp takes, or refuses it.
# Seen: hex is dropped in silence, and so is rgb: the scene stores on and brightness alone. Hue and saturation, and x and y, are stored.
# Why it matters: the scene is made without an error, and its recall leaves the lamp in whatever colour it had.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding zigbee-herdsman-converters@26.112.0

observe <<'JS'
const { send } = require(`${process.env.SUPPORT}/zigbee`);
const { scene_add } = require("zigbee-herdsman-converters/converters/toZigbee");
const { setLogger } = require("zigbee-herdsman-converters/lib/logger");

setLogger({ debug: () => {}, info: () => {}, warning: console.log, error: console.log });
(async () => {
  for (const color of [{ x: 0.61, y: 0.375 }, { hue: 30, saturation: 100 }, { hex: "#ff8000" }, { r: 255, g: 128, b: 0 }]) {
    const { commands } = await send(scene_add, { scene_add: { ID: 3, name: "Evening", state: "ON", brightness: 100, color } });
    const { extensionfieldsets } = JSON.parse(commands.at(-1).replace("add ", ""));
    const colour = extensionfieldsets.find(({ clstId }) => clstId === 0x300);
    console.log(JSON.stringify(color), "stores", colour ? JSON.stringify(colour.extField) : "no colour");
  }
})();
JS

expect_output <<'OUTPUT'
{"x":0.61,"y":0.375} stores [39976,24576]
{"hue":30,"saturation":100} stores [0,0,5461,254,0,0,0,0]
{"hex":"#ff8000"} stores no colour
{"r":255,"g":128,"b":0} stores no colour
OUTPUT

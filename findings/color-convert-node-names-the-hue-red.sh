#!/usr/bin/env bash
# The color-convert node gives the hue under the name "red".
# Package: node-red-contrib-color-convert 0.0.5, with the output as an object, on a stand-in for Node-RED.
# Expected: RGB to HSV gives {hue, saturation, value}, the names that the node takes itself; HSV to HSL gives lightness.
# Seen: RGB to HSV and to HSL give {red, green, blue} with the hue as red; to hex it gives the single characters. HSV to HSL says value for lightness,
# and HSL to HSV gives an array.
# Why it matters: a lamp node that reads red, green and blue sets a nearly black colour, and one that reads hue finds none.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-red-contrib-color-convert@0.0.5

observe <<'JS'
const { createRuntime } = require(`${process.env.SUPPORT}/node-red`);

const { RED, start } = createRuntime();
require("node-red-contrib-color-convert/color.js")(RED);
const orange = { rgb: [255, 128, 0], hsv: [30, 100, 100], hsl: [30, 100, 50] };
for (const [input, output] of [["rgb", "hsv"], ["rgb", "hsl"], ["rgb", "hex"], ["hsv", "hsl"], ["hsl", "hsv"]]) {
  const node = start("color-convert", { id: "1", input, output, outputType: "object" });
  node.emit("input", { payload: orange[input] });
  console.log(input, "to", output, JSON.stringify(node.sent[0].payload));
}
JS

expect_output <<'OUTPUT'
rgb to hsv {"red":30,"green":100,"blue":100}
rgb to hsl {"red":30,"green":100,"blue":50}
rgb to hex {"red":"F","green":"F","blue":"8"}
hsv to hsl {"hue":30,"saturation":100,"value":50}
hsl to hsv [30,100,100]
OUTPUT

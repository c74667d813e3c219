#!/usr/bin/env bash
# A colour that Google sends as RGB comes without a payload.
# Package: node-red-contrib-alexa-smart-home 0.4.68, which serves Google Home too, on a stand-in for Node-RED.
# Expected: the order ColorAbsolute gives SetColor with a payload in each of the three forms that Google documents: temperature, spectrumRGB and
# spectrumHSV.
# Seen: for spectrumRGB the message goes on with Google's long name of the command and without a payload; the other two become SetColorTemperature and
# SetColor.
# Why it matters: "set the lamp to blue" does nothing where the lamp was declared with the RGB model, and the node shows no error.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-red-contrib-alexa-smart-home@0.4.68

observe <<'JS'
const { createRuntime } = require(`${process.env.SUPPORT}/node-red`);

const { RED, start } = createRuntime();
RED.httpAdmin.use = () => {};
RED.nodes.getNode = () => ({ register: () => {} });
require("node-red-contrib-alexa-smart-home/alexa.js")(RED);
const lamp = start("alexa-smart-home-v3", { id: "1", conf: "2", device: "7" });
const colours = [{ temperature: 2700 }, { spectrumHSV: { hue: 240, saturation: 1, value: 1 } }, { name: "blue", spectrumRGB: 255 }];
for (const color of colours) {
  const execution = [{ command: "action.devices.commands.ColorAbsolute", params: { color } }];
  lamp.command({ requestId: "1", id: "7", execution: { devices: [{ id: "7" }], execution } });
  const { command, payload } = lamp.sent.at(-1);
  console.log(Object.keys(color).at(-1), "gives", command, "payload:", JSON.stringify(payload));
}
JS

expect_output <<'OUTPUT'
temperature gives SetColorTemperature payload: 2700
spectrumHSV gives SetColor payload: {"hue":240,"saturation":1,"brightness":1}
spectrumRGB gives action.devices.commands.ColorAbsolute payload: undefined
OUTPUT

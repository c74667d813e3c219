#!/usr/bin/env bash
# The universal node of RedMatic takes an object as new limits of a value, not as a value.
# Package: redmatic-homekit 4.0.1, its universal node, on stand-ins for Node-RED and for the HomeKit bridge.
# Expected: a payload such as {"value": 40} sets the value, or is refused with a word.
# Seen: each object goes to setProps, which holds the limits of the characteristic; the value stays, with no error and no status.
# Why it matters: the object of a lamp node, {"on": true, "brightness": 40}, wired to this node, changes the characteristic's description and not the
# lamp shown.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding redmatic-homekit@4.0.1

observe <<'JS'
const { createRuntime } = require(`${process.env.SUPPORT}/node-red`);

const calls = [];
const characteristic = { displayName: "Brightness", on: () => {}, removeListener: () => {}, setProps: (props) => calls.push(["setProps", props]) };
const service = {
  characteristics: [characteristic],
  getCharacteristic: () => characteristic,
  updateCharacteristic: (_type, value) => calls.push(["updateCharacteristic", value]),
};
const hap = { Service: {}, Characteristic: { Brightness: "Brightness" } };
const { RED, start } = createRuntime();
RED.nodes.getNode = () => ({ hap, version: "1", accessory: () => ({ isConfigured: true, getService: () => service }) });
require("redmatic-homekit/nodes/redmatic-homekit-universal.js")(RED);
const node = start("redmatic-homekit-universal", { id: "1", bridgeConfig: "2", services: [{ subtype: "0", service: "Lightbulb", name: "Lamp" }] });
for (const payload of [40, { value: 40 }]) {
  node.emit("input", { topic: "0/Brightness", payload });
  console.log(JSON.stringify(payload), "calls", calls.at(-1)[0]);
}
JS

expect_output <<'OUTPUT'
40 calls updateCharacteristic
{"value":40} calls setProps
OUTPUT

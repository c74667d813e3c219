#!/usr/bin/env bash
# With "wrap around" Node-RED's range node makes full brightness dark.
# Package: @node-red/nodes 4.1.1, the core node range (0 to 254 onto 0 to 100), on a stand-in for Node-RED.
# Expected: both ends are part of the range, so 254 gives 100, and 255, one more, begins again at the bottom.
# Seen: 254 gives 0, as 0 does; 253 gives 99.6. The other two ways of the node, clamp and drop, give 100.
# Why it matters: for the hue the node is right, since 360 is 0; a brightness scaled by the same node goes dark at its highest step.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding @node-red/nodes@4.1.1

observe <<'JS'
const { createRuntime } = require(`${process.env.SUPPORT}/node-red`);

const { RED, start } = createRuntime();
RED.util.getMessageProperty = (message, name) => message[name];
RED.util.setMessageProperty = (message, name, value) => (message[name] = value);
require("@node-red/nodes/core/function/16-range.js")(RED);
for (const action of ["roll", "clamp", "drop"]) {
  const node = start("range", { id: "1", action, minin: "0", maxin: "254", minout: "0", maxout: "100" });
  for (const payload of [0, 253, 254]) node.emit("input", { payload }, node.send, () => {});
  console.log(action, node.sent.map(({ payload }) => Number(payload.toFixed(1))).join(", "));
}
JS

expect_output <<'OUTPUT'
roll 0, 99.6, 0
clamp 0, 99.6, 100
drop 0, 99.6, 100
OUTPUT

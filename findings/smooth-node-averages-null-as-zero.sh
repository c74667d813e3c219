#!/usr/bin/env bash
# The smooth node takes null, an empty text and true for the numbers 0, 0 and 1.
# Package: node-red-node-smooth 0.1.2, mean of the last four values, on a stand-in for Node-RED.
# Expected: a payload without a number is ignored, as the word "on" is.
# Seen: null and "" count as 0 and true as 1, so one of them among values of 80 gives 53.
# Why it matters: a light sensor or a lamp that is not reachable reports null, and the smoothed brightness of the room drops by a third.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-red-node-smooth@0.1.2

observe <<'JS'
const { createRuntime } = require(`${process.env.SUPPORT}/node-red`);

const { RED, start } = createRuntime();
RED.util.getMessageProperty = (message, name) => message[name];
RED.util.setMessageProperty = (message, name, value) => (message[name] = value);
require("node-red-node-smooth/17-smooth.js")(RED);
for (const odd of [80, "on", null, "", true]) {
  const node = start("smooth", { id: "1", action: "mean", count: "4", round: "0", property: "payload" });
  for (const payload of [80, 80, odd]) node.emit("input", { payload });
  console.log("80, 80,", JSON.stringify(odd), "gives", node.sent.map(({ payload }) => payload).join(", "));
}
JS

expect_output <<'OUTPUT'
80, 80, 80 gives 80, 80, 80
80, 80, "on" gives 80, 80
80, 80, null gives 80, 80, 53
80, 80, "" gives 80, 80, 53
80, 80, true gives 80, 80, 54
OUTPUT

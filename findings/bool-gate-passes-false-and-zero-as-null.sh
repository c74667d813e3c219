#!/usr/bin/env bash
# The gate nodes pass a payload of false, 0 or "" on as null, and the answer is not in the payload at all.
# Package: node-red-contrib-bool-gate 1.0.2, its and-gate, on a stand-in for Node-RED.
# Expected: the payload is the answer of the gate, or is passed on as it came.
# Seen: the answer is in msg.bool; the payload that came is passed on, with null in place of false and 0. At the start the node sends null, too.
# Why it matters: a lamp wired behind the gate never gets the false that switches it off; it gets true and null.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-red-contrib-bool-gate@1.0.2

observe <<'JS'
const { createRuntime } = require(`${process.env.SUPPORT}/node-red`);

const { RED, start } = createRuntime();
RED.util.evaluateNodeProperty = (value, type, node, message) => (type === "msg" ? message?.[value] : type === "bool" ? value === "true" : value);
require("node-red-contrib-bool-gate/nodes/and")(RED);
const rules = [{ property: "payload", propertyType: "msg", topic: "motion", t: "eq", v: "true", vt: "bool" }];
(async () => {
  for (const payload of [true, 21, false, 0]) {
    const node = start("and-gate", { id: "1", rules: structuredClone(rules), gateType: "and" });
    await new Promise(setImmediate);
    node.emit("input", { topic: "motion", payload });
    await new Promise(setImmediate);
    const [first, last] = [node.sent[0], node.sent.at(-1)];
    console.log(JSON.stringify(payload), "gives payload", JSON.stringify(last.payload), "bool", last.bool, "after", JSON.stringify(first.payload), "at the start");
  }
})();
JS

expect_output <<'OUTPUT'
true gives payload true bool true after null at the start
21 gives payload 21 bool false after null at the start
false gives payload null bool false after null at the start
0 gives payload null bool false after null at the start
OUTPUT

#!/usr/bin/env bash
# Node-RED's range node scales null, an empty text, an empty list and true to darkness.
# Package: @node-red/nodes 4.1.1, the core node range (0 to 254 onto 0 to 100), on a stand-in for Node-RED.
# Expected: what is not a number is dropped, as the word "on" is.
# Seen: null, "" and [] are scaled as 0, true as 1, which is rounded to 0 percent; "on" is dropped.
# Why it matters: a lamp that does not tell its brightness, as each one that is not reachable, dims the one behind the range node to nothing.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding @node-red/nodes@4.1.1

observe <<'JS'
const { createRuntime } = require(`${process.env.SUPPORT}/node-red`);

const { RED, start } = createRuntime();
RED.util.getMessageProperty = (message, name) => message[name];
RED.util.setMessageProperty = (message, name, value) => (message[name] = value);
RED._ = (key) => key;
require("@node-red/nodes/core/function/16-range.js")(RED);
for (const given of [127, null, "", [], true, "on"]) {
  const node = start("range", { id: "1", action: "clamp", round: true, minin: "0", maxin: "254", minout: "0", maxout: "100" });
  node.emit("input", { payload: given }, node.send, () => {});
  console.log(JSON.stringify(given), "gives", JSON.stringify(node.sent.map(({ payload }) => payload)));
}
JS

expect_output <<'OUTPUT'
127 gives [50]
null gives [0]
"" gives [0]
[] gives [0]
true gives [0]
"on" gives []
OUTPUT

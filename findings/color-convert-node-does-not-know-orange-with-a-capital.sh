#!/usr/bin/env bash
# The color-convert node knows "orange" and not "Orange".
# Package: node-red-contrib-color-convert 0.0.5, from CSS names, on a stand-in for Node-RED.
# Expected: names of colours in CSS know no case, so "Orange" and "ORANGE" are orange.
# Seen: only small letters are known; for others there is no message, but a warning that this is normally bad input.
# Why it matters: a speaker or a form writes the name with a capital, and the lamp stays as it was.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-red-contrib-color-convert@0.0.5

observe <<'JS'
const { createRuntime } = require(`${process.env.SUPPORT}/node-red`);

const { RED, start } = createRuntime();
require("node-red-contrib-color-convert/color.js")(RED);
for (const payload of ["orange", "Orange"]) {
  const node = start("color-convert", { id: "1", input: "css", output: "rgb", outputType: "array" });
  node.emit("input", { payload });
  console.log(payload, "gives", JSON.stringify(node.sent));
}
JS

expect_output <<'OUTPUT'
orange gives [{"payload":[255,165,0]}]
no output, normally means bad input
Orange gives []
OUTPUT

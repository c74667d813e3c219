#!/usr/bin/env bash
# Schedex takes "9:00pm" and fires at nine in the morning; it takes "on" and refuses "ON" and true.
# Package: node-red-contrib-schedex 1.10.7, its orders by message, on a stand-in for Node-RED and a clock of its own.
# Expected: "ontime 9:00pm" is 21:00, or is refused; "ON" and true are as good as "on".
# Seen: the digits are read and the rest is dropped without a word. "ON" and true are "Unsupported input".
# Why it matters: a time picker with am and pm sets each evening lamp to the morning, and the node's status looks healthy.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-red-contrib-schedex@1.10.7

observe <<'JS'
const { createRuntime } = require(`${process.env.SUPPORT}/node-red`);
const { passTime } = require(`${process.env.SUPPORT}/clock`);

const { RED, start } = createRuntime();
require("node-red-contrib-schedex")(RED);
const days = { mon: true, tue: true, wed: true, thu: true, fri: true, sat: true, sun: true };
for (const payload of ["ontime 21:00", "ontime 9:00pm", "on", "ON", true]) {
  passTime("2024-06-21T08:00:00Z", 0, () => {
    const settings = { ontime: "20:00", onoffset: 0, onpayload: "on", offtime: "23:00", offoffset: 0, offpayload: "off" };
    const node = start("schedex", { id: "1", ...settings, lat: 52, lon: 13, ...days });
    node.emit("input", { payload });
    console.log(JSON.stringify(payload), "-", node.shown.text);
    return node;
  });
}
JS

expect_output <<'OUTPUT'
"ontime 21:00" - ON 2024-06-21 21:00 OFF 2024-06-21 23:00
"ontime 9:00pm" - ON 2024-06-21 09:00 OFF 2024-06-21 23:00
"on" - ON manual until OFF at 2024-06-21 23:00
"ON" - Unsupported input
true - Unsupported input
OUTPUT

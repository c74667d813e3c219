#!/usr/bin/env bash
# StopTimer with the payload "false" sends true when its time is over.
# Package: node-red-contrib-stoptimer 0.0.7, on a stand-in for Node-RED and a clock of its own.
# Expected: the payload of the type boolean with the value false is sent as false.
# Seen: it is sent as true, as each non-empty text is; only the number 0 and the text "off" come out as written.
# Why it matters: a stairway lamp that shall go off after five minutes is switched on again instead, by the very node that was to end it.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-red-contrib-stoptimer@0.0.7

observe <<'JS'
const { createRuntime } = require(`${process.env.SUPPORT}/node-red`);
const { passTime } = require(`${process.env.SUPPORT}/clock`);

const { RED, start } = createRuntime();
require("node-red-contrib-stoptimer")(RED);
for (const [payloadtype, payloadval] of [["num", "0"], ["bool", "true"], ["bool", "false"], ["str", "off"]]) {
  const node = passTime("2024-03-20T18:00:00Z", 6, () => {
    const timer = start("stoptimer", { id: "1", duration: "5", units: "Minute", payloadtype, payloadval });
    timer.emit("input", { payload: "motion" });
    return timer;
  });
  console.log(payloadtype, payloadval, "sends", JSON.stringify(node.sent[0][1].payload));
}
JS

expect_output <<'OUTPUT'
num 0 sends 0
bool true sends true
bool false sends true
str off sends "off"
OUTPUT

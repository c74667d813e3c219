#!/usr/bin/env bash
# Where it does not get quite dark, schedex's "night" comes at the time of the last deploy.
# Package: node-red-contrib-schedex 1.10.7, on a stand-in for Node-RED and a clock of its own; Berlin in June, where the sun stays above -18 degrees.
# Expected: a sun time that does not exist that day does not fire, or shows an error in the node's status.
# Seen: it fires each day at the hour and minute at which the flow was started, with no error.
# Why it matters: garden lamps on "night" come on at noon from the middle of May to the end of July.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-red-contrib-schedex@1.10.7

observe <<'JS'
const { createRuntime } = require(`${process.env.SUPPORT}/node-red`);
const { passTime } = require(`${process.env.SUPPORT}/clock`);

const { RED, start } = createRuntime();
require("node-red-contrib-schedex")(RED);
const days = { mon: true, tue: true, wed: true, thu: true, fri: true, sat: true, sun: true };
for (const started of ["2024-06-20T12:05:00Z", "2024-06-20T15:40:00Z"]) {
  const fired = [];
  passTime(started, 2 * 1440 + 5, () => {
    const node = start("schedex", { id: "1", ontime: "night", onoffset: 0, onpayload: "on", offtime: "", offoffset: 0, lat: 52.52, lon: 13.405, ...days });
    node.send = () => fired.push(new Date().toISOString().slice(0, 16));
    return node;
  });
  console.log("started", started.slice(0, 16), "fires", fired.join(", "));
}
JS

expect_output <<'OUTPUT'
started 2024-06-20T12:05 fires 2024-06-21T12:05, 2024-06-22T12:05
started 2024-06-20T15:40 fires 2024-06-21T15:40, 2024-06-22T15:40
OUTPUT

#!/usr/bin/env bash
# From sunset to sunrise is never, for the sunrise node.
# Package: node-red-node-suncalc 1.2.0, on a stand-in for Node-RED and a clock of its own; Berlin.
# Expected: with start "sunset" and end "sunrise" the payload is 1 all night.
# Seen: it is 0 at each hour of the day, since both times are those of one day, and the end lies before the start.
# Why it matters: the node's two lists offer each time for start and for end; the most wanted choice for lamps never lights them.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-red-node-suncalc@1.2.0

observe <<'JS'
const { createRuntime } = require(`${process.env.SUPPORT}/node-red`);
const { passTime } = require(`${process.env.SUPPORT}/clock`);

const { RED, start } = createRuntime();
require("node-red-node-suncalc/79-suncalc.js")(RED);
for (const [from, to] of [["sunrise", "sunset"], ["sunset", "sunrise"]]) {
  const payloads = Array.from({ length: 24 }, (_, hour) => {
    const time = `2024-03-20T${String(hour).padStart(2, "0")}:30:00Z`;
    return [passTime(time, 1, () => start("sunrise", { id: "1", lat: 52.52, lon: 13.405, start: from, end: to })).sent[0]].flat()[0].payload;
  });
  console.log(`${from} to ${to}, hour by hour:`, payloads.join(""));
}
JS

expect_output <<'OUTPUT'
sunrise to sunset, hour by hour: 000001111111111110000000
sunset to sunrise, hour by hour: 000000000000000000000000
OUTPUT

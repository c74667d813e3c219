#!/usr/bin/env bash
# The sunrise node says "day" at midnight in the polar night.
# Package: node-red-node-suncalc 1.2.0, on a stand-in for Node-RED and a clock of its own; Tromsø.
# Expected: where the sun does not rise, the payload from sunrise to sunset is 0.
# Seen: it is 1 all day long, in December as in June, since a time that does not exist counts as passed at the start and as to come at the end.
# Why it matters: lamps that burn "when it is not day" stay off for two months of darkness.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-red-node-suncalc@1.2.0

observe <<'JS'
const { createRuntime } = require(`${process.env.SUPPORT}/node-red`);
const { passTime } = require(`${process.env.SUPPORT}/clock`);

const { RED, start } = createRuntime();
require("node-red-node-suncalc/79-suncalc.js")(RED);
for (const time of ["2024-06-21T23:00:00+02:00", "2024-12-21T12:00:00+01:00", "2024-12-21T23:00:00+01:00"]) {
  const node = passTime(time, 1, () => start("sunrise", { id: "1", lat: 69.65, lon: 18.96, start: "sunrise", end: "sunset" }));
  console.log(time, "payload", [node.sent[0]].flat()[0].payload);
}
JS

expect_output <<'OUTPUT'
2024-06-21T23:00:00+02:00 payload 1
2024-12-21T12:00:00+01:00 payload 1
2024-12-21T23:00:00+01:00 payload 1
OUTPUT

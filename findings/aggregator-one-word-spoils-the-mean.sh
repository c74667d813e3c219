#!/usr/bin/env bash
# One "on" among the numbers makes the aggregator's mean null for the whole room.
# Package: node-red-contrib-aggregator 2.0.0, on a stand-in for Node-RED and a clock of its own.
# Expected: what is not a number is left out, as null and an empty text are.
# Seen: "on" and true are taken as NaN, and the mean of all topics is NaN, which JSON writes as null; there is no error.
# Why it matters: a room whose lamps report brightness or, when switched, a word, has no mean brightness in that minute.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-red-contrib-aggregator@2.0.0

observe <<'JS'
const { createRuntime } = require(`${process.env.SUPPORT}/node-red`);
const { passTime } = require(`${process.env.SUPPORT}/clock`);

const { RED, start } = createRuntime();
require("node-red-contrib-aggregator/aggregator/aggregator.js")(RED);
const settings = { id: "1", intervalCount: 1, intervalUnits: "m", aggregationType: "mean", submitIncompleteInterval: true, topic: "room" };
for (const odd of [60, null, "on", true]) {
  const node = passTime("2024-03-20T18:00:00Z", 2, () => {
    const aggregator = start("aggregator", settings);
    aggregator.emit("input", { topic: "lamp 1", payload: 20 });
    aggregator.emit("input", { topic: "lamp 2", payload: 40 });
    aggregator.emit("input", { topic: "lamp 3", payload: odd });
    return aggregator;
  });
  console.log("20, 40,", JSON.stringify(odd), "gives", JSON.stringify(node.sent[0].payload));
}
JS

expect_output <<'OUTPUT'
20, 40, 60 gives 40
20, 40, null gives 30
20, 40, "on" gives null
20, 40, true gives null
OUTPUT

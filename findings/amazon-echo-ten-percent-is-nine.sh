#!/usr/bin/env bash
# "Alexa, ten percent" arrives as 9 percent.
# Package: node-red-contrib-amazon-echo 0.1.10, on a stand-in for Node-RED.
# Expected: the Echo sends p percent as the nearest of 254 steps, and the node turns each of them back into p.
# Seen: 12 of the 100 percentages arrive one too low, 10 among them, since the node divides by 253 and cuts.
# Why it matters: a flow that switches scenes on "exactly 10" or shows the number back to the speaker is off by one.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-red-contrib-amazon-echo@0.1.10

observe <<'JS'
const { putState } = require(`${process.env.SUPPORT}/amazon-echo`);

const percentages = Array.from({ length: 100 }, (_, index) => index + 1);
putState(percentages.map((percent) => ({ on: true, bri: Math.round(percent * 2.54) }))).then((messages) => {
  const wrong = percentages.filter((percent, index) => messages[index].percentage !== percent);
  console.log(wrong.map((percent) => `${percent} as ${messages[percent - 1].percentage}`).join(", "));
});
JS

expect_output <<'OUTPUT'
2 as 1, 4 as 3, 6 as 5, 8 as 7, 10 as 9, 12 as 11, 17 as 16, 19 as 18, 21 as 20, 23 as 22, 34 as 33, 36 as 35
OUTPUT

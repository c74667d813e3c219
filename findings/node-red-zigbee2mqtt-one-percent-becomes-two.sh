#!/usr/bin/env bash
# One percent, sent to a Zigbee lamp, comes back to HomeKit as two.
# Package: node-red-contrib-zigbee2mqtt 0.6.13, its "homekit" form of a report.
# Guess: the brightness of the nearest of 254 steps is rounded back to the same percentage.
# Seen: it is rounded up: 12 of the hundred percentages come back one higher.
# Why it matters: the slider in the Home app jumps up after each move, and a flow that sends its value back brightens the lamp step by step.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-red-contrib-zigbee2mqtt@0.6.13

observe <<'JS'
const { payload2homekit } = require("node-red-contrib-zigbee2mqtt/lib/Zigbee2mqttHelper.js");

const percentages = Array.from({ length: 100 }, (_, index) => index + 1);
const back = (percent) => payload2homekit({ state: "ON", brightness: Math.round(percent * 2.54) }, {}).Lightbulb.Brightness;
const higher = percentages.filter((percent) => back(percent) > percent);
const lower = percentages.filter((percent) => back(percent) < percent);
console.log("1 comes back as", back(1), "- higher:", higher.length, "lower:", lower.length);
JS

expect_output <<'OUTPUT'
1 comes back as 2 - higher: 12 lower: 0
OUTPUT

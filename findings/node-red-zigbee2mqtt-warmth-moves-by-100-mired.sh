#!/usr/bin/env bash
# HomeKit gets each white of a Zigbee lamp a hundred mired too warm.
# Package: node-red-contrib-zigbee2mqtt 0.6.13, its "homekit" form of a report.
# Guess: color_temp is in mired on both sides, so 370 stays 370, cut off at HomeKit's 140 and 500.
# Seen: it is stretched from one fixed range to another: 153 becomes 246 and 370 becomes 470; from 400 on it is always 500.
# Why it matters: the Home app shows a reading light as evening light, and sets the lamp to it when the slider is let go.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-red-contrib-zigbee2mqtt@0.6.13

observe <<'JS'
const { payload2homekit } = require("node-red-contrib-zigbee2mqtt/lib/Zigbee2mqttHelper.js");

for (const color_temp of [153, 250, 370, 454, 500]) {
  const { Lightbulb_CT } = payload2homekit({ state: "ON", brightness: 254, color_temp }, {});
  console.log(color_temp, "becomes", Lightbulb_CT.ColorTemperature);
}
JS

expect_output <<'OUTPUT'
153 becomes 246
250 becomes 346
370 becomes 470
454 becomes 500
500 becomes 500
OUTPUT

#!/usr/bin/env bash
# A Zigbee2MQTT report without brightness sets no lamp in HomeKit.
# Package: node-red-contrib-zigbee2mqtt 0.6.13, its "homekit" form of a report.
# Guess: {"state": "ON", "color_temp": 370} gives a lamp that is on, with the colour temperature 370.
# Seen: only with a brightness in the same report is there a Lightbulb at all; without it the state goes to Switch and color_temp is dropped.
# Why it matters: reports of one property are common (a lamp's own report, a group's state); the Home app then shows the old white and a lamp as off.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-red-contrib-zigbee2mqtt@0.6.13

observe <<'JS'
const { payload2homekit } = require("node-red-contrib-zigbee2mqtt/lib/Zigbee2mqttHelper.js");

for (const report of [{ state: "ON", brightness: 254, color_temp: 370 }, { state: "ON", color_temp: 370 }, { color_temp: 370 }]) {
  console.log(JSON.stringify(report), "gives", JSON.stringify(payload2homekit(report, {})));
}
JS

expect_output <<'OUTPUT'
{"state":"ON","brightness":254,"color_temp":370} gives {"Lightbulb":{"On":true,"Brightness":100},"Lightbulb_CT":{"On":true,"Brightness":100,"ColorTemperature":470},"Switch":{"On":true}}
{"state":"ON","color_temp":370} gives {"Switch":{"On":true}}
{"color_temp":370} gives {}
OUTPUT

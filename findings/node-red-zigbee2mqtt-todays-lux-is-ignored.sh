#!/usr/bin/env bash
# The light that Zigbee2MQTT reports today never reaches HomeKit.
# Package: node-red-contrib-zigbee2mqtt 0.6.13, its "homekit" form of a report.
# Expected: `illuminance`, which Zigbee2MQTT 2 publishes in lux, becomes the level of a LightSensor.
# Seen: only `illuminance_lux` does, the name of older versions. `illuminance` is dropped without a word.
# Why it matters: "lamps on when it gets dark" in the Home app waits for ever after the update of Zigbee2MQTT.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-red-contrib-zigbee2mqtt@0.6.13

observe <<'JS'
const { payload2homekit } = require("node-red-contrib-zigbee2mqtt/lib/Zigbee2mqttHelper.js");

for (const report of [{ illuminance: 120, occupancy: true }, { illuminance_lux: 120, occupancy: true }]) {
  console.log(JSON.stringify(report), "gives", JSON.stringify(payload2homekit(report, {})));
}
JS

expect_output <<'OUTPUT'
{"illuminance":120,"occupancy":true} gives {"MotionSensor":{"MotionDetected":true}}
{"illuminance_lux":120,"occupancy":true} gives {"LightSensor":{"CurrentAmbientLightLevel":120},"MotionSensor":{"MotionDetected":true}}
OUTPUT

#!/usr/bin/env bash
# The light state of node-hue-api's model takes the word "off" for on.
# Package: @peter-murray/hue-bridge-model 2.1.1, LightState.on, which node-hue-api 5 builds its orders with.
# Expected: "off" and "false" switch off, or are refused, as a brightness of 255 and a ct of 100 are.
# Seen: each text that is not empty is true, so both switch the lamp on; 0 and "" switch it off.
# Why it matters: the payload of a switch node or an MQTT topic is the word "off", and the lamp goes on.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding @peter-murray/hue-bridge-model@2.1.1

observe <<'JS'
const { LightState } = require("@peter-murray/hue-bridge-model").model;

for (const value of [true, false, "on", "off", "false", 0, ""]) console.log(JSON.stringify(value), JSON.stringify(new LightState().on(value).getPayload()));
JS

expect_output <<'OUTPUT'
true {"on":true}
false {"on":false}
"on" {"on":true}
"off" {"on":true}
"false" {"on":true}
0 {"on":false}
"" {"on":false}
OUTPUT

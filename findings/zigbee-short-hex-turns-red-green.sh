#!/usr/bin/env bash
# Zigbee2MQTT's converters read the short colour #f00 as a dark green.
# Package: zigbee-herdsman-converters 26.112.0, which Zigbee2MQTT uses to read `{"color": {"hex": "#f00"}}`.
# Guess: #f00 is red, as in CSS; or an error says that six digits are needed. In #ff000080 the last two digits are dropped, or refused.
# Seen: the digits count from the right. #f00 is green 0x0f and no red; #ff000080 is a half blue.
# Why it matters: a colour picker or a template that shortens its colours turns a red lamp green, with no word in the log.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding zigbee-herdsman-converters@26.112.0

observe <<'JS'
const { Color } = require("zigbee-herdsman-converters/lib/color");

for (const hex of ["#ff0000", "#f00", "#ff000080"]) {
  const { red, green, blue } = Color.fromConverterArg({ hex }).rgb;
  console.log(hex, [red, green, blue].map((part) => Math.round(part * 255)).join(","));
}
JS

expect_output <<'OUTPUT'
#ff0000 255,0,0
#f00 0,15,0
#ff000080 0,0,128
OUTPUT

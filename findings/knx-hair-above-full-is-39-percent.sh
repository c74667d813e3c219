#!/usr/bin/env bash
# A brightness of 100.4 percent is sent to KNX as 39 percent.
# Packages: knxultimate 5.4.0 and knx 2.5.4, data type 5.001 "percentage".
# Guess: a hair above 100, as sums of fractions give, is set to 100 or refused with a text about the range.
# Seen: knxultimate drops the scale for a value outside of the range and sends the byte 100 of 255, which reads as 39 percent. knx says that the name
# "scalar" is not defined.
# Why it matters: a dimming curve or a sum of steps that ends at 100.00000000000001 makes the lamp fall to two fifths at the very end of its fade.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding knxultimate@5.4.0 knx@2.5.4

observe <<'JS'
const { populateAPDU, fromBuffer, resolve } = require("knxultimate").dptlib;

for (const value of [100, 33.3 + 33.4 + 33.3 + 1e-13, 100.4]) {
  const telegram = {};
  populateAPDU(value, telegram, "DPT5.001");
  console.log("knxultimate", value, "sends", telegram.data[0], "of 255, which reads", fromBuffer(telegram.data, resolve("DPT5.001")));
}
try {
  require("knx/src/dptlib").populateAPDU(100.4, {}, "DPT5.001");
} catch (error) {
  console.log("knx", error.name, error.message);
}
JS

expect_output <<'OUTPUT'
knxultimate 100 sends 255 of 255, which reads 100
knxultimate 100.00000000000009 sends 100 of 255, which reads 39
knxultimate 100.4 sends 100 of 255, which reads 39
knx ReferenceError scalar is not defined
OUTPUT

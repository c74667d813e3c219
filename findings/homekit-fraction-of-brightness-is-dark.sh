#!/usr/bin/env bash
# HomeKit shows a lamp at 0.39 percent as 0 percent.
# Package: hap-nodejs 1.2.0, the characteristic Brightness.
# Expected: the lowest brightness that a Hue lamp reports, 0.39, is shown as 1, since the lamp burns.
# Seen: it is rounded to the step of 1 and becomes 0, without a warning.
# Why it matters: a lamp at its lowest is a lamp at 0 percent for the Home app and for each automation that asks for "brightness above 0".
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding hap-nodejs@1.2.0

observe <<'JS'
const { Characteristic, Service } = require("hap-nodejs");

for (const value of [0.39, 0.5, 1, 99.6]) {
  const brightness = new Service.Lightbulb("Lamp").getCharacteristic(Characteristic.Brightness);
  brightness.on("characteristic-warning", () => console.log("warning"));
  brightness.updateValue(value);
  console.log(value, "becomes", brightness.value);
}
JS

expect_output <<'OUTPUT'
0.39 becomes 0
0.5 becomes 1
1 becomes 1
99.6 becomes 100
OUTPUT

#!/usr/bin/env bash
# HomeKit's On takes 1 for on, and every other number and nearly every word for off.
# Package: hap-nodejs 1.2.0, the characteristic On of a lamp.
# Guess: a number that is not zero is on, or is refused with a warning; so are "on" and "yes".
# Seen: 2, 100, 0.5, "on" and "TRUE" are off, without a warning. Only true, 1, "true" and "1" are on.
# Why it matters: a brightness of 100 passed to On, or the payload "on" of a switch, shows a burning lamp as off in the Home app.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding hap-nodejs@1.2.0

observe <<'JS'
const { Characteristic, Service } = require("hap-nodejs");

for (const value of [1, 2, 100, 0.5, "true", "1", "TRUE", "on", "yes"]) {
  const on = new Service.Lightbulb("Lamp").getCharacteristic(Characteristic.On);
  const warnings = [];
  on.on("characteristic-warning", (warning) => warnings.push(warning));
  on.updateValue(value);
  console.log(JSON.stringify(value), "is", on.value, "warnings", warnings.length);
}
JS

expect_output <<'OUTPUT'
1 is true warnings 0
2 is false warnings 0
100 is false warnings 0
0.5 is false warnings 0
"true" is true warnings 0
"1" is true warnings 0
"TRUE" is false warnings 0
"on" is false warnings 0
"yes" is false warnings 0
OUTPUT

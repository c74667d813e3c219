#!/usr/bin/env bash
# A temperature that HomeKit rounds to tenths comes out with thirteen decimals.
# Package: hap-nodejs 1.2.0, the characteristic CurrentTemperature (step 0.1).
# Guess: 21.37 is rounded to 21.4.
# Seen: 21.400000000000034, since the step is counted from the lowest value, -270.
# Why it matters: the value of a motion sensor's thermometer that comes back from HomeKit is not equal to 21.4, so "only if changed" filters let it
# through each time.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding hap-nodejs@1.2.0

observe <<'JS'
const { Characteristic, Service } = require("hap-nodejs");

for (const degrees of [21.37, 21.4, 19.9]) {
  const temperature = new Service.TemperatureSensor("Sensor").getCharacteristic(Characteristic.CurrentTemperature);
  temperature.updateValue(degrees);
  console.log(degrees, "becomes", temperature.value);
}
JS

expect_output <<'OUTPUT'
21.37 becomes 21.400000000000034
21.4 becomes 21.400000000000034
19.9 becomes 19.900000000000034
OUTPUT

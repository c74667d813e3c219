#!/usr/bin/env bash
# HomeKit's hue does not go round: 30 degrees below red is red, and so is 30 above 360.
# Package: hap-nodejs 1.2.0, the characteristic Hue (0 to 360 degrees).
# Guess: an angle goes round, so -30 is 330 and 390 is 30.
# Seen: -30 becomes 0, 390 becomes 360; both are plain red.
# Why it matters: a flow that turns the hue step by step, as a rainbow or by a dial, stays red for good in the Home app after one round.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding hap-nodejs@1.2.0

observe <<'JS'
const { Characteristic, Service } = require("hap-nodejs");

for (const angle of [330, 360, 390, -30]) {
  const hue = new Service.Lightbulb("Lamp").getCharacteristic(Characteristic.Hue);
  hue.on("characteristic-warning", () => {});
  hue.updateValue(angle);
  console.log(angle, "becomes", hue.value);
}
JS

expect_output <<'OUTPUT'
330 becomes 330
360 becomes 360
390 becomes 360
-30 becomes 0
OUTPUT

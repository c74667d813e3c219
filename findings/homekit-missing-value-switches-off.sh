#!/usr/bin/env bash
# A value that is missing turns HomeKit's On off, and leaves its Brightness as it was.
# Package: hap-nodejs 1.2.0, updateValue of a lamp's characteristics.
# Expected: undefined, as from a property that a message lacks, is refused alike by all characteristics, and the last value stays.
# Seen: Brightness keeps 80. On becomes false for undefined and NaN, but keeps true for null.
# Why it matters: a report that brings only the brightness of a lamp shows it as off, if the flow passes on what it finds under "on".
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding hap-nodejs@1.2.0

observe <<'JS'
const { Characteristic, Service } = require("hap-nodejs");

for (const missing of [undefined, Number.NaN, null]) {
  const lamp = new Service.Lightbulb("Lamp");
  const on = lamp.getCharacteristic(Characteristic.On);
  const brightness = lamp.getCharacteristic(Characteristic.Brightness);
  for (const characteristic of [on, brightness]) characteristic.on("characteristic-warning", () => {});
  on.updateValue(true);
  brightness.updateValue(80);
  on.updateValue(missing);
  brightness.updateValue(missing);
  console.log(String(missing), "On", on.value, "Brightness", brightness.value);
}
JS

expect_output <<'OUTPUT'
undefined On false Brightness 80
NaN On false Brightness 80
null On true Brightness 80
OUTPUT

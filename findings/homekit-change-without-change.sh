#!/usr/bin/env bash
# HomeKit's "change" event tells of values that did not change.
# Package: hap-nodejs 1.2.0.
# Guess: three updates to true raise one "change", the one from false to true.
# Seen: each update raises "change"; for the repeats oldValue and newValue are equal.
# Why it matters: a flow that answers "change" by setting a lamp, whose report updates the characteristic again, goes round in a circle.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding hap-nodejs@1.2.0

observe <<'JS'
const { Characteristic, Service } = require("hap-nodejs");

const on = new Service.Lightbulb("Lamp").getCharacteristic(Characteristic.On);
on.on("change", ({ oldValue, newValue }) => console.log("change from", oldValue, "to", newValue));
for (const value of [true, true, 1]) on.updateValue(value);
JS

expect_output <<'OUTPUT'
change from false to true
change from true to true
change from true to true
OUTPUT

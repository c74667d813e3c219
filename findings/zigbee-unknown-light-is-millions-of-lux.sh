#!/usr/bin/env bash
# A light sensor that does not know the light is published as 3.6 million lux, and a lamp that does not know its level as 255 of 254.
# Package: zigbee-herdsman-converters 26.112.0, converters for the Hue motion sensor, for temperature and for brightness.
# Guess: 0xffff for light, 0x8000 for temperature and 0xff for a level mean "not known" in Zigbee, so nothing is published for them, as for a battery
# (0xff).
# Seen: only the battery's is left out. The others are published as numbers: 3576021 lux, -327.68 degrees, brightness 255 although brightness is said to
# end at 254.
# Why it matters: "when it is darker than 20 lux" is never true while the sensor starts, and a scale of brightness over 254 gives more than 100 percent.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding zigbee-herdsman-converters@26.112.0

observe <<'JS'
const { receive } = require(`${process.env.SUPPORT}/zigbee`);
const { battery, brightness, temperature } = require("zigbee-herdsman-converters/converters/fromZigbee");
const { illuminance } = require("zigbee-herdsman-converters/lib/modernExtend");

const light = illuminance().fromZigbee.find(({ type }) => type.includes("attributeReport"));
console.log("battery", JSON.stringify(receive(battery, "attributeReport", { batteryPercentageRemaining: 0xff })));
console.log("light", Math.round(receive(light, "attributeReport", { measuredValue: 0xffff }).illuminance));
console.log("temperature", JSON.stringify(receive(temperature, "attributeReport", { measuredValue: -0x8000 })));
console.log("brightness", JSON.stringify(receive(brightness, "attributeReport", { currentLevel: 0xff })));
JS

expect_output <<'OUTPUT'
battery {}
light 3576021
temperature {"temperature":-327.68}
brightness {"brightness":255}
OUTPUT

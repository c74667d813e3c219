#!/usr/bin/env bash
# A colour point x 0.5, y 0.4 is sent to KNX as 0, 0, marked as valid.
# Package: knxultimate 5.4.0, data type 242.600 (colour xyY).
# Guess: x and y are fractions from 0 to 1, as everywhere else, and are scaled to 16 bits; otherwise a fraction is refused.
# Seen: they are taken as counts from 0 to 65535. Fractions are cut to 0 with no error, and the telegram says that its colour is valid.
# Why it matters: a Hue or Zigbee colour wired to KNX turns each lamp to the same blue corner of its gamut.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding knxultimate@5.4.0

observe <<'JS'
const { populateAPDU, fromBuffer, resolve } = require("knxultimate").dptlib;

const telegram = {};
populateAPDU({ x: 0.5, y: 0.4, brightness: 50, isColorValid: true, isBrightnessValid: true }, telegram, "DPT242.600");
console.log("sends", telegram.data.toString("hex"));
const { x, y, isColorValid } = fromBuffer(telegram.data, resolve("DPT242.600"));
console.log(`reads x ${x}, y ${y}, valid ${isColorValid}`);
JS

expect_output <<'OUTPUT'
sends 000000003203
reads x 0, y 0, valid true
OUTPUT

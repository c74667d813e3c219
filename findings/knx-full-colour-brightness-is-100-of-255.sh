#!/usr/bin/env bash
# Full brightness is 255 in KNX type 5.001 and 100 of 255 in the types that send it with a colour.
# Package: knxultimate 5.4.0, data types 5.001, 242.600 (colour xyY) and 249.600 (brightness, colour temperature, transition).
# Guess: brightness 100 is written as 255 in all three, since each says 0 to 100 percent in one byte.
# Seen: 242.600 and 249.600 write the byte 100, and read the byte 255 of another device as brightness 255, which they would not take themselves.
# Why it matters: with these types a lamp set to 100 percent shines at 39 percent, and a lamp at full is reported as 255 percent.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding knxultimate@5.4.0

observe <<'JS'
const { populateAPDU, fromBuffer, resolve } = require("knxultimate").dptlib;
const byteOf = (value, type, index) => {
  const telegram = {};
  populateAPDU(value, telegram, type);
  return telegram.data[index];
};

console.log("5.001 writes", byteOf(100, "DPT5.001", 0));
console.log("242.600 writes", byteOf({ x: 20000, y: 20000, brightness: 100, isColorValid: true, isBrightnessValid: true }, "DPT242.600", 4));
const white = { transitionTime: 10, colourTemperature: 2700, absoluteBrightness: 100 };
const flags = { isTimePeriodValid: true, isAbsoluteColourTemperatureValid: true, isAbsoluteBrightnessValid: true };
console.log("249.600 writes", byteOf({ ...white, ...flags }, "DPT249.600", 4));
console.log("5.001 reads 255 as", fromBuffer(Buffer.from([255]), resolve("DPT5.001")));
console.log("242.600 reads 255 as", fromBuffer(Buffer.from("80006666ff03", "hex"), resolve("DPT242.600")).brightness);
console.log("249.600 reads 255 as", fromBuffer(Buffer.from("000a0a8cff07", "hex"), resolve("DPT249.600")).absoluteBrightness);
JS

expect_output <<'OUTPUT'
5.001 writes 255
242.600 writes 100
249.600 writes 100
5.001 reads 255 as 100
242.600 reads 255 as 255
249.600 reads 255 as 255
OUTPUT

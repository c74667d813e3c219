#!/usr/bin/env bash
# node-hue-api makes a time interval that it does not recognise itself, and not the one of its documentation.
# Package: node-hue-api 4.0.11, timePatterns.
# Guess: as documented, createTimeInterval() gives all weekdays from 00:00 to 00:00, and createFromString reads each pattern that the library writes.
# Seen: without an argument it is refused; the text that createTimeInterval("W124/T18:00:00/T22:00:00") writes is none of the patterns for
# createFromString and isTimePattern.
# Why it matters: a schedule "lamps may burn on weekdays from 18 to 22 o'clock", read from a bridge, cannot be written back.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-hue-api@4.0.11

observe <<'JS'
const { timePatterns } = require("node-hue-api").v3.model;
const attempt = (make) => {
  try {
    return String(make());
  } catch (error) {
    return `refused: ${error.message}`;
  }
};

console.log("without argument", attempt(() => timePatterns.createTimeInterval()));
const written = attempt(() => timePatterns.createTimeInterval("W124/T18:00:00/T22:00:00"));
console.log("writes", written);
console.log("isTimePattern", timePatterns.isTimePattern(written), "- createFromString", attempt(() => timePatterns.createFromString(written)));
JS

expect_output <<'OUTPUT'
without argument refused: Cannot create a TimeInterval from 
writes W124/T18:00:00/T22:00:00
isTimePattern false - createFromString refused: Unable to determine a valid time pattern for string: "W124/T18:00:00/T22:00:00"
OUTPUT

#!/usr/bin/env bash
# A KNX light sensor without a value reads as 670760.96 lux, brighter than the sun.
# Packages: knx 2.5.4 and knxultimate 5.4.0, data type 9.004 "lux".
# Guess: 0x7fff, which says "no valid data" in each type 9, reads as null or NaN.
# Seen: it is computed like any other number.
# Why it matters: a flow "lamps on below 200 lux" keeps the room dark while the sensor starts or has lost its contact.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding knx@2.5.4 knxultimate@5.4.0

observe <<'JS'
for (const [name, { fromBuffer, resolve }] of [["knx", require("knx/src/dptlib")], ["knxultimate", require("knxultimate").dptlib]]) {
  console.log(name, fromBuffer(Buffer.from([0x7f, 0xff]), resolve("DPT9.004")));
}
JS

expect_output <<'OUTPUT'
knx 670760.96
knxultimate 670760.96
OUTPUT

#!/usr/bin/env bash
# A KNX lamp at its lowest brightness reads as 0 percent, and one just below full as 100.
# Packages: knx 2.5.4 and knxultimate 5.4.0, data type 5.001 "percentage".
# Guess: the byte 1 of 255 reads as 0.4, or as 1 since it is not off; the byte 254 as 99.6 or 99.
# Seen: both are rounded to whole percent: 0 and 100.
# Why it matters: a flow that reads "0 percent" as off believes that a lamp is dark which burns, and switches nothing off at night.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding knx@2.5.4 knxultimate@5.4.0

observe <<'JS'
for (const [name, { fromBuffer, resolve }] of [["knx", require("knx/src/dptlib")], ["knxultimate", require("knxultimate").dptlib]]) {
  for (const byte of [0, 1, 2, 254, 255]) console.log(name, byte, "reads as", fromBuffer(Buffer.from([byte]), resolve("DPT5.001")));
}
JS

expect_output <<'OUTPUT'
knx 0 reads as 0
knx 1 reads as 0
knx 2 reads as 1
knx 254 reads as 100
knx 255 reads as 100
knxultimate 0 reads as 0
knxultimate 1 reads as 0
knxultimate 2 reads as 1
knxultimate 254 reads as 100
knxultimate 255 reads as 100
OUTPUT

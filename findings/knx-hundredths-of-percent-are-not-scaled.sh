#!/usr/bin/env bash
# Fifty percent of KNX type 8.010 are sent as half a percent.
# Packages: knx 2.5.4 and knxultimate 5.4.0, data type 8.010 (percentage in two bytes, in steps of 0.01).
# Guess: 50 is sent as 5000 hundredths, and 5000 reads as 50, as 5.001 scales its byte.
# Seen: nothing is scaled: 50 is sent as 50 hundredths, 5000 reads as 5000, and 12.5 is cut to 12.
# Why it matters: the one percentage type that goes below zero, for trimming a brightness, is a hundred times too small.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding knx@2.5.4 knxultimate@5.4.0

observe <<'JS'
for (const [name, { populateAPDU, fromBuffer, resolve }] of [["knx", require("knx/src/dptlib")], ["knxultimate", require("knxultimate").dptlib]]) {
  for (const value of [50, 12.5]) {
    const telegram = {};
    populateAPDU(value, telegram, "DPT8.010");
    console.log(name, value, "percent sends", telegram.data.readInt16BE(0), "hundredths");
  }
  console.log(name, "5000 hundredths read as", fromBuffer(Buffer.from([0x13, 0x88]), resolve("DPT8.010")));
}
JS

expect_output <<'OUTPUT'
knx 50 percent sends 50 hundredths
knx 12.5 percent sends 12 hundredths
knx 5000 hundredths read as 5000
knxultimate 50 percent sends 50 hundredths
knxultimate 12.5 percent sends 12 hundredths
knxultimate 5000 hundredths read as 5000
OUTPUT

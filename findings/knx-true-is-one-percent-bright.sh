#!/usr/bin/env bash
# True, sent to a KNX brightness, is one percent.
# Packages: knx 2.5.4 and knxultimate 5.4.0, data type 5.001 "percentage".
# Guess: true is refused, since a percentage is a number; or it is full brightness.
# Seen: it is counted as the number 1 and sent as 3 of 255, with no error.
# Why it matters: a switch wired to the brightness by mistake seems dead, since the lamp glows at its least: the flow looks right and the log is empty.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding knx@2.5.4 knxultimate@5.4.0

observe <<'JS'
for (const [name, { populateAPDU }] of [["knx", require("knx/src/dptlib")], ["knxultimate", require("knxultimate").dptlib]]) {
  const telegram = {};
  populateAPDU(true, telegram, "DPT5.001");
  console.log(name, "sends", telegram.data[0], "of 255");
}
JS

expect_output <<'OUTPUT'
knx sends 3 of 255
knxultimate sends 3 of 255
OUTPUT

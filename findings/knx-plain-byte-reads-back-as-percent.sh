#!/usr/bin/env bash
# KNX type "DPT5" without a subtype writes a count and reads a percentage.
# Package: knxultimate 5.4.0.
# Guess: the bare type is the plain byte both ways, so 200 reads back as 200.
# Seen: 200 is written as 200 of 255 and reads back as 78, the percentage.
# Why it matters: a flow that uses the bare type and looks whether the bus took its value sees another number each time, and a value sent back and forth
# shrinks.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding knxultimate@5.4.0

observe <<'JS'
const { populateAPDU, fromBuffer, resolve } = require("knxultimate").dptlib;

const telegram = {};
populateAPDU(200, telegram, "DPT5");
console.log("byte", telegram.data[0], "reads back as", fromBuffer(telegram.data, resolve("DPT5")));
JS

expect_output <<'OUTPUT'
byte 200 reads back as 78
OUTPUT

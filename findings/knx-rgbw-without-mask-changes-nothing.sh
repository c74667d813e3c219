#!/usr/bin/env bash
# A KNX colour without its four mask flags is refused in the log, and sent all the same as "change nothing".
# Package: knxultimate 5.4.0, data type 251.600 (red, green, blue, white, with a flag for each that says whether it counts).
# Guess: flags that are left out count as set for the parts that are given; otherwise nothing is sent, since the log calls the value wrong.
# Seen: the log says that the flags must be there, and a telegram goes out whose flags are all 0: a lamp that keeps to the standard ignores all four
# parts.
# Why it matters: the bus monitor shows the right red, the lamp stays as it is, and the flow goes on as if all were well.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding knxultimate@5.4.0

observe <<'JS'
const { populateAPDU } = require("knxultimate").dptlib;

const telegram = {};
populateAPDU({ red: 255, green: 0, blue: 0, white: 0 }, telegram, "DPT251.600");
console.log("sends", telegram.data.toString("hex"), "- the last byte holds the flags");
JS

expect_output <<'OUTPUT'
sends ff0000000000 - the last byte holds the flags
OUTPUT

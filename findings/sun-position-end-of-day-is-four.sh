#!/usr/bin/env bash
# Node-red-contrib-sun-position takes "24:00" for four in the morning.
# Package: node-red-contrib-sun-position 3.0.0-alpha2, getTimeOfText of its nodes.
# Expected: 24:00 is the end of the day, 00:00 of the next, or is refused.
# Seen: the first digit is dropped, and 04:00 of the same day is meant.
# Why it matters: "lamps from 18:00 to 24:00" ends before it begins.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-red-contrib-sun-position@3.0.0-alpha2

observe <<'JS'
const { getTimeOfText } = require("node-red-contrib-sun-position/nodes/lib/dateTimeHelper.js");

const day = new Date("2024-06-21T00:00:00Z");
for (const text of ["18:00", "23:59", "24:00"]) console.log(text, "is", getTimeOfText(text, day).toISOString().slice(0, 16));
JS

expect_output <<'OUTPUT'
18:00 is 2024-06-21T18:00
23:59 is 2024-06-21T23:59
24:00 is 2024-06-21T04:00
OUTPUT

#!/usr/bin/env bash
# Node-red-contrib-sun-position takes "12:30 am" for half past noon, and "12:30 pm" for half past midnight.
# Package: node-red-contrib-sun-position 3.0.0-alpha2, getTimeOfText of its nodes.
# Expected: "12:30 am" is 00:30 and "12:30 pm" is 12:30, as 8:30 pm is 20:30.
# Seen: "12:30 am" is 12:30, and "12:30 pm" is 00:30 of the next day; other hours are right.
# Why it matters: lamps that shall go off half an hour after midnight go off at noon, and burn all night.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-red-contrib-sun-position@3.0.0-alpha2

observe <<'JS'
const { getTimeOfText } = require("node-red-contrib-sun-position/nodes/lib/dateTimeHelper.js");

const day = new Date("2024-06-21T00:00:00Z");
for (const text of ["8:30 am", "8:30 pm", "12:30 am", "12:30 pm"]) console.log(text, "is", getTimeOfText(text, day).toISOString().slice(0, 16));
JS

expect_output <<'OUTPUT'
8:30 am is 2024-06-21T08:30
8:30 pm is 2024-06-21T20:30
12:30 am is 2024-06-21T12:30
12:30 pm is 2024-06-22T00:30
OUTPUT

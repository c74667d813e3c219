#!/usr/bin/env bash
# node-hue-api takes the local hours of a Date for a weekly time, where its documentation says UTC.
# Package: node-hue-api 4.0.11, timePatterns.createRecurringTime(date), in the time zone of Berlin.
# Expected: as documented, 16:30 UTC gives W127/T16:30:00, wherever the program runs.
# Seen: it gives T18:30:00 in Berlin and T16:30:00 on a server in UTC.
# Why it matters: the same flow sets the wake-up lamp to different hours at home and in a container, which runs in UTC.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-hue-api@4.0.11

observe <<'JS'
const { timePatterns } = require("node-hue-api").v3.model;

const moment = new Date("2024-06-21T16:30:00Z");
for (const zone of ["Europe/Berlin", "UTC"]) {
  process.env.TZ = zone;
  console.log(zone, String(timePatterns.createRecurringTime(moment)));
}
JS

expect_output <<'OUTPUT'
Europe/Berlin W127/T18:30:00
UTC W127/T16:30:00
OUTPUT

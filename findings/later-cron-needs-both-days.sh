#!/usr/bin/env bash
# In later's cron "the 13th, and Fridays" is Friday the 13th only.
# Package: @breejs/later 4.2.0, parse.cron, beside croner 11.0.1.
# Guess: with both a day of the month and a weekday either of them is enough, as cron does it and as croner, cron-parser, cronosjs and cron do.
# Seen: both must hold, so "0 22 13 * 5" fires on 13 September, 13 December and 13 June.
# Why it matters: lamps that shall burn on each Friday and on one date more burn three times in a year.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding @breejs/later@4.2.0 croner@11.0.1

observe <<'JS'
const { Cron } = require("croner");
const later = require("@breejs/later");

const start = new Date("2024-09-01T00:00:00Z");
const days = (dates) => dates.map((date) => date.toISOString().slice(0, 10)).join(" ");
console.log("later", days(later.schedule(later.parse.cron("0 22 13 * 5")).next(3, start)));
console.log("croner", days(new Cron("0 22 13 * 5", { timezone: "UTC" }).nextRuns(3, start)));
JS

expect_output <<'OUTPUT'
later 2024-09-13 2024-12-13 2025-06-13
croner 2024-09-06 2024-09-13 2024-09-20
OUTPUT

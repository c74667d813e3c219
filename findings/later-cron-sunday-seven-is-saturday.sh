#!/usr/bin/env bash
# In later's cron the weekday 7 is Saturday, and 0 is Sunday.
# Package: @breejs/later 4.2.0, parse.cron.
# Guess: 7 is Sunday, as 0 is, in cron and in each other library for it.
# Seen: "0 22 * * 7" fires on Saturdays.
# Why it matters: a schedule taken over from another node moves by a day; the lamps of Sunday evening burn on Saturday.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding @breejs/later@4.2.0

observe <<'JS'
const later = require("@breejs/later");

for (const weekday of [0, 6, 7, "SUN"]) {
  const [date] = later.schedule(later.parse.cron(`0 22 * * ${weekday}`)).next(2, new Date("2024-09-02T12:00:00Z"));
  console.log(weekday, date.toISOString().slice(0, 16), date.toLocaleDateString("en", { weekday: "long" }));
}
JS

expect_output <<'OUTPUT'
0 2024-09-08T22:00 Sunday
6 2024-09-07T22:00 Saturday
7 2024-09-07T22:00 Saturday
SUN 2024-09-08T22:00 Sunday
OUTPUT

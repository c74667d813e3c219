#!/usr/bin/env bash
# A rule of node-schedule with the hour alone fires sixty times.
# Package: node-schedule 2.1.1, RecurrenceRule.
# Guess: rule.hour = 22 fires once, at 22:00, since a rule that names nothing smaller has the second 0 too.
# Seen: it fires each minute from 22:00 to 22:59: the second is 0 of itself, the minute is any.
# Why it matters: "toggle the lamp at ten" toggles it all through the hour.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-schedule@2.1.1

observe <<'JS'
const { RecurrenceRule } = require("node-schedule");

for (const settings of [{ hour: 22 }, { hour: 22, minute: 0 }]) {
  const rule = Object.assign(new RecurrenceRule(), { ...settings, tz: "UTC" });
  const dates = [];
  for (let date = new Date("2024-09-01T12:00:00Z"); dates.length < 3; dates.push(date)) date = rule.nextInvocationDate(date);
  console.log(JSON.stringify(settings), dates.map((date) => date.toISOString().slice(0, 16)).join(" "));
}
JS

expect_output <<'OUTPUT'
{"hour":22} 2024-09-01T22:00 2024-09-01T22:01 2024-09-01T22:02
{"hour":22,"minute":0} 2024-09-01T22:00 2024-09-02T22:00 2024-09-03T22:00
OUTPUT

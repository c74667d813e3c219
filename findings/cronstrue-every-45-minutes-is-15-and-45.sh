#!/usr/bin/env bash
# cronstrue describes a step of 45 minutes as "Every 45 minutes", where cron waits 45 and 15 minutes in turn.
# Package: cronstrue 3.39.0, which the node cron-plus uses for its descriptions, beside croner 11.0.1.
# Guess: the text names the minutes, 0 and 45, since the step begins anew each hour.
# Seen: "Every 45 minutes", and "every 10 days in a month" for days 1, 11, 21 and 31, after which the next comes a day later.
# Why it matters: the text under the rule says that the lamps change each 45 minutes, and they change after a quarter of an hour.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding cronstrue@3.39.0 croner@11.0.1

observe <<'JS'
const { Cron } = require("croner");
const cronstrue = require("cronstrue");

for (const [pattern, from, shown] of [["*/45 * * * *", "2024-09-02T09:50:00Z", [11, 16]], ["0 0 */10 * *", "2024-10-20T12:00:00Z", [5, 10]]]) {
  const runs = new Cron(pattern, { timezone: "UTC" }).nextRuns(4, new Date(from));
  console.log(cronstrue.toString(pattern), "is", runs.map((date) => date.toISOString().slice(...shown)).join(" "));
}
JS

expect_output <<'OUTPUT'
Every 45 minutes is 10:00 10:45 11:00 11:45
At 12:00 AM, every 10 days in a month is 10-21 10-31 11-01 11-11
OUTPUT

#!/usr/bin/env bash
# "Every half hour" pauses for an hour and a half in the night when the clock goes back.
# Package: cronosjs 1.7.1, which the node cron-plus uses; Berlin, 27 October 2024.
# Guess: "*/30 * * * *" has no hour in it, so it fires each half hour of the night, as in croner 11.0.1.
# Seen: after 02:30 it fires next at 03:00 on the new clock, 90 minutes later: the second hour from 2 to 3 is left out, unless the option
# skipRepeatedHour is set to false.
# Why it matters: a flow that looks after its lamps every five minutes is silent for more than an hour.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding cronosjs@1.7.1 croner@11.0.1

observe <<'JS'
const { Cron } = require("croner");
const { CronosExpression } = require("cronosjs");

const start = new Date("2024-10-26T23:45:00Z");
const cronos = CronosExpression.parse("*/30 * * * *", { timezone: "Europe/Berlin" }).nextNDates(start, 4);
const croner = new Cron("*/30 * * * *", { timezone: "Europe/Berlin" }).nextRuns(4, start);
for (const [name, dates] of Object.entries({ cronosjs: cronos, croner })) console.log(name, dates.map((date) => date.toISOString().slice(11, 16)).join(" "), "UTC");
JS

expect_output <<'OUTPUT'
cronosjs 00:00 00:30 02:00 02:30 UTC
croner 00:00 00:30 01:00 01:30 UTC
OUTPUT

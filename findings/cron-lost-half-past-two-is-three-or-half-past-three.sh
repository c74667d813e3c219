#!/usr/bin/env bash
# In the night when the clock goes forward "30 2 * * *" comes at 03:00 in some cron libraries, at 03:30 in another and not at all in a third.
# Packages: croner 11.0.1, cronosjs 1.7.1, cron 4.4.0, cron-parser 5.10.6 and node-schedule 2.1.1; Berlin, 31 March 2024.
# Guess: the hour from 2 to 3 is lost, so each of them fires an hour later on the new clock, at 03:30, and a rule of node-schedule does as its cron
# text.
# Seen: croner, cronosjs and cron fire at 03:00, cron-parser at 03:30. A RecurrenceRule of node-schedule skips the night.
# Why it matters: a lamp that shall go off at half past two burns until the night after, or goes off before the flow next to it expects it.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding croner@11.0.1 cronosjs@1.7.1 cron@4.4.0 cron-parser@5.10.6 node-schedule@2.1.1

observe <<'JS'
const { Cron } = require("croner");
const { CronTime } = require("cron");
const { CronosExpression } = require("cronosjs");
const { CronExpressionParser } = require("cron-parser");
const { RecurrenceRule } = require("node-schedule");

const noon = new Date("2024-03-30T12:00:00Z");
const tz = "Europe/Berlin";
const text = "30 2 * * *";
const rule = Object.assign(new RecurrenceRule(), { hour: 2, minute: 30, tz });
const next = {
  croner: new Cron(text, { timezone: tz }).nextRun(noon),
  cronosjs: CronosExpression.parse(text, { timezone: tz }).nextDate(noon),
  cron: new CronTime(text, tz).getNextDateFrom(noon, tz).toJSDate(),
  "cron-parser": CronExpressionParser.parse(text, { currentDate: noon, tz }).next().toDate(),
  "node-schedule rule": rule.nextInvocationDate(noon),
};
for (const [name, date] of Object.entries(next)) console.log(name, date.toLocaleString("sv", { timeZone: tz }));
JS

expect_output <<'OUTPUT'
croner 2024-03-31 03:00:00
cronosjs 2024-03-31 03:00:00
cron 2024-03-31 03:00:00
cron-parser 2024-03-31 03:30:00
node-schedule rule 2024-04-01 02:30:00
OUTPUT

#!/usr/bin/env bash
# In the night when the clock goes back a rule of node-schedule fires twice, and its cron text once.
# Package: node-schedule 2.1.1; Berlin, 27 October 2024.
# Guess: both ways to say "02:30" fire at the same times, once a night.
# Seen: the rule fires at 00:30 and at 01:30 UTC, which are both 02:30 in Berlin; the text fires at the first of them.
# Why it matters: a lamp that is toggled at half past two is on again an hour later.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-schedule@2.1.1

observe <<'JS'
const { createRequire } = require("node:module");
const { RecurrenceRule } = require("node-schedule");
const cronParser = createRequire(require.resolve("node-schedule"))("cron-parser");

const start = new Date("2024-10-26T12:00:00Z");
const tz = "Europe/Berlin";
const rule = Object.assign(new RecurrenceRule(), { hour: 2, minute: 30, tz });
const text = cronParser.parseExpression("30 2 * * *", { currentDate: start, tz });
const byRule = [start];
while (byRule.length < 4) byRule.push(rule.nextInvocationDate(byRule.at(-1)));
const byText = [text.next().toDate(), text.next().toDate(), text.next().toDate()];
for (const [name, dates] of Object.entries({ rule: byRule.slice(1), text: byText })) console.log(name, dates.map((date) => date.toISOString().slice(5, 16)).join(" "));
JS

expect_output <<'OUTPUT'
rule 10-27T00:30 10-27T01:30 10-28T01:30
text 10-27T00:30 10-28T01:30 10-29T01:30
OUTPUT

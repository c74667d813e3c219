#!/usr/bin/env bash
# For rrule "every day at 10pm" is ten in the morning, and "at 22:30" is 22:00.
# Package: rrule 2.8.1, RRule.fromText, which makes calendar rules of English words.
# Expected: 10pm is hour 22, 22:30 has the minute 30, and "every weekend" names its days; or there is an error.
# Seen: pm, the minutes and the weekend are dropped with no word.
# Why it matters: lamps of an evening scene come on in the morning, and those of the weekend on whatever weekday the rule begins.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding rrule@2.8.1

observe <<'JS'
const { RRule } = require("rrule");

for (const text of ["every day at 10", "every day at 10pm", "every day at 22:30", "every weekday", "every weekend"]) console.log(text, "is", RRule.fromText(text).toString());
JS

expect_output <<'OUTPUT'
every day at 10 is RRULE:FREQ=DAILY;BYHOUR=10
every day at 10pm is RRULE:FREQ=DAILY;BYHOUR=10
every day at 22:30 is RRULE:FREQ=DAILY;BYHOUR=22
every weekday is RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
every weekend is RRULE:FREQ=WEEKLY
OUTPUT

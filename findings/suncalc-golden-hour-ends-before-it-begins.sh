#!/usr/bin/env bash
# suncalc's golden hour begins in the evening and ends in the morning of the same day, and so does its night.
# Package: suncalc 2.0.2 (1.9.0 has the same names).
# Guess: goldenHour and goldenHourEnd are the two ends of one golden hour, night and nightEnd those of one night.
# Seen: the "End" lies in the morning and comes first; the evening's golden hour ends at sunset, and the morning's begins at sunrise, under those names.
# Why it matters: "warm light from goldenHour to goldenHourEnd" has an end before its start, so it never shines or shines all night.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding suncalc@2.0.2

observe <<'JS'
const { getTimes } = require("suncalc");

const times = getTimes(new Date("2024-03-20T12:00:00Z"), 52.52, 13.405);
for (const name of ["nightEnd", "sunrise", "goldenHourEnd", "goldenHour", "sunset", "night"]) console.log(times[name].toISOString().slice(0, 16), name);
JS

expect_output <<'OUTPUT'
2024-03-20T03:11 nightEnd
2024-03-20T05:08 sunrise
2024-03-20T05:53 goldenHourEnd
2024-03-20T16:35 goldenHour
2024-03-20T17:20 sunset
2024-03-20T19:17 night
OUTPUT

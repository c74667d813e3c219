#!/usr/bin/env bash
# At noon in Honolulu sunrise-sunset-js tells last night's sunset, and at noon in Auckland tomorrow's sunrise.
# Package: sunrise-sunset-js 3.3.1.
# Guess: the day of a date is the day at the place asked for, at least at noon there.
# Seen: the day is taken in UTC. Sunset at noon of 21 June in Honolulu is that of 20 June; sunrise at noon of 21 June in Auckland is that of 22 June.
# Why it matters: far from Greenwich "is it after sunset?" is answered with yes all afternoon, and the lamps burn.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding sunrise-sunset-js@3.3.1

observe <<'JS'
const { getSunrise, getSunset } = require("sunrise-sunset-js");
const local = (date, timeZone) => date.toLocaleString("sv-SE", { timeZone });

const honolulu = getSunset(21.3, -157.86, new Date("2024-06-21T12:00:00-10:00"));
console.log("Honolulu, noon of 21 June, sunset", local(honolulu, "Pacific/Honolulu").slice(0, 16));
const auckland = getSunrise(-36.85, 174.76, new Date("2024-06-21T12:00:00+12:00"));
console.log("Auckland, noon of 21 June, sunrise", local(auckland, "Pacific/Auckland").slice(0, 16));
JS

expect_output <<'OUTPUT'
Honolulu, noon of 21 June, sunset 2024-06-20 19:16
Auckland, noon of 21 June, sunrise 2024-06-22 07:33
OUTPUT

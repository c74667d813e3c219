#!/usr/bin/env bash
# suncalc3 has no sunset and no getTimes.
# Packages: suncalc3 2.0.5, a fork of suncalc 1.9.0.
# Expected: the fork keeps the functions and the names and adds to them, so sunset is a Date.
# Seen: getSunTimes takes the place of getTimes; there are sunsetStart and sunsetEnd, each an object with the Date under value. Its nadir is the
# midnight after the day, suncalc's the one before.
# Why it matters: exchanging one for the other gives undefined for "sunset", and a lamp timer set with it fires at once.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding suncalc3@2.0.5 suncalc-1@npm:suncalc@1.9.0

observe <<'JS'
const suncalc = require("suncalc-1");
const suncalc3 = require("suncalc3");

const question = [new Date("2024-06-21T12:00:00Z"), 52.52, 13.405];
const old = suncalc.getTimes(...question);
const fork = suncalc3.getSunTimes(...question);
console.log("suncalc sunset", old.sunset.toISOString(), "nadir", old.nadir.toISOString().slice(0, 16));
console.log("suncalc3 getTimes", typeof suncalc3.getTimes, "sunset", fork.sunset, "nadir", fork.nadir.value.toISOString().slice(0, 16));
console.log("suncalc3 sunsetEnd", fork.sunsetEnd.value.toISOString());
JS

expect_output <<'OUTPUT'
suncalc sunset 2024-06-21T19:34:31.266Z nadir 2024-06-20T23:09
suncalc3 getTimes undefined sunset undefined nadir 2024-06-21T23:09
suncalc3 sunsetEnd 2024-06-21T19:34:31.266Z
OUTPUT

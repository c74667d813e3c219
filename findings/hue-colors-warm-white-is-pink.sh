#!/usr/bin/env bash
# hue-colors makes the warm white of 370 mired a pink, and full brightness never full.
# Package: hue-colors 0.5.5, fromCt(mired, brightness).toRgb() and fromHsb(...).toRgb().
# Expected: warm white has less blue than green and less green than red; brightness 254, the most that Hue knows, is 255.
# Seen: at 370 mired there is as much blue as red; a full green comes out as 254 of 255.
# Why it matters: a dashboard paints lamps that shine warm as pink.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding hue-colors@0.5.5

observe <<'JS'
const { default: HueColor } = require("hue-colors");

console.log("370 mired", HueColor.fromCt(370, 254).toRgb().join(","));
console.log("250 mired", HueColor.fromCt(250, 254).toRgb().join(","));
console.log("full green", HueColor.fromHsb(21845, 254, 254).toRgb().join(","));
JS

expect_output <<'OUTPUT'
370 mired 255,167,255
250 mired 255,206,255
full green 0,254,0
OUTPUT

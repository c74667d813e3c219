#!/usr/bin/env bash
# hue-colors makes black a dim blue.
# Package: hue-colors 0.5.5, fromRgb(0, 0, 0).toCie().
# Expected: black has brightness 0, with any colour point, a white one if one must be named.
# Seen: the colour point is the blue corner, with brightness 1, the least that is not off.
# Why it matters: a lamp that is told to follow a black picture glows blue in a dark room.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding hue-colors@0.5.5

observe <<'JS'
const { default: HueColor } = require("hue-colors");

const [x, y, brightness] = HueColor.fromRgb(0, 0, 0).toCie();
console.log(`x ${x.toFixed(3)} y ${y.toFixed(3)} brightness ${brightness}`);
JS

expect_output <<'OUTPUT'
x 0.167 y 0.040 brightness 1
OUTPUT

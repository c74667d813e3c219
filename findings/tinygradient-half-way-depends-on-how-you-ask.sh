#!/usr/bin/env bash
# Half way from red to blue is magenta in tinygradient's list and green when asked for the point.
# Package: tinygradient 2.0.1, hsv(5, "short") and hsvAt(0.5).
# Expected: the middle of the list of five and the colour at 0.5 are the same.
# Seen: the list goes the short way, over magenta, as it is told; hsvAt cannot be told and goes over yellow and green.
# Why it matters: a fade by steps and one by time between the same two colours of a lamp are different ones.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding tinygradient@2.0.1

observe <<'JS'
const imported = require("tinygradient");
const gradient = (imported.default ?? imported)("red", "blue");

console.log("list", gradient.hsv(5, "short").map((colour) => colour.toHexString()).join(" "));
console.log("point", [0, 0.25, 0.5, 0.75, 1].map((place) => gradient.hsvAt(place).toHexString()).join(" "));
JS

expect_output <<'OUTPUT'
list #ff0000 #ff0080 #ff00ff #8000ff #0000ff
point #ff0000 #ffff00 #00ff00 #00ffff #0000ff
OUTPUT

#!/usr/bin/env bash
# hue-colors turns red into brown and green into yellow on the way to a Hue colour point and back.
# Package: hue-colors 0.5.5, fromRgb(...).toCie() and fromCIE(...).toRgb().
# Guess: the two are each other's inverse, so a colour comes back within a few counts of 255.
# Seen: red comes back as 207,84,22, green as 222,221,69, and white as a pale yellow.
# Why it matters: a dashboard that shows the colour of a lamp after setting it shows another one, and a flow that copies it from lamp to lamp fades to
# beige.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding hue-colors@0.5.5

observe <<'JS'
const { default: HueColor } = require("hue-colors");

for (const [name, rgb] of Object.entries({ red: [255, 0, 0], green: [0, 255, 0], blue: [0, 0, 255], white: [255, 255, 255] })) {
  const [x, y, brightness] = HueColor.fromRgb(...rgb).toCie();
  console.log(name, rgb.join(","), "comes back as", HueColor.fromCIE(x, y, brightness).toRgb().join(","));
}
JS

expect_output <<'OUTPUT'
red 255,0,0 comes back as 207,84,22
green 0,255,0 comes back as 222,221,69
blue 0,0,255 comes back as 48,50,255
white 255,255,255 comes back as 255,249,221
OUTPUT

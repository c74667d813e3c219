#!/usr/bin/env bash
# ioBroker's Hue adapter computes negative hues for pink and purple.
# Package: iobroker.hue 3.17.4, RgbToHsv of its helper, which documents the range 0 to 360.
# Expected: pink (255, 0, 128) has hue 330.
# Seen: -30; each colour between magenta and red is negative, up to -60.
# Why it matters: Hue bridges take hues from 0 to 65535 only, and dashboards with a colour wheel show red.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding iobroker.hue@3.17.4

observe <<'JS'
const { RgbToHsv } = require("iobroker.hue/build/lib/hueHelper");

for (const [name, rgb] of Object.entries({ orange: [1, 0.5, 0], blue: [0, 0, 1], pink: [1, 0, 0.5], magenta: [1, 0, 0.99] })) {
  console.log(name, Math.round(RgbToHsv(...rgb).Ang));
}
JS

expect_output <<'OUTPUT'
orange 30
blue 240
pink -30
magenta -59
OUTPUT

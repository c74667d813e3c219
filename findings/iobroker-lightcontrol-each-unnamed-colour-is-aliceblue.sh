#!/usr/bin/env bash
# ioBroker's lightcontrol calls each colour without a name of its own "aliceblue".
# Package: iobroker.lightcontrol 2.0.0, ConvertRgbToKeyword of its colour helper.
# Expected: the nearest name: red for 254,0,0, orange or so for 255,128,0.
# Seen: exact colours get their name; for all others the distances are compared as promises, and the first name of the list wins.
# Why it matters: lamps never report exact colours, so a light named by this is "aliceblue" whatever it shines in.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding iobroker.lightcontrol@2.0.0

observe <<'JS'
const { ConvertRgbToKeyword } = require("iobroker.lightcontrol/lib/colorCoversation");

(async () => {
  for (const rgb of [[255, 0, 0], [254, 0, 0], [255, 128, 0], [0, 0, 254]]) console.log(rgb.join(","), await ConvertRgbToKeyword(rgb));
})();
JS

expect_output <<'OUTPUT'
255,0,0 red
254,0,0 aliceblue
255,128,0 aliceblue
0,0,254 aliceblue
OUTPUT

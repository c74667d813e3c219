#!/usr/bin/env bash
# Milight's white is one percent bright, and half a grey is half a percent.
# Package: node-milight-promise 0.3.2, the commands fullColor.rgb and fullColor8Zone.rgb for the bridge of version 6.
# Expected: 255,255,255 sets saturation 0 and brightness 100, and 128,128,128 brightness 50.
# Seen: for white and greys the brightness stays a fraction: it is 1, 0.5 and so on, of 100. A white with one count less of red is at 100.
# Why it matters: a white picked on a dashboard makes the room dark.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-milight-promise@0.3.2

observe <<'JS'
const { fullColor, fullColor8Zone } = require("node-milight-promise").commandsV6;

for (const rgb of [[255, 0, 0], [254, 255, 255], [255, 255, 255], [128, 128, 128]]) {
  const brightness = (commands) => commands.rgb(1, ...rgb).at(-1)[5];
  console.log(rgb.join(","), "brightness", brightness(fullColor), "with eight zones", brightness(fullColor8Zone));
}
JS

expect_output <<'OUTPUT'
255,0,0 brightness 100 with eight zones 100
254,255,255 brightness 100 with eight zones 100
255,255,255 brightness 1 with eight zones 1
128,128,128 brightness 0.5019607843137255 with eight zones 0.5019607843137255
OUTPUT

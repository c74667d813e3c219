#!/usr/bin/env bash
# huejay asks the bridge for 3.5 tenths of a second.
# Package: huejay 1.9.0, light.transitionTime in seconds.
# Expected: seconds are turned into the whole tenths that Hue takes: 0.35 into 4, or into 3.
# Seen: 0.35 is sent as 3.5 and 0.07 as 0.7000000000000001.
# Why it matters: the bridge takes whole tenths alone, so an odd fade is refused where a round one works.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding huejay@1.9.0

observe <<'JS'
const Light = require("huejay/lib/Model/Light");

for (const seconds of [0.4, 0.35, 0.07]) {
  const light = new Light({}, {});
  light.transitionTime = seconds;
  console.log(seconds, "seconds are sent as", light.state.get("transitiontime"));
}
JS

expect_output <<'OUTPUT'
0.4 seconds are sent as 4
0.35 seconds are sent as 3.5
0.07 seconds are sent as 0.7000000000000001
OUTPUT

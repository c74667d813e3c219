#!/usr/bin/env bash
# ioBroker's Hue adapter fits colours to the oldest lamps and to no newer one.
# Package: iobroker.hue 3.17.4, GamutXYforModel(x, y, model) of its helper.
# Guess: for each model the nearest point of its gamut is given; the lamps sold since 2016 (LCT015, LCA001, LCX004) have gamut C.
# Seen: LCT001 and LST001 are fitted. For the newer models the point is given back as it was, even 0.8, 0.1, which no lamp can show.
# Why it matters: the colour shown for a lamp is not the one that it shines in, since the lamp moves the point itself.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding iobroker.hue@3.17.4

observe <<'JS'
const { GamutXYforModel } = require("iobroker.hue/build/lib/hueHelper");

for (const model of ["LCT001", "LST001", "LCT015", "LCA001", "LCX004"]) {
  const { x, y } = GamutXYforModel(0.8, 0.1, model);
  console.log(model, x.toFixed(3), y.toFixed(3));
}
JS

expect_output <<'OUTPUT'
LCT001 0.675 0.322
LST001 0.704 0.296
LCT015 0.800 0.100
LCA001 0.800 0.100
LCX004 0.800 0.100
OUTPUT

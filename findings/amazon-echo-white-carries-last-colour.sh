#!/usr/bin/env bash
# After "green", "warm white" arrives with the RGB and the colour point of green.
# Package: node-red-contrib-amazon-echo 0.1.10, on a stand-in for Node-RED.
# Expected: an order for white by colour temperature changes rgb and xy to that white, or leaves them out.
# Seen: ct is new, while rgb, xy, hue and sat still say green. Only colormode tells that they are old.
# Why it matters: lamps that are set by rgb or xy stay green when the speaker was asked for white.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-red-contrib-amazon-echo@0.1.10

observe <<'JS'
const { putState } = require(`${process.env.SUPPORT}/amazon-echo`);

putState([{ on: true, hue: 21845, sat: 254 }, { on: true, ct: 370 }]).then((messages) => {
  for (const { colormode, ct, rgb, xy, hue } of messages) console.log(JSON.stringify({ colormode, ct, rgb, xy, hue }));
});
JS

expect_output <<'OUTPUT'
{"colormode":"hs","ct":199,"rgb":[0,254,0],"xy":[0.4091,0.518],"hue":21845}
{"colormode":"ct","ct":370,"rgb":[0,254,0],"xy":[0.4091,0.518],"hue":21845}
OUTPUT

#!/usr/bin/env bash
# The Amazon Echo node tells the brightness beside the payload, which stays "on".
# Package: node-red-contrib-amazon-echo 0.1.10, on a stand-in for Node-RED; the Echo's request is sent to the node's own server on loopback.
# Expected: "Alexa, set the lamp to 50 percent" gives a payload of 50, or an object with what was set.
# Seen: the payload is "on"; bri and percentage stand in the message itself, together with the hue, the colour point and the RGB of earlier orders.
# Why it matters: a lamp node that reads the payload switches the lamp on and never dims it; one that reads all properties sets a colour nobody asked
# for.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-red-contrib-amazon-echo@0.1.10

observe <<'JS'
const { putState } = require(`${process.env.SUPPORT}/amazon-echo`);

putState([{ on: true, bri: 127 }]).then(([message]) => {
  const { payload, bri, percentage, rgb, colormode } = message;
  console.log(JSON.stringify({ payload, bri, percentage, rgb, colormode }));
});
JS

expect_output <<'OUTPUT'
{"payload":"on","bri":127,"percentage":50,"rgb":[254,0,0],"colormode":"ct"}
OUTPUT

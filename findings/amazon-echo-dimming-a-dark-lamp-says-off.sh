#!/usr/bin/env bash
# "Alexa, 50 percent" for a lamp that is off gives the payload "off", with a brightness of 50 percent beside it.
# Package: node-red-contrib-amazon-echo 0.1.10, on a stand-in for Node-RED; the request is sent to the node's own server on loopback.
# Expected: a brightness above zero lights the lamp, as Alexa's answer "OK" says, so the payload is "on".
# Seen: a request with bri and without on leaves the state as the hub last knew it: the payload is "off". For the hub each lamp is off after a deploy.
# Why it matters: the order to dim switches the lamp off, or keeps it dark; after a deploy it does so for lamps that burn.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-red-contrib-amazon-echo@0.1.10

observe <<'JS'
const { putState } = require(`${process.env.SUPPORT}/amazon-echo`);

putState([{ bri: 127 }, { on: true }, { bri: 127 }]).then((messages) => {
  for (const { meta, payload, percentage } of messages) console.log("order", JSON.stringify(meta.input), "gives payload", payload, "percentage", percentage);
});
JS

expect_output <<'OUTPUT'
order {"bri":127} gives payload off percentage 50
order {"on":true} gives payload on percentage 50
order {"bri":127} gives payload on percentage 50
OUTPUT

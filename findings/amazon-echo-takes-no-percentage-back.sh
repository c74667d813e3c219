#!/usr/bin/env bash
# The Amazon Echo node gives out a percentage and takes none, and takes the word "off" for on.
# Package: node-red-contrib-amazon-echo 0.1.10, the input of its hub, on a stand-in for Node-RED.
# Expected: what the node gives out it also takes: `percentage: 50` becomes brightness 127, and `on: "off"` is off or an error.
# Seen: percentage is overwritten from the old brightness, without a word; "off" makes the payload "on".
# Why it matters: the Alexa app shows a lamp at full which a flow has dimmed, and as burning after it has gone out.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-red-contrib-amazon-echo@0.1.10

observe <<'JS'
const { feed } = require(`${process.env.SUPPORT}/amazon-echo`);

(async () => {
  for (const payload of [{ nodename: "Lamp", percentage: 50 }, { nodename: "Lamp", on: "off" }]) {
    const asked = JSON.stringify(payload);
    const { on, bri, percentage, payload: given } = await feed(payload);
    console.log(asked, "gives", JSON.stringify({ on, bri, percentage, payload: given }));
  }
})();
JS

expect_output <<'OUTPUT'
{"nodename":"Lamp","percentage":50} gives {"on":false,"bri":254,"percentage":100,"payload":"off"}
{"nodename":"Lamp","on":"off"} gives {"on":"off","bri":254,"percentage":100,"payload":"on"}
OUTPUT

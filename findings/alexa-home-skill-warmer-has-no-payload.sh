#!/usr/bin/env bash
# "Alexa, make the light cooler" comes with a payload, "make it warmer" without one.
# Package: node-red-contrib-alexa-home-skill 0.1.20, on a stand-in for Node-RED; the orders are those of Alexa's lighting API.
# Expected: IncrementColorTemperatureRequest and DecrementColorTemperatureRequest give messages of the same form.
# Seen: the node looks for "decrementColorTemperatureRequest" with a small d, so the message for warmer has no payload, and the order is acknowledged
# although the flow must still answer it.
# Why it matters: a flow that reads the payload makes the light cooler and never warmer, while the speaker says that all is done.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-red-contrib-alexa-home-skill@0.1.20

observe <<'JS'
const { createRuntime } = require(`${process.env.SUPPORT}/node-red`);

const { RED, start } = createRuntime();
RED.httpAdmin.use = () => {};
const acknowledged = [];
RED.nodes.getNode = () => ({ register: () => {}, acknoledge: (messageId) => acknowledged.push(messageId) });
require("node-red-contrib-alexa-home-skill/alexa.js")(RED);
const lamp = start("alexa-home", { id: "1", conf: "2", device: "lamp", acknoledge: true });
for (const name of ["IncrementColorTemperatureRequest", "DecrementColorTemperatureRequest"]) {
  lamp.command({ header: { name, messageId: name }, payload: { appliance: { applianceId: "lamp" } } });
  const { command, payload } = lamp.sent.at(-1);
  console.log(command, "payload:", JSON.stringify(payload), "acknowledged:", acknowledged.includes(name));
}
JS

expect_output <<'OUTPUT'
IncrementColorTemperatureRequest payload: {"appliance":{"applianceId":"lamp"}} acknowledged: false
DecrementColorTemperatureRequest payload: undefined acknowledged: true
OUTPUT

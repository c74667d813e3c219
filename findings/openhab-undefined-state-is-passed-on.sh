#!/usr/bin/env bash
# The openHAB node keeps back the state NULL and passes on UNDEF.
# Package: node-red-contrib-openhab3 1.4.9, on a stand-in for Node-RED.
# Expected: openHAB's two states without a value, NULL (never set) and UNDEF (not known now), are treated alike.
# Seen: NULL is dropped; UNDEF comes out as the payload and as the node's current state.
# Why it matters: when a bridge is not reachable, openHAB sets its lamps to UNDEF; a flow that compares with "ON" or takes a number gets a word, and
# switches or dims by it.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-red-contrib-openhab3@1.4.9

observe <<'JS'
const { EventEmitter } = require("node:events");
const { createRuntime } = require(`${process.env.SUPPORT}/node-red`);

const { RED, start } = createRuntime();
RED.httpNode = { get: () => {} };
RED.util.generateId = () => "id";
RED.nodes.getNode = () => Object.assign(new EventEmitter(), { control: () => {} });
require("node-red-contrib-openhab3/77-openhab2.js")(RED);
const node = start("openhab2-in2", { id: "1", controller: "2", itemname: "Lamp", whenchanged: true });
for (const value of ["ON", "NULL", "UNDEF"]) {
  const before = node.sent.length;
  node.processRawEvent({ type: "ItemStateChangedEvent", payload: { value, oldValue: "OFF" } });
  console.log(value, "sends", JSON.stringify(node.sent.slice(before).map(({ payload }) => payload)));
}
JS

expect_output <<'OUTPUT'
ON sends ["ON"]
NULL sends []
UNDEF sends ["UNDEF"]
OUTPUT

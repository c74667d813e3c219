#!/usr/bin/env bash
# A brightness step of a lamp that is off publishes that the lamp is on.
# Package: zigbee-herdsman-converters 26.112.0, the converter for `brightness_step`.
# Guess: the plain step does not switch a lamp (there is `brightness_step_onoff` for this), so the state stays OFF.
# Seen: the command sent is the one without on and off, which a dark lamp ignores by the Zigbee standard; `state` is published as ON.
# Why it matters: a dial that is turned while the lamp is dark makes dashboards and flows believe in light. The next toggle by a flow that trusts the
# state turns off what is off.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding zigbee-herdsman-converters@26.112.0

observe <<'JS'
const { send } = require(`${process.env.SUPPORT}/zigbee`);
const { light_brightness_step } = require("zigbee-herdsman-converters/converters/toZigbee");

(async () => {
  const { commands, published } = await send(light_brightness_step, { brightness_step: 40 }, { state: { state: "OFF", brightness: 20 } });
  console.log("sent", commands[0]);
  console.log("published", JSON.stringify(published));
})();
JS

expect_output <<'OUTPUT'
sent step {"stepmode":0,"stepsize":40,"transtime":0}
published {"brightness":20,"state":"ON"}
OUTPUT

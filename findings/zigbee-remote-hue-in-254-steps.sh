#!/usr/bin/env bash
# A remote's `action_hue` counts 254 steps, while `color.hue` of a lamp counts degrees.
# Package: zigbee-herdsman-converters 26.112.0, converters from Zigbee.
# Guess: hue 127 of 254 is published as 180 degrees and saturation 254 of 254 as 100 percent, both for a lamp's report and for a remote's command.
# `action_direction` tells the four directions of Zigbee apart: shortest, longest, up, down.
# Seen: the lamp's report is converted, the remote's command is not; the shortest way is published as "decrement" and the longest, up and down all as
# "increment".
# Why it matters: a flow that passes a remote's hue on to a lamp gets another colour without any error: cyan becomes a green.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding zigbee-herdsman-converters@26.112.0

observe <<'JS'
const { receive } = require(`${process.env.SUPPORT}/zigbee`);
const { color_colortemp, command_move_to_hue, command_move_to_hue_and_saturation } = require("zigbee-herdsman-converters/converters/fromZigbee");

const lamp = receive(color_colortemp, "attributeReport", { currentHue: 127, currentSaturation: 254, colorMode: 0 });
console.log("lamp", JSON.stringify(lamp.color));
const remote = receive(command_move_to_hue_and_saturation, "commandMoveToHueAndSaturation", { hue: 127, saturation: 254, transtime: 0 });
console.log("remote", remote.action_hue, remote.action_saturation);
for (const [direction, name] of ["shortest", "longest", "up", "down"].entries()) {
  const { action_direction } = receive(command_move_to_hue, "commandMoveToHue", { hue: 127, direction, transtime: 0 });
  console.log(`the ${name} way is published as`, action_direction);
}
JS

expect_output <<'OUTPUT'
lamp {"hue":180,"saturation":100}
remote 127 254
the shortest way is published as decrement
the longest way is published as increment
the up way is published as increment
the down way is published as increment
OUTPUT

#!/usr/bin/env bash
# A remote's `action_transition_time` is in seconds for brightness and in tenths of a second for colour.
# Package: zigbee-herdsman-converters 26.112.0, the converters for remotes that send commands to lamps.
# Expected: one property has one unit. The remote sends 10 tenths of a second; 1 is published each time.
# Seen: 1 for a level, a step and a hue; 10 for a colour temperature, a colour point, and hue with saturation.
# Why it matters: a flow that passes the property on to another lamp as seconds makes colours crawl for ten seconds where brightness takes one.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding zigbee-herdsman-converters@26.112.0

observe <<'JS'
const { receive } = require(`${process.env.SUPPORT}/zigbee`);
const remote = require("zigbee-herdsman-converters/converters/fromZigbee");

const transtime = 10;
const published = [
  receive(remote.command_move_to_level, "commandMoveToLevel", { level: 127, transtime }),
  receive(remote.command_step, "commandStep", { stepmode: 0, stepsize: 30, transtime }),
  receive(remote.command_move_to_hue, "commandMoveToHue", { hue: 0, direction: 0, transtime }),
  receive(remote.command_move_to_color_temp, "commandMoveToColorTemp", { colortemp: 370, transtime }),
  receive(remote.command_move_to_color, "commandMoveToColor", { colorx: 32768, colory: 26214, transtime }),
  receive(remote.command_move_to_hue_and_saturation, "commandMoveToHueAndSaturation", { hue: 0, saturation: 0, transtime }),
];
for (const { action, action_transition_time } of published) console.log(action, action_transition_time);
JS

expect_output <<'OUTPUT'
brightness_move_to_level 1
brightness_step_up 1
move_to_hue 1
color_temperature_move 10
color_move 10
move_to_hue_and_saturation 10
OUTPUT

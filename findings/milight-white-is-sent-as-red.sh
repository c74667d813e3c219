#!/usr/bin/env bash
# For RGBW lamps Milight's white and black are sent as red.
# Package: node-milight-promise 0.3.2, the commands rgbw.rgb and bridge.rgb for the bridge of version 6, and rgbw.rgb255 for older ones.
# Guess: white turns the white light on, which these lamps have, and black is dark.
# Seen: for version 6 all three are the same command, the hue of red; the older one sends that hue with the lowest brightness.
# Why it matters: a flow that sets all lamps of a room to white by RGB has red ones among them.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-milight-promise@0.3.2

observe <<'JS'
const { commands2, commandsV6 } = require("node-milight-promise");

for (const [name, rgb] of [["red", [255, 0, 0]], ["white", [255, 255, 255]], ["black", [0, 0, 0]]]) {
  const [rgbw, bridge] = [commandsV6.rgbw.rgb(1, ...rgb)[5], commandsV6.bridge.rgb(...rgb)[5]];
  console.log(name, "rgbw hue", rgbw, "bridge hue", bridge, "older", JSON.stringify(commands2.rgbw.rgb255(...rgb)));
}
JS

expect_output <<'OUTPUT'
red rgbw hue 24 bridge hue 252 older [[64,176],[78,25]]
white rgbw hue 24 bridge hue 252 older [[64,176],[78,2]]
black rgbw hue 24 bridge hue 252 older [[64,176],[78,2]]
OUTPUT

#!/usr/bin/env bash
# At two fifths of the brightness ioBroker shows green and grey darker, and red and blue as bright as ever.
# Package: iobroker.zigbee2mqtt 3.2.9, cie_to_rgb(x, y, brightness); iobroker.zigbee 3.5.5 has the same.
# Expected: the brightness scales all colours alike, 100 of 254 to about 40 percent, before the gamma of screens.
# Seen: red and blue stay at 255 for each brightness down to a few percent, green falls to 201, white to 168.
# Why it matters: on a dashboard dimmed lamps of one room look dark or bright by their colour; a copied rgb sets other brightnesses.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding iobroker.zigbee2mqtt@3.2.9

observe <<'JS'
const { cie_to_rgb } = require("iobroker.zigbee2mqtt/lib/rgb.js");

for (const [name, x, y] of [["red", 0.7006, 0.2993], ["green", 0.1724, 0.7468], ["blue", 0.1355, 0.0399], ["white", 0.3227, 0.329]]) {
  console.log(name, [254, 100, 50].map((brightness) => `at ${brightness}: ${cie_to_rgb(x, y, brightness).join(",")}`).join("; "));
}
JS

expect_output <<'OUTPUT'
red at 254: 255,0,0; at 100: 255,0,0; at 50: 218,0,0
green at 254: 0,255,0; at 100: 0,201,0; at 50: 0,149,0
blue at 254: 0,0,255; at 100: 0,0,255; at 50: 0,0,255
white at 254: 255,255,255; at 100: 168,168,168; at 50: 124,124,124
OUTPUT

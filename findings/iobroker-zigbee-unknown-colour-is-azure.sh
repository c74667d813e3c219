#!/usr/bin/env bash
# A colour that ioBroker's Zigbee adapters do not know is azure blue in one, and other colours or NaN in the other.
# Packages: iobroker.zigbee 3.5.5 and iobroker.zigbee2mqtt 3.2.9, ParseColor of their colours.
# Guess: "#f80" and "rgb(255,128,0)" are orange, as in CSS, or are refused; so is a name that is not in the list.
# Seen: iobroker.zigbee makes each of them 0,128,255, a blue. iobroker.zigbee2mqtt makes "#f80" the blue 0,15,128 and the others NaN.
# Why it matters: a dashboard's colour in another notation turns the lamp blue, with no error to look for.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding iobroker.zigbee@3.5.5 iobroker.zigbee2mqtt@3.2.9

observe <<'JS'
for (const name of ["iobroker.zigbee", "iobroker.zigbee2mqtt"]) {
  const { ParseColor } = require(`${name}/lib/colors.js`);
  for (const text of ["#ff8000", "#f80", "rgb(255,128,0)", "warmwhite"]) {
    const { r, g, b } = ParseColor(text);
    console.log(name, text, "is", [r, g, b].join(","));
  }
}
JS

expect_output <<'OUTPUT'
iobroker.zigbee #ff8000 is 255,128,0
iobroker.zigbee #f80 is 0,128,255
iobroker.zigbee rgb(255,128,0) is 0,128,255
iobroker.zigbee warmwhite is 0,128,255
iobroker.zigbee2mqtt #ff8000 is 255,128,0
iobroker.zigbee2mqtt #f80 is 0,15,128
iobroker.zigbee2mqtt rgb(255,128,0) is NaN,NaN,NaN
iobroker.zigbee2mqtt warmwhite is NaN,NaN,NaN
OUTPUT

#!/usr/bin/env bash
# `color_temp_move` takes "up" and "down"; `brightness_move` takes neither, and says that NaN is a number but not a number.
# Package: zigbee-herdsman-converters 26.112.0, converters to Zigbee.
# Guess: both take "up", "down" and "stop" besides a rate, since they are the same kind of order.
# Seen: `brightness_move` "up" is refused with a text that contradicts itself; `color_temp_move` "up" moves with a rate of its own.
# Why it matters: whoever wires a dimmer's buttons by analogy gets one pair of buttons that does nothing, and the message in the log does not say what
# to send.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding zigbee-herdsman-converters@26.112.0

observe <<'JS'
const { send } = require(`${process.env.SUPPORT}/zigbee`);
const { light_brightness_move, light_colortemp_move } = require("zigbee-herdsman-converters/converters/toZigbee");

(async () => {
  for (const [converter, message] of [
    [light_colortemp_move, { color_temp_move: "up" }],
    [light_brightness_move, { brightness_move: 40 }],
    [light_brightness_move, { brightness_move: "up" }],
  ]) {
    const seen = await send(converter, message).then(({ commands }) => commands[0], (error) => error.message);
    console.log(JSON.stringify(message), seen);
  }
})();
JS

expect_output <<'OUTPUT'
{"color_temp_move":"up"} moveColorTemp {"minimum":153,"maximum":370,"rate":55,"movemode":1}
{"brightness_move":40} move {"movemode":0,"rate":40}
{"brightness_move":"up"} 'brightness_move' is not a number, got number (NaN)
OUTPUT

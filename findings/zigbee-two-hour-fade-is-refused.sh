#!/usr/bin/env bash
# A fade of two hours is accepted by the converter and refused by the frame that carries it; a fade of 0.25 s is cut to 0.2 s.
# Packages: zigbee-herdsman-converters 26.112.0 makes the command, zigbee-herdsman 10.9.5 writes it.
# Guess: a transition beyond 6553.4 s, which is all that Zigbee can say, is set to this limit or refused with a text about the transition; 0.25 s and
# brightness 12.6 are rounded, and what is published is what was sent.
# Seen: the converter computes 72000 tenths, and the frame refuses a "value" out of range without naming it. 2.5 tenths are cut to 2, and brightness
# 12.6 is sent as 12 but published as 12.6.
# Why it matters: a wake-up light over two hours does not start, and the log does not say which number was too large.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding zigbee-herdsman-converters@26.112.0 zigbee-herdsman@10.9.5

observe <<'JS'
const { Zcl } = require("zigbee-herdsman");
const { light_onoff_brightness } = require("zigbee-herdsman-converters/converters/toZigbee");
const { send } = require(`${process.env.SUPPORT}/zigbee`);

const written = (command) => {
  const payload = JSON.parse(command.slice(command.indexOf(" ") + 1));
  const { CLIENT_TO_SERVER } = Zcl.Direction;
  const frame = Zcl.Frame.create(Zcl.FrameType.SPECIFIC, CLIENT_TO_SERVER, true, undefined, 1, "moveToLevelWithOnOff", "genLevelCtrl", payload, {});
  const bytes = frame.toBuffer();
  return `level ${bytes.readUInt8(3)}, ${bytes.readUInt16LE(4)} tenths of a second`;
};
(async () => {
  for (const message of [{ brightness: 100, transition: 0.25 }, { brightness: 12.6 }, { brightness: 100, transition: 7200 }]) {
    const { commands, published } = await send(light_onoff_brightness, message);
    console.log(JSON.stringify(message), "published", JSON.stringify(published));
    try {
      console.log("  written", written(commands[0]));
    } catch (error) {
      console.log("  refused:", error.message);
    }
  }
})();
JS

expect_output <<'OUTPUT'
{"brightness":100,"transition":0.25} published {"brightness":100,"state":"ON"}
  written level 100, 2 tenths of a second
{"brightness":12.6} published {"brightness":12.6,"state":"ON"}
  written level 12, 0 tenths of a second
{"brightness":100,"transition":7200} published {"brightness":100,"state":"ON"}
  refused: The value of "value" is out of range. It must be >= 0 and <= 65535. Received 72000
OUTPUT

#!/usr/bin/env bash
# A DMX channel that goes to 0 is missing from what sacn reads.
# Package: sacn 4.6.2, the payload of a packet (E1.31, DMX over the network).
# Guess: a packet that sets channel 1 to 0 is read with channel 1 at 0, since it holds all 512 channels on purpose.
# Seen: the payload has the channels above 0 only; channel 1 is undefined.
# Why it matters: a flow that copies channels to lamps dims them and never switches them off.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding sacn@4.6.2

observe <<'JS'
const { Packet } = require("sacn");

for (const payload of [{ 1: 100, 2: 20 }, { 1: 0, 2: 20 }]) {
  const received = new Packet(new Packet({ universe: 1, sequence: 1, payload }).buffer).payload;
  console.log("sent", JSON.stringify(payload), "read", JSON.stringify(received), "channel 1", received[1]);
}
JS

expect_output <<'OUTPUT'
sent {"1":100,"2":20} read {"1":100,"2":20} channel 1 100
sent {"1":0,"2":20} read {"2":20} channel 1 undefined
OUTPUT

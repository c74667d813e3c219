#!/usr/bin/env bash
# 50 percent is read as 49.8 by sacn, and 1 percent as 1.18.
# Package: sacn 4.6.2, the payload of a packet (E1.31, DMX over the network).
# Guess: a whole percentage comes back as itself, since 256 steps are more than 101.
# Seen: the value is read with two decimals of the step that it was rounded to, and 50 percent is rounded down, to 127 of 255.
# Why it matters: "if the channel is at 50" never holds, and a flow that sends each change back sees one each time.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding sacn@4.6.2

observe <<'JS'
const { Packet } = require("sacn");

for (const percent of [1, 10, 20, 50, 100]) {
  const { buffer } = new Packet({ universe: 1, sequence: 1, payload: { 1: percent } });
  console.log(percent, "is sent as", buffer[126], "and read as", new Packet(buffer).payload[1]);
}
JS

expect_output <<'OUTPUT'
1 is sent as 3 and read as 1.18
10 is sent as 26 and read as 10.2
20 is sent as 51 and read as 20
50 is sent as 127 and read as 49.8
100 is sent as 255 and read as 100
OUTPUT

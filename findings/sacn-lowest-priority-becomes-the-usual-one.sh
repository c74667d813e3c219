#!/usr/bin/env bash
# sacn sends the lowest priority, 0, as the usual one, 100.
# Package: sacn 4.6.2, the option priority (E1.31 has 0 to 200; the highest sender of a channel wins).
# Expected: 0 is sent as 0, as 1 is sent as 1.
# Seen: 0 is taken for "not given" and sent as 100.
# Why it matters: a standby scene that shall shine only when the light desk is silent fights with the desk for the lamps.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding sacn@4.6.2

observe <<'JS'
const { Packet } = require("sacn");

for (const priority of [200, 1, 0]) console.log(priority, "is sent as", new Packet({ universe: 1, sequence: 1, payload: {}, priority }).buffer[108]);
JS

expect_output <<'OUTPUT'
200 is sent as 200
1 is sent as 1
0 is sent as 100
OUTPUT

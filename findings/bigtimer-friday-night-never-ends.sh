#!/usr/bin/env bash
# BigTimer from 22:00 to 02:00 on Fridays comes on at midnight of Thursday, and on Friday evening for good.
# Package: node-red-contrib-bigtimer 2.8.6, on a stand-in for Node-RED and a clock of its own.
# Expected: with only Friday ticked the lamps burn from Friday 22:00 to Saturday 02:00.
# Seen: on at Friday 00:00, off at 02:00, on at 22:00; on Saturday there is "no action", so no off.
# Why it matters: the lamps of a Friday evening burn until the next Friday at two.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-red-contrib-bigtimer@2.8.6

observe <<'JS'
const { createRuntime } = require(`${process.env.SUPPORT}/node-red`);
const { passTime } = require(`${process.env.SUPPORT}/clock`);

const { RED, start } = createRuntime();
require("node-red-contrib-bigtimer/bigtimer.js")(RED);
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const ticked = Object.fromEntries([...months, "fri"].map((name) => [name, true]));
const times = { starttime: "1320", endtime: "120", starttime2: "0", endtime2: "0", startoff: 0, endoff: 0, startoff2: 0, endoff2: 0, offs: 0 };
passTime("2024-06-20T12:00:00Z", 5 * 1440, () => {
  const settings = { id: "1", name: "Lamps", lat: 52.52, lon: 13.405, timeout: 1440, outpayload1: "on", outpayload2: "off", ...times, ...ticked };
  const node = start("bigtimer", settings);
  node.send = ([first]) => first && console.log(new Date().toUTCString().slice(0, 22), first.payload);
  return node;
});
JS

expect_output <<'OUTPUT'
Fri, 21 Jun 2024 00:00 on
Fri, 21 Jun 2024 02:00 off
Fri, 21 Jun 2024 22:00 on
OUTPUT

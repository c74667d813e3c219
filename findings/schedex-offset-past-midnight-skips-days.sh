#!/usr/bin/env bash
# Schedex with an offset past midnight fires every second night only.
# Package: node-red-contrib-schedex 1.10.7, on a stand-in for Node-RED and a clock of its own.
# Expected: 23:30 with an offset of 60 minutes fires each night at 00:30; with only Friday ticked, in the night from Friday to Saturday.
# Seen: it fires at 00:30 of each second day. With only Friday ticked it fires at 00:30 of Friday, which is 60 minutes after Thursday's 23:30.
# Why it matters: lamps that shall go off an hour after the last train burn through every other night.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-red-contrib-schedex@1.10.7

observe <<'JS'
const { createRuntime } = require(`${process.env.SUPPORT}/node-red`);
const { passTime } = require(`${process.env.SUPPORT}/clock`);

const { RED, start } = createRuntime();
require("node-red-contrib-schedex")(RED);
const week = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
for (const chosen of [week, ["fri"]]) {
  const fired = [];
  const days = Object.fromEntries(week.map((day) => [day, chosen.includes(day)]));
  passTime("2024-06-19T12:00:00Z", 8 * 1440, () => {
    const node = start("schedex", { id: "1", ontime: "", onoffset: 0, offtime: "23:30", offoffset: 60, offpayload: "off", lat: 52, lon: 13, ...days });
    node.send = () => fired.push(new Date().toUTCString().slice(0, 22));
    return node;
  });
  console.log(chosen.length, "days ticked:", fired.join("; "));
}
JS

expect_output <<'OUTPUT'
7 days ticked: Thu, 20 Jun 2024 00:30; Sat, 22 Jun 2024 00:30; Mon, 24 Jun 2024 00:30; Wed, 26 Jun 2024 00:30
1 days ticked: Fri, 21 Jun 2024 00:30
OUTPUT

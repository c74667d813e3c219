#!/usr/bin/env bash
# Where it does not get quite dark, BigTimer's "night" is midnight, and lamps that shall go off at 23:45 burn all day.
# Package: node-red-contrib-bigtimer 2.8.6, on a stand-in for Node-RED and a clock of its own; Berlin in June, where the sun stays above -18 degrees.
# Expected: a night that does not come does not switch anything on.
# Seen: a time that does not exist counts as minute 0, so the lamps come on at 00:00 and go off at 23:45.
# Why it matters: from the middle of May to the end of July the lamps burn through the day, and the status says "ON" as if all were well.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-red-contrib-bigtimer@2.8.6

observe <<'JS'
const { createRuntime } = require(`${process.env.SUPPORT}/node-red`);
const { passTime } = require(`${process.env.SUPPORT}/clock`);

const { RED, start } = createRuntime();
require("node-red-contrib-bigtimer/bigtimer.js")(RED);
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const ticked = Object.fromEntries([...months, "sun", "mon", "tue", "wed", "thu", "fri", "sat"].map((name) => [name, true]));
const night = "5005";
const times = { starttime: night, endtime: "1425", starttime2: "0", endtime2: "0", startoff: 0, endoff: 0, startoff2: 0, endoff2: 0, offs: 0 };
passTime("2024-06-20T12:00:00Z", 2 * 1440, () => {
  const settings = { id: "1", name: "Lamps", lat: 52.52, lon: 13.405, timeout: 1440, outpayload1: "on", outpayload2: "off", ...times, ...ticked };
  const node = start("bigtimer", settings);
  node.send = ([first]) => first && console.log(new Date().toUTCString().slice(0, 22), first.payload);
  return node;
});
JS

expect_output <<'OUTPUT'
Thu, 20 Jun 2024 12:01 on
Thu, 20 Jun 2024 23:45 off
Fri, 21 Jun 2024 00:00 on
Fri, 21 Jun 2024 23:45 off
Sat, 22 Jun 2024 00:00 on
OUTPUT

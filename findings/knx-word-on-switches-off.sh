#!/usr/bin/env bash
# The word "on" switches a KNX lamp off.
# Packages: knx 2.5.4 and knxultimate 5.4.0 (the engine of node-red-contrib-knx-ultimate), data type 1.001 "switch".
# Guess: "on" is on and "off" is off, or words are refused; "true" in quotes is refused too.
# Seen: "true" and "1" are on. Every other word is off, "on" and "ON" included, with no error.
# Why it matters: "on" is the payload of many switches, dashboards and MQTT lamps; wired straight to KNX both of its buttons darken the room.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding knx@2.5.4 knxultimate@5.4.0

observe <<'JS'
for (const [name, { populateAPDU }] of [["knx", require("knx/src/dptlib")], ["knxultimate", require("knxultimate").dptlib]]) {
  for (const value of [true, "true", "1", "on", "ON", "off"]) {
    const telegram = {};
    populateAPDU(value, telegram, "DPT1.001");
    console.log(name, JSON.stringify(value), "sends", telegram.data[0]);
  }
}
JS

expect_output <<'OUTPUT'
knx true sends 1
knx "true" sends 1
knx "1" sends 1
knx "on" sends 0
knx "ON" sends 0
knx "off" sends 0
knxultimate true sends 1
knxultimate "true" sends 1
knxultimate "1" sends 1
knxultimate "on" sends 0
knxultimate "ON" sends 0
knxultimate "off" sends 0
OUTPUT

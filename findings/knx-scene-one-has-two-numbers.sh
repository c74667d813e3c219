#!/usr/bin/env bash
# Scene 1 of one KNX data type is scene 2 of the other.
# Packages: knx 2.5.4 and knxultimate 5.4.0, data types 17.001 "scene number" and 18.001 "scene control".
# Guess: both types number the scenes in the same way, so recalling scene 1 sends the same byte with each; the number 64 is the last one, sent as 63.
# Seen: 17.001 sends the number as it is, 18.001 sends one less. So 17.001 sends 64 as well, which does not fit into the six bits of a scene.
# Why it matters: a wall panel with one type and a flow with the other recall neighbouring scenes; a scene that is stored under 1 seems to be lost.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding knx@2.5.4 knxultimate@5.4.0

observe <<'JS'
for (const [name, { populateAPDU, fromBuffer, resolve }] of [["knx", require("knx/src/dptlib")], ["knxultimate", require("knxultimate").dptlib]]) {
  for (const scene of [1, 64]) {
    const number = {};
    const control = {};
    populateAPDU(scene, number, "DPT17.001");
    populateAPDU({ save_recall: 0, scenenumber: scene }, control, "DPT18.001");
    console.log(name, `scene ${scene}: 17.001 sends ${number.data[0]}, 18.001 sends ${control.data[0]}`);
  }
  console.log(name, "byte 0 reads as", fromBuffer(Buffer.from([0]), resolve("DPT17.001")), "and", fromBuffer(Buffer.from([0]), resolve("DPT18.001")).scenenumber);
}
JS

expect_output <<'OUTPUT'
knx scene 1: 17.001 sends 1, 18.001 sends 0
knx scene 64: 17.001 sends 64, 18.001 sends 63
knx byte 0 reads as 0 and 1
knxultimate scene 1: 17.001 sends 1, 18.001 sends 0
knxultimate scene 64: 17.001 sends 64, 18.001 sends 63
knxultimate byte 0 reads as 0 and 1
OUTPUT

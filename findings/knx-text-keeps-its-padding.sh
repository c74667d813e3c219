#!/usr/bin/env bash
# A KNX text comes back with all the zero bytes that fill it up to 14 characters.
# Packages: knx 2.5.4 and knxultimate 5.4.0, data type 16.001 (text, ISO 8859-1).
# Expected: "Küche" reads back as "Küche".
# Seen: both keep nine zero bytes at the end, so the text equals no other; knx loses the ü as well, since it reads 7 bits of each byte.
# Why it matters: a room or scene name from a KNX panel matches nothing in a switch node, although the debug pane shows the very same word.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding knx@2.5.4 knxultimate@5.4.0

observe <<'JS'
for (const [name, { populateAPDU, fromBuffer, resolve }] of [["knx", require("knx/src/dptlib")], ["knxultimate", require("knxultimate").dptlib]]) {
  const telegram = {};
  populateAPDU("Küche", telegram, "DPT16.001");
  const back = fromBuffer(telegram.data, resolve("DPT16.001"));
  console.log(name, JSON.stringify(back.replaceAll("\0", "0")), "length", back.length, "equal", back === "Küche");
}
JS

expect_output <<'OUTPUT'
knx "K|che000000000" length 14 equal false
knxultimate "Küche000000000" length 14 equal false
OUTPUT

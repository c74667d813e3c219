#!/usr/bin/env bash
# colorsys knows "#ff8800" and gives null for "#f80".
# Package: colorsys 1.0.22, hexToRgb and the functions that use it.
# Expected: the short form, which each colour field of a browser and CSS take, is the same colour, or an error.
# Seen: null, with no error.
# Why it matters: a lamp told "#fff" by a form gets an order without a colour.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding colorsys@1.0.22

observe <<'JS'
const { hexToRgb } = require("colorsys");

for (const hex of ["#ff8800", "ff8800", "#f80"]) {
  console.log(hex, JSON.stringify(hexToRgb(hex)));
}
JS

expect_output <<'OUTPUT'
#ff8800 {"r":255,"g":136,"b":0}
ff8800 {"r":255,"g":136,"b":0}
#f80 null
OUTPUT

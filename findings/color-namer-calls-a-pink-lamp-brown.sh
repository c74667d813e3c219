#!/usr/bin/env bash
# color-namer calls a strong pink brown, and white, black and all greys violet or indigo.
# Package: color-namer 1.4.0, its lists "basic" and "roygbiv".
# Expected: the nearest of the basic names for #ff0080 is pink, magenta or red; "roygbiv" keeps to colours for colours.
# Seen: "basic", which has pink, says brown; "roygbiv" says violet for white and indigo for black.
# Why it matters: a speaker that tells the colour of a lamp by its name says "brown" or "violet" for a pink or a white one.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding color-namer@1.4.0

observe <<'JS'
const namer = require("color-namer");

for (const colour of ["#ff0080", "#ffb46b", "#ffffff", "#808080", "#000000"]) {
  const { basic, roygbiv } = namer(colour, { pick: ["basic", "roygbiv"] });
  console.log(colour, "basic", basic[0].name, "roygbiv", roygbiv[0].name);
}
JS

expect_output <<'OUTPUT'
#ff0080 basic brown roygbiv violet
#ffb46b basic tan roygbiv orange
#ffffff basic white roygbiv violet
#808080 basic gray roygbiv violet
#000000 basic black roygbiv indigo
OUTPUT

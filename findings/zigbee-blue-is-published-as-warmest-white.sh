#!/usr/bin/env bash
# Zigbee2MQTT publishes the warmest white beside blue and the coldest white beside red.
# Package: zigbee-herdsman-converters 26.112.0, which keeps `color` and `color_temp` in step (colour sync).
# Guess: for a strong colour `color_temp` is left out or keeps its last value. If one must be computed, red is the warm end and blue the cold end.
# Seen: red gives 160 mired (a cold 6250 K) and blue 500 mired (the warm end of the lamp's range).
# Why it matters: a flow that reads `color_temp` without looking at `color_mode` takes a blue lamp for candle light; a copy of it to another lamp gives
# the opposite of the colour.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding zigbee-herdsman-converters@26.112.0

observe <<'JS'
const { send } = require(`${process.env.SUPPORT}/zigbee`);
const { light_color } = require("zigbee-herdsman-converters/converters/toZigbee");
const { setLogger } = require("zigbee-herdsman-converters/lib/logger");

setLogger({ debug: () => {}, info: console.log, warning: console.log, error: console.log });
(async () => {
  for (const [name, hex] of [["red", "#ff0000"], ["green", "#00ff00"], ["blue", "#0000ff"]]) {
    const { published } = await send(light_color, { color: { hex } }, { state: { color_temp: 300 } });
    console.log(name, published.color_mode, published.color_temp);
  }
})();
JS

expect_output <<'OUTPUT'
red xy 160
green xy 153
blue xy 500
OUTPUT

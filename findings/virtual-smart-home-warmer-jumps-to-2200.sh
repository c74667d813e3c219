#!/usr/bin/env bash
# "Alexa, make the light warmer" goes from 7000 K to 2200 K in one step.
# Package: node-red-contrib-virtual-smart-home 4.5.1, its answer to the orders IncreaseColorTemperature and DecreaseColorTemperature.
# Guess: both go to the neighbour in the list of whites: from 7000 to 5500, as from 4000 to 5500 the other way.
# Seen: cooler goes step by step; warmer goes to 2200 K from each higher white, and from 2200 K to 1000 K, which no lamp can do.
# Why it matters: a cold desk light turns to candle light at the first "warmer".
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-red-contrib-virtual-smart-home@4.5.1

observe <<'JS'
const { buildNewStateForDirectiveRequest } = require("node-red-contrib-virtual-smart-home/directives");

for (const name of ["IncreaseColorTemperature", "DecreaseColorTemperature"]) {
  for (const colorTemperatureInKelvin of [2200, 2700, 4000, 7000]) {
    const state = buildNewStateForDirectiveRequest({ directive: { header: { name }, payload: {} } }, { colorTemperatureInKelvin });
    console.log(name, colorTemperatureInKelvin, "to", state.colorTemperatureInKelvin);
  }
}
JS

expect_output <<'OUTPUT'
IncreaseColorTemperature 2200 to 2700
IncreaseColorTemperature 2700 to 4000
IncreaseColorTemperature 4000 to 5500
IncreaseColorTemperature 7000 to 10000
DecreaseColorTemperature 2200 to 1000
DecreaseColorTemperature 2700 to 2200
DecreaseColorTemperature 4000 to 2200
DecreaseColorTemperature 7000 to 2200
OUTPUT

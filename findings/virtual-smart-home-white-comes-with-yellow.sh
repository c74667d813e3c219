#!/usr/bin/env bash
# A lamp that was never coloured gets its white together with a pure yellow.
# Package: node-red-contrib-virtual-smart-home 4.5.1, the messages for a colour lamp.
# Expected: in the white mode ("temp") color_rgb and color_hex show the white, or are left out.
# Seen: they show the stored colour, at first a pure yellow, whatever the colour temperature is.
# Why it matters: a flow that passes color_rgb on makes each "warm white" yellow; only lightMode tells which of the two counts.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-red-contrib-virtual-smart-home@4.5.1

observe <<'JS'
const { buildNewStateForDirectiveRequest } = require("node-red-contrib-virtual-smart-home/directives");
const { getDecorator, getDefaultState } = require("node-red-contrib-virtual-smart-home/device-types");

const template = "COLOR_CHANGING_LIGHT_BULB";
const state = { ...getDefaultState(template) };
const request = { directive: { header: { name: "SetColorTemperature" }, payload: { colorTemperatureInKelvin: 4000 } } };
const localState = { ...state, ...buildNewStateForDirectiveRequest(request, state) };
const { lightMode, colorTemperatureInKelvin, color_hex, color_rgb } = getDecorator(template, false)({ localState, template, friendlyName: "Lamp" });
console.log(JSON.stringify({ lightMode, colorTemperatureInKelvin, color_hex, color_rgb }));
JS

expect_output <<'OUTPUT'
{"lightMode":"temp","colorTemperatureInKelvin":4000,"color_hex":"#FFFF00","color_rgb":[255,255,0]}
OUTPUT

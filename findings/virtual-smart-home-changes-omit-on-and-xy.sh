#!/usr/bin/env bash
# With "changes only", an order that lights a dark lamp does not say that it is on, and a colour lacks its colour point.
# Package: node-red-contrib-virtual-smart-home 4.5.1, the messages for a colour lamp.
# Expected: the short message holds all that the order changed: brightness with powerState, and a colour in all forms of the long message.
# Seen: "set to 50 percent" turns the state to ON, but the short message has the brightness alone; the short message of a colour has rgb, hex, cmyk, lab
# and xyz, but not xy, which Hue lamps take.
# Why it matters: a flow tested with whole messages leaves lamps dark and colours unset once the box is ticked.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-red-contrib-virtual-smart-home@4.5.1

observe <<'JS'
const { buildNewStateForDirectiveRequest } = require("node-red-contrib-virtual-smart-home/directives");
const { getDecorator } = require("node-red-contrib-virtual-smart-home/device-types");

const template = "COLOR_CHANGING_LIGHT_BULB";
const dark = { powerState: "OFF", brightness: 20, colorTemperatureInKelvin: 2700, lightMode: "temp", color: { hue: 60, saturation: 1, brightness: 1 } };
for (const [name, payload] of [["SetBrightness", { brightness: 50 }], ["SetColor", { color: { hue: 0, saturation: 1, brightness: 1 } }]]) {
  const changed = buildNewStateForDirectiveRequest({ directive: { header: { name }, payload } }, dark);
  const whole = getDecorator(template, false)({ localState: { ...dark, ...changed }, template, friendlyName: "Lamp" });
  const short = getDecorator(template, true)({ localState: { ...dark, ...changed }, template, friendlyName: "Lamp" });
  for (const [form, message] of [["whole", whole], ["short", short]]) {
    console.log(name, form, ["powerState", "brightness", "color_rgb", "color_xy"].filter((key) => key in message).join(", "));
  }
}
JS

expect_output <<'OUTPUT'
SetBrightness whole powerState, brightness, color_rgb, color_xy
SetBrightness short brightness
SetColor whole powerState, brightness, color_rgb, color_xy
SetColor short color_rgb
OUTPUT

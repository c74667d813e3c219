'use strict';
// Reads { commands: [{ color, format, output }], states: [] }.
// Prints, for each colour that somebody picks, the message of the colour picker with this format.
const { text } = require('node:stream/consumers');
const tinycolor = require('node-red-dashboard/nodes/../dist/js/tinycolor-min.js');

const toObject = {
  rgb: (color) => color.toRgb(),
  hsl: (color) => color.toHsl(),
  hsv: (color) => color.toHsv(),
};

async function main() {
  const { commands } = JSON.parse(await text(process.stdin));
  const observed = commands.map(({ color, format, output }) => {
    const picked = tinycolor(color);
    return { payload: output === 'object' ? toObject[format](picked) : picked.toString(format) };
  });
  console.log(JSON.stringify({ commands: observed, states: [] }));
}

void main();

'use strict';
// Reads { commands: [{ type, telegram }], states: [{ type, value }] }.
// Prints, for each telegram (as hex digits) of a datapoint type, the payload that a node gets; and for each value, what
// the other devices on the bus read after it was sent.
const { text } = require('node:stream/consumers');
const { dptlib } = require('knxultimate');

const decode = (type, data) => dptlib.fromBuffer(data, dptlib.resolve(type));

function send({ type, value }) {
  const apdu = {};
  dptlib.populateAPDU(value, apdu, type);
  return apdu.data ? decode(type, apdu.data) : null;
}

async function main() {
  const { commands, states } = JSON.parse(await text(process.stdin));
  const observed = {
    commands: commands.map(({ type, telegram }) => ({
      payload: decode(type, Buffer.from(telegram, 'hex')),
    })),
    states: states.map(send),
  };
  console.log(JSON.stringify(observed));
}

void main();

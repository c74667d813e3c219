'use strict';
// Reads { commands: [{ characteristic, value }], states: [{ characteristic: value }] }.
// Prints, for each value that somebody sets in the Home app, the message of the universal node; and for each state that
// the node is told, one message for each characteristic, what HomeKit keeps.
const { EventEmitter } = require('node:events');
const { text } = require('node:stream/consumers');
const hap = require('@homebridge/hap-nodejs');
const load = require('redmatic-homekit/nodes/redmatic-homekit-universal');

const ignore = () => undefined;
const accessory = new hap.Accessory('Universal', hap.uuid.generate('universal'));
const sent = [];
let Universal;
load({
  nodes: {
    registerType: (type, constructor) => (Universal = constructor),
    getNode: () => ({ hap, version: '1.0.0', accessory: () => accessory }),
    createNode(node, { id }) {
      const emitter = new EventEmitter();
      node.id = id;
      node.on = emitter.on.bind(emitter);
      node.emit = emitter.emit.bind(emitter);
      node.debug = ignore;
      node.error = (message) => sent.push({ error: message });
      node.send = (message) => sent.push(message);
    },
  },
});

const node = new Universal({
  id: 'universal',
  bridgeConfig: 'bridge',
  services: [{ subtype: 'lamp', service: 'Lightbulb', name: 'Lamp' }],
});
const service = accessory.getService('lamp');
const characteristicOf = (name) => service.getCharacteristic(hap.Characteristic[name]);
for (const name of ['Brightness', 'Hue', 'Saturation', 'ColorTemperature'])
  node.addListener('lamp', characteristicOf(name));

async function set({ characteristic, value }) {
  sent.length = 0;
  await characteristicOf(characteristic).handleSetRequest(value, {});
  return sent.at(-1) ?? null;
}

const tell = (state) =>
  Object.fromEntries(
    Object.entries(state).map(([name, payload]) => {
      node.emit('input', { topic: `lamp/${name}`, payload });
      return [name, characteristicOf(name).value];
    }),
  );

async function main() {
  const { commands, states } = JSON.parse(await text(process.stdin));
  const messages = [];
  for (const command of commands) messages.push(await set(command));
  console.log(JSON.stringify({ commands: messages, states: states.map(tell) }));
}

void main();

'use strict';
// Reads { commands: [{ node, value }], states: [text] }.
// Prints, for each event of an item, the message of the node of one of the two packages; and for each payload of the
// node "out", what it sends to openHAB.
const { EventEmitter } = require('node:events');
const { text } = require('node:stream/consumers');
const loadV3 = require('node-red-contrib-openhab3/77-openhab2.js');
const loadV2 = require('node-red-contrib-openhab-v2/nodes/openhab-v2-in.js');

const ignore = () => undefined;
const constructors = {};
let sent;
let toServer;
const controller = new EventEmitter();
controller.control = (item, topic, payload, done) => {
  if (topic === null) return;
  toServer = payload;
  done();
};
const RED = {
  httpAdmin: { get: ignore },
  httpNode: { get: ignore },
  auth: { needsPermission: () => ignore },
  util: { generateId: () => '1' },
  nodes: {
    registerType: (type, constructor) => (constructors[type] = constructor),
    getNode: () => controller,
    createNode(node) {
      const emitter = new EventEmitter();
      const values = {};
      const store = { get: (name) => values[name], set: (name, value) => (values[name] = value) };
      node.on = emitter.on.bind(emitter);
      node.emit = emitter.emit.bind(emitter);
      node.context = () => store;
      node.status = node.debug = node.log = node.warn = node.error = ignore;
      node.send = (message) => (sent = [message].flat()[0]);
    },
  },
};
loadV3(RED);
loadV2(RED);

const settings = { controller: 'controller', itemname: 'Lamp', name: '' };
const nodes = {
  in2: new constructors['openhab2-in2']({
    ...settings,
    whenchanged: true,
    whenupdated: true,
    whencommand: true,
  }),
  v2: new constructors['openhab-v2-in']({
    ...settings,
    items: ['Lamp'],
    eventTypes: ['ItemStateEvent'],
  }),
};
const out = new constructors['openhab2-out2']({ ...settings, topic: 'ItemCommand' });

function receive({ node, value }) {
  sent = null;
  if (node === 'in2')
    nodes.in2.processRawEvent({ type: 'ItemStateEvent', payload: { value, oldValue: 'OFF' } });
  else nodes.v2.onEvent({ item: 'Lamp', state: value, type: 'ItemStateEvent' });
  if (sent === null) return null;
  const { payload } = sent;
  return { payload: typeof payload === 'object' ? { ...payload, timestamp: 0 } : payload };
}

function send(payload) {
  toServer = null;
  out.emit('input', { payload });
  return toServer;
}

async function main() {
  const { commands, states } = JSON.parse(await text(process.stdin));
  process.stdout.write(
    JSON.stringify({ commands: commands.map(receive), states: states.map(send) }),
    () => process.exit(0),
  );
}

void main();

'use strict';
// Reads { commands: [{ sender, name, payload, command, params, diff }], states: [{ receiver, payload }] }.
// Prints, for each directive of Alexa or command of Google, the message of the device node; and for each state that a
// node is told, what it reports. The clouds of the packages are not there.
const { EventEmitter } = require('node:events');
const { text } = require('node:stream/consumers');
const { setTimeout: wait } = require('node:timers/promises');

const ignore = () => undefined;
const types = new Map();
const nodes = new Map();
const RED = {
  auth: { needsPermission: () => ignore },
  httpAdmin: { use: ignore, get: ignore, post: ignore },
  log: { log: ignore },
  version: () => '4.1.15',
  nodes: {
    registerType: (type, constructor) => types.set(type, constructor),
    getNode: (id) => nodes.get(id),
    createNode(node, { id }) {
      const emitter = new EventEmitter();
      const stored = new Map();
      const context = {
        get: (name) => stored.get(name),
        set: (name, value) => stored.set(name, value),
      };
      Object.assign(node, { id, credentials: {}, status: ignore, log: ignore, warn: ignore });
      node.on = emitter.on.bind(emitter);
      node.emit = emitter.emit.bind(emitter);
      node.context = () => context;
      node.send = (message) => (node.sent = message);
    },
  },
};
require('node-red-contrib-alexa-home-skill/alexa.js')(RED);
require('node-red-contrib-alexa-smart-home/alexa.js')(RED);
require('node-red-contrib-virtual-smart-home/virtual-device.js')(RED);
const directives = require('node-red-contrib-virtual-smart-home/directives.js');

const create = (type, settings) => {
  const Constructor = types.get(type);
  return new Constructor({
    id: 'node',
    type,
    name: 'Desk',
    conf: 'conf',
    device: 'lamp',
    topic: '',
    ...settings,
  });
};

function sendHomeSkill({ name, payload }) {
  nodes.set('conf', { register: ignore });
  const node = create('alexa-home');
  const appliance = { applianceId: 'lamp', additionalApplianceDetails: {} };
  node.command({ header: { messageId: 'id', name }, payload: { appliance, ...payload } });
  return node.sent;
}

function sendSmartHome({ name, payload, command, params }) {
  nodes.set('conf', { register: ignore });
  const node = create('alexa-smart-home-v3');
  const endpoint = { endpointId: 'lamp', cookie: {} };
  const directive = { header: { messageId: 'id', name }, endpoint, payload };
  const execution = {
    devices: [{ id: 'lamp' }],
    execution: [{ command: `action.devices.commands.${command}`, params }],
  };
  node.command(name === undefined ? { requestId: 'id', execution } : { directive });
  return node.sent;
}

function createVirtualDevice(diff) {
  const device = {};
  nodes.set('conf', {
    getLogger: () => ignore,
    registerChildNode(_id, callbacks) {
      Object.assign(device, callbacks);
      callbacks.setActive(true);
    },
    handleLocalDeviceStateChange: ({ newState }) => (device.reported = newState),
  });
  const node = create('vsh-virtual-device', {
    connection: 'conf',
    template: 'COLOR_CHANGING_LIGHT_BULB',
    diff,
  });
  return { device, node };
}

function sendVirtual({ name, payload, diff }) {
  const { device, node } = createVirtualDevice(diff);
  const directive = { directive: { header: { name }, payload } };
  device.setLocalState(
    directives.buildNewStateForDirectiveRequest(directive, device.getLocalState()),
  );
  device.emitLocalState({ rawDirective: null });
  return node.sent;
}

const senders = {
  'home-skill': sendHomeSkill,
  'smart-home': sendSmartHome,
  'virtual-smart-home': sendVirtual,
};

function tellVirtual(payload) {
  const { device, node } = createVirtualDevice(false);
  node.emit('input', { payload }, ignore, ignore);
  const properties = directives.buildPropertiesFromState(device.reported);
  return Object.fromEntries(properties.map(({ name, value }) => [name, value]));
}

/** The node waits for a second before it reports. */
async function tellSmartHome(payload) {
  const conf = create('alexa-smart-home-v3-conf');
  let published;
  conf.client = {
    connected: true,
    publish: (_topic, message) => (published = JSON.parse(message)),
  };
  conf.register = ignore;
  nodes.set('conf', conf);
  create('alexa-smart-home-v3-state').emit('input', { payload });
  while (published === undefined) await wait(100);
  return { state: published.payload.state };
}

const receivers = { 'smart-home': tellSmartHome, 'virtual-smart-home': tellVirtual };

async function main() {
  const given = JSON.parse(await text(process.stdin));
  const commands = given.commands.map(({ sender, ...asked }) => senders[sender](asked) ?? null);
  const states = await Promise.all(
    given.states.map(({ receiver, payload }) => receivers[receiver](payload)),
  );
  process.stdout.write(JSON.stringify({ commands, states }), () => process.exit());
}

void main();

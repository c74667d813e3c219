'use strict';
// Reads { commands: [body], states: [{ payload }] }.
// Prints, for each request of a speaker to the hub, the message of the device node, without the time and the address of
// the request; and for each state that the hub is told, what it answers to a speaker.
const { EventEmitter, once } = require('node:events');
const http = require('node:http');
const { text } = require('node:stream/consumers');

const device = { id: '0a1b2c3d4e5f6071', type: 'amazon-echo-device', name: 'Desk lamp', topic: '' };
const types = new Map();
const ignore = () => undefined;
const RED = {
  log: { error: console.error, debug: ignore, info: ignore },
  nodes: {
    registerType: (type, constructor) => types.set(type, constructor),
    eachNode: (visit) => visit(device),
    createNode(node) {
      const emitter = new EventEmitter();
      const stored = new Map();
      const context = {
        get: (name) => stored.get(name),
        set: (name, value) => stored.set(name, value),
      };
      node.on = emitter.on.bind(emitter);
      node.emit = emitter.emit.bind(emitter);
      node.status = ignore;
      node.context = () => context;
    },
  },
};

/** The hub listens on every address: here on this machine only, on a free port. */
let server;
const createServer = http.createServer;
http.createServer = (...options) => {
  server = createServer(...options);
  const listen = server.listen.bind(server);
  server.listen = (_port, onListening) => listen(0, '127.0.0.1', onListening);
  return server;
};
require('node-red-contrib-amazon-echo')(RED);

async function startHub() {
  const Hub = types.get('amazon-echo-hub');
  const Device = types.get('amazon-echo-device');
  const hub = new Hub({ id: 'hub', port: 1, processinput: 1, discovery: false });
  const node = new Device(device);
  let arrived = ignore;
  hub.send = (message) => node.emit('input', message);
  node.send = (message) => arrived(message);
  if (!server.listening) await once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}/api/speaker/lights/${device.id}`;
  return {
    async ask(body) {
      const message = new Promise((resolve) => (arrived = resolve));
      await fetch(`${url}/state`, { method: 'PUT', body: JSON.stringify(body) });
      const { meta, ...others } = await message;
      return { ...others, meta: { input: meta.input, changes: meta.changes } };
    },
    async tell({ payload }) {
      hub.emit('input', { payload });
      const { state } = await (await fetch(url)).json();
      const { on, bri, hue, sat, ct, colormode } = state;
      return colormode === 'ct' ? { on, bri, ct } : { on, bri, hue, sat };
    },
    close: () => server.close(),
  };
}

/** A new hub for each input: a hub keeps its state. */
async function observe(inputs, act) {
  const observed = [];
  for (const input of inputs) {
    const hub = await startHub();
    observed.push(await act(hub, input));
    hub.close();
  }
  return observed;
}

async function main() {
  const given = JSON.parse(await text(process.stdin));
  const commands = await observe(given.commands, (hub, body) => hub.ask(body));
  const states = await observe(given.states, (hub, state) => hub.tell(state));
  process.stdout.write(JSON.stringify({ commands, states }), () => process.exit());
}

void main();

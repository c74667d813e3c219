'use strict';
// Reads { commands: [{ model, command, params }], states: [{ model, payload }] }.
// Prints, for each command of Google, the message of the device node; and for each state that the node is told, what it
// reports to Google. The cloud and the web server of the package are not there.
const { EventEmitter } = require('node:events');
const Module = require('node:module');
const { text } = require('node:stream/consumers');

const ignore = () => undefined;
const load = Module._load;
Module._load = function loadOrStandIn(name, ...others) {
  try {
    return load.call(this, name, ...others);
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND' || name.startsWith('.')) throw error;
    return new Proxy(ignore, { get: () => () => ignore });
  }
};

const client = {
  default_lang: 'en',
  register: ignore,
  reportState: ignore,
  _debug: ignore,
  app: { ScheduleRequestSync: ignore, ScheduleGetState: ignore, getCustomData: () => ({}) },
};
let sent;
let Device;
const RED = {
  _: (key) => key,
  nodes: {
    registerType: (type, constructor) => (Device = constructor),
    getNode: () => client,
    createNode(node, { id }) {
      const emitter = new EventEmitter();
      node.id = id;
      node.on = emitter.on.bind(emitter);
      node.status = ignore;
      node.error = (message) => (sent = { error: message });
      node.send = (message) => (sent = message);
    },
  },
};
const folder = 'node-red-contrib-google-smarthome/dist';
require(`${folder}/lib/SmartHome.js`).setRED(RED);
const device = require(`${folder}/devices/device.js`);
(device.default ?? device)(RED);

const createDevice = (model) =>
  new Device({
    id: 'device',
    client: 'client',
    name: 'Lamp',
    device_type: 'LIGHT',
    trait_onoff: true,
    trait_brightness: true,
    trait_colorsetting: true,
    trait_lighteffects: true,
    color_model: model,
    temperature_min_k: '2000',
    temperature_max_k: '6500',
    supported_effects: ['colorLoop', 'sleep', 'wake'],
    topic: '',
    lang: 'en',
  });

function execute({ model, command, params }) {
  const node = createDevice(model);
  node.onInput({ payload: { on: true, brightness: 65 } }, ignore, ignore);
  sent = null;
  const given = { command: `action.devices.commands.${command}`, params };
  node.updated(given, node.execCommand(given, {}) || {}, false);
  return sent;
}

function report({ model, payload }) {
  const node = createDevice(model);
  node.onInput({ payload }, ignore, ignore);
  const { online, activeLightEffect, ...state } = node.states;
  return state;
}

async function main() {
  const { commands, states } = JSON.parse(await text(process.stdin));
  console.log(JSON.stringify({ commands: commands.map(execute), states: states.map(report) }));
}

void main();

'use strict';
// Reads { commands: [{ model, message }], states: [{ model, reports: [{ cluster, data }] }] }.
// Prints, for each message, what the converters of Zigbee2MQTT send to the lamp: { sent: [{ cluster, command, payload }],
// unknown: [member], error }. Messages reach the converters in the order that Zigbee2MQTT takes: the power first, but last
// for "off"; each converter once. For each list of reports of a lamp, prints the state that Zigbee2MQTT publishes.
const { text } = require('node:stream/consumers');
const { setLogger, findByDevice } = require('zigbee-herdsman-converters');
const {
  DecodeManuSpecificPhilips2,
  EncodeManuSpecificPhilips2,
} = require('zigbee-herdsman-converters/lib/philips');

const ignore = () => undefined;
setLogger({ debug: ignore, info: ignore, warning: ignore, error: ignore });

const clusters = [
  'genBasic',
  'genIdentify',
  'genOnOff',
  'genLevelCtrl',
  'lightingColorCtrl',
  'manuSpecificPhilips2',
  'manuSpecificPhilips3',
];

const round = (value) => Math.round(value * 10_000) / 10_000;
const toPoint = ({ x, y }) => [round(x), round(y)];

/** Says what the bytes stand for, as the package itself reads them. */
function explain(command, payload) {
  if (command !== 'multiColor') return payload;
  const { gradientColors, colorXY, ...decoded } = DecodeManuSpecificPhilips2(payload.data);
  return {
    ...decoded,
    ...(colorXY && { xy: toPoint(colorXY) }),
    ...(gradientColors && {
      gradient: gradientColors.colors.map(toPoint),
      style: gradientColors.style,
    }),
  };
}

let lampCount = 0;

/** A lamp that is on at half of its brightness, and records what it gets. */
function createLamp(modelID, sent) {
  const attributes = {
    onOff: 1,
    currentLevel: 127,
    onLevel: 255,
    colorTempPhysicalMin: 153,
    colorTempPhysicalMax: 500,
    colorCapabilities: 31,
  };
  const record = (cluster, command, payload) =>
    sent.push({ cluster, command, payload: explain(command, payload) });
  const endpoint = {
    ID: 11,
    deviceIeeeAddress: `0x${String(++lampCount).padStart(16, '0')}`,
    inputClusters: [],
    outputClusters: [],
    clusters: {},
    meta: {},
    binds: [],
    save: ignore,
    supportsInputCluster: (name) => clusters.includes(name),
    supportsOutputCluster: () => false,
    getClusterAttributeValue: (cluster, name) => attributes[name],
    saveClusterAttributeKeyValue: ignore,
    command: async (cluster, command, payload) => record(cluster, command, payload),
    write: async (cluster, payload) => record(cluster, 'write', payload),
    read: async (cluster, names) =>
      Object.fromEntries(names.map((name) => [name, attributes[name]])),
  };
  const device = {
    type: 'Router',
    modelID,
    manufacturerName: 'Signify Netherlands B.V.',
    ieeeAddr: endpoint.deviceIeeeAddress,
    endpoints: [endpoint],
    customClusters: {},
    meta: {},
    getEndpoint: () => endpoint,
    save: ignore,
  };
  endpoint.getDevice = () => device;
  // The converters tell an endpoint by the name of its class.
  endpoint.constructor = class Endpoint {};
  device.constructor = class Device {};
  return { device, endpoint };
}

const isPower = (name) => ['state', 'brightness', 'brightness_percent'].includes(name);

function sortMembers(message) {
  const entries = Object.entries(message);
  const power = entries.filter(([name]) => isPower(name));
  const others = entries.filter(([name]) => !isPower(name));
  return String(message.state).toLowerCase() === 'off'
    ? [...others, ...power]
    : [...power, ...others];
}

async function send({ model, message }) {
  const sent = [];
  const unknown = [];
  const { device, endpoint } = createLamp(model, sent);
  const definition = await findByDevice(device);
  const used = new Set();
  let state = { state: 'ON', brightness: 127 };
  try {
    for (const [name, value] of sortMembers(message)) {
      const converter = definition.toZigbee.find(
        ({ key, convertSet }) => convertSet && (key === undefined || key.includes(name)),
      );
      if (converter === undefined) unknown.push(name);
      if (converter === undefined || used.has(converter)) continue;
      used.add(converter);
      const result = await converter.convertSet(endpoint, name, value, {
        message: { ...message },
        mapped: definition,
        options: {},
        state,
        device,
        endpoint_name: undefined,
      });
      state = { ...state, ...result?.state };
    }
  } catch (error) {
    return { sent, unknown, error: error.message };
  }
  return { sent, unknown };
}

/** The reports of a lamp reach the converters one by one. */
async function receive({ model, reports }) {
  const { device, endpoint } = createLamp(model, []);
  const definition = await findByDevice(device);
  let state = {};
  for (const { cluster, data } of reports) {
    const isOwnCluster = cluster === 'manuSpecificPhilips2';
    const message = {
      type: 'attributeReport',
      cluster,
      data: isOwnCluster ? { state: encode(data) } : data,
      endpoint,
      device,
      meta: {},
    };
    for (const { cluster: wanted, type, convert } of definition.fromZigbee) {
      if (wanted !== cluster || ![type].flat().includes(message.type)) continue;
      const meta = { state, device, deviceExposesChanged: ignore };
      state = { ...state, ...convert(definition, message, ignore, {}, meta) };
    }
  }
  delete state.philips_raw;
  return state;
}

const encode = (data) => Buffer.from(EncodeManuSpecificPhilips2(data));

async function main() {
  const { commands, states } = JSON.parse(await text(process.stdin));
  // The pauses of the converters do not keep the process alive.
  const keepAlive = setInterval(ignore, 1_000);
  const observed = {
    commands: await Promise.all(commands.map(send)),
    states: await Promise.all(states.map(receive)),
  };
  clearInterval(keepAlive);
  console.log(JSON.stringify(observed));
}

void main();

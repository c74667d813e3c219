// A stand-in for a Zigbee lamp or remote, for findings about zigbee-herdsman-converters. It keeps the commands that a converter sends.
//
//   await send(converter, message, { state, physical })   what a message of MQTT becomes: commands and the state that is published
//   receive(converter, type, data)                        what is published for a Zigbee message of a device
const wholeRange = { colorTempPhysicalMin: 153, colorTempPhysicalMax: 500 };
let devices = 0;

function endpointOf(physical) {
  const commands = [];
  const device = { ieeeAddr: `0x${++devices}`, modelID: 'lamp', meta: {} };
  const endpoint = {
    ID: 1,
    deviceIeeeAddress: device.ieeeAddr,
    constructor: { name: 'Endpoint' },
    meta: {},
    commands,
    getDevice: () => device,
    supportsInputCluster: () => true,
    getClusterAttributeValue: (_cluster, attribute) => physical[attribute],
    read: async () => ({}),
    save: () => {},
    command: async (_cluster, command, payload) => {
      const { optionsMask, optionsOverride, ...shown } = payload;
      commands.push(`${command} ${JSON.stringify(shown)}`);
      return { status: 0 };
    },
  };
  device.endpoints = [endpoint];
  return endpoint;
}

exports.send = async (converter, message, { state = {}, physical = wholeRange } = {}) => {
  const endpoint = endpointOf(physical);
  const key = Object.keys(message).find((name) => converter.key.includes(name));
  const mapped = {
    meta: { supportsHueAndSaturation: true, supportsEnhancedHue: true },
    exposes: [],
    ota: false,
  };
  const meta = {
    message: { ...message },
    state,
    options: {},
    mapped,
    device: endpoint.getDevice(),
    publish: () => {},
  };
  const alive = setInterval(() => {}, 1000);
  const result = await converter
    .convertSet(endpoint, key, message[key], meta)
    .finally(() => clearInterval(alive));
  return { commands: endpoint.commands, published: result?.state };
};

exports.receive = (converter, type, data) => {
  const endpoint = endpointOf(wholeRange);
  const message = {
    type,
    data,
    endpoint,
    device: endpoint.getDevice(),
    meta: {},
    linkquality: 100,
  };
  return converter.convert(
    { meta: {}, model: 'lamp' },
    message,
    () => {},
    {},
    { state: {}, device: message.device },
  );
};

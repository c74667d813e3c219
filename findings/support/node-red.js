// The few parts of Node-RED that simple nodes use, for findings that show what a node itself does with a message.
//
//   const runtime = createRuntime([{ id, type, name }])     with the configurations that `eachNode` tells of
//   require("node-red-contrib-...")(runtime.RED)
//   const node = runtime.start("type", { id, ...settings }) its sent messages are in node.sent, its events can be emitted
const { EventEmitter } = require('node:events');

exports.createRuntime = (configurations = []) => {
  const types = new Map();
  const quiet = {
    info: () => {},
    debug: () => {},
    warn: console.log,
    error: console.log,
    trace: () => {},
  };
  const createNode = (node, settings) => {
    const stored = new Map();
    const context = { get: (key) => stored.get(key), set: (key, value) => stored.set(key, value) };
    Object.assign(node, quiet, {
      log: () => {},
      id: settings.id,
      type: settings.type,
      name: settings.name,
      sent: [],
    });
    node.status = (status) => (node.shown = status);
    node.send = (message) => node.sent.push(message);
    node.context = () => ({ ...context, flow: context, global: context });
  };
  const RED = {
    log: quiet,
    settings: {},
    util: { cloneMessage: structuredClone, evaluateNodeProperty: (value) => value },
    httpAdmin: { get: () => {}, post: () => {} },
    auth: { needsPermission: () => () => {} },
    nodes: {
      createNode,
      registerType: (type, constructor) => {
        Object.setPrototypeOf(constructor.prototype, EventEmitter.prototype);
        types.set(type, constructor);
      },
      eachNode: (visit) => configurations.forEach(visit),
      getNode: () => null,
    },
  };
  return { RED, start: (type, settings) => new (types.get(type))({ type, ...settings }) };
};

// An Amazon Echo hub with one lamp, as node-red-contrib-amazon-echo runs it, on a port of loopback that is free.
//
//   await putState([body, ...])   what an Echo sends, one request after another; gives the message after each
//   await feed(payload)           a message to the hub's input; gives the message that comes out
const http = require('node:http');
const { createRequire } = require('node:module');
const { createRuntime } = require('./node-red');

const requireHere = createRequire(`${process.cwd()}/program.js`);
const lamp = { id: 'aa.01', type: 'amazon-echo-device', name: 'Lamp' };

function startHub(port) {
  const runtime = createRuntime([lamp]);
  requireHere('node-red-contrib-amazon-echo')(runtime.RED);
  return runtime.start('amazon-echo-hub', { id: 'bb.02', port, discovery: false, processinput: 2 });
}

const freePort = () =>
  new Promise((resolve) => {
    const server = http.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const put = (port, body) =>
  new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      method: 'PUT',
      path: '/api/user/lights/aa01/state',
      headers: { 'Content-Type': 'application/json' },
    };
    const request = http.request(options, (response) => response.resume().on('end', resolve));
    request.on('error', reject).end(JSON.stringify(body));
  });

exports.putState = async (bodies) => {
  const port = await freePort();
  const hub = startHub(port);
  await new Promise((resolve) => (hub.status = resolve));
  const messages = [];
  for (const body of bodies) {
    const sent = new Promise((resolve) => (hub.send = resolve));
    await put(port, body);
    messages.push(await sent);
  }
  hub.emit('close', false, () => {});
  return messages;
};

exports.feed = async (payload) => {
  const hub = startHub(await freePort());
  hub.emit('input', { payload });
  hub.emit('close', false, () => {});
  return hub.sent[0];
};

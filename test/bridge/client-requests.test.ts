import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { startSimulator } from '../../src/simulator';
import {
  lampId,
  respondAsBridge,
  scriptedKey,
  startScriptedBridge,
} from '../support/network/scripted-bridge';
import type { ScriptedBridge } from '../support/network/scripted-bridge';
import { BridgeClient } from '../../src/bridge';

describe('The client on the wire', () => {
  let bridge: ScriptedBridge;
  beforeEach(async () => (bridge = await startScriptedBridge()));
  afterEach(() => bridge.stop());

  it('sends the key in its header, and says what it takes and what it sends', async () => {
    const client = bridge.client();
    await client.list('light');
    await client.update('light', lampId, { on: { on: true } });
    const [read, write] = bridge.requests;
    assert.equal(read?.method, 'GET');
    assert.equal(read?.path, '/clip/v2/resource/light');
    assert.equal(read?.headers['home-application-key'], scriptedKey);
    assert.equal(read?.headers.accept, 'application/json');
    assert.equal(read?.headers['content-type'], undefined);
    assert.equal(write?.method, 'PUT');
    assert.equal(write?.path, `/clip/v2/resource/light/${lampId}`);
    assert.equal(write?.headers['content-type'], 'application/json');
    assert.equal(write?.body, '{"on":{"on":true}}');
  });

  it('takes another name for the key header, for bridges that know another', async () => {
    await bridge.client({ keyHeader: 'hue-application-key' }).list('room');
    assert.equal(bridge.requests[0]?.headers['hue-application-key'], scriptedKey);
    assert.equal(bridge.requests[0]?.headers['home-application-key'], undefined);
  });

  it('changes by a body that is built from the state, after what was asked before', async () => {
    // The toggles merge while they wait for the rate, also where this process is held up.
    const client = bridge.client({ limits: { lampsPerSecond: 0.4 } });
    const first = client.update('light', lampId, { dimming: { brightness: 5 } });
    const toggle = (isOn = true): { on: { on: boolean } } => ({ on: { on: !isOn } });
    const modify = (): Promise<unknown> =>
      client.modify('light', lampId, (state) => toggle(state.on?.on), {
        fromPendingWrites: ({ on }) =>
          on === undefined ? undefined : toggle(JSON.stringify(on) === '{"on":true}'),
      });
    await Promise.all([first, modify(), modify()]);
    const sent = bridge.requests.map(({ method, body }) => [method, body]);
    assert.deepEqual(sent, [
      ['PUT', '{"dimming":{"brightness":5}}'],
      ['GET', ''],
      // Off and on again, merged.
      ['PUT', '{"on":{"on":true}}'],
    ]);
  });

  it('lets a later command go before a write of a program that depends on the state', async () => {
    const lamps = Array.from({ length: 6 }, (_, index) => `${lampId.slice(0, -1)}${index + 1}`);
    const [later = '', ofProgram = '', ...earlier] = lamps;
    const client = bridge.client({ limits: { lampsPerSecond: earlier.length } });
    const on = { on: { on: true } };
    await Promise.all(earlier.map((lamp) => client.update('light', lamp, on)));
    await Promise.all([
      client.modify('light', ofProgram, () => on, { isBackground: true }),
      client.update('light', later, on),
    ]);
    const written = bridge.requests.filter(({ method }) => method === 'PUT');
    assert.deepEqual(
      written.slice(earlier.length).map(({ path }) => path.split('/').at(-1)),
      [later, ofProgram],
    );
  });

  it('keeps the order of a lamp and a group or scene whose lamps it does not know yet', async () => {
    for (const [rtype, body] of [
      ['grouped_light', { on: { on: false } }],
      ['scene', { recall: { action: 'active' } }],
    ] as const) {
      const client = bridge.client({ limits: { lampsPerSecond: Infinity } });
      const seen = bridge.requests.length;
      const answers: (() => void)[] = [];
      bridge.setScript((request, response) => {
        if (request.method === 'GET') respondAsBridge(request, response);
        else answers.push(() => respondAsBridge(request, response));
      });
      const writes = [
        client.update('light', lampId, { on: { on: true } }),
        client.send({ operation: 'update', rtype, rid: lampId, body }),
        client.update('light', lampId, { on: { on: true } }),
      ];
      for (let answered = 0; answered < writes.length; answered += 1) {
        // A read does not wait: whatever may be sent before it is at the bridge then.
        await client.list('room');
        assert.equal(answers.length, answered + 1, rtype);
        answers[answered]?.();
        await writes[answered];
      }
      const paths = bridge.requests.slice(seen).filter(({ method }) => method === 'PUT');
      assert.deepEqual(
        paths.map(({ path }) => path.split('/').at(-2)),
        ['light', rtype, 'light'],
      );
    }
  });

  it('sends no change whose body cannot be built or is none', async () => {
    const client = bridge.client();
    const noBody = (): never => {
      throw new RangeError('no such day');
    };
    await assert.rejects(client.modify('light', lampId, noBody), /no such day/);
    const modification = { fromFreshState: async () => ({ on: 5 }) };
    await assert.rejects(
      client.send({ operation: 'update', rtype: 'light', rid: lampId, modification }),
      { code: 'ERR_BRIDGE_INVALID_COMMAND' },
    );
    assert.deepEqual(
      bridge.requests.map(({ method }) => method),
      ['GET'],
    );
  });

  it('deletes nothing because of an operation that does not exist', async () => {
    for (const operation of ['toString', 'constructor', '__proto__', 'Delete', '']) {
      const request = { operation: 'list', rtype: 'room', rid: lampId } as const;
      await assert.rejects(bridge.client().send(Object.assign({ ...request }, { operation })), {
        code: 'ERR_BRIDGE_INVALID_COMMAND',
      });
    }
    assert.equal(bridge.requests.length, 0);
  });

  it('loads neither the HTTP client nor discovery before they are used', () => {
    const index = require.resolve('../../src/bridge');
    const script = `require(${JSON.stringify(index)}); console.log(Object.keys(require.cache).join('\\n'))`;
    const loadedModules = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' });
    assert.match(loadedModules, /valibot/);
    assert.doesNotMatch(loadedModules, /undici|bonjour|multicast-dns/);
  });

  it('uses one connection for one request after the other', async () => {
    const client = bridge.client();
    for (let count = 0; count < 5; count += 1) await client.list('light');
    assert.equal(bridge.connections(), 1);
  });
});

describe('The client and a bridge', () => {
  it('lists, reads, creates, changes and deletes', async () => {
    const simulator = await startSimulator({ port: 0 });
    const { host, port, key, fingerprint } = simulator;
    const client = new BridgeClient({ host, port, key, trust: { fingerprint } });
    try {
      const rooms = await client.list('room');
      assert.ok(rooms.data.length > 0);
      assert.deepEqual(rooms.warnings, []);
      const created = await client.create('room', {
        children: [],
        metadata: { name: 'Workshop', archetype: 'other' },
      });
      assert.equal(created.data.rtype, 'room');
      await client.update('room', created.data.rid, { metadata: { name: 'Shed' } });
      const read = await client.get('room', created.data.rid);
      assert.equal(read.data.metadata?.name, 'Shed');
      await client.remove('room', created.data.rid);
      await assert.rejects(client.get('room', created.data.rid), { code: 'ERR_BRIDGE_NOT_FOUND' });
      const all = await client.listAll();
      assert.ok(all.data.some(({ type }) => type === 'light'));
    } finally {
      await client.close();
      await simulator.stop();
    }
  });
});

/** What a fresh process reports after a script that has `loadHttpClient`. */
function runInFreshProcess(script: string): unknown {
  const file = JSON.stringify(require.resolve('../../src/bridge/http'));
  const code = `
    const Module = require('node:module');
    const report = (value) => console.log(JSON.stringify(value));
    const load = () => require(${file}).loadHttpClient();
    ${script}`;
  return JSON.parse(execFileSync(process.execPath, ['-e', code], { encoding: 'utf8' }));
}

describe('Loading the HTTP client', () => {
  it('brings nothing but the client into memory, and leaves the fetch of other nodes alone', () => {
    const outcome = runInFreshProcess(`
      const isClient = typeof load().prototype.dispatch === 'function';
      const needless = Object.keys(require.cache).filter((file) => /undici.(index|lib.(web|mock|cache|interceptor|global))/.test(file));
      const dispatcher = globalThis[Symbol.for('undici.globalDispatcher.1')];
      report({ isClient, needless, setsDispatcher: dispatcher !== undefined });`);
    assert.deepEqual(outcome, { isClient: true, needless: [], setsDispatcher: false });
  });

  it('takes all of undici where its client cannot be loaded alone', () => {
    const outcome = runInFreshProcess(`
      const resolve = Module._resolveFilename;
      Module._resolveFilename = function (request, parent, ...rest) {
        if (request.startsWith('undici/')) throw new Error('This path is not exported.');
        return resolve.call(this, request, parent, ...rest);
      };
      report(load() === require('undici').Client);`);
    assert.equal(outcome, true);
  });

  it('fails a request at once where undici is not installed', () => {
    const load = (path: string): string =>
      JSON.stringify(require.resolve(`../../src/bridge/${path}`));
    const outcome = runInFreshProcess(`
      const resolve = Module._resolveFilename;
      Module._resolveFilename = function (request, parent, ...rest) {
        if (request.startsWith('undici')) throw new Error('There is no undici.');
        return resolve.call(this, request, parent, ...rest);
      };
      const { HttpTransport } = require(${load('http')});
      const { CertificateVerifier } = require(${load('tls')});
      const { defaultLimits } = require(${load('limits')});
      const transport = new HttpTransport({
        address: { host: '127.0.0.1', port: 9 },
        trust: new CertificateVerifier({}, () => undefined),
        limits: { ...defaultLimits, requestTimeout: 500 },
      });
      transport.send({ method: 'GET', path: '/' }, ({ code }) => report(code));`);
    assert.equal(outcome, 'ERR_BRIDGE_UNREACHABLE');
  });
});

import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { BridgeConnection } from '../../../src/bridge/connection';
import type { BridgeConnectionOptions } from '../../../src/bridge/connection';
import { buildSingleResourceRequest } from '../../../src/bridge/request';
import {
  lampId,
  otherLampId,
  respondAsBridge,
  scriptedKey,
  startScriptedBridge,
} from '../../support/network/scripted-bridge';
import type { ScriptedBridge } from '../../support/network/scripted-bridge';
import { freeUdpPort } from '../../support/network/mdns-announcer';
import { waitUntil } from '../../support/wait-until';

const host = '127.0.0.1';
const read = (rid: string) => buildSingleResourceRequest('get', 'light', rid);

describe('A connection to a bridge that has moved before', () => {
  let moved: ScriptedBridge;
  let configured: ScriptedBridge;
  let connection: BridgeConnection;
  let warnings: string[];
  let moves: { host: string; port: number }[];
  const connect = async (options: Partial<BridgeConnectionOptions> = {}): Promise<void> => {
    connection = new BridgeConnection({
      host,
      port: configured.port,
      key: scriptedKey,
      trust: { fingerprint: moved.fingerprint },
      limits: {
        initialDiscoveryDelay: 1,
        closeTimeout: 100,
        maxAttempts: 3,
        initialBackoff: 1,
        maxConcurrentRequests: 9,
      },
      onWarning: (warning) => warnings.push(warning),
      follow: {
        port: await freeUdpPort(),
        foundAt: { host, port: moved.port },
        onMoved: (address) => moves.push(address),
      },
      ...options,
    });
  };
  beforeEach(async () => {
    // Longer than any test: what is closed was closed by the client.
    moved = await startScriptedBridge({ tls: { keepAliveTimeout: 120_000 } });
    configured = await startScriptedBridge();
    warnings = [];
    moves = [];
  });
  afterEach(async () => {
    await connection.close();
    await moved.stop();
    await configured.stop();
  });

  it('uses the address where it was found last, and says so', async () => {
    await connect();
    assert.equal(connection.stateReporter.state.movedTo, `${host}:${moved.port}`);
    await connection.queue.submit(read(lampId), {});
    assert.equal(moved.requests.length, 1);
    assert.equal(configured.connections(), 0);
    assert.deepEqual(warnings, []);
  });

  it('gets what is under way when it goes back, and closes all that is left of the old address', async () => {
    await connect();
    const held = new EventEmitter();
    moved.setScript((seen, response) => {
      if (seen.path.endsWith('0009') || seen.path.endsWith('/bridge')) response.socket?.destroy();
      else held.once(seen.path.slice(-4), () => respondAsBridge(seen, response));
    });
    const answered = connection.queue.submit(read(lampId), {});
    const unanswered = assert.rejects(connection.queue.submit(read(otherLampId), {}), {
      code: 'ERR_BRIDGE_CLOSED',
    });
    await waitUntil('both requests', () => moved.requests.length === 2);
    const lost = connection.queue.submit(read(lampId.replace(/0001$/, '0009')), {});
    await assert.rejects(lost, { code: 'ERR_BRIDGE_UNREACHABLE' });
    await waitUntil('the way back', () => connection.stateReporter.state.movedTo === undefined);
    assert.deepEqual(moves, [{ host, port: configured.port }]);
    assert.equal(warnings.at(-1), `The bridge is back at ${host}:${configured.port}.`);

    held.emit(lampId.slice(-4));
    assert.equal((await answered).response.status, 200);
    await waitUntil('the end of its connection', () => moved.openConnections() === 1);
    await connection.queue.submit(read(lampId), {});
    const reads = configured.requests.filter(({ path }) => path.endsWith(lampId));
    assert.equal(reads.length, 1);
    await connection.close();
    await unanswered;
    await waitUntil('the end of all connections', () => moved.openConnections() === 0);
    await waitUntil('the end of all connections', () => configured.openConnections() === 0);
    assert.equal(connection.stateReporter.state.kind, 'closed');
  });

  it('looks for it no more once it is closed', async () => {
    await connect();
    await moved.stopListening();
    await assert.rejects(connection.queue.submit(read(lampId), {}), {
      code: 'ERR_BRIDGE_UNREACHABLE',
    });
    await connection.close();
    const said = warnings.length;
    assert.equal(configured.connections(), 0);
    assert.deepEqual(moves, []);
    assert.equal(warnings.length, said);
  });
});

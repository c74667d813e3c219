import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { BridgeClient, BridgeError, isBridgeError } from '../../../src/bridge';
import { startScriptedBridge } from '../../support/network/scripted-bridge';

describe('The cause of an error', () => {
  it('holds the caught error beside the facts, for people who look and for programs', async () => {
    const bridge = await startScriptedBridge();
    await bridge.stop();
    const { host, port, fingerprint } = bridge;
    const client = new BridgeClient({ host, port, key: 'a-key', trust: { fingerprint } });
    const error: unknown = await client.list('light').catch((caught: unknown) => caught);
    await client.close();
    assert.ok(isBridgeError(error));
    const { cause } = error;
    assert.equal(cause.operation, 'list');
    assert.equal(cause.reason, 'ECONNREFUSED');
    assert.match(cause.error?.message ?? '', /ECONNREFUSED/);
    assert.match(
      inspect(error),
      /cause: \{[^]+operation: 'list'[^]+error: Error: connect ECONNREFUSED/,
    );
  });

  it('stays plain data in messages and logs', () => {
    const underlying = Object.assign(new Error('reset'), { socket: { self: {} } });
    underlying.socket.self = underlying;
    const { cause } = new BridgeError('ERR_BRIDGE_UNREACHABLE', 'Lost.', {
      status: 500,
      error: underlying,
    });
    assert.equal(cause.error, underlying);
    assert.deepEqual(Object.keys(cause), ['status']);
    assert.equal(JSON.stringify(cause), '{"status":500}');
    assert.deepEqual(structuredClone(cause), { status: 500 });
  });

  it('has no error where none was caught', () => {
    const { cause } = new BridgeError('ERR_BRIDGE_NOT_FOUND', 'Gone.', { status: 404 });
    assert.equal(cause.error, undefined);
    assert.equal(inspect(cause), '{ status: 404 }');
  });
});

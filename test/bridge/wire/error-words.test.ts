import assert from 'node:assert/strict';
import { isBridgeError } from '../../../src/bridge';
import type { BridgeError } from '../../../src/bridge';
import {
  lampId,
  otherLampId,
  scriptedBridgeId,
  respondWith,
  startScriptedBridge,
} from '../../support/network/scripted-bridge';
import type { ScriptedBridge } from '../../support/network/scripted-bridge';

describe('Errors of answers', () => {
  let bridge: ScriptedBridge;
  before(async () => (bridge = await startScriptedBridge()));
  after(() => bridge.stop());

  const expectError = async (promise: Promise<unknown>): Promise<BridgeError> => {
    const error: unknown = await promise.catch((thrown: unknown) => thrown);
    assert.ok(isBridgeError(error));
    return error;
  };

  for (const [what, body] of [
    ['the envelope', { errors: [{ description: 'out of range' }] }],
    ['a list, as the older interface does', [{ error: { type: 7, description: 'out of range' } }]],
    ['another JSON', { error: 'out of range' }],
    ['a message', { message: 'out of range' }],
    ['plain text', 'out of range'],
  ] as const) {
    it(`have their words quoted from ${what}, whatever the status`, async () => {
      for (const status of [400, 422, 500]) {
        bridge.setScript(respondWith(status, body));
        const update = bridge.client().update('light', lampId, { on: { on: true } });
        const { message, cause } = await expectError(update);
        assert.match(message, /The bridge says: "out of range"\.$/);
        assert.deepEqual(cause.descriptions, ['out of range']);
      }
    });
  }

  for (const [body, problem] of [
    ['', 'the answer is empty'],
    ['<html>', 'the answer is not JSON'],
    [[1], 'the answer is no object'],
    ['7', 'the answer is no object'],
    [{}, 'the answer has no data'],
    [{ data: {} }, 'the answer has no data'],
  ] as const) {
    it(`say of ${JSON.stringify(body)} that ${problem}`, async () => {
      bridge.setScript(respondWith(200, body));
      const { message, code } = await expectError(bridge.client().list('light'));
      assert.equal(code, 'ERR_BRIDGE_MALFORMED_ANSWER');
      assert.ok(message.includes(`: ${problem}`), message);
    });
  }

  it('name the lamp that an error is about, where it is known', async () => {
    const home: Record<string, unknown>[] = [
      { id: scriptedBridgeId, type: 'bridge' },
      { id: lampId, type: 'light', metadata: { name: 'Desk' } },
      {
        id: otherLampId,
        type: 'room',
        metadata: { name: 'Office' },
        children: [{ rid: lampId, rtype: 'light' }],
      },
    ];
    bridge.setScript((request, response) =>
      request.path.endsWith('/resource')
        ? respondWith(200, { errors: [], data: home })(request, response)
        : respondWith(404, { errors: [] })(request, response),
    );
    const client = bridge.client();
    const update = (): Promise<unknown> => client.update('light', lampId, { on: { on: true } });
    const missing = new RegExp(`^Could not change light ${lampId}: `);
    assert.match((await expectError(update())).message, missing);
    await client.stateCache.refresh();
    const named = /^Could not change light "Office\/Desk": /;
    assert.match((await expectError(update())).message, named);
    await client.close();
    assert.match((await expectError(update())).message, named);
  });
});

import assert from 'node:assert/strict';
import type { NodeMessage } from 'node-red';
import { getNestedMember } from '../../../src/resources/members';
import { parsePollSettings, PollOnBridge } from '../../../src/runtime/nodes/poll';
import { StateReader } from '../../../src/bridge/read-state';
import { respondWith, startScriptedBridge } from '../../support/network/scripted-bridge';
import type { ScriptedBridge } from '../../support/network/scripted-bridge';
import { waitUntil } from '../../support/wait-until';

/** Longer than a slice of work, in ms. */
const sendDuration = 12;

const lamps = Array.from({ length: 8 }, (_, index) => ({
  id: `11111111-2222-4333-8444-00000000000${index}`,
  type: 'light',
  on: { on: true },
}));

const def = { id: 'poll', type: 'bridge-poll', name: '', z: 'tab', interval: 60 };
const settings = parsePollSettings({
  ...def,
  rtype: 'light',
  emitAtStart: true,
  output: 'resource',
});

describe('A poll node whose messages take long', () => {
  let bridge: ScriptedBridge;
  let running: PollOnBridge | undefined;
  beforeEach(async () => {
    bridge = await startScriptedBridge();
    bridge.setScript(respondWith(200, { errors: [], data: lamps }));
  });
  afterEach(async () => {
    running?.stop();
    await bridge.stop();
  });

  /** Runs a node of which each message takes so long that a slice is over. */
  const run = (onMessage: (message: NodeMessage) => void): void => {
    const client = bridge.client({ events: 'never' });
    const send = ([message]: (NodeMessage | null)[]): void => {
      if (message) onMessage(message);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, sendDuration);
    };
    running = new PollOnBridge(
      { client, stateReader: new StateReader(client.stateCache, () => false) },
      settings,
      [],
      {
        send,
        status: { succeed: () => undefined, report: (error) => assert.fail(String(error)) },
      },
    );
  };

  it('leaves the event loop to others between them, and keeps their order', async () => {
    let turn = 0;
    const countTurn = (): void => {
      turn += 1;
      if (sent.length < lamps.length) setImmediate(countTurn);
    };
    const sent: { turn: number; rid: unknown }[] = [];
    setImmediate(countTurn);
    run((message) => sent.push({ turn, rid: getNestedMember(message.payload, 'id') }));
    await waitUntil('a message for each lamp', () => sent.length === lamps.length);
    assert.deepEqual(
      sent.map(({ rid }) => rid),
      lamps.map(({ id }) => id),
    );
    assert.equal(new Set(sent.map((message) => message.turn)).size, lamps.length);
  });

  it('sends no more of them once it is stopped', async () => {
    let sentCount = 0;
    run(() => {
      sentCount += 1;
      if (sentCount === 3) running?.stop();
    });
    await waitUntil('some messages', () => sentCount === 3);
    await running?.pollNow([]).catch(() => undefined);
    assert.equal(sentCount, 3);
  });
});

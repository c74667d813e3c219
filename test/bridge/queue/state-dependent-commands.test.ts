import assert from 'node:assert/strict';
import { flushPromises, settle } from '../support/fake-clock';
import { buildSingleResourceRequest } from '../../../src/bridge/request';
import { getNestedMember } from '../../../src/resources/members';
import {
  collectOutcomes,
  createLampCommand,
  makeRid,
  QueueHarness,
  serializeRequestBody,
} from './queue-harness';
import type { StateDependentBody, RequestBody } from '../../../src/bridge/request';
import type { QueuedCommandResponse } from '../../../src/bridge/waiting';

/** A read of a state, which the test answers. */
interface Read {
  signal: AbortSignal;
  resolve: (body: RequestBody) => void;
  reject: (error: Error) => void;
}

const on = (value: boolean): object => ({ on: { on: value } });

describe('Commands that depend on the state before them', () => {
  let harness: QueueHarness;
  /** In the order of their beginning. */
  let reads: Read[];
  beforeEach(() => {
    harness = new QueueHarness({ lampsPerSecond: 1_000, maxQueuedCommands: 4 });
    reads = [];
  });

  const fromFreshState = (signal: AbortSignal): Promise<RequestBody> =>
    new Promise((resolve, reject) => {
      reads.push({ signal, resolve, reject });
    });
  const step: StateDependentBody = { fromFreshState };
  const toggle: StateDependentBody = {
    fromFreshState,
    fromPendingWrites(members) {
      const isOn = getNestedMember(members, 'on', 'on');
      return typeof isOn === 'boolean' ? serializeRequestBody(on(!isOn)) : undefined;
    },
  };
  const submit = (
    stateDependentBody: StateDependentBody,
    { lamp = 1, signal }: { lamp?: number; signal?: AbortSignal } = {},
  ): Promise<QueuedCommandResponse> =>
    harness.queue.submit(buildSingleResourceRequest('update', 'light', makeRid(lamp)), {
      stateDependentBody,
      signal,
    });
  const plain = (body: object, lamp = 1): Promise<QueuedCommandResponse> =>
    harness.queue.submit(createLampCommand(lamp, body));
  const answerRead = async (index: number, body: object): Promise<void> => {
    reads[index]?.resolve(serializeRequestBody(body));
    await flushPromises();
  };
  const reply = async (index: number): Promise<void> => {
    harness.reply(harness.sent[index]);
    await harness.clock.advance(10);
  };

  it('hold what follows them for the resource, and nothing of another one', async () => {
    collectOutcomes([submit(step), plain(on(true)), plain(on(false), 2)]);
    assert.deepEqual(harness.parseSentBodies(), [on(false)]);
    await answerRead(0, { dimming: { brightness: 7 } });
    assert.deepEqual(harness.parseSentBodies()[1], { dimming: { brightness: 7 } });
    assert.equal(harness.sent.length, 2);
    await reply(1);
    assert.deepEqual(harness.parseSentBodies()[2], on(true));
  });

  it('leave the number of waiting commands as it was, once they are sent', async () => {
    collectOutcomes([submit(step), submit(step, { lamp: 2 })]);
    await answerRead(0, on(true));
    reads[1]?.reject(new Error('The lamp is gone.'));
    await flushPromises();
    assert.equal(harness.queue.queued, 0);
    await reply(0);
    assert.equal(harness.queue.queued, 0);
  });

  it('read the state only when everything before them is answered', async () => {
    collectOutcomes([plain({ dimming: { brightness: 1 } }), plain({ dimming: { brightness: 2 } })]);
    collectOutcomes([submit(step)]);
    await reply(0);
    assert.equal(reads.length, 0);
    await reply(1);
    assert.equal(reads.length, 1);
    assert.equal(harness.sent.length, 2);
  });

  it('need one read for a burst of toggles, and two requests', async () => {
    const outcomes = collectOutcomes([
      submit(toggle),
      submit(toggle),
      submit(toggle),
      submit(toggle),
    ]);
    await answerRead(0, on(true));
    await reply(0);
    await reply(1);
    assert.equal(reads.length, 1);
    assert.deepEqual(harness.parseSentBodies(), [on(true), on(false)]);
    assert.deepEqual(outcomes, { merged: [1, 3, 3, 3], codes: [] });
  });

  it('take the state from a command that is under way or waits, without a read', async () => {
    collectOutcomes([plain(on(true)), submit(toggle), plain({ dimming: { brightness: 5 } })]);
    await reply(0);
    assert.deepEqual(harness.parseSentBodies()[1], { ...on(false), dimming: { brightness: 5 } });
    assert.equal(reads.length, 0);
  });

  it('keep their place among plain commands when they are built later', async () => {
    const outcomes = collectOutcomes([
      submit(toggle),
      plain({ dimming: { brightness: 5 } }),
      submit(toggle),
      plain({ dimming: { brightness: 6 } }),
    ]);
    await answerRead(0, on(true));
    await reply(0);
    await reply(1);
    assert.deepEqual(harness.parseSentBodies(), [
      on(true),
      { ...on(false), dimming: { brightness: 6 } },
    ]);
    assert.deepEqual(outcomes.merged, [1, 3, 3, 3]);
  });

  it('are sent on their own when each needs the state that was read', async () => {
    collectOutcomes([submit(step), submit(step)]);
    await answerRead(0, on(true));
    assert.equal(reads.length, 1);
    await reply(0);
    await answerRead(1, on(false));
    assert.deepEqual(harness.parseSentBodies(), [on(true), on(false)]);
  });

  it('wait for a repeated attempt of the command before', async () => {
    collectOutcomes([plain({ dimming: { brightness: 1 } }), submit(step)]);
    harness.reply(harness.sent[0], 503);
    await flushPromises();
    assert.equal(reads.length, 0);
    await harness.clock.advance(1_000);
    await reply(1);
    assert.equal(reads.length, 1);
  });

  it('that cannot be built fail alone', async () => {
    const noLamp = submit(step);
    const next = plain({ on: { on: true } });
    const notNow = submit({
      fromFreshState,
      fromPendingWrites() {
        throw new Error('not while it is on');
      },
    });
    const last = submit(toggle);
    reads[0]?.reject(new Error('no such lamp'));
    await assert.rejects(settle(noLamp), /no such lamp/);
    await assert.rejects(settle(notNow), /not while it is on/);
    await reply(0);
    await reply(1);
    await settle(Promise.all([next, last]));
    assert.deepEqual(harness.parseSentBodies(), [on(true), on(false)]);
  });

  it('are answered once when they are aborted while they wait, are read, or are sent', async () => {
    const [reading, waiting, sent] = [
      new AbortController(),
      new AbortController(),
      new AbortController(),
    ];
    const outcomes = collectOutcomes([
      submit(step, { signal: reading.signal }),
      submit(step, { signal: waiting.signal }),
      submit(step, { signal: sent.signal }),
    ]);
    waiting.abort();
    reading.abort();
    assert.equal(reads[0]?.signal.aborted, true);
    await answerRead(0, on(false));
    assert.equal(harness.sent.length, 0);
    await answerRead(1, on(true));
    assert.equal(harness.sent.length, 1);
    sent.abort();
    await flushPromises();
    assert.deepEqual(outcomes.codes, Array(3).fill('ERR_BRIDGE_ABORTED'));
  });

  it('end with the queue', async () => {
    const outcomes = collectOutcomes([submit(toggle), submit(toggle), plain(on(true))]);
    await harness.queue.close();
    assert.equal(reads[0]?.signal.aborted, true);
    await answerRead(0, on(true));
    assert.deepEqual(outcomes.codes, Array(3).fill('ERR_BRIDGE_CLOSED'));
    assert.equal(harness.sent.length, 0);
  });

  it('obey the limits of all commands', async () => {
    const outcomes = collectOutcomes([1, 2, 3, 4, 5, 6].map(() => submit(step)));
    await flushPromises();
    // The first is being read, so it does not wait.
    assert.deepEqual(outcomes.codes, ['ERR_BRIDGE_QUEUE_FULL']);
    await harness.clock.advance(60_001);
    assert.deepEqual(outcomes.codes.slice(1), Array(5).fill('ERR_BRIDGE_EXPIRED'));
    assert.equal(reads[0]?.signal.aborted, true);
    assert.equal(harness.sent.length, 0);
  });

  it('are not refused for the place of what the bridge has put off', async () => {
    harness = new QueueHarness({ lampsPerSecond: 1_000, maxQueuedRequests: 1 });
    const outcomes = collectOutcomes([
      plain({ dimming_delta: { action: 'up', brightness_delta: 1 } }),
      plain({ effects: { effect: 'fire' } }),
    ]);
    harness.reply(harness.sent[0], 503);
    const dependent = collectOutcomes([submit(step, { lamp: 2 })]);
    await flushPromises();
    assert.deepEqual([...outcomes.codes, ...dependent.codes], []);
    assert.equal(reads.length, 1);
  });

  it('take what was merged into them out again when it is aborted', async () => {
    const aborted = new AbortController();
    collectOutcomes([plain(on(true)), submit(toggle)]);
    collectOutcomes([
      harness.queue.submit(createLampCommand(1, { dimming: { brightness: 5 } }), aborted),
    ]);
    aborted.abort();
    await reply(0);
    assert.deepEqual(harness.parseSentBodies()[1], on(false));
  });
});

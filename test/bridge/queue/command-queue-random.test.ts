import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { buildCreateRequest, buildListRequest } from '../../../src/bridge/request';
import { getNestedMember } from '../../../src/resources/members';
import { createGroupCommand, createLampCommand, QueueHarness } from './queue-harness';
import type { TransportFailureKind } from '../../../src/bridge/transport-failure';
import type { BridgeRequest } from '../../../src/bridge/request';
import type { SentRequest } from './queue-harness';

/** One random step of a run. */
type QueueStep =
  | { kind: 'ask'; what: 'lamp' | 'group' | 'read' | 'create'; target: number }
  | { kind: 'askAndGiveUp'; after: number }
  | { kind: 'reply'; index: number; status: number }
  | { kind: 'fail'; index: number; problem: TransportFailureKind }
  | { kind: 'pass'; time: number };

const kind = <const Kind extends QueueStep['kind']>(name: Kind): fc.Arbitrary<Kind> =>
  fc.constant(name);
const what = fc.constantFrom('lamp' as const, 'lamp', 'group', 'read', 'create');
const problem = fc.constantFrom<TransportFailureKind>('away', 'lost', 'timeout', 'malformed');
const status = fc.constantFrom(200, 200, 404, 429, 503);

const anyStep: fc.Arbitrary<QueueStep> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: kind('ask'), what, target: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('askAndGiveUp'), after: fc.nat(3_000) }) },
  { weight: 5, arbitrary: fc.record({ kind: kind('reply'), index: fc.nat(2), status }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('fail'), index: fc.nat(2), problem }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('pass'), time: fc.nat(2_000) }) },
);

/** One random run of the queue, with its outcomes. */
class RandomRun {
  readonly harness = new QueueHarness({
    maxQueuedRequests: 6,
    maxQueueTime: 30_000,
    maxHangingRequests: 2,
  });
  /** How often each caller got an outcome. */
  readonly answerCounts: number[] = [];
  /** Brightness that the last successful caller of each lamp requested. */
  readonly requestedBrightness = new Map<string, number>();

  async applyStep(one: QueueStep): Promise<void> {
    if (one.kind === 'ask') this.#submit(this.#createRequest(one.what, one.target));
    else if (one.kind === 'askAndGiveUp') this.#submitAndAbort(one.after);
    else if (one.kind === 'pass') await this.harness.clock.advance(one.time);
    else if (one.kind === 'reply')
      this.#withUnanswered(one.index, (sent) => this.harness.reply(sent, one.status));
    else this.#withUnanswered(one.index, (sent) => this.harness.fail(sent, one.problem));
    assert.ok(this.harness.inFlight <= 4, 'two places and two requests that hang');
  }

  /** Answers everything with success until the queue is empty. */
  async end(): Promise<void> {
    const { harness } = this;
    harness.onSent = (sent) => harness.reply(sent);
    const unanswered = harness.sent.filter((sent) => sent.status === undefined);
    for (const sent of unanswered) harness.reply(sent);
    await harness.clock.advance(200_000);
  }

  /** Brightness of the last successful request to each lamp. */
  lastExecutedBrightness(): Map<string, unknown> {
    const done = this.harness.sent.filter(
      (sent) =>
        sent.status === 200 && sent.request.rtype === 'light' && sent.request.method === 'PUT',
    );
    return new Map(done.map(({ request }) => [request.path, parseBrightness(request)]));
  }

  #createRequest(name: 'lamp' | 'group' | 'read' | 'create', target: number): BridgeRequest {
    if (name === 'group') return createGroupCommand(10 + target);
    if (name === 'read') return buildListRequest('light');
    if (name === 'create') return buildCreateRequest('geofence_client', '{}');
    return createLampCommand(target, { dimming: { brightness: this.answerCounts.length } });
  }

  #submit(request: BridgeRequest, signal?: AbortSignal): void {
    const number = this.answerCounts.push(0) - 1;
    const count = (): void =>
      void (this.answerCounts[number] = (this.answerCounts[number] ?? 0) + 1);
    this.harness.queue.submit(request, { signal }).then(({ response: reply }) => {
      count();
      const isLampUpdate =
        request.rtype === 'light' && request.method === 'PUT' && reply.status === 200;
      if (isLampUpdate)
        this.requestedBrightness.set(
          request.path,
          Math.max(number, this.requestedBrightness.get(request.path) ?? 0),
        );
      return undefined;
    }, count);
  }

  #submitAndAbort(after: number): void {
    const controller = new AbortController();
    this.#submit(createGroupCommand(20), controller.signal);
    this.harness.clock.setTimeout(() => controller.abort(), after);
  }

  #withUnanswered(index: number, action: (sent: SentRequest) => void): void {
    const unanswered = this.harness.sent.filter((sent) => sent.status === undefined);
    const sent = unanswered[index % Math.max(1, unanswered.length)];
    if (sent !== undefined) action(sent);
  }
}

const parseBrightness = (request: BridgeRequest): unknown => {
  const body: unknown = JSON.parse(request.body ?? '{}');
  return getNestedMember(body, 'dimming', 'brightness');
};

describe('The queue, whatever happens', () => {
  it('answers everybody exactly once, and carries out the last command last', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 80 }), async (steps) => {
        const randomRun = new RandomRun();
        for (const one of steps) await randomRun.applyStep(one);
        await randomRun.end();
        assert.ok(
          randomRun.answerCounts.every((times) => times === 1),
          randomRun.answerCounts.join(),
        );
        assert.equal(randomRun.harness.queue.queued, 0);
        assert.equal(randomRun.harness.clock.pendingTimers, 0);
        const lastExecutedBrightness = randomRun.lastExecutedBrightness();
        for (const [lampPath, brightness] of randomRun.requestedBrightness)
          assert.equal(lastExecutedBrightness.get(lampPath), brightness);
      }),
      { numRuns: 200, seed: 20_261_120 },
    );
  });
});

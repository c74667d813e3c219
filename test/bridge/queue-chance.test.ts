import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { createRequest, listRequest } from '../../src/bridge/wire/request';
import { member } from '../../src/resources';
import { group, lamp, Stage } from './queue-stage';
import type { ProblemKind } from '../../src/bridge/errors/problem';
import type { BridgeRequest } from '../../src/bridge/wire/request';
import type { Sent } from './queue-stage';

/** Something that may happen to a queue. */
type Step =
  | { kind: 'ask'; what: 'lamp' | 'group' | 'read' | 'create'; target: number }
  | { kind: 'askAndGiveUp'; after: number }
  | { kind: 'reply'; which: number; status: number }
  | { kind: 'fail'; which: number; problem: ProblemKind }
  | { kind: 'pass'; time: number };

const kind = <const Kind extends Step['kind']>(name: Kind): fc.Arbitrary<Kind> => fc.constant(name);
const what = fc.constantFrom('lamp' as const, 'lamp', 'group', 'read', 'create');
const problem = fc.constantFrom<ProblemKind>('away', 'lost', 'timeout', 'malformed');
const status = fc.constantFrom(200, 200, 404, 429, 503);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: kind('ask'), what, target: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('askAndGiveUp'), after: fc.nat(3_000) }) },
  { weight: 5, arbitrary: fc.record({ kind: kind('reply'), which: fc.nat(2), status }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('fail'), which: fc.nat(2), problem }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('pass'), time: fc.nat(2_000) }) },
);

/** One run: what was asked, and what became of it. */
class Run {
  readonly stage = new Stage({ waitingRequests: 6, commandAge: 30_000 });
  /** How often each caller was answered. */
  readonly answers: number[] = [];
  /** Brightness that the last successful caller of each lamp wished for. */
  readonly wishes = new Map<string, number>();

  async take(one: Step): Promise<void> {
    if (one.kind === 'ask') this.#ask(this.#requestFor(one.what, one.target));
    else if (one.kind === 'askAndGiveUp') this.#askAndGiveUp(one.after);
    else if (one.kind === 'pass') await this.stage.clock.pass(one.time);
    else if (one.kind === 'reply')
      this.#with(one.which, (sent) => this.stage.reply(sent, one.status));
    else this.#with(one.which, (sent) => this.stage.fail(sent, one.problem));
    assert.ok(this.stage.underWay <= 3);
  }

  /** Lets the bridge do everything it is asked from now on, until nothing is left. */
  async end(): Promise<void> {
    const { stage } = this;
    stage.play = (sent) => stage.reply(sent);
    const open = stage.sent.filter((sent) => sent.status === undefined);
    for (const sent of open) stage.reply(sent);
    await stage.clock.pass(200_000);
  }

  /** Brightness of the last request to each lamp that the bridge carried out. */
  carriedOut(): Map<string, unknown> {
    const done = this.stage.sent.filter(
      (sent) =>
        sent.status === 200 && sent.request.rtype === 'light' && sent.request.method === 'PUT',
    );
    return new Map(done.map(({ request }) => [request.path, brightnessIn(request)]));
  }

  #requestFor(name: 'lamp' | 'group' | 'read' | 'create', target: number): BridgeRequest {
    if (name === 'group') return group(10 + target);
    if (name === 'read') return listRequest('light');
    if (name === 'create') return createRequest('geofence_client', '{}');
    return lamp(target, { dimming: { brightness: this.answers.length } });
  }

  #ask(request: BridgeRequest, signal?: AbortSignal): void {
    const number = this.answers.push(0) - 1;
    const count = (): void => void (this.answers[number] = (this.answers[number] ?? 0) + 1);
    this.stage.queue.submit(request, signal).then(({ reply }) => {
      count();
      const isWish = request.rtype === 'light' && request.method === 'PUT' && reply.status === 200;
      if (isWish)
        this.wishes.set(request.path, Math.max(number, this.wishes.get(request.path) ?? 0));
      return undefined;
    }, count);
  }

  #askAndGiveUp(after: number): void {
    const given = new AbortController();
    this.#ask(group(20), given.signal);
    this.stage.clock.setTimeout(() => given.abort(), after);
  }

  #with(which: number, act: (sent: Sent) => void): void {
    const open = this.stage.sent.filter((sent) => sent.status === undefined);
    const sent = open[which % Math.max(1, open.length)];
    if (sent !== undefined) act(sent);
  }
}

const brightnessIn = (request: BridgeRequest): unknown => {
  const body: unknown = JSON.parse(request.body ?? '{}');
  return member(body, 'dimming', 'brightness');
};

describe('The queue, whatever happens', () => {
  it('answers everybody exactly once, and carries out the last wish last', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 80 }), async (steps) => {
        const run = new Run();
        for (const one of steps) await run.take(one);
        await run.end();
        assert.ok(
          run.answers.every((times) => times === 1),
          run.answers.join(),
        );
        assert.equal(run.stage.queue.waiting, 0);
        assert.equal(run.stage.clock.waiting, 0);
        const carriedOut = run.carriedOut();
        for (const [lampPath, wish] of run.wishes) assert.equal(carriedOut.get(lampPath), wish);
      }),
      { numRuns: 200, seed: 20_261_120 },
    );
  });
});

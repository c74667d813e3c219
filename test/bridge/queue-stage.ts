import assert from 'node:assert/strict';
import { defaultLimits } from '../../src/bridge';
import { CommandQueue } from '../../src/bridge/queue/queue';
import { updateRequest } from '../../src/bridge/wire/request';
import { retryAfterOf } from '../../src/bridge/wire/retry-after';
import { FakeClock } from './fake-clock';
import type { Limits } from '../../src/bridge';
import type { Outcome } from '../../src/bridge/wire/exchange';
import type { Problem, ProblemKind } from '../../src/bridge/errors/problem';
import type { BridgeRequest } from '../../src/bridge/wire/request';
import type { Settled } from '../../src/bridge/queue/waiting-list';
import type { ResourceType } from '../../src/resources';

export interface Sent {
  request: BridgeRequest;
  at: number;
  outcome: Outcome;
  /** Status of its reply; undefined while it is under way, 0 after a failure. */
  status: number | undefined;
}

export const id = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const set = (
  rtype: ResourceType,
  number: number,
  body: object,
  momentary = false,
): BridgeRequest => updateRequest(rtype, id(number), { text: JSON.stringify(body), momentary });
export const lamp = (number: number, body: object = { on: { on: true } }): BridgeRequest =>
  set('light', number, body);
export const group = (number: number): BridgeRequest =>
  set('grouped_light', number, { on: { on: true } });

const problem = (kind: ProblemKind): Problem => ({
  kind,
  code: kind === 'untrusted' ? 'ERR_BRIDGE_UNTRUSTED' : 'ERR_BRIDGE_UNREACHABLE',
  what: 'no luck',
  todo: 'Try again.',
});

/** A queue before a bridge that the test plays itself; time passes only when the test says so. */
export class Stage {
  readonly clock = new FakeClock();
  readonly sent: Sent[] = [];
  readonly queue: CommandQueue;
  /** Answers what is sent, at once, where the test does not do so itself. */
  play: ((sent: Sent) => void) | undefined;
  underWay = 0;
  mostUnderWay = 0;

  constructor(limits: Partial<Limits> = {}) {
    this.queue = new CommandQueue({
      limits: { ...defaultLimits, ...limits },
      clock: this.clock,
      replied: () => undefined,
      failed: () => undefined,
      send: (request, outcome) => this.#send(request, outcome),
    });
  }

  reply(sent: Sent | undefined, status = 200, retryAfter?: string): void {
    assert.ok(sent, 'nothing was sent');
    sent.outcome.replied({
      status,
      retryAfter: retryAfterOf(retryAfter, Date.now()),
      body: Buffer.from('{}'),
    });
  }

  fail(sent: Sent | undefined, kind: ProblemKind): void {
    assert.ok(sent, 'nothing was sent');
    sent.outcome.failed(problem(kind));
  }

  bodies(): unknown[] {
    return this.sent.map(({ request }): unknown => {
      const body: unknown = JSON.parse(request.body ?? 'null');
      return body;
    });
  }

  sentWithin(from: number, to: number): number {
    return this.sent.filter(({ at }) => at >= from && at < to).length;
  }

  #send(request: BridgeRequest, told: Outcome): { sent: boolean; end(reason: Problem): void } {
    this.underWay += 1;
    this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay);
    const end = (status: number): void => {
      assert.equal(sent.status, undefined, 'an outcome was told twice');
      sent.status = status;
      this.underWay -= 1;
    };
    const outcome: Outcome = {
      replied(reply) {
        end(reply.status);
        told.replied(reply);
      },
      failed(reason) {
        end(0);
        told.failed(reason);
      },
    };
    const sent: Sent = { request, at: this.clock.now(), outcome, status: undefined };
    this.sent.push(sent);
    const { play } = this;
    if (play !== undefined) {
      this.clock.setTimeout(() => {
        if (sent.status === undefined) play(sent);
      }, 5);
    }
    return { sent: true, end: (reason) => outcome.failed(reason) };
  }
}

export const prompt = (limits: Partial<Limits> = {}): Stage => {
  const stage = new Stage(limits);
  stage.play = (sent) => stage.reply(sent);
  return stage;
};

/** Keeps what became of promises, so that none is left without a listener. */
export function outcomes(promises: readonly Promise<Settled>[]): {
  merged: number[];
  codes: string[];
} {
  const seen = { merged: [] as number[], codes: [] as string[] };
  for (const promise of promises) {
    promise.then(
      ({ merged }) => seen.merged.push(merged),
      (error: unknown) => {
        assert.ok(error instanceof Error && 'code' in error);
        seen.codes.push(String(error.code));
      },
    );
  }
  return seen;
}

import assert from 'node:assert/strict';
import { defaultLimits } from '../../../src/bridge';
import { ConnectionHealthMonitor } from '../../../src/bridge/health';
import { CommandQueue } from '../../../src/bridge/queue';
import { buildUpdateRequest } from '../../../src/bridge/request';
import { isResponse, parseRetryAfter } from '../../../src/bridge/http';
import { FakeClock } from './fake-clock';
import type { ClientLimits } from '../../../src/bridge';
import type { RequestAttempt, AttemptListener } from '../../../src/bridge/http';
import type { TransportFailure, TransportFailureKind } from '../../../src/bridge/transport-failure';
import type { BridgeRequest, RequestBody } from '../../../src/bridge/request';
import type { QueuedCommandResponse } from '../../../src/bridge/waiting';
import type { ResourceType } from '../../../src/resources/table';

export interface SentRequest {
  request: BridgeRequest;
  at: number;
  outcome: AttemptListener;
  /** Status of its response; undefined while it is in flight, 0 after a failure. */
  status: number | undefined;
}

export const makeRid = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const createUpdate = (
  rtype: ResourceType,
  number: number,
  body: object,
  momentary = false,
): BridgeRequest =>
  buildUpdateRequest(rtype, makeRid(number), serializeRequestBody(body, momentary));

export const serializeRequestBody = (body: object, nonIdempotent = false): RequestBody => ({
  text: JSON.stringify(body),
  members: { ...body },
  nonIdempotent,
});
export const createLampCommand = (
  number: number,
  body: object = { on: { on: true } },
): BridgeRequest => createUpdate('light', number, body);
export const createGroupCommand = (number: number): BridgeRequest =>
  createUpdate('grouped_light', number, { on: { on: true } });

const createFailure = (kind: TransportFailureKind): TransportFailure => ({
  kind,
  code: kind === 'untrusted' ? 'ERR_BRIDGE_UNTRUSTED' : 'ERR_BRIDGE_UNREACHABLE',
  detail: 'no luck',
  hint: 'Try again.',
});

/** A queue with a fake clock; the test itself answers what is sent. */
export class QueueHarness {
  readonly sent: SentRequest[] = [];
  /** Cheap reads by which the queue's connection was checked. */
  readonly probes: number[] = [];
  readonly health: ConnectionHealthMonitor;
  readonly queue: CommandQueue;
  /** How the cheap reads fail; undefined while they are answered. */
  probeFailure: TransportFailureKind | undefined;
  /** Paths of the requests that were reported as unanswered. */
  readonly unresponsive: string[] = [];
  /** Called shortly after each sent request that the test has not answered. */
  onSent: ((sent: SentRequest) => void) | undefined;
  /** False while requests still wait for their connection. */
  hasConnection = true;
  inFlight = 0;
  maxInFlight = 0;

  constructor(
    limits: Partial<ClientLimits> = {},
    readonly clock = new FakeClock(),
  ) {
    const allLimits = { ...defaultLimits, ...limits };
    this.health = new ConnectionHealthMonitor({
      limits: allLimits,
      clock: this.clock,
      getEndpoint: () => '192.0.2.7:443',
      probe: (listener) => this.#probe(listener),
    });
    this.queue = new CommandQueue({
      limits: allLimits,
      clock: this.clock,
      health: this.health,
      onResponse: () => undefined,
      onUnresponsive: ({ path }) => this.unresponsive.push(path),
      send: (request, outcome) => this.#send(request, outcome),
    });
  }

  reply(sent: SentRequest | undefined, status = 200, retryAfter?: string): void {
    assert.ok(sent, 'nothing was sent');
    sent.outcome({
      status,
      retryAfter: parseRetryAfter(retryAfter, Date.now()),
      body: Buffer.from('{}'),
    });
  }

  fail(sent: SentRequest | undefined, kind: TransportFailureKind): void {
    assert.ok(sent, 'nothing was sent');
    sent.outcome(createFailure(kind));
  }

  parseSentBodies(): unknown[] {
    return this.sent.map(({ request }): unknown => {
      const body: unknown = JSON.parse(request.body ?? 'null');
      return body;
    });
  }

  /** Lets every request fail, the cheap reads too. */
  disconnect(kind: TransportFailureKind = 'away'): void {
    this.probeFailure = kind;
    this.onSent = (sent) => this.fail(sent, kind);
  }

  /** Answers every request again. */
  reconnect(): void {
    this.probeFailure = undefined;
    this.onSent = (sent) => this.reply(sent);
  }

  countSentBetween(from: number, to: number): number {
    return this.sent.filter(({ at }) => at >= from && at < to).length;
  }

  #probe(listener: AttemptListener): RequestAttempt {
    this.probes.push(this.clock.now());
    const timer = this.clock.setTimeout(() => {
      if (this.probeFailure === undefined)
        listener({ status: 200, retryAfter: undefined, body: Buffer.from('{}') });
      else listener(createFailure(this.probeFailure));
    }, 5);
    return {
      sent: true,
      cancel: (failure) => {
        this.clock.clearTimeout(timer);
        listener(failure);
      },
    };
  }

  #send(
    request: BridgeRequest,
    listener: AttemptListener,
  ): { sent: boolean; cancel(reason: TransportFailure): void } {
    this.inFlight += 1;
    this.maxInFlight = Math.max(this.maxInFlight, this.inFlight);
    const end = (status: number): void => {
      assert.equal(sent.status, undefined, 'an outcome was reported twice');
      sent.status = status;
      this.inFlight -= 1;
    };
    const outcome: AttemptListener = (reply) => {
      end(isResponse(reply) ? reply.status : 0);
      listener(reply);
    };
    const sent: SentRequest = { request, at: this.clock.now(), outcome, status: undefined };
    this.sent.push(sent);
    const { onSent } = this;
    if (onSent !== undefined) {
      this.clock.setTimeout(() => {
        if (sent.status === undefined) onSent(sent);
      }, 5);
    }
    return { sent: this.hasConnection, cancel: outcome };
  }
}

export const createAutoReplyHarness = (limits: Partial<ClientLimits> = {}): QueueHarness => {
  const harness = new QueueHarness(limits);
  harness.onSent = (sent) => harness.reply(sent);
  return harness;
};

/** Collects the outcomes of promises, so that no rejection is unhandled. */
export function collectOutcomes(promises: readonly Promise<QueuedCommandResponse>[]): {
  merged: number[];
  codes: string[];
} {
  const collected = { merged: [] as number[], codes: [] as string[] };
  for (const promise of promises) {
    promise.then(
      ({ merged }) => collected.merged.push(merged),
      (error: unknown) => {
        assert.ok(error instanceof Error && 'code' in error);
        collected.codes.push(String(error.code));
      },
    );
  }
  return collected;
}

import { isOverloadStatus } from '../errors/bridge-error';
import { unitLengths } from '../../units/duration';
import type { Clock } from '../time/clock';
import type { HttpRequest } from '../wire/bridge-request';
import { isResponse } from '../wire/http-request-attempt';
import type { AttemptListener } from '../wire/http-request-attempt';
import type { ConnectionStatus } from './connection-state';
import { RequestRateMeter } from './request-rate-meter';

/** A sent request, without body and key. */
export interface RecordedRequest {
  readonly sentAt: Date;
  readonly method: string;
  readonly path: string;
  /** HTTP status, or why there was no response, such as `timeout`; undefined before. */
  readonly result: number | string | undefined;
  /** In ms; undefined before the response or failure. */
  readonly duration: number | undefined;
}

const maxRequests = 200;

/** One in about 90 seconds for a day. */
const maxReconnects = 1_000;

export class ConnectionHistory {
  readonly #refusals: RequestRateMeter;
  readonly #requests: RecordedRequest[] = [];
  #nextIndex = 0;
  readonly #reconnectedAt: number[] = [];
  #isLost = false;

  constructor(private readonly clock: Clock) {
    this.#refusals = new RequestRateMeter(clock);
  }

  /** Oldest first. */
  get requests(): readonly RecordedRequest[] {
    return [
      ...this.#requests.slice(this.#nextIndex % maxRequests),
      ...this.#requests.slice(0, this.#nextIndex % maxRequests),
    ];
  }

  get refusedLastMinute(): number {
    return this.#refusals.lastMinute;
  }

  get reconnectsLastDay(): number {
    const since = this.clock.now() - unitLengths.day;
    return this.#reconnectedAt.filter((time) => time >= since).length;
  }

  /** Returns a listener that records the end and calls the given one. */
  recordRequest(
    { method, path }: Pick<HttpRequest, 'method' | 'path'>,
    listener: AttemptListener,
  ): AttemptListener {
    const index = this.#nextIndex % maxRequests;
    const startedAt = this.clock.now();
    const request = { sentAt: new Date(), method, path, result: undefined, duration: undefined };
    this.#requests[index] = request;
    this.#nextIndex += 1;
    return (outcome) => {
      const result = isResponse(outcome) ? outcome.status : outcome.kind;
      if (typeof result === 'number' && isOverloadStatus(result)) this.#refusals.count();
      const duration = Math.round(this.clock.now() - startedAt);
      // Later requests may have replaced it.
      if (this.#requests[index] === request)
        this.#requests[index] = { ...request, result, duration };
      listener(outcome);
    };
  }

  recordState(kind: ConnectionStatus): void {
    if (kind === 'away') this.#isLost = true;
    if (kind !== 'connected' || !this.#isLost) return;
    this.#isLost = false;
    this.#reconnectedAt.push(this.clock.now());
    if (this.#reconnectedAt.length > maxReconnects) this.#reconnectedAt.shift();
  }
}

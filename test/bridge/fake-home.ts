import { EventEmitter, once } from 'node:events';
import { member } from '../../src/resources';
import { isResource } from '../../src/bridge/state/admit-resource';
import type { Resource, ResourceType } from '../../src/resources';
import { BridgeError } from '../../src/bridge';
import type { RawAnswer, ResourceReader } from '../../src/bridge/state/resource-reader';
import type { StreamAnswer, StreamOpener } from '../../src/bridge/wire/stream-answer';

/** One open event stream, written by the test. */
export class FakeStream {
  readonly #chunks: (Uint8Array | 'end' | Error)[] = [];
  readonly #events = new EventEmitter();
  #over = false;

  constructor(readonly signal: AbortSignal) {
    signal.addEventListener('abort', () => this.#push(closed()));
  }

  /** True until either side ended it. */
  get open(): boolean {
    return !this.#over && !this.signal.aborted;
  }

  send(text: string | Uint8Array): void {
    this.#push(typeof text === 'string' ? new TextEncoder().encode(text) : text);
  }

  greet(): void {
    this.send(': hi\n\n');
  }

  /** Sends messages in one frame. */
  sendEvents(...containers: readonly unknown[]): void {
    this.send(`id: 1700000000:0\ndata: ${JSON.stringify(containers)}\n\n`);
  }

  end(): void {
    this.#over = true;
    this.#push('end');
  }

  async *bytes(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const chunk = this.#chunks.shift();
      if (chunk === undefined) {
        await once(this.#events, 'chunk');
      } else if (chunk === 'end') {
        return;
      } else if (chunk instanceof Error) {
        throw chunk;
      } else {
        yield chunk;
      }
    }
  }

  #push(chunk: Uint8Array | 'end' | Error): void {
    this.#chunks.push(chunk);
    this.#events.emit('chunk');
  }
}

const closed = (): BridgeError => new BridgeError('ERR_BRIDGE_CLOSED', 'The stream was closed.');

/** Error as the client makes it for a status. */
export const statusError = (
  status: number,
  code: BridgeError['code'],
  facts: { retryAfter?: number } = {},
): BridgeError => new BridgeError(code, `The bridge answered ${status}.`, { status, ...facts });

export const unreachable = (): BridgeError =>
  new BridgeError('ERR_BRIDGE_UNREACHABLE', 'The bridge does not answer.', {
    reason: 'ECONNREFUSED',
  });

/** What a bridge holds and answers, without a wire: for tests that hold time in their hands. */
export class FakeHome implements ResourceReader {
  readonly resources = new Map<string, Resource>();
  /** What was read, in order: names of types, or `tree`. */
  readonly reads: string[] = [];
  readonly streams: FakeStream[] = [];
  /** How often an answer was parsed. */
  parsed = 0;
  /** Most reads of one type that were under way at once. */
  mostAtOnce = 0;
  /** Thrown instead of an answer. */
  failure: BridgeError | undefined;
  failuresByType = new Map<string, BridgeError>();
  treeFailure: BridgeError | undefined;
  /** Holds back answers until it resolves. */
  gate: Promise<void> | undefined;
  /** Holds back answers to reads of everything until it resolves. */
  treeGate: Promise<void> | undefined;
  streamStatus = 200;
  streamType = 'text/event-stream';
  /** Wait that the answer to a request for the stream asks for, in ms. */
  streamRetryAfter: number | undefined;
  /** What comes before the head of a stream. */
  beforeStream: ((signal: AbortSignal) => Promise<unknown>) | undefined;
  /** Greets on every stream by itself. */
  greets = false;
  streamFailure: BridgeError | undefined;
  readonly #underWay = new Map<string, number>();

  constructor(resources: readonly Resource[]) {
    for (const resource of resources) this.set(resource);
  }

  set(resource: Resource): void {
    this.resources.set(resource.id, resource);
  }

  count(what: string): number {
    return this.reads.filter((read) => read === what).length;
  }

  readCollection(rtype: ResourceType): Promise<RawAnswer> {
    return this.#read(rtype, ({ type }) => type === rtype);
  }

  async readTree(): Promise<RawAnswer> {
    if (this.treeFailure !== undefined) throw this.treeFailure;
    return this.#read('tree', () => true);
  }

  readonly openStream: StreamOpener = async (signal) => {
    const failure = this.streamFailure ?? this.failure;
    if (failure !== undefined) throw failure;
    await this.beforeStream?.(signal);
    if (signal.aborted) throw closed();
    const stream = new FakeStream(signal);
    this.streams.push(stream);
    if (this.greets) stream.greet();
    const answer: StreamAnswer = {
      status: this.streamStatus,
      contentType: this.streamType,
      retryAfter: this.streamRetryAfter,
      body: stream.bytes(),
    };
    return Promise.resolve(answer);
  };

  /** The newest event stream. */
  get stream(): FakeStream {
    const stream = this.streams.at(-1);
    if (stream === undefined) throw new Error('no event stream was opened');
    return stream;
  }

  async #read(what: string, wanted: (resource: Resource) => boolean): Promise<RawAnswer> {
    this.reads.push(what);
    const underWay = (this.#underWay.get(what) ?? 0) + 1;
    this.#underWay.set(what, underWay);
    this.mostAtOnce = Math.max(this.mostAtOnce, underWay);
    const failure = this.failure ?? this.failuresByType.get(what);
    const data = [...this.resources.values()].filter(wanted);
    const body = Buffer.from(JSON.stringify({ errors: [], data }));
    try {
      await this.gate;
      if (what === 'tree') await this.treeGate;
    } finally {
      this.#underWay.set(what, underWay - 1);
    }
    if (failure !== undefined) throw failure;
    return {
      body,
      resources: () => {
        this.parsed += 1;
        return parseData(body);
      },
    };
  }
}

function parseData(body: Buffer): Resource[] {
  const content: unknown = JSON.parse(body.toString('utf8'));
  const data = member(content, 'data');
  return Array.isArray(data) ? data.filter(isResource) : [];
}

/** An id that looks like one of a bridge. */
export const ridOf = (number: number): string =>
  `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;

export const lamp = (number: number, brightness: number, on = true): Resource => ({
  type: 'light',
  id: ridOf(number),
  metadata: { name: `Lamp ${number}` },
  on: { on },
  dimming: { brightness },
});

/** Times from each to the next. */
export const pausesBetween = (times: readonly number[]): number[] =>
  times.slice(1).map((time, index) => time - (times[index] ?? 0));

import { EventEmitter, once } from 'node:events';
import { getNestedMember } from '../../../src/resources/members';
import type { Resource } from '../../../src/resources/resource';
import type { ResourceIdentifier } from '../../../src/resources/schemas';
import type { ResourceType } from '../../../src/resources/table';
import { isResource } from '../../../src/bridge/resource-state';
import { BridgeError } from '../../../src/bridge';
import type { ResourceChangeEvent, WatchOptions } from '../../../src/bridge';
import type { RawResponse, ResourceFetcher } from '../../../src/bridge/load-state';
import type { EventStreamResponse, EventStreamOpener } from '../../../src/bridge/http';
import assert from 'node:assert/strict';
import type { ChangeDeliveryMode } from '../../../src/bridge/connection-state';
import { FakeClock, flushPromises } from './fake-clock';
import { createFakeHealth } from './fake-health';
import { LiveState } from '../../../src/bridge/live-state';
import { createFakeLink } from './fake-link';

/** One open event stream, written by the test. */
export class FakeEventStream {
  readonly #chunks: (Uint8Array | 'end' | Error)[] = [];
  readonly #events = new EventEmitter();
  #ended = false;

  constructor(readonly signal: AbortSignal) {
    signal.addEventListener('abort', () => this.#push(createClosedError()));
  }

  /** True until either side ended it. */
  get isOpen(): boolean {
    return !this.#ended && !this.signal.aborted;
  }

  send(text: string | Uint8Array): void {
    this.#push(typeof text === 'string' ? new TextEncoder().encode(text) : text);
  }

  sendGreeting(): void {
    this.send(': hi\n\n');
  }

  /** Sends messages in one frame. */
  sendEvents(...containers: readonly unknown[]): void {
    this.send(`id: 1700000000:0\ndata: ${JSON.stringify(containers)}\n\n`);
  }

  end(): void {
    this.#ended = true;
    this.#push('end');
  }

  async read(onBytes: (bytes: Uint8Array) => void): Promise<void> {
    for (;;) {
      const chunk = this.#chunks.shift();
      if (chunk === undefined) {
        await once(this.#events, 'chunk');
      } else if (chunk === 'end') {
        return;
      } else if (chunk instanceof Error) {
        throw chunk;
      } else {
        onBytes(chunk);
      }
    }
  }

  #push(chunk: Uint8Array | 'end' | Error): void {
    this.#chunks.push(chunk);
    this.#events.emit('chunk');
  }
}

const createClosedError = (): BridgeError =>
  new BridgeError('ERR_BRIDGE_CLOSED', 'The stream was closed.');

/** Error as the client makes it for a status. */
export const createStatusError = (
  status: number,
  code: BridgeError['code'],
  details: { retryAfter?: number } = {},
): BridgeError => new BridgeError(code, `The bridge answered ${status}.`, { status, ...details });

export const createUnreachableError = (): BridgeError =>
  new BridgeError('ERR_BRIDGE_UNREACHABLE', 'The bridge does not answer.', {
    reason: 'ECONNREFUSED',
  });

/** A bridge without a network, for tests with a fake clock. */
export class FakeBridge implements ResourceFetcher {
  readonly resources = new Map<string, Resource>();
  /** What was read, in order: names of types, or `tree`. */
  readonly reads: string[] = [];
  readonly streams: FakeEventStream[] = [];
  /** When it was asked whether it is there, in ms of the clock. */
  readonly probedAt: number[] = [];
  /** Called at the end of each read, with the failure if there was one. */
  onRead: ((failure: BridgeError | undefined) => void) | undefined;
  /** How often an answer was parsed. */
  parseCount = 0;
  /** Most reads of one type that were under way at once. */
  maxConcurrentReads = 0;
  /** Thrown instead of an answer. */
  failure: BridgeError | undefined;
  failuresByType = new Map<string, BridgeError>();
  treeFailure: BridgeError | undefined;
  /** Holds back answers until it resolves. */
  holdResponses: Promise<void> | undefined;
  /** Holds back answers to reads of everything until it resolves. */
  holdTreeResponses: Promise<void> | undefined;
  streamStatus = 200;
  streamType = 'text/event-stream';
  /** Wait that the answer to a request for the stream asks for, in ms. */
  streamRetryAfter: number | undefined;
  /** What comes before the head of a stream. */
  beforeStream: ((signal: AbortSignal) => Promise<unknown>) | undefined;
  /** Sends the greeting on every stream by itself. */
  greetsAutomatically = false;
  streamFailure: BridgeError | undefined;
  readonly #inFlight = new Map<string, number>();

  constructor(resources: readonly Resource[]) {
    for (const resource of resources) this.setResource(resource);
  }

  setResource(resource: Resource): void {
    this.resources.set(resource.id, resource);
  }

  countReads(what: string): number {
    return this.reads.filter((read) => read === what).length;
  }

  fetchCollection(rtype: ResourceType): Promise<RawResponse> {
    return this.#read(rtype, ({ type }) => type === rtype);
  }

  async fetchAll(): Promise<RawResponse> {
    if (this.treeFailure !== undefined) throw this.treeFailure;
    return this.#read('tree', () => true);
  }

  readonly openStream: EventStreamOpener = async (signal) => {
    const failure = this.streamFailure ?? this.failure;
    if (failure !== undefined) throw failure;
    await this.beforeStream?.(signal);
    if (signal.aborted) throw createClosedError();
    const latestStream = new FakeEventStream(signal);
    this.streams.push(latestStream);
    if (this.greetsAutomatically) latestStream.sendGreeting();
    const answer: EventStreamResponse = {
      status: this.streamStatus,
      contentType: this.streamType,
      retryAfter: this.streamRetryAfter,
      readBody: (onBytes) => latestStream.read(onBytes),
    };
    return Promise.resolve(answer);
  };

  /** The newest event stream. */
  get latestStream(): FakeEventStream {
    const latestStream = this.streams.at(-1);
    if (latestStream === undefined) throw new Error('no event stream was opened');
    return latestStream;
  }

  async #read(what: string, matches: (resource: Resource) => boolean): Promise<RawResponse> {
    this.reads.push(what);
    const inFlight = (this.#inFlight.get(what) ?? 0) + 1;
    this.#inFlight.set(what, inFlight);
    this.maxConcurrentReads = Math.max(this.maxConcurrentReads, inFlight);
    const failure = this.failure ?? this.failuresByType.get(what);
    const data = [...this.resources.values()].filter(matches);
    const body = Buffer.from(JSON.stringify({ errors: [], data }));
    try {
      await this.holdResponses;
      if (what === 'tree') await this.holdTreeResponses;
    } finally {
      this.#inFlight.set(what, inFlight - 1);
    }
    this.onRead?.(failure);
    if (failure !== undefined) throw failure;
    return {
      status: 200,
      body,
      parseResources: () => {
        this.parseCount += 1;
        return Promise.resolve(parseData(body));
      },
    };
  }
}

function parseData(body: Buffer): Resource[] {
  const content: unknown = JSON.parse(body.toString('utf8'));
  const data = getNestedMember(content, 'data');
  return Array.isArray(data) ? data.filter(isResource) : [];
}

/** An id in the form of a bridge, from a number. */
export const makeRid = (number: number): string =>
  `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;

/** A reference to a resource by its number. */
export const createReference = (rtype: string, number: number): ResourceIdentifier => ({
  rid: makeRid(number),
  rtype,
});

export const createLamp = (number: number, brightness: number, on = true): Resource => ({
  type: 'light',
  id: makeRid(number),
  metadata: { name: `Lamp ${number}` },
  on: { on },
  dimming: { brightness },
});

/** Differences between consecutive times. */
export const intervalsBetween = (times: readonly number[]): number[] =>
  times.slice(1).map((time, index) => time - (times[index] ?? 0));

let messageCount = 0;

/** A message of the event stream, with an id of its own. */
export const createEventMessage = (
  type: string,
  ...data: readonly unknown[]
): Record<string, unknown> => {
  messageCount += 1;
  return { id: `message-${messageCount}`, type, creationtime: '2026-11-20T10:00:00Z', data };
};

/** Resource of an update event for a dimmed lamp. */
export const createDimmingUpdate = (
  number: number,
  brightness: number,
): Record<string, unknown> => ({
  type: 'light',
  id: makeRid(number),
  dimming: { brightness },
});

/** Member `dimming` of each changed lamp, in the order of the changes. */
export const brightnessValues = (changes: readonly ResourceChangeEvent[]): unknown[] =>
  changes.map(({ resource }) => resource['dimming']);

/** The button of `EventStreamHarness`. */
export const button: Resource = { type: 'button', id: makeRid(90), metadata: { control_id: 1 } };

/** A fake bridge with two lamps and a button, and the state that is kept of it over polls and an event stream. */
export class EventStreamHarness {
  readonly clock = new FakeClock();
  readonly home = new FakeBridge([createLamp(1, 10), createLamp(2, 20), button]);
  readonly warnings: string[] = [];
  readonly modes: ChangeDeliveryMode[] = [];
  /** When an event stream was asked for, in ms of the clock. */
  readonly streamRequestedAt: number[] = [];
  readonly health = createFakeHealth(this.home, this.clock);
  readonly state = new LiveState(
    createFakeLink(this.home, this.clock, {
      health: this.health,
      openEventStream: (signal) => {
        this.streamRequestedAt.push(this.clock.now());
        return this.home.openStream(signal);
      },
      warn: (warning) => this.warnings.push(warning),
      setMode: (mode) => this.modes.push(mode),
    }),
    true,
    () => undefined,
  );

  /** Creates one with the parser loaded: loading takes real time, which no fake clock counts. */
  static async start(): Promise<EventStreamHarness> {
    await import('eventsource-parser');
    return new EventStreamHarness();
  }

  /** Watches a type. @returns the changes, appended as they come */
  watch(rtype: WatchOptions['rtype'] = 'light'): ResourceChangeEvent[] {
    const changes: ResourceChangeEvent[] = [];
    this.state.watch({ rtype, interval: 5_000, onChange: (change) => changes.push(change) });
    return changes;
  }

  /** Waits until the opened stream counts as connected. */
  async connect(): Promise<void> {
    await this.clock.advance(1_000);
    this.home.latestStream.sendGreeting();
    await this.clock.advance(1_000);
    assert.equal(this.state.mode, 'stream');
  }

  async connectAndWatch(rtype: WatchOptions['rtype']): Promise<ResourceChangeEvent[]> {
    const changes = this.watch(rtype);
    await this.connect();
    return changes;
  }

  /** Closes it, and checks that no timer and no stream is left open. */
  async close(): Promise<void> {
    this.state.close();
    this.health.close();
    await flushPromises();
    assert.equal(this.clock.pendingTimers, 0, 'a timer was left behind');
    assert.ok(!this.home.streams.some(({ isOpen: open }) => open), 'a stream was left open');
  }
}

import type { Writable } from 'node:stream';
import { isBridgeError } from '../../bridge/errors/bridge-error';
import type { BridgeSession } from '../bridge/bridge-session';
import type { OpenedBridge } from '../bridge/open-bridge-client';
import { describeUnopenedConnection, LiveHome } from './live-home';
import { createHomeHealth } from './home-health';
import type { HomeConnection } from './home-item';

interface HomeFeedOptions {
  findSession(): BridgeSession | undefined;
  /** @returns ends the calls */
  onDeployed(listener: () => void): () => void;
}

/** Between two frames about health, in ms. */
const healthInterval = 5_000;

/** In ms, for comments in a stream without frames. */
const keepAliveInterval = 15_000;

/**
 * Runs while it has readers. What the readers get:
 *
 * - A reader opens: a whole home, also if it is empty because the bridge was never reached.
 * - Items change: the changed items.
 * - Every five seconds: the health, if it differs.
 * - The connection changes (lost, key refused, another certificate): the connection. The items stay as last known.
 * - The connection is back, and the state was read again: a whole home.
 * - A deploy closes or deletes the bridge: the connection `stopped`. A deploy brings it back: a whole home.
 */
export class HomeFeed {
  readonly #readers = new Set<HomeFrameWriter>();
  #home: LiveHome | undefined;
  #unopened: HomeConnection = { state: 'connecting' };
  #lastHealth: string | undefined;
  #stop: (() => void) | undefined;

  constructor(private readonly options: HomeFeedOptions) {}

  get readers(): number {
    return this.#readers.size;
  }

  /**
   * @param output receives server-sent events until it is closed, or until the reader is removed
   * @returns removes the reader
   */
  add(output: Writable): () => void {
    this.#stop ??= this.#start();
    const writer = new HomeFrameWriter(output, this.#source);
    this.#readers.add(writer);
    return () => {
      writer.close();
      if (!this.#readers.delete(writer) || this.#readers.size > 0) return;
      this.#stop?.();
      this.#stop = undefined;
    };
  }

  #start(): () => void {
    const endCalls = this.options.onDeployed(() => void this.#attach());
    const timer = setInterval(() => {
      for (const reader of this.#readers) reader.keepAlive();
    }, keepAliveInterval);
    timer.unref();
    const healthTimer = setInterval(() => this.#sendHealth(), healthInterval);
    healthTimer.unref();
    void this.#attach();
    return () => {
      endCalls();
      clearInterval(timer);
      clearInterval(healthTimer);
      this.#setBridge(undefined);
    };
  }

  async #attach(): Promise<void> {
    const session = this.options.findSession();
    const opened = session?.opened;
    if (opened !== undefined) return this.#setBridge(opened);
    let bridge: OpenedBridge | undefined;
    try {
      bridge = await session?.open();
      this.#unopened = { state: 'stopped' };
    } catch (error) {
      this.#unopened = describeUnopenedConnection(isBridgeError(error) ? error : undefined);
    }
    if (this.#stop === undefined || this.options.findSession() !== session) return;
    this.#setBridge(bridge);
    if (bridge === undefined) this.#sendConnection();
  }

  #setBridge(bridge: OpenedBridge | undefined): void {
    if (this.#home?.bridge === bridge) return;
    this.#home?.stop();
    this.#home = undefined;
    if (bridge === undefined) return;
    this.#home = new LiveHome(bridge, {
      onReloaded: () => {
        this.#send({ kind: 'home', text: this.#source.home() });
        this.#sendHealth();
      },
      onChanged: (ids) => {
        if (ids.length > 0) this.#send({ kind: 'changes', ids, text: this.#source.changes(ids) });
      },
      onConnectionChanged: () => this.#sendConnection(),
    });
    this.#home.start();
  }

  #sendConnection(): void {
    this.#send({ kind: 'connection', text: this.#source.connection() });
  }

  #sendHealth(): void {
    const text = this.#source.health();
    if (text === undefined || text === this.#lastHealth) return;
    this.#lastHealth = text;
    this.#send({ kind: 'health', text });
  }

  #send(update: HomeUpdate): void {
    for (const reader of this.#readers) reader.receive(update);
  }

  get #connection(): HomeConnection {
    return this.#home?.connection ?? this.#unopened;
  }

  readonly #source: HomeFrameSource = {
    home: () =>
      `{"kind":"home","connection":${JSON.stringify(this.#connection)},"items":${this.#home?.serializeItems() ?? '[]'}}`,
    changes: (ids) => {
      const changed = ids.flatMap((id) => this.#home?.serializeItem(id) ?? []);
      const removed = ids.filter((id) => this.#home?.serializeItem(id) === undefined);
      return `{"kind":"changes","changed":[${changed.join(',')}],"removed":${JSON.stringify(removed)}}`;
    },
    connection: () => JSON.stringify({ kind: 'connection', connection: this.#connection }),
    health: () =>
      this.#home && JSON.stringify({ kind: 'health', health: createHomeHealth(this.#home.bridge) }),
  };
}

/** JSON of the present state. */
export interface HomeFrameSource {
  home(): string;
  changes(ids: readonly string[]): string;
  connection(): string;
  health(): string | undefined;
}

interface HomeUpdate {
  readonly kind: 'home' | 'changes' | 'connection' | 'health';
  readonly ids?: readonly string[];
  readonly text: string;
}

/** Longest time in ms for which a reader may leave data unread. */
const maxUnreadTime = 60_000;

/** In ms. The editor then opens another stream, and Node-RED checks again whether its user may read. */
const maxStreamTime = 600_000;

/**
 * Sends server-sent events to one reader. Collects what a slow reader misses and sends its latest state afterwards:
 * the buffer never grows beyond one frame.
 */
export class HomeFrameWriter {
  readonly #missed = new Set<HomeUpdate['kind']>();
  readonly #missedIds = new Set<string>();
  readonly #streamTimer: NodeJS.Timeout;
  #unreadTimer: NodeJS.Timeout | undefined;

  /** @param output ended by the reader or by its end */
  constructor(
    private readonly output: Writable,
    private readonly source: HomeFrameSource,
  ) {
    output.on('drain', () => this.#onDrain());
    output.on('error', () => undefined);
    this.#streamTimer = setTimeout(() => output.end(), maxStreamTime);
    this.#streamTimer.unref();
    this.#write(source.home());
    const health = source.health();
    if (health !== undefined) this.receive({ kind: 'health', text: health });
  }

  receive({ kind, ids = [], text }: HomeUpdate): void {
    if (this.#unreadTimer === undefined) return this.#write(text);
    this.#missed.add(kind);
    for (const id of ids) this.#missedIds.add(id);
  }

  /** Shows proxies and the editor that the stream is alive. */
  keepAlive(): void {
    if (this.#unreadTimer === undefined) this.#writeEvent(':\n\n');
  }

  close(): void {
    clearTimeout(this.#streamTimer);
    clearTimeout(this.#unreadTimer);
  }

  #onDrain(): void {
    clearTimeout(this.#unreadTimer);
    this.#unreadTimer = undefined;
    const missed = new Set(this.#missed);
    const ids = [...this.#missedIds];
    this.#missed.clear();
    this.#missedIds.clear();
    if (missed.has('home')) this.receive({ kind: 'home', text: this.source.home() });
    else {
      if (missed.has('connection'))
        this.receive({ kind: 'connection', text: this.source.connection() });
      if (missed.has('changes'))
        this.receive({ kind: 'changes', ids, text: this.source.changes(ids) });
    }
    const health = missed.has('health') ? this.source.health() : undefined;
    if (health !== undefined) this.receive({ kind: 'health', text: health });
  }

  #write(text: string): void {
    this.#writeEvent(`data: ${text}\n\n`);
  }

  #writeEvent(event: string): void {
    if (this.output.write(event)) return;
    this.#unreadTimer = setTimeout(() => this.output.destroy(), maxUnreadTime);
    this.#unreadTimer.unref();
  }
}

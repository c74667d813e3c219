import type { Writable } from 'node:stream';

/** JSON of the present state. */
export interface HomeFrameSource {
  home(): string;
  changes(ids: readonly string[]): string;
  connection(): string;
  health(): string | undefined;
}

export interface HomeUpdate {
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

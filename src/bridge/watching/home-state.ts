import type { ChangeCause } from '../state/changes';
import type { ConnectionMode } from '../link/connection';
import { systemClock } from '../time/clock';
import type { Clock, Timer } from '../time/clock';
import type { BridgeError } from '../errors/errors';
import { EventApplier } from './event-applier';
import type { EventContainer } from './event-parser';
import { EventStream } from './event-stream';
import { FoundMoments } from './found-moments';
import type { Limits } from '../limits';
import { StoreMirror } from '../state/mirror';
import type { Mirror } from '../state/mirror';
import { OwnWrites } from '../state/own-writes';
import { Poller } from './poller';
import type { ResourceReader } from '../state/resource-reader';
import type { StreamOpener } from '../wire/stream-answer';
import { ResourceStore } from '../state/resource-store';
import { TreeReader } from '../state/tree-reader';
import type { Watch, WatchOptions } from './watch';

/** What keeping the state of one bridge needs. */
export interface HomeStateOptions {
  reader: ResourceReader;
  /** Opens the event stream; without it everything is polled. */
  openStream?: StreamOpener | undefined;
  limits: Limits;
  clock?: Clock | undefined;
  /** Gets sentences for people. */
  onWarning: (warning: string) => void;
  onMode: (mode: ConnectionMode) => void;
}

/** Errors after which an open event stream cannot be alive. */
const fatal: ReadonlySet<string> = new Set([
  'ERR_BRIDGE_UNREACHABLE',
  'ERR_BRIDGE_UNTRUSTED',
  'ERR_BRIDGE_UNAUTHORIZED',
  'ERR_BRIDGE_FORBIDDEN',
]);

/** Keeps the last known state of one bridge, by polling and by its event stream, and tells watchers of it. */
export class HomeState {
  readonly mirror: Mirror;
  readonly #options: HomeStateOptions;
  readonly #clock: Clock;
  readonly #ownWrites: OwnWrites;
  readonly #tree: TreeReader;
  readonly #poller: Poller;
  readonly #applier: EventApplier;
  readonly #found: FoundMoments;
  readonly #closing = new AbortController();
  #stream: EventStream | undefined;
  #lingering: Timer | undefined;
  /** When the last read of the whole tree began, in ms of the clock. */
  #lastTree: number;
  #treeReadAt: Date | undefined;

  constructor(options: HomeStateOptions) {
    const { reader, limits, onWarning } = options;
    const clock = options.clock ?? systemClock;
    const store = new ResourceStore();
    this.#options = options;
    this.#clock = clock;
    this.#lastTree = clock.now();
    this.#ownWrites = new OwnWrites(store, clock, limits);
    this.#applier = new EventApplier(store);
    this.#tree = new TreeReader(reader, store);
    this.mirror = new StoreMirror(
      store,
      () => this.#readHome(this.#closing.signal),
      () => this.#treeReadAt,
    );
    this.#poller = new Poller({
      reader,
      store,
      clock,
      limits,
      ownWrites: this.#ownWrites,
      report: (error) => onWarning(`A watcher of the bridge failed: ${String(error)}`),
      onInterest: (watched) => this.#followInterest(watched),
      onOutage: (error) => this.#followOutage(error),
      onMissed: () => void this.#stream?.doubt(false),
      onPolled: (resource) => this.#applier.note(resource),
      keepBack: (change, since) =>
        this.#stream?.isJoining === true && this.#found.takeOver(change, since),
    });
    this.#found = new FoundMoments(clock, limits, (change, cause, since) =>
      this.#poller.tellKeptBack(change, cause, since),
    );
  }

  /** How changes are learnt at present. */
  get mode(): ConnectionMode {
    return this.#poller.live ? 'stream' : 'polling';
  }

  /** Watches the resources of a type. All watchers of a type share its polls and events. */
  watch(options: WatchOptions): Watch {
    return this.#poller.watch(options);
  }

  /** Notes that a write to a resource was just sent, or just answered. */
  noteWrite(rid: string): void {
    this.#ownWrites.note(rid);
  }

  /** Notes an answer to any request, so that the return of a bridge that was away is noticed at once. */
  noteAnswer(status: number): void {
    if (status < 400) this.#poller.bridgeAnswered();
  }

  /** Notes that contact with the bridge was lost, if only for a moment: what is found next may be older. */
  noteLoss(): void {
    this.#poller.noteLoss();
  }

  /** Ends every poll, timer and connection; watchers hear no more. */
  close(): void {
    this.#closing.abort();
    this.#poller.close();
    this.#found.clear();
    this.#endStream();
  }

  async #readHome(signal: AbortSignal): Promise<void> {
    const began = this.#clock.now();
    const before = this.#lastTree;
    await this.#tree.read(signal, (changes) => this.#poller.tellLook(changes, before));
    this.#lastTree = began;
    this.#treeReadAt = new Date();
  }

  #followInterest(watched: boolean): void {
    this.#clock.clearTimeout(this.#lingering);
    if (watched) this.#beginStream();
    else
      this.#lingering = this.#clock.setTimeout(
        () => this.#endStream(),
        this.#options.limits.streamLinger,
      );
  }

  #followOutage(error: BridgeError | undefined): void {
    this.#stream?.hold(error !== undefined);
    if (error === undefined) return;
    if (fatal.has(error.code)) void this.#stream?.doubt(true);
    if (error.code === 'ERR_BRIDGE_TIMEOUT') void this.#stream?.doubt(false);
  }

  #beginStream(): void {
    const { openStream, limits, onWarning } = this.#options;
    if (openStream === undefined || this.#stream !== undefined) return;
    if (this.#closing.signal.aborted) return;
    this.#stream = new EventStream({
      open: openStream,
      clock: this.#clock,
      limits,
      readAll: (signal) => this.#readHome(signal),
      onContainer: (container, cause) => this.#take(container, cause),
      onLive: (live) => this.#setLive(live),
      onWarning,
    });
    this.#stream
      .run()
      .catch((error: unknown) => onWarning(`There is no event stream: ${String(error)}`));
  }

  #endStream(): void {
    this.#clock.clearTimeout(this.#lingering);
    this.#stream?.stop();
    this.#stream = undefined;
  }

  #setLive(live: boolean): void {
    this.#poller.setLive(live);
    this.#options.onMode(this.mode);
  }

  #take(container: EventContainer, cause: ChangeCause): void {
    this.#found.hear(container);
    const { changes, incomplete, unreadable } = this.#applier.apply(container);
    if (unreadable > 0) {
      this.#options.onWarning('The event stream holds entries without an id; they were left out.');
    }
    this.#poller.tell(changes, cause);
    for (const rtype of incomplete) this.#poller.lookAt(rtype);
  }
}

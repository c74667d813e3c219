import type { Writable } from 'node:stream';
import type { BridgeSession } from '../bridge/session';
import type { Bridge } from '../bridge/bridge';
import { isBridgeError } from '../../bridge/errors';
import { createHomeHealth, findUnreachableSince } from './home-health';
import type { HomeConnection, HomeItem } from './home-item';
import type { ConnectionState, ResourceChangeEvent, BridgeError } from '../../bridge';
import type { Resource } from '../../resources/resource';
import { getRidsOfReferences } from '../../resources/members';
import { isConnectionLost } from '../status';
import { createHomeItem, homeItemTypes, listZonesByMember, shortenName } from './create-home-item';
import type { HomeItemContext } from './create-home-item';
import { getCachedBridgeInfo } from '../bridge/info';

/** Between two frames about health, in ms. */
const healthInterval = 5_000;

/** In ms, for comments in a stream without frames. */
const keepAliveInterval = 15_000;

/**
 * Streams the home of a bridge to the sidebars that show it. Runs while it has readers. What the readers get:
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

  /**
   * @param findSession of the bridge; undefined while it is not deployed
   * @param onDeployed calls back after each deploy, until the function that it returns is called
   */
  constructor(
    private readonly findSession: () => BridgeSession | undefined,
    private readonly onDeployed: (listener: () => void) => () => void,
  ) {}

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
    const endCalls = this.onDeployed(() => void this.#findBridge());
    const timer = setInterval(() => {
      for (const reader of this.#readers) reader.keepAlive();
    }, keepAliveInterval);
    timer.unref();
    const healthTimer = setInterval(() => this.#sendHealth(), healthInterval);
    healthTimer.unref();
    void this.#findBridge();
    return () => {
      endCalls();
      clearInterval(timer);
      clearInterval(healthTimer);
      this.#setBridge(undefined);
    };
  }

  async #findBridge(): Promise<void> {
    const session = this.findSession();
    const opened = session?.opened;
    if (opened !== undefined) return this.#setBridge(opened);
    let bridge: Bridge | undefined;
    try {
      bridge = await session?.open();
      this.#unopened = { state: 'stopped' };
    } catch (error) {
      this.#unopened = describeUnopenedConnection(isBridgeError(error) ? error : undefined);
    }
    if (this.#stop === undefined || this.findSession() !== session) return;
    this.#setBridge(bridge);
    if (bridge === undefined) this.#sendConnection();
  }

  #setBridge(bridge: Bridge | undefined): void {
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

interface LiveHomeListener {
  /** After the first state and after each outage. */
  onReloaded(): void;
  /** Ids of added, changed or removed items, at most every `changeDelay`. */
  onChanged(ids: readonly string[]): void;
  onConnectionChanged(): void;
}

/** In ms. */
const changeDelay = 100;

/** In ms. An event stream that opens sooner after an outage saves a read. */
const streamDelay = 2_000;

/** In ms: an attempt to reach the bridge has begun by then. */
const retryMargin = 50;

/** In ms, while no event stream reports changes. */
const maxPolledAge = 60_000;

/** A change can affect names, rooms and members of many items. */
const homeStructureTypes: ReadonlySet<string> = new Set([
  'device',
  'room',
  'zone',
  'bridge_home',
  'behavior_script',
]);

/** They say something about all services of their device. */
const deviceStatusTypes: ReadonlySet<string> = new Set([
  'zigbee_connectivity',
  'zgp_connectivity',
  'device_power',
]);

/**
 * Keeps the items of a home current. Sends no request while an event stream is open and the state is known.
 * Otherwise, reads all resources at most every `maxPolledAge`.
 */
export class LiveHome {
  /** JSON by id. */
  readonly #items = new Map<string, string>();
  readonly #changedRids = new Set<string>();
  readonly #stopObserving: () => void;
  readonly #unsubscribe: () => void;
  readonly #refreshTimer: NodeJS.Timeout;
  #zonesByMember: HomeItemContext['zonesByMember'] = new Map();
  #isEverythingChanged = false;
  #changeTimer: NodeJS.Timeout | undefined;
  #reloadTimer: NodeJS.Timeout | undefined;
  #retryTimer: NodeJS.Timeout | undefined;
  #isOutdated = true;
  #mode: ConnectionState['mode'];
  #isStopped = false;

  constructor(
    readonly bridge: Bridge,
    private readonly listener: LiveHomeListener,
  ) {
    const { client } = bridge;
    this.#mode = client.connectionState.mode;
    this.#stopObserving = client.observe({ onChange: (change) => this.#onChange(change) });
    this.#unsubscribe = client.onConnectionChange((state) => this.#onConnectionChange(state));
    this.#refreshTimer = setInterval(() => this.#refreshIfPolled(), maxPolledAge);
    this.#refreshTimer.unref();
  }

  /** Reports the first state, at once if it is known. */
  start(): void {
    if (this.bridge.client.stateCache.refreshedAt !== undefined) return this.#showReloaded();
    this.#reportConnection();
    void this.#reload();
  }

  get connection(): HomeConnection {
    return describeConnection(this.bridge);
  }

  serializeItems(): string {
    return `[${[...this.#items.values()].join(',')}]`;
  }

  serializeItem(id: string): string | undefined {
    return this.#items.get(id);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#changeTimer);
    clearTimeout(this.#reloadTimer);
    clearTimeout(this.#retryTimer);
    clearInterval(this.#refreshTimer);
    this.#stopObserving();
    this.#unsubscribe();
  }

  #onChange({ kind, resource }: ResourceChangeEvent): void {
    if (kind !== 'changed' || homeStructureTypes.has(resource.type))
      this.#isEverythingChanged = true;
    else for (const rid of this.#listShownBy(resource)) this.#changedRids.add(rid);
    this.#changeTimer ??= setTimeout(() => {
      this.#changeTimer = undefined;
      this.listener.onChanged(this.#update());
    }, changeDelay);
  }

  #listShownBy(resource: Resource): readonly string[] {
    const { stateCache } = this.bridge.client;
    const { id, type } = resource;
    if (type === 'motion_area_configuration') return getRidsOfReferences(resource['services']);
    if (type !== 'grouped_light' && !deviceStatusTypes.has(type)) return [id];
    const owner = stateCache.ownerRid(resource);
    if (owner === undefined) return [];
    return type === 'grouped_light'
      ? [owner]
      : getRidsOfReferences(stateCache.get(owner)?.['services']);
  }

  #update(): readonly string[] {
    const { stateCache } = this.bridge.client;
    const isEverythingChanged = this.#isEverythingChanged;
    const rids = isEverythingChanged
      ? homeItemTypes.flatMap((rtype) => stateCache.byType(rtype).map(({ id }) => id))
      : [...this.#changedRids];
    this.#isEverythingChanged = false;
    this.#changedRids.clear();
    if (isEverythingChanged) this.#zonesByMember = listZonesByMember(stateCache);
    const removed = isEverythingChanged ? this.#removeOthers(new Set(rids)) : [];
    return [...removed, ...rids.filter((rid) => this.#updateItem(rid))];
  }

  #removeOthers(rids: ReadonlySet<string>): readonly string[] {
    const removed = [...this.#items.keys()].filter((rid) => !rids.has(rid));
    for (const rid of removed) this.#items.delete(rid);
    return removed;
  }

  #updateItem(rid: string): boolean {
    const item = this.#createItem(rid);
    if (item === undefined) return this.#items.delete(rid);
    const text = JSON.stringify(item);
    if (this.#items.get(rid) === text) return false;
    this.#items.set(rid, text);
    return true;
  }

  #createItem(rid: string): HomeItem | undefined {
    const { stateCache } = this.bridge.client;
    const resource = stateCache.get(rid);
    if (resource === undefined) return undefined;
    const context: HomeItemContext = {
      stateCache,
      zonesByMember: this.#zonesByMember,
      findUnreachableSince: (service) => findUnreachableSince(this.bridge, service),
    };
    return createHomeItem(context, resource);
  }

  #onConnectionChange(state: ConnectionState): void {
    const isLost = isConnectionLost(state.kind);
    if (isLost === true || (this.#mode === 'stream' && state.mode !== 'stream'))
      this.#isOutdated = true;
    this.#mode = state.mode;
    this.#reportConnection();
    if (!this.#isOutdated || isLost !== false) return;
    // The event stream counts as open once the state has been loaded.
    if (state.mode === 'stream') this.#showReloaded();
    else this.#reloadTimer ??= setTimeout(() => void this.#reload(), streamDelay);
  }

  /** Reports the connection, again after each attempt to reach the bridge. */
  #reportConnection(): void {
    clearTimeout(this.#retryTimer);
    const { nextAttemptIn } = this.bridge.client.diagnostics;
    if (nextAttemptIn !== undefined)
      this.#retryTimer = setTimeout(() => this.#reportConnection(), nextAttemptIn + retryMargin);
    this.listener.onConnectionChanged();
  }

  /** Reads all resources, unless the event stream has meanwhile. The connection tells why a read fails. */
  async #reload(): Promise<void> {
    this.#reloadTimer = undefined;
    const { client, stateReader } = this.bridge;
    try {
      const isKnown = client.stateCache.refreshedAt !== undefined;
      if (this.#isOutdated) await stateReader.read(isKnown ? 0 : undefined);
    } catch {
      return;
    }
    if (this.#isOutdated && !this.#isStopped) this.#showReloaded();
  }

  #showReloaded(): void {
    this.#isOutdated = false;
    clearTimeout(this.#reloadTimer);
    this.#reloadTimer = undefined;
    this.#isEverythingChanged = true;
    this.#update();
    this.listener.onReloaded();
  }

  #refreshIfPolled(): void {
    const { connectionState } = this.bridge.client;
    if (connectionState.mode === 'stream' || isConnectionLost(connectionState.kind) !== false)
      return;
    if (this.#isOutdated) void this.#reload();
    else this.bridge.stateReader.read(maxPolledAge).catch(() => undefined);
  }
}

export function describeConnection({ client }: Bridge): HomeConnection {
  const { connectionState, diagnostics, stateCache } = client;
  const state = toState(connectionState.kind, connectionState.mode);
  const { nextAttemptIn } = diagnostics;
  const { name, model, softwareVersion } = getCachedBridgeInfo(stateCache);
  return {
    state,
    ...(state === 'retrying' && nextAttemptIn !== undefined
      ? { retryInSeconds: Math.ceil(nextAttemptIn / 1_000) }
      : {}),
    ...(name === null ? {} : { bridgeName: shortenName(name) }),
    ...(model === null ? {} : { modelId: model }),
    ...(softwareVersion === null ? {} : { softwareVersion }),
  };
}

function toState(
  kind: ConnectionState['kind'],
  mode: ConnectionState['mode'],
): HomeConnection['state'] {
  switch (kind) {
    case 'idle':
      return 'connecting';
    case 'connected':
    case 'waiting':
      return mode === 'stream' ? 'live' : 'polling';
    case 'away':
      return 'retrying';
    case 'unauthorized':
      return 'key-refused';
    case 'untrusted':
      return 'certificate-changed';
    default:
      return 'stopped';
  }
}

const describeUnopenedConnection = (error: BridgeError | undefined): HomeConnection => ({
  state: error?.cause.reason === 'NO_KEY' ? 'no-key' : 'stopped',
});

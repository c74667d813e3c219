import type { ConnectionState, ResourceChangeEvent, BridgeError } from '../../bridge';
import type { Resource } from '../../resources';
import { getRidsOfReferences } from '../../resources/values/member-access';
import type { OpenedBridge } from '../bridge/open-bridge-client';
import { isConnectionLost } from '../status/node-status';
import { createHomeItem, homeItemTypes, listZonesByMember, shortenName } from './create-home-item';
import type { HomeItemContext } from './create-home-item';
import type { HomeConnection, HomeItem } from './home-item';
import { findUnreachableSince } from './home-health';
import { getCachedBridgeInfo } from '../bridge/bridge-info';

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
    readonly bridge: OpenedBridge,
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
      findUnreachableSince: (service) => findUnreachableSince(stateCache, service),
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

export function describeConnection({ client }: OpenedBridge): HomeConnection {
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

export const describeUnopenedConnection = (error: BridgeError | undefined): HomeConnection => ({
  state: error?.cause.reason === 'NO_KEY' ? 'no-key' : 'stopped',
});

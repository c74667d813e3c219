import { lookup } from 'node:dns/promises';
import { spreadWait } from '../time/back-off';
import { isBridgeId } from '../trust/bridge-id';
import { pause } from '../time/clock';
import { provenCertificate } from '../trust/inspect-certificate';
import { discoverBridges } from './discovery';
import { printable } from '../errors/printable';
import type { Address } from '../trust/address';
import type { Clock } from '../time/clock';
import type { ConnectionKind } from '../link/connection';
import type { DiscoveredBridge } from './discovery';
import type { Limits } from '../limits';
import type { SeenCertificate, TrustKeeper } from '../trust/trust';

/** How a bridge that has moved to another address is looked for. */
export interface FollowOptions {
  /** Id of the bridge where `trust` does not name it; with neither, every bridge that announces itself is looked at. */
  bridgeId?: string;
  /** Address at which the bridge was found last; it is tried first. */
  foundAt?: { host: string; port: number };
  /** Service type without underscores; `hue` when missing. */
  serviceType?: string;
  /** UDP port of multicast DNS; 5353 when missing. */
  port?: number;
  /**
   * Told where the bridge was found, and by which certificate; `host` and `port` of the client when it is back
   * there.
   */
  onMoved?(address: Address, certificate: SeenCertificate): void;
}

/** Looks for bridges that announce themselves. */
export type Discover = (signal: AbortSignal) => Promise<readonly DiscoveredBridge[]>;

/** What a follower needs to know. */
export interface FollowerOptions {
  /** Address that a person gave. */
  home: Address;
  /** Address that is used now. */
  current: () => Address;
  trust: TrustKeeper;
  limits: Limits;
  clock: Clock;
  /** Id of the bridge, where it is known. */
  bridgeId: string | undefined;
  discover: Discover;
  /** Goes to an address whose certificate proved to be the bridge's. */
  move: (address: Address, certificate: SeenCertificate) => void;
  warn: (warning: string) => void;
}

/**
 * Looks for a bridge while it does not answer at its address, and goes where it is found: only to an address whose
 * certificate is the pinned one. Nothing is sent before that is proved.
 */
export class Follower {
  readonly #options: FollowerOptions;
  #looking: AbortController | undefined;
  /** Ends once every search has ended, those included that were given up. */
  #searches: Promise<void> = Promise.resolve();

  constructor(options: FollowerOptions) {
    this.#options = options;
  }

  /** Heeds how things stand with the bridge: a bridge that is away or replaced is looked for, any other is not. */
  heed(kind: ConnectionKind): void {
    const lost = kind === 'away' || kind === 'untrusted';
    if (lost && this.#looking === undefined && this.#options.trust.canProve) {
      this.#looking = new AbortController();
      const search = this.#look(this.#looking.signal).catch((error: unknown) =>
        this.#report(error),
      );
      this.#searches = Promise.all([this.#searches, search]).then(() => undefined);
    } else if (!lost) void this.close();
  }

  /** Looks no further. Afterwards neither sockets nor timers stay. */
  close(): Promise<void> {
    this.#looking?.abort();
    this.#looking = undefined;
    return this.#searches;
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { clock, limits, move } = this.#options;
    let wait = limits.firstSearch;
    while (await pause(clock, spreadWait(wait, clock), signal)) {
      const found = await this.#find(signal);
      if (signal.aborted) return;
      // The search goes on until the bridge has answered there.
      if (found !== undefined) move(found.address, found.certificate);
      wait = limits.searchInterval;
    }
  }

  async #find(
    signal: AbortSignal,
  ): Promise<{ address: Address; certificate: SeenCertificate } | undefined> {
    const { home, current, discover, trust, limits } = this.#options;
    const now = current();
    const known = await unlessAborted(addressesOf(now.host), signal);
    const places = new Set([now.host, ...(known ?? [])]);
    const announced = await discover(signal).catch((error: unknown) => {
      // The address that a person gave is still worth a look.
      this.#report(error);
      return [];
    });
    const candidates = [home, ...announced.filter((bridge) => this.#mayBe(bridge))]
      .filter(({ host, port }) => !places.has(host) || port !== now.port)
      .slice(0, limits.searchCandidates);
    for (const { host, port } of candidates) {
      if (signal.aborted) break;
      const address = { host, port };
      const timeout = limits.connectTimeout;
      const certificate = await provenCertificate(address, trust, { timeout, signal });
      if (certificate !== undefined) return { address, certificate };
    }
    return undefined;
  }

  #report(error: unknown): void {
    const why = error instanceof Error ? printable(error.message) : 'no reason given';
    this.#options.warn(`Cannot follow the bridge: ${why}`);
  }

  #mayBe({ bridgeId }: DiscoveredBridge): boolean {
    const { trust, bridgeId: known } = this.#options;
    const wanted = [trust.bridgeId, known, trust.lastTaken?.commonName].find(
      (id) => id !== undefined && isBridgeId(id),
    );
    return wanted === undefined || bridgeId === wanted.toLowerCase();
  }
}

/** Listens to announcements on the local network. */
export const discoverBy =
  ({ serviceType, port }: FollowOptions): Discover =>
  (signal) =>
    discoverBridges({
      signal,
      ...(serviceType === undefined ? {} : { serviceType }),
      ...(port === undefined ? {} : { port }),
    });

/** What work comes to, or nothing as soon as the signal is aborted: a name may take long to be looked up. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  if (signal.aborted) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const giveUp = (): void => resolve(undefined);
    signal.addEventListener('abort', giveUp);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}

/** IP addresses that a name stands for at this moment; none where it stands for nothing. */
async function addressesOf(host: string): Promise<string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    // A name that nobody knows is no place where the bridge already was looked for.
    return [];
  }
}

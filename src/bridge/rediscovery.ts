import { lookup } from 'node:dns/promises';
import { debugLogs } from './debug-logs';
import { formatAddress } from './address';
import { addJitter, sleep } from './clock';
import { isBridgeId } from './bridge-identity';
import { verifyCertificateAt } from './tls';
import { sanitizeText } from './errors';
import type { BridgeAddress } from './address';
import type { Clock } from './clock';
import type { ConnectionStatus } from './connection-state';
import type { DiscoveredBridge } from './discovery';
import type { ClientLimits } from './limits';
import type { CertificateInfo, CertificateVerifier } from './tls';

export interface RediscoveryOptions {
  /** Used if `trust` names none. Without any id, every announced bridge is a candidate. */
  bridgeId?: string;
  /** Last known address of the bridge; tried first. */
  foundAt?: { host: string; port: number };
  /** Service type without underscores; `hue` if missing. */
  serviceType?: string;
  /** UDP port of multicast DNS; 5353 if missing. */
  port?: number;
  /** Called with the new address, which may be the configured one again, and the verified certificate. */
  onMoved?(address: BridgeAddress, certificate: CertificateInfo): void;
}

export interface BridgeRediscoveryOptions {
  configuredAddress: BridgeAddress;
  getCurrentAddress: () => BridgeAddress;
  verifier: CertificateVerifier;
  limits: ClientLimits;
  clock: Clock;
  bridgeId: string | undefined;
  discover: (signal: AbortSignal) => Promise<readonly DiscoveredBridge[]>;
  /** Called with an address that presented a verified certificate. */
  switchAddress: (address: BridgeAddress, certificate: CertificateInfo) => void;
  onAnnounced: () => void;
  warn: (warning: string) => void;
}

/**
 * Searches for an unreachable bridge, and switches to an address that presents the verified certificate. No request
 * is sent before.
 */
export class BridgeRediscovery {
  #searchAbort: AbortController | undefined;
  #allSearches: Promise<void> = Promise.resolve();

  constructor(private readonly options: BridgeRediscoveryOptions) {}

  /** Searches while the bridge is unreachable or untrusted. */
  onStateChange(kind: ConnectionStatus): void {
    const isUnreachable = kind === 'away' || kind === 'untrusted';
    if (
      isUnreachable &&
      this.#searchAbort === undefined &&
      this.options.verifier.hasPinnedIdentity
    ) {
      this.#searchAbort = new AbortController();
      const search = this.#searchUntilAborted(this.#searchAbort.signal).catch((error: unknown) =>
        this.#reportError(error),
      );
      this.#allSearches = Promise.all([this.#allSearches, search]).then(() => undefined);
    } else if (!isUnreachable) void this.close();
  }

  /** Resolves after sockets and timers are closed. */
  close(): Promise<void> {
    this.#searchAbort?.abort();
    this.#searchAbort = undefined;
    return this.#allSearches;
  }

  async #searchUntilAborted(signal: AbortSignal): Promise<void> {
    const { clock, limits, switchAddress } = this.options;
    let wait = limits.initialDiscoveryDelay;
    while (await sleep(clock, addJitter(wait, clock), signal)) {
      const match = await this.#findBridge(signal);
      if (signal.aborted) return;
      // The search continues until `onStateChange` reports a response from the new address.
      if (match !== undefined) switchAddress(match.address, match.certificate);
      wait = limits.discoveryInterval;
    }
  }

  async #findBridge(
    signal: AbortSignal,
  ): Promise<{ address: BridgeAddress; certificate: CertificateInfo } | undefined> {
    const { configuredAddress, getCurrentAddress, discover, verifier, limits, onAnnounced } =
      this.options;
    const currentAddress = getCurrentAddress();
    const resolvedHosts = await raceAbort(resolveHost(currentAddress.host), signal);
    const currentHosts = new Set([currentAddress.host, ...(resolvedHosts ?? [])]);
    const announced = await discover(signal).catch((error: unknown) => {
      this.#reportError(error);
      return [];
    });
    const isCurrent = ({ host, port }: BridgeAddress): boolean =>
      currentHosts.has(host) && port === currentAddress.port;
    const matching = announced.filter((bridge) => this.#isCandidate(bridge));
    if (!signal.aborted && matching.some(isCurrent)) onAnnounced();
    const candidates = [configuredAddress, ...matching]
      .filter((address) => !isCurrent(address))
      .slice(0, limits.maxDiscoveryCandidates);
    debugLogs.discovery?.(`away: ${announced.length} announced, ${candidates.length} to try`);
    for (const { host, port } of candidates) {
      if (signal.aborted) break;
      const address = { host, port };
      const timeout = limits.connectTimeout;
      const certificate = await verifyCertificateAt(address, verifier, { timeout, signal });
      debugLogs.discovery?.(
        `${formatAddress(address)}: ${certificate === undefined ? 'not it' : 'found'}`,
      );
      if (certificate !== undefined) return { address, certificate };
    }
    return undefined;
  }

  #reportError(error: unknown): void {
    const reason = error instanceof Error ? sanitizeText(error.message) : 'no reason given';
    this.options.warn(
      `The network could not be searched for the new address of the bridge: ${reason}`,
    );
  }

  #isCandidate({ bridgeId }: DiscoveredBridge): boolean {
    const { verifier, bridgeId: configuredId } = this.options;
    const expectedId = [verifier.bridgeId, configuredId, verifier.lastAccepted?.commonName].find(
      (id) => id !== undefined && isBridgeId(id),
    );
    return expectedId === undefined || bridgeId === expectedId.toLowerCase();
  }
}

/** A DNS lookup cannot be cancelled and may take long. */
function raceAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  if (signal.aborted) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const stopWaiting = (): void => resolve(undefined);
    signal.addEventListener('abort', stopWaiting);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stopWaiting));
  });
}

async function resolveHost(host: string): Promise<string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    return [];
  }
}

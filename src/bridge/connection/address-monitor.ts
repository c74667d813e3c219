import { lookup } from 'node:dns/promises';
import { debugLogs } from '../logging/debug-logs';
import { formatAddress } from '../address/bridge-address';
import { addJitter } from '../time/exponential-backoff';
import { isBridgeId } from '../tls/bridge-identity';
import { sleep } from '../time/clock';
import { verifyCertificateAt } from '../tls/inspect-certificate';
import { discoverBridges } from '../discovery/discover-bridges';
import { sanitizeText } from '../errors/sanitize-text';
import type { BridgeAddress } from '../address/bridge-address';
import type { Clock } from '../time/clock';
import type { ConnectionStatus } from './connection-state';
import type { DiscoveredBridge } from '../discovery/discover-bridges';
import type { ClientLimits } from '../limits/client-limits';
import type { CertificateInfo, CertificateVerifier } from '../tls/certificate-verifier';

/** How a bridge is rediscovered after its address has changed. */
export interface RediscoveryOptions {
  /** Id of the bridge where `trust` does not name it; with neither, every announced bridge is a candidate. */
  bridgeId?: string;
  /** Address at which the bridge was last found; it is tried first. */
  foundAt?: { host: string; port: number };
  /** Service type without underscores; `hue` when missing. */
  serviceType?: string;
  /** UDP port of multicast DNS; 5353 when missing. */
  port?: number;
  /**
   * Called with the new address and the verified certificate; with `host` and `port` of the client when the
   * bridge is back there.
   */
  onMoved?(address: BridgeAddress, certificate: CertificateInfo): void;
}

/** Discovers bridges until the signal is aborted. */
export type BridgeDiscoveryFunction = (signal: AbortSignal) => Promise<readonly DiscoveredBridge[]>;

/** Dependencies of an `AddressMonitor`. */
export interface AddressMonitorOptions {
  /** Address from the settings. */
  configuredAddress: BridgeAddress;
  /** @returns the address in use */
  getCurrentAddress: () => BridgeAddress;
  verifier: CertificateVerifier;
  limits: ClientLimits;
  clock: Clock;
  /** Id of the bridge from the options. */
  bridgeId: string | undefined;
  discover: BridgeDiscoveryFunction;
  /** Called with an address whose certificate was verified. */
  switchAddress: (address: BridgeAddress, certificate: CertificateInfo) => void;
  /** Called when the bridge was seen on the network at the address in use. */
  onAnnounced: () => void;
  warn: (warning: string) => void;
}

/**
 * Rediscovers a bridge while it is unreachable at its address, and switches to the address where it is found: only to
 * one with a verified certificate. Nothing is sent before the verification.
 */
export class AddressMonitor {
  readonly #options: AddressMonitorOptions;
  #searchAbort: AbortController | undefined;
  /** Resolves once every search has ended, aborted ones included. */
  #allSearches: Promise<void> = Promise.resolve();

  constructor(options: AddressMonitorOptions) {
    this.#options = options;
  }

  /** Starts searching when the bridge is unreachable or untrusted, and stops in any other state. */
  onStateChange(kind: ConnectionStatus): void {
    const isUnreachable = kind === 'away' || kind === 'untrusted';
    if (
      isUnreachable &&
      this.#searchAbort === undefined &&
      this.#options.verifier.hasPinnedIdentity
    ) {
      this.#searchAbort = new AbortController();
      const search = this.#searchUntilAborted(this.#searchAbort.signal).catch((error: unknown) =>
        this.#reportError(error),
      );
      this.#allSearches = Promise.all([this.#allSearches, search]).then(() => undefined);
    } else if (!isUnreachable) void this.close();
  }

  /** Stops searching. Resolves when its sockets and timers are closed. */
  close(): Promise<void> {
    this.#searchAbort?.abort();
    this.#searchAbort = undefined;
    return this.#allSearches;
  }

  async #searchUntilAborted(signal: AbortSignal): Promise<void> {
    const { clock, limits, switchAddress } = this.#options;
    let wait = limits.initialDiscoveryDelay;
    while (await sleep(clock, addJitter(wait, clock), signal)) {
      const match = await this.#findBridge(signal);
      if (signal.aborted) return;
      // Continue until a response from the new address ends the search by `onStateChange`.
      if (match !== undefined) switchAddress(match.address, match.certificate);
      wait = limits.discoveryInterval;
    }
  }

  async #findBridge(
    signal: AbortSignal,
  ): Promise<{ address: BridgeAddress; certificate: CertificateInfo } | undefined> {
    const { configuredAddress, getCurrentAddress, discover, verifier, limits, onAnnounced } =
      this.#options;
    const currentAddress = getCurrentAddress();
    const resolvedHosts = await raceAbort(resolveHost(currentAddress.host), signal);
    const currentHosts = new Set([currentAddress.host, ...(resolvedHosts ?? [])]);
    const announced = await discover(signal).catch((error: unknown) => {
      // Without discovery the configured address is still tried.
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
    if (debugLogs.discovery.enabled)
      debugLogs.discovery.write(`away: ${announced.length} announced, ${candidates.length} to try`);
    for (const { host, port } of candidates) {
      if (signal.aborted) break;
      const address = { host, port };
      const timeout = limits.connectTimeout;
      const certificate = await verifyCertificateAt(address, verifier, { timeout, signal });
      if (debugLogs.discovery.enabled)
        debugLogs.discovery.write(
          `${formatAddress(address)}: ${certificate === undefined ? 'not it' : 'found'}`,
        );
      if (certificate !== undefined) return { address, certificate };
    }
    return undefined;
  }

  #reportError(error: unknown): void {
    const reason = error instanceof Error ? sanitizeText(error.message) : 'no reason given';
    this.#options.warn(
      `The network could not be searched for the new address of the bridge: ${reason}`,
    );
  }

  #isCandidate({ bridgeId }: DiscoveredBridge): boolean {
    const { verifier, bridgeId: configuredId } = this.#options;
    const expectedId = [verifier.bridgeId, configuredId, verifier.lastAccepted?.commonName].find(
      (id) => id !== undefined && isBridgeId(id),
    );
    return expectedId === undefined || bridgeId === expectedId.toLowerCase();
  }
}

/** @returns a discovery by multicast DNS with the service type and port of the options */
export const createDiscovery =
  ({ serviceType, port }: RediscoveryOptions): BridgeDiscoveryFunction =>
  (signal) =>
    discoverBridges({
      signal,
      ...(serviceType === undefined ? {} : { serviceType }),
      ...(port === undefined ? {} : { port }),
    });

/** Resolves as the promise does, or with undefined on abort: a DNS lookup cannot be aborted and may take long. */
function raceAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  if (signal.aborted) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const stopWaiting = (): void => resolve(undefined);
    signal.addEventListener('abort', stopWaiting);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stopWaiting));
  });
}

/** @returns IP addresses that a host name resolves to; empty when it does not resolve */
async function resolveHost(host: string): Promise<string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    // An unresolvable name excludes no candidate.
    return [];
  }
}

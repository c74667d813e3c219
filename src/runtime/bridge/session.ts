import type { Node, NodeAPI } from 'node-red';
import type { BridgeCredentials, BridgeConfigNodeDef, BridgeSettings } from './open-bridge';
import type { Bridge } from './bridge';
import { createNodeClosedError, toError } from '../errors';
import { getBridgeDiscoverySettings, keepsDailyBackups } from '../package-settings';
import type { KnownBridgeCertificates } from './known-certificates';
import type { FormerContext } from './former-context';
import type { DailyBackups } from './daily-backups';
import type { Clock } from '../../bridge/clock';
import { createHmac, randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import type { NodeRedDeployApi } from '../deploy';

interface SessionOptions {
  /** Missing outside Node-RED. */
  former?: FormerContext;
  earlierStoreClosed?: Promise<void> | undefined;
  /** Missing outside Node-RED. */
  deploys?: NodeRedDeployApi;
  /** Of the daily backups. */
  clock?: Clock;
}

/** In ms. Node-RED waits 15 s for a node to stop. */
const longestReturn = 10_000;

/** In ms. The watch needs no polls: it only keeps the event stream open. */
const holdInterval = 3_600_000;

interface RuntimeWithUserDir {
  settings: Pick<NodeAPI['settings'], 'userDir'>;
}

/** Shared by all nodes that use the bridge. */
export class BridgeSession {
  /** Must leave the runtime only to the bridge. */
  readonly key: string | undefined;
  /** Includes the key. */
  readonly settingsDigest: string;
  #owner: Pick<Node, 'warn'>;
  #knownBridges: KnownBridgeCertificates | undefined;
  #opened: Bridge | undefined;
  #pendingOpen: Promise<Bridge> | undefined;
  #backups: DailyBackups | undefined;
  #isClosed = false;

  constructor(
    private readonly RED: RuntimeWithUserDir,
    owner: Pick<Node, 'warn'>,
    private readonly def: BridgeConfigNodeDef,
    private readonly credentials: BridgeCredentials,
    private readonly options: SessionOptions = {},
  ) {
    this.key = credentials.key;
    this.settingsDigest = digestSettings(def, credentials);
    this.#owner = owner;
  }

  get opened(): Bridge | undefined {
    return this.#isClosed ? undefined : this.#opened;
  }

  /**
   * Connects on the first call; later calls share the result.
   *
   * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED, or ERR_BRIDGE_CLOSED after `close`
   */
  open(): Promise<Bridge> {
    if (this.#isClosed) return Promise.reject(createNodeClosedError());
    if (this.#pendingOpen === undefined) {
      const attempt = this.#connect();
      this.#pendingOpen = attempt;
      attempt.catch(() => {
        // The file may be readable later.
        this.#pendingOpen = undefined;
      });
    }
    return this.#pendingOpen;
  }

  /** @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED */
  async getSettings(): Promise<BridgeSettings> {
    const { parseBridgeSettings } = await import('./open-bridge.js');
    return parseBridgeSettings(this.def, this.credentials);
  }

  async getKnownBridges(): Promise<KnownBridgeCertificates> {
    const store = await import('./known-certificates.js');
    return (this.#knownBridges ??= store.getKnownBridgeCertificates(this.RED.settings.userDir));
  }

  /**
   * Keeps the event stream open while no node watches.
   *
   * @returns lets the stream close again
   */
  holdStream(): () => void {
    if (this.#opened?.client.connectionState.mode !== 'stream') return () => undefined;
    const watch = this.#opened.client.watch({ rtype: 'bridge_home', interval: holdInterval });
    return () => watch.stop();
  }

  resume(successor: Pick<Node, 'warn'>): void {
    this.#owner = successor;
    const client = this.#opened?.client;
    if (client === undefined || client.connectionState.kind === 'connected') return;
    // Retry at once, without waiting for the next scheduled attempt.
    client.stateCache.refresh().catch(() => undefined);
  }

  /** Closes the client, which rejects pending requests. Never rejects itself: the node warns of an error. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#backups?.stop();
    try {
      const bridge = await this.#pendingOpen?.catch(() => undefined);
      await bridge?.close();
    } catch (error) {
      this.#owner.warn(toError(error).message);
    }
  }

  /** Ends programs, restores their lamps if the programs ask for that, and closes the client. Never rejects. */
  async end(): Promise<void> {
    const left = (await this.#opened?.programs.end(longestReturn)) ?? [];
    if (left.length > 0)
      this.#owner.warn(
        `The bridge was removed before these lamps returned to what they were: ${left.join(', ')}. They stay as the programs on them have left them.`,
      );
    await this.close();
  }

  async #connect(): Promise<Bridge> {
    const settings = await this.getSettings();
    const [{ openBridgeClient }, { BridgeStore }, { Bridge: BridgeClass }, backups] =
      await Promise.all([
        import('./open-bridge.js'),
        import('./store.js'),
        import('./bridge.js'),
        import('./daily-backups.js'),
      ]);
    const { former, earlierStoreClosed, deploys, clock } = this.options;
    const warn = (warning: string): void => this.#owner.warn(warning);
    const store = new BridgeStore({
      userDirectory: this.RED.settings.userDir,
      nodeId: this.def.id,
      former,
      earlierClosed: earlierStoreClosed,
      warn,
    });
    const client = await openBridgeClient(
      settings,
      await this.getKnownBridges(),
      getBridgeDiscoverySettings(this.RED),
      warn,
      store,
    );
    if (this.#isClosed) {
      await client.close();
      throw createNodeClosedError();
    }
    this.#opened = new BridgeClass({ client, settings, store, deploys, warn });
    if (keepsDailyBackups(this.RED))
      this.#backups = new backups.DailyBackups({ client, store, warn, clock });
    return this.#opened;
  }
}

/** Without the secret, nobody can test keys against a digest. */
const digestSecret = randomBytes(32);

/** Covers the content of the CA file, but not the node's name. */
export function digestSettings(def: BridgeConfigNodeDef, { key }: BridgeCredentials): string {
  const { host, port, keyHeader, bridgeId, fingerprint, caFile, events } = def;
  const { lampsPerSecond, groupsPerSecond, othersPerSecond, showStates, logbook } = def;
  const settings = [
    [host, port, keyHeader, bridgeId, fingerprint, caFile, events, key],
    [lampsPerSecond, groupsPerSecond, othersPerSecond, showStates, logbook],
    describeFile(caFile),
  ];
  return createHmac('sha256', digestSecret).update(JSON.stringify(settings)).digest('base64');
}

function describeFile(path: unknown): readonly number[] {
  if (typeof path !== 'string' || path === '') return [];
  try {
    const { size, mtimeMs } = statSync(path);
    return [size, mtimeMs];
  } catch {
    // Opening the bridge reports the problem of the file.
    return [];
  }
}

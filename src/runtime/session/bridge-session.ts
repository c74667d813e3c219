import type { Node, NodeAPI } from 'node-red';
import type { BridgeCredentials, BridgeConfigNodeDef, BridgeSettings } from './bridge-settings';
import { nodeClosedError, toError } from '../node-errors';
import { getBridgeDiscoverySettings } from '../settings/package-settings';
import type { KnownBridgeCertificates } from './known-bridge-certificates';
import type { ProgramEnvironment } from '../programs/program-environment';
import type { OpenedBridge } from './open-bridge-client';
import { digestSettings } from './settings-digest';

/** The one client behind a deployed bridge, shared by all nodes that use it. */
export interface BridgeSession {
  /**
   * Opens the bridge. The first call loads the code and connects; later calls share its result.
   *
   * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED, or ERR_BRIDGE_CLOSED after `close`
   */
  open(): Promise<OpenedBridge>;
  /**
   * @returns the settings as they were deployed, with the key
   * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED
   */
  getSettings(): Promise<BridgeSettings>;
  /** The key, where there is one; it must not leave the runtime except to the bridge. */
  readonly key: string | undefined;
  /** Store of the bridges that were trusted on first use. */
  getKnownBridges(): Promise<KnownBridgeCertificates>;
  /** Equal for equal settings, the key included. */
  readonly settingsDigest: string;
  /**
   * Keeps the event stream open, if there is one, while no node watches.
   *
   * @returns ends that
   */
  holdStream(): () => void;
  /** Goes on for the node that a deploy has put in the place of the one before; `node` reports the warnings from now on. */
  resume(node: Pick<Node, 'warn'>): void;
  /**
   * Closes the client, which rejects all pending requests. Nothing is sent afterwards. It never rejects: a failure
   * is a warning of the node.
   */
  close(): Promise<void>;
}

/** Interval of the watch that only keeps the stream open, in ms: it need not poll. */
const holdInterval = 3_600_000;

/**
 * Creates the session of a deployed bridge.
 *
 * @param environment where what runs on lamps is kept; nowhere when missing
 */
export function createBridgeSession(
  RED: { settings: Pick<NodeAPI['settings'], 'userDir'> },
  node: Pick<Node, 'warn'>,
  def: BridgeConfigNodeDef,
  credentials: BridgeCredentials,
  environment?: ProgramEnvironment,
): BridgeSession {
  let knownBridges: KnownBridgeCertificates | undefined;
  let owner = node;
  let opened: OpenedBridge | undefined;
  let pendingOpen: Promise<OpenedBridge> | undefined;
  let closed = false;

  const getSettings = async (): Promise<BridgeSettings> => {
    const { parseBridgeSettings } = await import('./bridge-settings.js');
    return parseBridgeSettings(def, credentials);
  };
  const getKnownBridges = async (): Promise<KnownBridgeCertificates> => {
    const store = await import('./known-bridge-certificates.js');
    return (knownBridges ??= store.getKnownBridgeCertificates(RED.settings.userDir));
  };
  const connect = async (): Promise<OpenedBridge> => {
    const settings = await getSettings();
    const { openBridgeClient } = await import('./open-bridge-client.js');
    const warn = (warning: string): void => owner.warn(warning);
    const discovery = getBridgeDiscoverySettings(RED);
    const bridge = await openBridgeClient(
      settings,
      await getKnownBridges(),
      discovery,
      warn,
      environment,
    );
    if (closed) {
      bridge.programs.close();
      await bridge.client.close();
      throw nodeClosedError();
    }
    opened = bridge;
    return bridge;
  };

  return {
    getSettings,
    key: credentials.key,
    getKnownBridges,
    settingsDigest: digestSettings(def, credentials),
    open() {
      if (closed) return Promise.reject(nodeClosedError());
      if (pendingOpen === undefined) {
        const attempt = connect();
        pendingOpen = attempt;
        attempt.catch(() => {
          // Allow a retry: a file that cannot be read now may be readable later.
          pendingOpen = undefined;
        });
      }
      return pendingOpen;
    },
    holdStream() {
      if (opened?.client.connectionState.mode !== 'stream') return () => undefined;
      const watch = opened.client.watch({ rtype: 'bridge_home', interval: holdInterval });
      return () => watch.stop();
    },
    resume(successor) {
      owner = successor;
      if (opened === undefined || opened.client.connectionState.kind === 'connected') return;
      // People deploy to try again: do not make them wait for the next attempt.
      opened.client.mirror.refresh().catch(() => undefined);
    },
    async close() {
      closed = true;
      try {
        const bridge = await pendingOpen?.catch(() => undefined);
        bridge?.programs.close();
        await bridge?.client.close();
      } catch (error) {
        owner.warn(toError(error).message);
      }
    },
  };
}

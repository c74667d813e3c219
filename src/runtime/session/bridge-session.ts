import type { Node, NodeAPI } from 'node-red';
import { parseBridgeSettings } from './bridge-settings';
import type { BridgeCredentials, BridgeConfigNodeDef, BridgeSettings } from './bridge-settings';
import { closedError } from '../node-errors';
import { getDiscoverySettings } from './discovery-settings';
import { getKnownBridges } from './known-bridges';
import type { KnownBridges } from './known-bridges';
import type { BridgeHandle } from './open-bridge';

/** The one client behind a deployed bridge, shared by all nodes that use it. */
export interface BridgeSession {
  /**
   * Opens the bridge. The first call loads the code and connects; later calls share its result.
   *
   * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED, or ERR_BRIDGE_CLOSED after `close`
   */
  open(): Promise<BridgeHandle>;
  /**
   * @returns the settings as they were deployed, with the key
   * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED
   */
  getSettings(): BridgeSettings;
  /** The key, where there is one; it must not leave the runtime except to the bridge. */
  readonly key: string | undefined;
  /** Store of the bridges that were trusted on first use. */
  readonly knownBridges: KnownBridges;
  /** Closes the client, which rejects all pending requests. Nothing is sent afterwards. */
  close(): Promise<void>;
}

/** Creates the session of a deployed bridge. */
export function createBridgeSession(
  RED: { settings: Pick<NodeAPI['settings'], 'userDir'> },
  node: Pick<Node, 'warn'>,
  def: BridgeConfigNodeDef,
  credentials: BridgeCredentials,
): BridgeSession {
  const knownBridges = getKnownBridges(RED.settings.userDir);
  let pendingOpen: Promise<BridgeHandle> | undefined;
  let closed = false;

  const getSettings = (): BridgeSettings => parseBridgeSettings(def, credentials);
  const connect = async (): Promise<BridgeHandle> => {
    const settings = getSettings();
    const { openBridge } = await import('./open-bridge.js');
    const bridge = await openBridge(settings, knownBridges, getDiscoverySettings(RED), (warning) =>
      node.warn(warning),
    );
    if (closed) {
      await bridge.client.close();
      throw closedError();
    }
    return bridge;
  };

  return {
    getSettings,
    key: credentials.key,
    knownBridges,
    open() {
      if (closed) return Promise.reject(closedError());
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
    async close() {
      closed = true;
      const bridge = await pendingOpen?.catch(() => undefined);
      await bridge?.client.close();
    },
  };
}

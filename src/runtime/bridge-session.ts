import type { Node, NodeAPI } from 'node-red';
import { checkSettings } from './bridge-settings';
import type { BridgeCredentials, BridgeDef, BridgeSettings } from './bridge-settings';
import { closedError } from './command-error';
import { discoverySettings } from './discovery-settings';
import { knownBridgesOf } from './known-bridges';
import type { KnownBridges } from './known-bridges';
import type { OpenBridge } from './open-bridge';

/** The one client behind a deployed bridge, shared by all nodes that use it. */
export interface BridgeSession {
  /**
   * The connection. The code behind it is loaded by the first call; calls share what they get.
   *
   * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED, or ERR_BRIDGE_CLOSED after `close`
   */
  open(): Promise<OpenBridge>;
  /**
   * @returns the settings as they were deployed, with the key
   * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED
   */
  settings(): BridgeSettings;
  /** The key alone, where there is one; it must not leave the runtime but to the bridge. */
  readonly key: string | undefined;
  /** Bridges that were trusted on first use. */
  readonly known: KnownBridges;
  /** Answers what waits, ends everything. Nothing is sent afterwards. */
  close(): Promise<void>;
}

/** Starts the session of a deployed bridge. */
export function startSession(
  RED: NodeAPI,
  node: Node,
  def: BridgeDef,
  credentials: BridgeCredentials,
): BridgeSession {
  const known = knownBridgesOf(RED.settings.userDir);
  let opening: Promise<OpenBridge> | undefined;
  let closed = false;

  const settings = (): BridgeSettings => checkSettings(def, credentials);
  const start = async (): Promise<OpenBridge> => {
    const deployed = settings();
    const { openBridge } = await import('./open-bridge.js');
    const bridge = await openBridge(deployed, known, discoverySettings(RED), (warning) =>
      node.warn(warning),
    );
    if (closed) {
      await bridge.client.close();
      throw closedError();
    }
    return bridge;
  };

  return {
    settings,
    key: credentials.key,
    known,
    open() {
      if (closed) return Promise.reject(closedError());
      if (opening === undefined) {
        const opened = start();
        opening = opened;
        opened.catch(() => {
          // A file that cannot be read now may be there for the next who asks.
          opening = undefined;
        });
      }
      return opening;
    },
    async close() {
      closed = true;
      const bridge = await opening?.catch(() => undefined);
      await bridge?.client.close();
    },
  };
}

import type { Node, NodeAPI } from 'node-red';
import type { BridgeCredentials, BridgeConfigNodeDef } from './bridge-settings';
import { toError, notConfiguredError } from '../settings/node-errors';
import { createFormerContext } from './store/former-context';
import { createBridgeSession } from './bridge-session';
import type { BridgeAttachment, BridgeSession } from './bridge-session';
import { getDeployMonitor } from './deploy/deploy-monitor';
import { RetainedSessions } from './deploy/retained-sessions';
import type { ReclaimedSession } from './deploy/retained-sessions';
import { addDeployedBridge } from './deployed-bridges';
import { parseNonEmptyText } from '../settings/evaluate-setting';
import { digestSettings } from './deploy/settings-digest';
import { waitForNodeStartTurn } from './deploy/start-turns';
import { commitKey } from './staged-keys';
import type { OpenedBridge } from './open-bridge-client';

const sessions = new WeakMap<object, BridgeSession>();

/** The part of Node-RED that finds a deployed node; null or undefined when there is none. */
export interface NodeRegistry {
  getNode(id: string): object | null | undefined;
}

/**
 * Attaches something to a bridge that was opened.
 *
 * @param warn reports a warning to the user
 */
export type AttachToBridge = (
  RED: NodeAPI,
  bridge: OpenedBridge,
  warn: (warning: string) => void,
) => BridgeAttachment;

/**
 * Registers the type of the config node with the settings and the connection of a bridge.
 *
 * @param attach called with each bridge that is opened
 */
export function registerBridgeNode(RED: NodeAPI, type: string, attach?: AttachToBridge): void {
  const deployMonitor = getDeployMonitor(RED.events);
  const retainedSessions = new RetainedSessions();
  const resumeRetainedSession = (
    node: Node,
    def: BridgeConfigNodeDef,
    credentials: BridgeCredentials,
  ): ReclaimedSession => {
    const reclaimed = retainedSessions.reclaim(node.id, digestSettings(def, credentials));
    reclaimed.session?.resume(node);
    return reclaimed;
  };
  function BridgeNode(this: Node<BridgeCredentials>, def: BridgeConfigNodeDef): void {
    RED.nodes.createNode(this, def);
    const credentials = commitKey(RED, getCredentialsId(this, def), this.credentials);
    const reclaimed = resumeRetainedSession(this, def, credentials);
    const session =
      reclaimed.session ??
      createBridgeSession(RED, this, def, credentials, {
        former: createFormerContext(this),
        earlierStoreClosed: reclaimed.storeClosed,
        ...(attach === undefined ? {} : { attach: (bridge, warn) => attach(RED, bridge, warn) }),
      });
    sessions.set(this, session);
    const name = [def.name, def.host].map(parseNonEmptyText).find((text) => text !== undefined);
    const { id } = this;
    const forgetName = name === undefined ? undefined : addDeployedBridge({ id, name, session });
    session.open().catch((error: unknown) => this.warn(toError(error).message));
    const close = async (removed: boolean, done: () => void): Promise<void> => {
      forgetName?.();
      if (removed) await session.end();
      else if (!deployMonitor.isReplacing) await session.close();
      else retainedSessions.retain(this.id, session, deployMonitor);
      done();
    };
    this.on('close', (removed: boolean, done: () => void) => void close(removed, done));
  }
  RED.nodes.registerType<Node<BridgeCredentials>, BridgeConfigNodeDef, object, EditedCredentials>(
    type,
    BridgeNode,
    { credentials: { key: { type: 'password' }, pairing: { type: 'text' } } },
  );
}

/** The credentials that the editor knows; the others never leave the runtime. */
type EditedCredentials = Pick<BridgeCredentials, 'key' | 'pairing'>;

/** Id of the node whose credentials a node uses: inside a subflow, that of the template. */
const getCredentialsId = (node: Node, def: BridgeConfigNodeDef): string =>
  '_alias' in def && typeof def._alias === 'string' ? def._alias : node.id;

/**
 * Opens the bridge that a node uses. Of nodes that start together, a few go on in each turn of the event loop.
 *
 * @param id the node's setting `bridge`
 * @throws {BridgeError} as `requireBridgeSession` and `BridgeSession.open`
 */
export async function openBridgeById(
  RED: { nodes: NodeRegistry },
  id: string | undefined,
): Promise<OpenedBridge> {
  const bridge = await requireBridgeSession(RED, id).open();
  await waitForNodeStartTurn();
  return bridge;
}

/**
 * Finds the session of the bridge that a node uses.
 *
 * @param id the node's setting `bridge`
 * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED when none is chosen or deployed
 */
export function requireBridgeSession(
  RED: { nodes: NodeRegistry },
  id: string | undefined,
): BridgeSession {
  if (id === undefined || id === '') {
    throw notConfiguredError('NO_BRIDGE', 'No bridge is chosen. Open the node and choose one.');
  }
  const session = getBridgeSession(RED, id);
  if (session === undefined) {
    throw notConfiguredError(
      'NO_BRIDGE',
      'The chosen bridge is missing, disabled or not deployed. Open the node, choose a bridge and deploy.',
    );
  }
  return session;
}

/** The session of a deployed bridge; undefined when there is no such bridge. */
export function getBridgeSession(
  RED: { nodes: NodeRegistry },
  id: string | undefined,
): BridgeSession | undefined {
  const node = id === undefined ? undefined : RED.nodes.getNode(id);
  return node ? sessions.get(node) : undefined;
}

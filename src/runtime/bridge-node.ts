import type { Node, NodeAPI } from 'node-red';
import type { BridgeCredentials, BridgeDef } from './bridge-settings';
import { asError, notConfigured } from './command-error';
import { startSession } from './bridge-session';
import type { BridgeSession } from './bridge-session';
import { settleKey } from './offered-keys';
import type { OpenBridge } from './open-bridge';

const sessions = new WeakMap<object, BridgeSession>();

/** Registers the type of the node that holds a bridge's settings and connection. */
export function registerBridge(RED: NodeAPI, type: string): void {
  function BridgeNode(this: Node<BridgeCredentials>, def: BridgeDef): void {
    RED.nodes.createNode(this, def);
    const credentials = settleKey(RED, credentialsIdOf(this, def), this.credentials);
    const session = startSession(RED, this, def, credentials);
    sessions.set(this, session);
    session.open().catch((error: unknown) => this.warn(asError(error).message));
    const close = async (done: () => void): Promise<void> => {
      try {
        await session.close();
      } catch (error) {
        this.error(error);
      }
      done();
    };
    this.on('close', (done: () => void) => void close(done));
  }
  RED.nodes.registerType<Node<BridgeCredentials>, BridgeDef, object, EditedCredentials>(
    type,
    BridgeNode,
    { credentials: { key: { type: 'password' }, pairing: { type: 'text' } } },
  );
}

/** The credentials that the dialog knows of; the others never leave the runtime. */
type EditedCredentials = Pick<BridgeCredentials, 'key' | 'pairing'>;

/** Node whose credentials a node starts with: inside a subflow, that of the template. */
const credentialsIdOf = (node: Node, def: BridgeDef): string =>
  '_alias' in def && typeof def._alias === 'string' ? def._alias : node.id;

/**
 * Opens the bridge that a node uses.
 *
 * @param id the node's setting `bridge`
 * @throws {BridgeError} as `findSession` and `BridgeSession.open`
 */
export async function openBridgeOf(
  RED: Pick<NodeAPI, 'nodes'>,
  id: string | undefined,
): Promise<OpenBridge> {
  return findSession(RED, id).open();
}

/**
 * Finds the session of the bridge that a node uses.
 *
 * @param id the node's setting `bridge`
 * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED when none is chosen or deployed
 */
export function findSession(RED: Pick<NodeAPI, 'nodes'>, id: string | undefined): BridgeSession {
  if (id === undefined || id === '') {
    throw notConfigured('NO_BRIDGE', 'No bridge is chosen. Open the node and choose one.');
  }
  const session = sessionOf(RED, id);
  if (session === undefined) {
    throw notConfigured(
      'NO_BRIDGE',
      'The chosen bridge is missing, disabled or not deployed. Open the node, choose a bridge and deploy.',
    );
  }
  return session;
}

/** The session of a deployed bridge, or undefined when there is no such bridge. */
export function sessionOf(
  RED: Pick<NodeAPI, 'nodes'>,
  id: string | undefined,
): BridgeSession | undefined {
  const node: Node | null | undefined = id === undefined ? undefined : RED.nodes.getNode(id);
  return node ? sessions.get(node) : undefined;
}

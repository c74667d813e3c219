import type { Node, NodeAPI } from 'node-red';
import type { BridgeCredentials, BridgeConfigNodeDef } from './bridge-settings';
import { toError, createNotConfiguredError } from '../settings/node-errors';
import { createFormerContext } from './store/former-context';
import { BridgeSession, digestSettings } from './bridge-session';
import type { BridgeAttachment } from './bridge-session';
import { getDeployMonitor } from './deploy/deploy-monitor';
import type { DeployMonitor } from './deploy/deploy-monitor';
import { addDeployedBridge } from './deployed-bridges';
import { parseNonEmptyText } from '../settings/evaluate-setting';
import { commitKey } from './staged-keys';
import type { OpenedBridge } from './open-bridge-client';

const sessions = new WeakMap<object, BridgeSession>();

export interface NodeRegistry {
  getNode(id: string): object | null | undefined;
}

export type AttachToBridge = (
  RED: NodeAPI,
  bridge: OpenedBridge,
  warn: (warning: string) => void,
) => BridgeAttachment;

export function registerBridgeNode(RED: NodeAPI, type: string, attach?: AttachToBridge): void {
  const deployMonitor = getDeployMonitor(RED.events);
  const retainedSessions = new RetainedSessions();
  function BridgeNode(this: Node<BridgeCredentials>, def: BridgeConfigNodeDef): void {
    RED.nodes.createNode(this, def);
    const credentials = commitKey(RED, getCredentialsId(this, def), this.credentials);
    const reclaimed = retainedSessions.reclaim(this.id, digestSettings(def, credentials));
    reclaimed.session?.resume(this);
    const session =
      reclaimed.session ??
      new BridgeSession(RED, this, def, credentials, {
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

interface ReclaimedSession {
  readonly session: BridgeSession | undefined;
  readonly storeClosed: Promise<void> | undefined;
}

class RetainedSessions {
  readonly #sessions = new Map<string, BridgeSession>();

  /** Keeps the client running. A session that no node reclaims before the deploy ends is closed. */
  retain(id: string, session: BridgeSession, monitor: Pick<DeployMonitor, 'onceDeployed'>): void {
    this.#sessions.set(id, session);
    const releaseStream = session.holdStream();
    monitor.onceDeployed(() => {
      releaseStream();
      if (this.#sessions.get(id) !== session) return;
      this.#sessions.delete(id);
      void session.end();
    });
  }

  /** @returns the session if its settings are equal; otherwise `storeClosed` resolves when its store is on disk */
  reclaim(id: string, settingsDigest: string): ReclaimedSession {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    if (session === undefined || session.settingsDigest === settingsDigest)
      return { session, storeClosed: undefined };
    const storeClosed = session.opened?.store.closed;
    void session.close();
    return { session: undefined, storeClosed };
  }
}

/** The editor never receives the others. */
type EditedCredentials = Pick<BridgeCredentials, 'key' | 'pairing'>;

/** Inside a subflow, the template node owns the credentials. */
const getCredentialsId = (node: Node, def: BridgeConfigNodeDef): string =>
  '_alias' in def && typeof def._alias === 'string' ? def._alias : node.id;

/**
 * Opens a bridge. Limits the nodes that continue in one turn of the event loop.
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
 * @param id the node's setting `bridge`
 * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED if no bridge is chosen or deployed
 */
export function requireBridgeSession(
  RED: { nodes: NodeRegistry },
  id: string | undefined,
): BridgeSession {
  if (id === undefined || id === '') {
    throw createNotConfiguredError(
      'NO_BRIDGE',
      'No bridge is chosen. Open the node and choose one.',
    );
  }
  const session = getBridgeSession(RED, id);
  if (session === undefined) {
    throw createNotConfiguredError(
      'NO_BRIDGE',
      'The chosen bridge is missing, disabled or not deployed. Open the node, choose a bridge and deploy.',
    );
  }
  return session;
}

export function getBridgeSession(
  RED: { nodes: NodeRegistry },
  id: string | undefined,
): BridgeSession | undefined {
  const node = id === undefined ? undefined : RED.nodes.getNode(id);
  return node ? sessions.get(node) : undefined;
}

/** A turn takes a few ms. */
const nodesPerTurn = 200;

let remainingInTurn = nodesPerTurn;
let immediate: NodeJS.Immediate | undefined;
let waiting: (() => void)[] = [];

/**
 * Keeps thousands of nodes from blocking the event loop.
 *
 * @returns resolves in the order of the calls; at once for the first calls of a turn
 */
export function waitForNodeStartTurn(): Promise<void> {
  immediate ??= setImmediate(runTurn);
  if (remainingInTurn > 0) {
    remainingInTurn -= 1;
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    waiting.push(resolve);
  });
}

function runTurn(): void {
  const next = waiting.slice(0, nodesPerTurn);
  waiting = waiting.slice(nodesPerTurn);
  remainingInTurn = nodesPerTurn - next.length;
  immediate = next.length > 0 ? setImmediate(runTurn) : undefined;
  for (const goOn of next) goOn();
}

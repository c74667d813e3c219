import type { Node, NodeAPI } from 'node-red';
import type { BridgeCredentials, BridgeConfigNodeDef } from './open-bridge';
import { toError } from '../errors';
import { createFormerContext } from './former-context';
import { BridgeSession, digestSettings } from './session';
import { getDeployMonitor } from '../deploy';
import type { DeployMonitor } from '../deploy';
import { addDeployedBridge, recordBridgeSession } from './deployed';
import { parseNonEmptyText } from '../stored-settings';
import { commitKey } from './staged-keys';

export function registerBridgeNode(RED: NodeAPI, type: string): void {
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
        deploys: RED,
      });
    recordBridgeSession(this, session);
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

/** Keeps the sessions of bridge nodes that a deploy replaces, for the nodes that follow. */
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

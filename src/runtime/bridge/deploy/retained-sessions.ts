import type { BridgeSession } from '../bridge-session';
import type { DeployMonitor } from './deploy-monitor';

/** What a bridge node takes from the one before it with the same id. */
export interface ReclaimedSession {
  readonly session: BridgeSession | undefined;
  readonly storeClosed: Promise<void> | undefined;
}

/** Sessions of bridge nodes that a deploy has stopped, kept for the nodes that it puts in their place. */
export class RetainedSessions {
  readonly #sessions = new Map<string, BridgeSession>();

  /**
   * Keeps a session, whose client goes on meanwhile, and ends it when the deploy ends without a node that reclaims it: the
   * bridge is not deployed any more.
   *
   * @param id id of the bridge node
   */
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

  /**
   * Takes the session of a bridge node that a deploy has started again.
   *
   * @param settingsDigest digest of the settings of the new node
   * @returns the session where it has these settings; one with others is closed, and what it keeps is on disk when the promise
   *   `storeClosed` resolves
   */
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

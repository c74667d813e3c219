import type { BridgeSession } from '../bridge-session';
import type { DeployMonitor } from './deploy-monitor';

/** Result of taking over the session of an earlier bridge node with the same id. */
interface ReclaimedSession {
  readonly session: BridgeSession | undefined;
  readonly storeClosed: Promise<void> | undefined;
}

/** Sessions of bridge nodes that a deploy has stopped, kept for their replacements. */
export class RetainedSessions {
  readonly #sessions = new Map<string, BridgeSession>();

  /**
   * Keeps a session with its client running. If no node reclaims the session before the deploy ends, the bridge is no
   * longer deployed and the session ends.
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
   * Takes over the session of a restarted bridge node.
   *
   * @returns the session if its settings are equal. Otherwise the session is closed; `storeClosed` resolves when its
   *   store is on disk
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

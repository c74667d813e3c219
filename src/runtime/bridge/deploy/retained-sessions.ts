import type { BridgeSession } from '../bridge-session';
import type { DeployMonitor } from './deploy-monitor';

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
   * @returns undefined when there is none with these settings; one with others is closed
   */
  reclaim(id: string, settingsDigest: string): BridgeSession | undefined {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    if (session === undefined || session.settingsDigest === settingsDigest) return session;
    void session.close();
    return undefined;
  }
}

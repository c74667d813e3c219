import type { FollowOptions } from '../finding/follower';
import type { Limits } from '../limits';
import type { Trust } from '../trust/trust';

/** What it takes to use one bridge. */
export interface BridgeAccess {
  /** Host name or IP address. */
  host: string;
  /** 443 when missing. */
  port?: number;
  /** The application key. It goes to the bridge that `trust` names, and nowhere else. */
  key: string;
  /** Name of the header that carries the key: `home-application-key` when missing. */
  keyHeader?: string;
  /** How the bridge is known; without it the first certificate is remembered in memory. */
  trust?: Trust;
  /** Bounds that differ from `defaultLimits`. */
  limits?: Partial<Limits>;
  /**
   * Looks for the bridge on the local network while it does not answer at its address, and follows it to where its
   * certificate proves to be the one that `trust` names. Without it the bridge is never looked for.
   */
  follow?: FollowOptions;
  /** Told of what a person should know although nothing failed. The same warning comes once an hour at most. */
  onWarning?(warning: string): void;
}

import type { RediscoveryOptions } from './address-monitor';
import type { ClientLimits } from '../limits/client-limits';
import type { TrustOptions } from '../tls/certificate-verifier';

/** Address, credentials and limits for the connection to one bridge. */
export interface BridgeAccessOptions {
  /** Host name or IP address. */
  host: string;
  /** 443 when missing. */
  port?: number;
  /** The application key. It goes to the bridge that `trust` names, and nowhere else. */
  key: string;
  /** Name of the header that carries the key: `home-application-key` when missing. */
  keyHeader?: string;
  /**
   * How the certificate of the bridge is verified; without it the first certificate is remembered
   * in memory.
   */
  trust?: TrustOptions;
  /** Bounds that differ from `defaultLimits`. */
  limits?: Partial<ClientLimits>;
  /**
   * Searches the local network by mDNS while the bridge does not answer at its address, and uses a
   * new address when its certificate is the one that `trust` names. Without it the bridge is never
   * searched for.
   */
  follow?: RediscoveryOptions;
  /**
   * Called with warnings for users. The same warning is reported at most once in
   * `warningRepeatInterval`.
   */
  onWarning?(warning: string): void;
}

/** How to reach a bridge whose settings are not deployed yet. */
export interface ConnectionSettings {
  host: string;
  port: string;
  keyHeader: string;
  fingerprint: string;
  bridgeId: string;
  key?: string;
  /** Pairing whose key is meant, while that is not deployed. */
  pairing?: string;
}

/** What a password field of Node-RED holds while the key is only in the runtime. */
export const hiddenKey = '__PWRD__';

/**
 * Puts the settings of a bridge together. The key goes along only where the editor has it.
 *
 * @param read tells a setting or a credential by its name; empty where there is none
 */
export function connectionSettings(read: (name: string) => string): ConnectionSettings {
  const setting = (name: string): string => read(name).trim();
  const key = setting('key');
  const pairing = setting('pairing');
  return {
    host: setting('host'),
    port: setting('port'),
    keyHeader: setting('keyHeader'),
    fingerprint: setting('fingerprint'),
    bridgeId: setting('bridgeId'),
    ...(key === '' || key === hiddenKey ? {} : { key }),
    ...(pairing === '' ? {} : { pairing }),
  };
}

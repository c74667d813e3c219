/** Connection settings of a bridge that are not deployed yet: body of the admin routes. */
export interface UndeployedConnectionSettings {
  host: string;
  port: string;
  keyHeader: string;
  fingerprint: string;
  bridgeId: string;
  key?: string;
  /** Id of the pairing task whose key is used before the deploy. */
  pairing?: string;
}

/** Value of a password field in Node-RED whose credential is only in the runtime. */
export const hiddenPasswordValue = '__PWRD__';

/**
 * Collects the connection settings of a bridge. Includes the key only if the editor has it.
 *
 * @param getSetting returns a setting or credential by its name; empty if there is none
 */
export function collectConnectionSettings(
  getSetting: (name: string) => string,
): UndeployedConnectionSettings {
  const getTrimmed = (name: string): string => getSetting(name).trim();
  const key = getTrimmed('key');
  const pairing = getTrimmed('pairing');
  return {
    host: getTrimmed('host'),
    port: getTrimmed('port'),
    keyHeader: getTrimmed('keyHeader'),
    fingerprint: getTrimmed('fingerprint'),
    bridgeId: getTrimmed('bridgeId'),
    ...(key === '' || key === hiddenPasswordValue ? {} : { key }),
    ...(pairing === '' ? {} : { pairing }),
  };
}

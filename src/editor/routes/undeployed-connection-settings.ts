/** Body of the admin routes. */
export interface UndeployedConnectionSettings {
  host: string;
  port: string;
  keyHeader: string;
  fingerprint: string;
  bridgeId: string;
  key?: string;
  /** Its key is used before the deploy. */
  pairing?: string;
}

/** Node-RED's value if only the runtime has the credential. */
export const hiddenPasswordValue = '__PWRD__';

/**
 * Includes the key only if the editor has it.
 *
 * @param getSetting takes the name of a setting or credential; returns empty if there is none
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

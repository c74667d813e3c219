/** Body of the admin routes. */
export interface ConnectionSettings {
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
): ConnectionSettings {
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

const pastedPattern =
  /^(?<scheme>https?:\/\/)?(?<host>\[[0-9a-f:.]+\]|[^\s/:@?#]+)(?::(?<port>\d{1,5}))?(?:[/?#]\S*)?$/i;

/**
 * Reads an address such as `https://192.168.1.20/`, `https://bridge.local:8443/api` or `192.168.1.20:8443`; undefined for a
 * host alone and other texts.
 */
export function parsePastedAddress(text: string) {
  const trimmed = text.trim();
  const { host, port } = pastedPattern.exec(trimmed)?.groups ?? {};
  if (host === undefined || host === trimmed) return undefined;
  return { host, ...(port === undefined ? {} : { port }) };
}

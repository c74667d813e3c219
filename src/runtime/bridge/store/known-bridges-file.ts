import * as v from 'valibot';
import { parsePort } from '../../../bridge/address/bridge-address';
import { parseFingerprint } from '../../../bridge/tls/bridge-identity';
import { checkHost } from '../../../bridge/address/check-host';
import { isObject } from '../../../resources/values/member-access';
import { storeVersion } from './stored-file';
import type { Members } from '../../../resources';

export type KnownBridgeCertificate = v.InferOutput<typeof knownBridge>;

const knownBridge = v.strictObject({
  /** SHA-256, in the form AA:BB:… */
  fingerprint: v.pipe(
    v.string(),
    v.check((text) => parseFingerprint(text) === text),
  ),
  commonName: v.string(),
  /** ISO 8601. */
  firstSeen: v.pipe(
    v.string(),
    v.check((text) => !Number.isNaN(Date.parse(text))),
  ),
  /** Missing if the bridge is at the address of its entry. */
  foundAt: v.exactOptional(
    v.pipe(
      v.strictObject({ host: v.string(), port: v.number() }),
      v.check(({ host, port }) => isNormalizedAddress(host, port)),
    ),
  ),
});

export const serializeKnownBridges = (
  bridges: ReadonlyMap<string, KnownBridgeCertificate>,
): string =>
  `${JSON.stringify({ version: storeVersion, addresses: Object.fromEntries(bridges) }, undefined, 2)}\n`;

/**
 * Parses the content of the file of known bridges to its entries by `host:port`.
 *
 * @throws Error for any invalid entry: if a damaged file counted as empty, any certificate would be trusted again
 */
export function parseKnownBridges({
  addresses,
  ...others
}: Members): Map<string, KnownBridgeCertificate> {
  if (Object.keys(others).length > 0) throw new Error('it holds more than addresses');
  return parseKnownAddresses(addresses);
}

/**
 * Parses entries by `host:port`. Versions before the store stored only these.
 *
 * @throws Error when any entry is invalid
 */
export function parseKnownAddresses(addresses: unknown): Map<string, KnownBridgeCertificate> {
  if (!isObject(addresses)) throw new Error('it holds no object');
  return new Map(
    Object.entries(addresses).map(([hostPort, bridge]) => {
      if (isHostPort(hostPort) && v.is(knownBridge, bridge)) return [hostPort, bridge];
      throw new Error(`what it holds for ${JSON.stringify(hostPort.slice(0, 80))} is damaged`);
    }),
  );
}

/** Accepts a host with colons (IPv6). */
function isHostPort(hostPort: string): boolean {
  const [, host, digits] = /^(.+):([1-9]\d{0,4})$/.exec(hostPort) ?? [];
  return isNormalizedAddress(host, Number(digits));
}

function isNormalizedAddress(host: string | undefined, port: number): boolean {
  const checked = checkHost(host);
  return checked.ok && checked.host === host && parsePort(port) === port;
}

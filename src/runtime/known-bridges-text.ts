import { checkPort } from '../bridge/trust/address';
import { fingerprintOf } from '../bridge/trust/fingerprint';
import { checkHost } from '../bridge/trust/host';
import { isObject } from '../resources/member';

/** The certificate a bridge showed when it was first met. */
export interface KnownBridge {
  /** SHA-256, in the form AA:BB:… */
  fingerprint: string;
  commonName: string;
  /** ISO 8601. */
  firstSeen: string;
  /** Where the bridge was found when it was no longer at the address it was met at. */
  foundAt?: { host: string; port: number };
}

/** The text of the file of known bridges, each under its `host:port`. */
export const textOfKnown = (known: ReadonlyMap<string, KnownBridge>): string =>
  `${JSON.stringify(Object.fromEntries(known), undefined, 2)}\n`;

/**
 * Reads what `textOfKnown` wrote.
 *
 * @throws Error for anything else, were it in one entry only: a damaged file must not mean a new bridge
 */
export function knownInText(text: string): Map<string, KnownBridge> {
  const held: unknown = JSON.parse(text);
  if (!isObject(held)) throw new Error('it holds no object');
  return new Map(
    Object.entries(held).map(([place, bridge]) => {
      if (isPlace(place) && isKnownBridge(bridge)) return [place, bridge];
      throw new Error(`what it holds for ${JSON.stringify(place.slice(0, 80))} is damaged`);
    }),
  );
}

const isKnownBridge = (value: unknown): value is KnownBridge =>
  isObject(value) &&
  Object.keys(value).every((name) => members.has(name)) &&
  isFingerprint(value['fingerprint']) &&
  typeof value['commonName'] === 'string' &&
  isTime(value['firstSeen']) &&
  (value['foundAt'] === undefined || isFoundAt(value['foundAt']));

const members: ReadonlySet<string> = new Set([
  'fingerprint',
  'commonName',
  'firstSeen',
  'foundAt',
] satisfies (keyof KnownBridge)[]);

const isFingerprint = (value: unknown): boolean =>
  typeof value === 'string' && fingerprintOf(value) === value;

const isTime = (value: unknown): boolean =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value));

const isFoundAt = (value: unknown): boolean =>
  isObject(value) && Object.keys(value).length === 2 && isAddress(value['host'], value['port']);

/** True for `host:port`; the host may hold colons too. */
function isPlace(place: string): boolean {
  const [, host, digits] = /^(.+):([1-9]\d{0,4})$/.exec(place) ?? [];
  return isAddress(host, Number(digits));
}

/** True for an address as it is after it was checked. */
function isAddress(host: unknown, port: unknown): boolean {
  const checked = checkHost(host);
  return (
    checked.ok && checked.host === host && typeof port === 'number' && checkPort(port) === port
  );
}

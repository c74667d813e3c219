import type { DiscoveryOptions, FollowOptions } from '../bridge';
import { checkPort } from '../bridge/trust/address';
import { isSameFingerprint } from '../bridge/trust/fingerprint';
import { checkHost } from '../bridge/trust/host';
import { isObject } from '../resources/member';
import type { BridgeSettings } from './bridge-settings';
import { asError } from './command-error';
import type { KnownBridge, KnownBridges } from './known-bridges';

/**
 * How the bridge is followed when it moves to another address. Where it was found is kept in the file of known
 * bridges; the address in the settings stays as it is.
 *
 * @param met what the file of known bridges holds of it
 * @param warn says something to people
 */
export function followOf(
  { host, port, bridgeId, fingerprint }: BridgeSettings,
  known: KnownBridges,
  met: KnownBridge | undefined,
  discovery: Pick<DiscoveryOptions, 'serviceType' | 'port'>,
  warn: (warning: string) => void,
): FollowOptions {
  const place = `${host}:${port}`;
  const isTrusted = fingerprint === undefined || isSameFingerprint(met?.fingerprint, fingerprint);
  const id = bridgeId ?? (isTrusted ? met?.commonName : undefined);
  const foundAt = isTrusted ? placeIn(met?.foundAt) : undefined;
  return {
    ...discovery,
    ...(id === undefined ? {} : { bridgeId: id }),
    ...(foundAt === undefined ? {} : { foundAt }),
    onMoved(address, { fingerprint: taken, commonName }) {
      const isBack = `${address.host}:${address.port}` === place;
      const bridge = { fingerprint: taken, commonName };
      known.noteMove(place, bridge, isBack ? undefined : address).catch((error: unknown) => {
        warn(`The new address of the bridge cannot be kept: ${asError(error).message}`);
      });
    },
  };
}

/** An address as the file holds it, which people may have written themselves. */
function placeIn(found: unknown): { host: string; port: number } | undefined {
  if (!isObject(found)) return undefined;
  const address = checkHost(found['host']);
  const port = checkPort(found['port']);
  return address.ok && port !== undefined ? { host: address.host, port } : undefined;
}

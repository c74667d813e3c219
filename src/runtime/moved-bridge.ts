import type { DiscoveryOptions, FollowOptions } from '../bridge';
import { isSameFingerprint } from '../bridge/trust/fingerprint';
import type { BridgeSettings } from './bridge-settings';
import { asError } from './command-error';
import type { KnownBridges } from './known-bridges';
import type { KnownBridge } from './known-bridges-text';

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
  const foundAt = isTrusted ? met?.foundAt : undefined;
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

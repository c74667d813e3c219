import type { DiscoveryOptions, RediscoveryOptions } from '../../bridge';
import { isSameFingerprint } from '../../bridge/tls/bridge-identity';
import type { BridgeSettings } from './bridge-settings';
import { toError } from '../settings/node-errors';
import type { KnownBridgeCertificates } from './store/known-bridge-certificates';
import type { KnownBridgeCertificate } from './store/known-bridges-file';

/**
 * Options for finding the bridge again when its address changes. The new address is stored in the file of
 * known bridges; the settings are not changed.
 *
 * @param knownBridge entry of the bridge in the file of known bridges
 * @param warn reports a warning to the user
 */
export function createRediscoveryOptions(
  { host, port, bridgeId, fingerprint }: BridgeSettings,
  knownBridges: KnownBridgeCertificates,
  knownBridge: KnownBridgeCertificate | undefined,
  discovery: Pick<DiscoveryOptions, 'serviceType' | 'port'>,
  warn: (warning: string) => void,
): RediscoveryOptions {
  const configuredHostPort = `${host}:${port}`;
  const isTrusted =
    fingerprint === undefined || isSameFingerprint(knownBridge?.fingerprint, fingerprint);
  const id = bridgeId ?? (isTrusted ? knownBridge?.commonName : undefined);
  const foundAt = isTrusted ? knownBridge?.foundAt : undefined;
  return {
    ...discovery,
    ...(id === undefined ? {} : { bridgeId: id }),
    ...(foundAt === undefined ? {} : { foundAt }),
    onMoved(address, { fingerprint: newFingerprint, commonName }) {
      const isConfiguredAddress = `${address.host}:${address.port}` === configuredHostPort;
      const bridge = { fingerprint: newFingerprint, commonName };
      knownBridges
        .recordMovedAddress(configuredHostPort, bridge, isConfiguredAddress ? undefined : address)
        .catch((error: unknown) => {
          warn(`The new address of the bridge cannot be kept: ${toError(error).message}`);
        });
    },
  };
}

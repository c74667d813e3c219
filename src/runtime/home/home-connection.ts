import type { BridgeError, ConnectionState } from '../../bridge';
import { getCachedBridgeInfo } from '../bridge/bridge-info';
import type { OpenedBridge } from '../bridge/open-bridge-client';
import { shortenName } from './create-home-item';
import type { HomeConnection } from './home-item';

export function describeConnection({ client }: OpenedBridge): HomeConnection {
  const { connectionState, diagnostics, stateCache } = client;
  const state = toState(connectionState.kind, connectionState.mode);
  const { nextAttemptIn } = diagnostics;
  const { name, model, softwareVersion } = getCachedBridgeInfo(stateCache);
  return {
    state,
    ...(state === 'retrying' && nextAttemptIn !== undefined
      ? { retryInSeconds: Math.ceil(nextAttemptIn / 1_000) }
      : {}),
    ...(name === null ? {} : { bridgeName: shortenName(name) }),
    ...(model === null ? {} : { modelId: model }),
    ...(softwareVersion === null ? {} : { softwareVersion }),
  };
}

function toState(
  kind: ConnectionState['kind'],
  mode: ConnectionState['mode'],
): HomeConnection['state'] {
  switch (kind) {
    case 'idle':
      return 'connecting';
    case 'connected':
    case 'waiting':
      return mode === 'stream' ? 'live' : 'polling';
    case 'away':
      return 'retrying';
    case 'unauthorized':
      return 'key-refused';
    case 'untrusted':
      return 'certificate-changed';
    default:
      return 'stopped';
  }
}

export const describeUnopenedConnection = (error: BridgeError | undefined): HomeConnection => ({
  state: error?.cause.reason === 'NO_KEY' ? 'no-key' : 'stopped',
});

import { ConnectionHealthMonitor } from '../../../src/bridge/health';
import { defaultLimits } from '../../../src/bridge/limits';
import { abortedFailure } from '../../../src/bridge/transport-failure';
import type { BridgeError } from '../../../src/bridge';
import type { Clock } from '../../../src/bridge/clock';
import type { FakeBridge } from './fake-bridge';
import type { TransportFailure } from '../../../src/bridge/transport-failure';

const kindsByCode: Partial<Record<BridgeError['code'], TransportFailure['kind']>> = {
  ERR_BRIDGE_UNREACHABLE: 'away',
  ERR_BRIDGE_UNTRUSTED: 'untrusted',
  ERR_BRIDGE_TIMEOUT: 'timeout',
};

/** Nothing listens at the address of the bridge. */
export const unreachableFailure: TransportFailure = {
  kind: 'away',
  code: 'ERR_BRIDGE_UNREACHABLE',
  detail: 'nothing listens',
  hint: '',
};

/** @returns the failure of the transport that an error stands for; undefined for an answer */
function toTransportFailure({ code, message }: BridgeError): TransportFailure | undefined {
  const kind = kindsByCode[code];
  return kind && { kind, code, detail: message, hint: '' };
}

/** The health of the connection to a fake bridge, which reports its failed reads to it. */
export function createFakeHealth(bridge: FakeBridge, clock: Clock): ConnectionHealthMonitor {
  const health = new ConnectionHealthMonitor({
    limits: defaultLimits,
    clock,
    getEndpoint: () => '192.0.2.7:443',
    probe: (listener) => {
      bridge.probedAt.push(clock.now());
      const failure = bridge.failure && toTransportFailure(bridge.failure);
      const answer = setImmediate(() => {
        if (failure === undefined)
          listener({ status: 200, retryAfter: undefined, body: Buffer.alloc(0) });
        else listener(failure);
      });
      return {
        sent: true,
        cancel: () => {
          clearImmediate(answer);
          listener(abortedFailure);
        },
      };
    },
  });
  bridge.onRead = (error) => {
    const failure = error && toTransportFailure(error);
    if (failure === undefined) health.recordContact();
    else health.recordFailure(failure, clock.now());
  };
  return health;
}

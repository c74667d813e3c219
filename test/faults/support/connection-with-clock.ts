import type { ClientLimits } from '../../../src/bridge';
import { createResourceFetcher } from '../../../src/bridge/load-state';
import { StateSynchronizer } from '../../../src/bridge/state-synchronizer';
import { BridgeConnection } from '../../../src/bridge/connection';
import type { FastClock } from './fast-clock';
import type { PinnedAddress, Trial } from './trial';

/** Opens the parts of a client, driven by the given clock. */
export function openConnectionWithClock(
  trial: Trial,
  { host, port, fingerprint }: PinnedAddress,
  clock: FastClock,
  limits: Partial<ClientLimits> = {},
): { connection: BridgeConnection; state: StateSynchronizer } {
  const parts: { state?: StateSynchronizer } = {};
  const connection = new BridgeConnection({
    host,
    port,
    key: trial.key,
    trust: { fingerprint },
    limits,
    clock,
    onWarning: (warning) => trial.recordWarning(warning),
    onResponse: ({ status }) => parts.state?.recordResponse(status),
  });
  const state = new StateSynchronizer({
    reader: createResourceFetcher((request, options) => connection.queue.submit(request, options)),
    health: connection.health,
    openStream: (signal) => connection.openEventStream(signal),
    limits: connection.limits,
    clock,
    onWarning: connection.warn,
    onModeChange: (mode) => connection.stateReporter.setMode(mode),
  });
  parts.state = state;
  trial.addCleanup(async () => {
    state.close();
    await connection.close();
  });
  return { connection, state };
}

import type { Simulator } from '../../../src/simulator';
import type { Fault } from '../../../src/simulator/fault-injector';
import type { SeededRandom } from './seeded-random';

/** Faults of single requests. */
const allFaults: readonly Fault[] = [
  { status: 503, body: '<html></html>' },
  { status: 429 },
  { status: 500 },
  { status: 200, body: '{"errors":[],"data":' },
  { status: 200, body: '{"errors":[{"description":"No."}],"data":[]}' },
  { cut: 'request' },
  { cut: 'before' },
  { cut: 'during' },
  { cut: 'after' },
  { close: true },
  { delay: 1_500 },
  // An event stream that never begins is given up only by the next check, long after the end of a short run.
  { match: { path: '/clip' }, stall: 'headers' },
];

/** Those that cause no back-off of the client. */
export const faultsWithoutBackoff: readonly Fault[] = allFaults.filter(
  ({ status, delay, stall }) => status !== 503 && status !== 429 && !delay && !stall,
);

/**
 * Lets one request in so many go wrong, and cuts the event stream now and then.
 *
 * @returns how many faults there were, and what ends them
 */
export function injectRandomFaults(
  simulator: Simulator,
  random: SeededRandom,
  { faults = allFaults, oneIn = 50 }: { faults?: readonly Fault[]; oneIn?: number } = {},
): { count(): number; end(): void } {
  let count = 0;
  const maybeInject = (): void => {
    if (!random.oneIn(oneIn)) return;
    count += 1;
    if (random.oneIn(faults.length)) simulator.events.disconnectAll();
    else simulator.faults.inject({ ...random.pick(faults), times: 1 });
  };
  simulator.log.on('request', maybeInject);
  return {
    count: () => count,
    end() {
      simulator.log.off('request', maybeInject);
      simulator.faults.clear();
    },
  };
}

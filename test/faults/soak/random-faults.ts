import type { Simulator } from '../../../src/simulator';
import type { Fault } from '../../../src/simulator/faults';
import type { Chance } from './chance';

/** What goes wrong with single requests. */
export const everyFault: readonly Fault[] = [
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

/** Those after which a bridge is not asked for patience. */
export const briefFaults: readonly Fault[] = everyFault.filter(
  ({ status, delay, stall }) => status !== 503 && status !== 429 && !delay && !stall,
);

/**
 * Lets one request in so many go wrong, and cuts the event stream now and then.
 *
 * @returns how many faults there were, and what ends them
 */
export function makeFaults(
  simulator: Simulator,
  chance: Chance,
  { faults = everyFault, oneIn = 50 }: { faults?: readonly Fault[]; oneIn?: number } = {},
): { count(): number; end(): void } {
  let count = 0;
  const note = (): void => {
    if (!chance.oneIn(oneIn)) return;
    count += 1;
    if (chance.oneIn(faults.length)) simulator.events.cut();
    else simulator.faults.answer({ ...chance.of(faults), times: 1 });
  };
  simulator.log.on('request', note);
  return {
    count: () => count,
    end() {
      simulator.log.off('request', note);
      simulator.faults.clear();
    },
  };
}

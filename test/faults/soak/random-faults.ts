import type { Simulator } from '../../../src/simulator';
import type { Fault } from '../../../src/simulator/faults';
import type { Chance } from './chance';

/** What goes wrong with single requests. */
const faults: readonly Fault[] = [
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
  { stall: 'headers' },
];

/** One request in so many meets a fault: 2 %. */
const oneIn = 50;

/**
 * Lets one request in fifty go wrong, and cuts the event stream now and then.
 *
 * @returns how many faults there were, and what ends them
 */
export function makeFaults(simulator: Simulator, chance: Chance): { count(): number; end(): void } {
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

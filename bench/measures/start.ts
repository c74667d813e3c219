import type { Measure, MeasureOptions, MeasureResult } from '../measure';
import { median } from '../statistics';
import type { BareStartTime } from '../support/bare-start-child';
import { runInChildProcess } from '../support/run-in-child-process';
import type { StartTimes } from '../support/start-child';

export const startMeasure: Measure = {
  name: 'start',
  title: 'Start of flows to the state of the bridge',
  run,
};

/** `atMost`: ms until each lamp was in a message. */
const targets = [
  { lamps: 50, atMost: 80 },
  {
    lamps: 2_000,
    atMost: 300,
    rest: '6,000 messages 23 % (names, copies, devices), garbage 13 %, parsing 12 %, loading modules 9 %, Node-RED handing out messages 8 %, storing 7 %, receiving 5 %; much of each is V8 that interprets code, or optimises it, since it runs for the first time.',
  },
];

async function run({ quick }: MeasureOptions): Promise<MeasureResult[]> {
  const results: MeasureResult[] = [];
  for (const { lamps, ...aim } of targets) {
    const times: StartTimes[] = [];
    const bareTimes: number[] = [];
    for (let round = 0; round < (quick ? 3 : 7); round += 1) {
      bareTimes.push(await measureBareClient(lamps));
      times.push(await runInChildProcess<StartTimes>('start-child.js', String(lamps)));
    }
    const home = `${lamps.toLocaleString('en-US')} lamps`;
    const time = median(times.map((each) => each.lamps));
    const timeOfAll = median(times.map((each) => each.everything));
    results.push(
      { what: `${home}: each in a message`, value: time, unit: 'ms', ...aim },
      { what: `${home}: the same of all types`, value: timeOfAll, unit: 'ms' },
      { what: `${home}: CPU time`, value: median(times.map(({ cpu }) => cpu)), unit: 'ms' },
      {
        what: `${home}: each in a message, over a client that only reads`,
        value: time / median(bareTimes),
        unit: 'x',
      },
    );
  }
  return results;
}

const measureBareClient = async (lamps: number): Promise<number> =>
  (await runInChildProcess<BareStartTime>('bare-start-child.js', String(lamps))).time;

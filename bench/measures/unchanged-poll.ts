import { BridgeClient } from '../../src/bridge';
import type { Extent, Measure, Result } from '../measure';
import { median } from '../statistics';
import { barePool, bareRequest } from '../support/bare';
import { cpuTime } from '../support/clock';
import { homeOf } from '../support/homes';
import { startSimulatorProcess } from '../support/simulator-process';

/** What it costs to look at 100 kB that have not changed. */
export const unchangedPoll: Measure = {
  name: 'unchanged-poll',
  title: 'CPU of a poll of 100 kB in which nothing has changed',
  run,
};

const wanted = 100_000;

async function run({ quick }: Extent): Promise<Result[]> {
  const one = JSON.stringify(homeOf(1).filter(({ type }) => type === 'light')).length;
  const lamps = Math.ceil(wanted / one);
  const body = JSON.stringify({
    errors: [],
    data: homeOf(lamps).filter(({ type }) => type === 'light'),
  });
  const simulator = await startSimulatorProcess(lamps);
  const { host, port, key, fingerprint } = simulator.address;
  const client = new BridgeClient({
    host,
    port,
    key,
    trust: { fingerprint },
    events: 'never',
    limits: { pollSpacing: 0 },
  });
  const bare = barePool(simulator.address);
  const watch = client.watch({ rtype: 'light', interval: 3_600_000, onPoll: () => undefined });
  await watch.pollNow();
  const rounds = quick ? 5 : 15;
  const parsing: number[] = [];
  const polling: number[] = [];
  const reading: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    polling.push(await cpuOf(() => watch.pollNow()));
    reading.push(await cpuOf(() => bareRequest(bare, simulator.address, 'light')));
    parsing.push(await cpuOf(async () => void JSON.parse(body)));
  }
  await Promise.all([client.close(), bare.close()]);
  await simulator.stop();
  return [
    { what: `body of ${lamps} lamps`, value: body.length / 1_000, unit: 'kB' },
    {
      what: 'unchanged poll, against a bare request of the same body, not parsed',
      value: median(polling) / median(reading),
      unit: 'x',
    },
    {
      what: 'unchanged poll beyond the bare request, against parsing the body once',
      value: (median(polling) - median(reading)) / median(parsing),
      unit: 'x',
      atMost: 1,
    },
    { what: 'unchanged poll, all of it', value: median(polling), unit: 'ms' },
    { what: 'bare request of the same body', value: median(reading), unit: 'ms' },
    { what: 'parsing the body once', value: median(parsing), unit: 'ms' },
  ];
}

/** CPU time of one call, from many, in ms. */
async function cpuOf(act: () => Promise<unknown>): Promise<number> {
  const times = 50;
  const before = cpuTime();
  for (let time = 0; time < times; time += 1) await act();
  return (cpuTime() - before) / times;
}

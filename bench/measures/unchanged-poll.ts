import type { MeasureOptions, Measure, MeasureResult } from '../measure';
import { median } from '../statistics';
import { createBaselinePool, sendBaselineRequest } from '../support/baseline-client';
import { cpuTime } from '../support/clock';
import { createMeasuredClient } from '../support/measured-client';
import { createHome } from '../support/sample-home';
import { startSimulatorProcess } from '../support/simulator-process';

export const unchangedPollMeasure: Measure = {
  name: 'unchanged-poll',
  title: 'CPU of a poll of 100 kB in which nothing has changed',
  run,
};

const bodySize = 100_000;

async function run({ quick }: MeasureOptions): Promise<MeasureResult[]> {
  const one = JSON.stringify(createHome(1).filter(({ type }) => type === 'light')).length;
  const lamps = Math.ceil(bodySize / one);
  const body = JSON.stringify({
    errors: [],
    data: createHome(lamps).filter(({ type }) => type === 'light'),
  });
  const simulator = await startSimulatorProcess(lamps);
  const { host, port, key, fingerprint } = simulator.address;
  const client = createMeasuredClient({
    host,
    port,
    key,
    trust: { fingerprint },
    events: 'never',
    limits: { minOnDemandPollInterval: 0 },
  });
  const baselinePool = createBaselinePool(simulator.address);
  const watch = client.watch({ rtype: 'light', interval: 3_600_000, onPoll: () => undefined });
  await watch.pollNow();
  const rounds = quick ? 5 : 15;
  const parseCosts: number[] = [];
  const pollCosts: number[] = [];
  const baselineCosts: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    pollCosts.push(await measureCpu(() => watch.pollNow()));
    baselineCosts.push(
      await measureCpu(() => sendBaselineRequest(baselinePool, simulator.address, 'light')),
    );
    parseCosts.push(await measureCpu(async () => void JSON.parse(body)));
  }
  await Promise.all([client.close(), baselinePool.close()]);
  await simulator.stop();
  return [
    { what: `body of ${lamps} lamps`, value: body.length / 1_000, unit: 'kB' },
    {
      what: 'unchanged poll, against a bare request of the same body, not parsed',
      value: median(pollCosts) / median(baselineCosts),
      unit: 'x',
    },
    {
      what: 'unchanged poll beyond the bare request, against parsing the body once',
      value: (median(pollCosts) - median(baselineCosts)) / median(parseCosts),
      unit: 'x',
      atMost: 1,
    },
    { what: 'unchanged poll, all of it', value: median(pollCosts), unit: 'ms' },
    { what: 'bare request of the same body', value: median(baselineCosts), unit: 'ms' },
    { what: 'parsing the body once', value: median(parseCosts), unit: 'ms' },
  ];
}

/** Returns the average, in ms. */
async function measureCpu(operation: () => Promise<unknown>): Promise<number> {
  const times = 50;
  const before = cpuTime();
  for (let time = 0; time < times; time += 1) await operation();
  return (cpuTime() - before) / times;
}

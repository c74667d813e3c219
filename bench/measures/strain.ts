import { defaultLimits } from '../../src/bridge';
import type { BridgeClient, BridgeClientOptions } from '../../src/bridge';
import { computeFingerprint } from '../../src/simulator/identity';
import {
  defaultIdentity,
  respondAsBridge,
  startScriptedBridge,
  leaveUnanswered,
  measureReturn,
  refuseBeyond,
  refuseFor,
} from '../../test/support/network/scripted-bridge';
import { findFreePort } from '../../test/support/network/sockets';
import type { Measure, MeasureOptions, MeasureResult } from '../measure';
import { monotonicNow, pause } from '../support/clock';
import { createMeasuredClient } from '../support/measured-client';
import { deriveRid } from '../support/sample-home';

/** Hanging lamps, refusals for rate, 503, unreachable at the start. */
export const strainMeasure: Measure = { name: 'strain', title: 'A bridge under strain', run };

const { lampsPerSecond } = defaultLimits;

const makeLampIds = (count: number): string[] =>
  Array.from({ length: count }, (_, number) => deriveRid('light', number));

/** Trusts the certificate of the scripted bridges. */
const createClient = (port: number, options: Partial<BridgeClientOptions> = {}): BridgeClient =>
  createMeasuredClient({
    host: '127.0.0.1',
    port,
    key: 'a-key-for-the-bench',
    trust: { fingerprint: computeFingerprint(defaultIdentity.certificate) },
    ...options,
  });

/** Returns true on success. */
const dim = (client: BridgeClient, rid: string): Promise<boolean> =>
  client.update('light', rid, { dimming: { brightness: 50 } }).then(
    () => true,
    () => false,
  );

const countFailures = async (client: BridgeClient, rids: readonly string[]): Promise<number> => {
  const outcomes = await Promise.all(rids.map((rid) => dim(client, rid)));
  return outcomes.filter((done) => !done).length;
};

async function run({ quick }: MeasureOptions): Promise<MeasureResult[]> {
  return [
    ...(await measureHangingLamps()),
    ...(await measureRefusedRate(lampsPerSecond / 2, [429], 120)),
    ...(await measureRefusedRate(lampsPerSecond / 3, [429, 503])),
    await measureBusyBridge(quick ? 3_000 : 10_000),
    await measureReturns(quick ? 3_000 : 25_000),
  ];
}

async function measureHangingLamps(): Promise<MeasureResult[]> {
  const bridge = await startScriptedBridge();
  const client = createClient(bridge.port, {
    events: 'never',
    limits: { requestTimeout: 2_000 },
  });
  const lamps = makeLampIds(10);
  const measureLampBehind = async (): Promise<number> => {
    const startedAt = monotonicNow();
    const others = countFailures(client, lamps);
    await dim(client, deriveRid('light', 99));
    const took = monotonicNow() - startedAt;
    await others;
    return took;
  };
  await measureLampBehind();
  await pause(1_500);
  const idle = await measureLampBehind();
  await pause(1_500);
  bridge.setScript(leaveUnanswered(lamps));
  const hanging = measureLampBehind();
  await pause(500);
  const startedAt = monotonicNow();
  await client.list('scene');
  const list = monotonicNow() - startedAt;
  const took = await hanging;
  await client.close();
  await bridge.stop();
  const what = '10 lamps that never answer';
  return [
    { what: `${what}: the 11th later than otherwise`, value: took - idle, unit: 'ms', atMost: 200 },
    { what: `${what}: a list of scenes`, value: list, unit: 'ms', atMost: 1_000 },
  ];
}

async function measureRefusedRate(
  rate: number,
  statuses: readonly number[],
  atMost?: number,
): Promise<MeasureResult[]> {
  const bridge = await startScriptedBridge();
  bridge.setScript(refuseBeyond(rate, statuses));
  const client = createClient(bridge.port, { events: 'never' });
  const failures = await countFailures(client, makeLampIds(100));
  const requests = bridge.requests.length;
  await client.close();
  await bridge.stop();
  const what = `100 lamps at ${rate.toFixed(1)} a second (${statuses.join(', ')})`;
  return [
    { what: `${what}: errors`, value: failures, unit: '', atMost: 0 },
    {
      what: `${what}: requests`,
      value: requests,
      unit: '',
      ...(atMost === undefined ? {} : { atMost }),
    },
  ];
}

async function measureBusyBridge(busyTime: number): Promise<MeasureResult> {
  const bridge = await startScriptedBridge();
  const client = createClient(bridge.port, { events: 'never' });
  bridge.setScript(refuseFor(busyTime));
  const startedAt = monotonicNow();
  const failures = await countFailures(client, makeLampIds(100));
  const took = monotonicNow() - startedAt;
  await client.close();
  await bridge.stop();
  const rateTime = ((100 - lampsPerSecond) / lampsPerSecond) * 1_000;
  return {
    what: `100 commands into ${busyTime / 1_000} s of 503: done later than the rate allows by`,
    value: failures > 0 ? Infinity : took - busyTime - rateTime,
    unit: 'ms',
    atMost: 2_000,
  };
}

async function measureReturns(outage: number): Promise<MeasureResult> {
  const port = await findFreePort();
  const client = createClient(port);
  const types = ['light', 'room', 'zone', 'scene', 'motion', 'temperature', 'button', 'device'];
  for (const rtype of types) client.watch({ rtype, interval: 5_000 });
  await pause(outage);
  const { bridge, took } = await measureReturn(port);
  bridge.setScript(respondAsBridge);
  await client.close();
  await bridge.stop();
  return {
    what: `the bridge comes ${outage / 1_000} s after the flows, 8 types: first request after`,
    value: took,
    unit: 'ms',
    atMost: 2_000,
  };
}

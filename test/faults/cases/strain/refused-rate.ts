import assert from 'node:assert/strict';
import { defaultLimits } from '../../../../src/bridge';
import type { ClientLimits } from '../../../../src/bridge';
import { refuseBeyond, refuseFor } from '../../../support/network/strained-bridge';
import type { FaultCase } from '../../fault-case';
import { dimLamp, makeRid } from '../../support/client-requests';
import { measureActiveTime } from '../../support/timing';
import type { Trial } from '../../support/trial';

export const refusedRateCases: readonly FaultCase[] = [
  {
    number: 62,
    title: 'The bridge takes half of the rate (429), or a third (429 and 503 mixed); 100 lamps',
    bound: 'every lamp is set; at half of the rate with at most 120 requests',
    run: slowerBridge,
  },
  {
    number: 63,
    title: '503 for 10 s, with 100 commands waiting',
    bound: 'all are done 2 s after the rate allows it',
    run: busyBridge,
  },
];

const lamps = Array.from({ length: 100 }, (_, number) => makeRid(number));

/** Sets 100 lamps at a bridge that takes so many writes a second. @returns the number of requests */
async function setAllLamps(
  trial: Trial,
  rate: number,
  limits: Partial<ClientLimits>,
  statuses: readonly number[],
): Promise<number> {
  const bridge = await trial.scripted();
  const client = trial.client(bridge, { limits });
  bridge.setScript(refuseBeyond(rate, statuses));
  const outcomes = await Promise.all(lamps.map((rid) => trial.ask(dimLamp(client, rid, 50))));
  const done = outcomes.filter((outcome) => 'value' in outcome).length;
  trial.tally(`lamps were set at ${Math.round(rate)} a second`, done, lamps.length);
  return bridge.requests.length;
}

async function slowerBridge(trial: Trial): Promise<void> {
  // The short form goes four times as fast.
  const speed = trial.chooseByMode(4, 1);
  const lampsPerSecond = defaultLimits.lampsPerSecond * speed;
  const limits = { lampsPerSecond, rateRecoveryTime: defaultLimits.rateRecoveryTime / speed };
  const [requests] = await Promise.all([
    setAllLamps(trial, lampsPerSecond / 2, limits, [429]),
    setAllLamps(trial, lampsPerSecond / 3, limits, [429, 503]),
  ]);
  trial.atMost('requests at half of the rate', requests, 120);
}

async function busyBridge(trial: Trial): Promise<void> {
  const busyTime = trial.chooseByMode(2_000, 10_000);
  const bridge = await trial.scripted();
  const client = trial.client(bridge);
  bridge.setScript(refuseFor(busyTime));
  const { lampsPerSecond } = defaultLimits;
  const count = trial.chooseByMode(30, 100);
  const took = await measureActiveTime(async () => {
    const outcomes = await Promise.all(
      lamps.slice(0, count).map((rid) => trial.ask(dimLamp(client, rid, 50))),
    );
    assert.ok(outcomes.every((outcome) => 'value' in outcome));
  });
  const bound = busyTime + ((count - lampsPerSecond) / lampsPerSecond) * 1_000 + 2_000;
  trial.atMost(`${count} commands took`, took, bound, ' ms');
}

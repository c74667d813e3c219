import { computeFingerprint } from '../../../../src/simulator/identity';
import { defaultIdentity } from '../../../support/network/scripted-bridge';
import type { ScriptedBridge } from '../../../support/network/scripted-bridge';
import { findFreePort, measureReturn } from '../../../support/network/strained-bridge';
import type { FaultCase } from '../../fault-case';
import { pause, startStopwatch } from '../../support/timing';
import type { Trial } from '../../support/trial';

export const returnCases: readonly FaultCase[] = [
  {
    number: 64,
    title: 'The bridge comes after the flows, and again after a power cut; 8 types are watched',
    bound: 'the first request of the flows within 2 s of its return',
    run: returningBridge,
  },
];

const watchedTypes = [
  'light',
  'room',
  'zone',
  'scene',
  'motion',
  'temperature',
  'button',
  'grouped_light',
] as const;

async function returningBridge(trial: Trial): Promise<void> {
  const outages = trial.chooseByMode([1_300, 2_700], [5_000, 25_000, 120_000]);
  const fingerprint = computeFingerprint(defaultIdentity.certificate);
  await Promise.all(
    outages.map(async (outage) => {
      const port = await findFreePort();
      const client = trial.client({ host: '127.0.0.1', port, fingerprint });
      for (const rtype of watchedTypes) client.watch({ rtype, interval: 5_000 });
      await pause(outage);
      const returnOnce = async (what: string): Promise<ScriptedBridge> => {
        const stopwatch = startStopwatch();
        const { bridge } = await measureReturn(port).finally(() => stopwatch.stop());
        trial.atMost(what, stopwatch.ms(), 2_000, ' ms');
        return bridge;
      };
      const bridge = await returnOnce(`after ${outage / 1_000} s without it at the start`);
      await bridge.stop();
      await pause(outage);
      const bridgeAgain = await returnOnce(`after a power cut of ${outage / 1_000} s`);
      await client.close();
      await bridgeAgain.stop();
    }),
  );
}

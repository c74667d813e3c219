import assert from 'node:assert/strict';
import { systemClock } from '../../../src/bridge/time/clock';
import { Follower } from '../../../src/bridge/finding/follower';
import { defaultLimits } from '../../../src/bridge/limits';
import { TrustKeeper } from '../../../src/bridge/trust/trust';
import { freeUdpPort } from '../../support/announcing';
import type { FaultCase } from '../fault-case';
import { startImpostor } from '../support/impostor';
import { answerOf, openSpeaker } from '../support/mdns';
import type { Trial } from '../support/trial';
import { until } from '../../support/until';

export const movedCases: readonly FaultCase[] = [
  {
    number: 53,
    title: 'Forged mDNS answers with the id of our bridge at other addresses',
    bound: '100 of 100 refused, 0 bytes of HTTP and no key sent',
    run: forgedAnswers,
  },
  {
    number: 55,
    title: 'The bridge moves to another address',
    bound: 'found again within 60 s without a click',
    run: movedBridge,
  },
];

const forgeries = 100;

async function forgedAnswers(trial: Trial): Promise<void> {
  const genuine = await trial.scripted();
  const strangers = await Promise.all(Array.from({ length: 8 }, () => startImpostor()));
  trial.atEnd(() => Promise.all(strangers.map((stranger) => stranger.stop())));
  const bridgeId = '0123456789abcdef';
  let moves = 0;
  const visits = (): number => sum(strangers.map((stranger) => stranger.connections()));
  const follower = new Follower({
    home: { host: '127.0.0.1', port: 9 },
    current: () => ({ host: '127.0.0.1', port: 9 }),
    trust: new TrustKeeper({ fingerprint: genuine.fingerprint, bridgeId }, () => undefined),
    limits: { ...defaultLimits, firstSearch: 1, searchInterval: 1 },
    clock: systemClock,
    bridgeId,
    discover: () =>
      Promise.resolve(
        strangers.map(({ port }) => ({ name: 'Bridge', host: '127.0.0.1', port, bridgeId })),
      ),
    move: () => {
      moves += 1;
    },
    warn: (warning) => trial.warned(warning),
  });
  trial.atEnd(() => follower.close());
  follower.heed('away');
  await until('the visits', () => visits() >= forgeries, { limit: 25_000 });
  await follower.close();
  trial.tally('forged addresses refused', visits() - moves, visits());
  assert.ok(visits() >= forgeries);
  trial.atMost('bytes that they got', sum(strangers.map((stranger) => stranger.bytes())), 0);
}

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);

async function movedBridge(trial: Trial): Promise<void> {
  const udpPort = await freeUdpPort();
  const before = await trial.simulator();
  const { bridgeId, identity } = before;
  const moved: string[] = [];
  const limits = trial.choose({ firstSearch: 100, searchInterval: 1_000 }, {});
  const client = trial.client(before, {
    limits,
    follow: {
      port: udpPort,
      bridgeId,
      onMoved: ({ host, port }) => moved.push(`${host}:${port}`),
    },
  });
  client.watch({ rtype: 'light', interval: 1_000 });
  await trial.ask(client.list('light'));
  await before.stop();
  const lost = performance.now();
  const stranger = await startImpostor();
  trial.atEnd(() => stranger.stop());
  const after = await trial.simulator({ identity });
  const speaker = await openSpeaker(udpPort);
  const speaking = setInterval(() => {
    for (const { port } of [stranger, after]) {
      // The forged one comes first in the list.
      const name = port === stranger.port ? 'A bridge' : 'The bridge';
      const txt = { bridgeid: bridgeId, modelid: 'BSB002' };
      void speaker.say(answerOf({ name, address: '127.0.0.1', port, txt }));
    }
  }, 100);
  trial.atEnd(async () => {
    clearInterval(speaking);
    await speaker.close();
  });
  await until(
    'an answer at the new address',
    () => after.requests.some(({ status }) => status === 200),
    {
      limit: 60_000,
    },
  );
  trial.atMost('found again after', (performance.now() - lost) / 1_000, 60, ' s');
  assert.ok('value' in (await trial.ask(client.list('room'))));
  assert.deepEqual(moved, [`127.0.0.1:${after.port}`]);
  trial.note(`the impostor beside it was looked at ${stranger.connections()} times`);
  trial.atMost('bytes that an impostor beside it got', stranger.bytes(), 0);
}

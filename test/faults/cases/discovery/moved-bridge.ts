import assert from 'node:assert/strict';
import { systemClock } from '../../../../src/bridge/clock';
import { BridgeRediscovery } from '../../../../src/bridge/rediscovery';
import { defaultLimits } from '../../../../src/bridge/limits';
import { CertificateVerifier } from '../../../../src/bridge/tls';
import { freeUdpPort } from '../../../support/network/mdns-announcer';
import type { FaultCase } from '../../fault-case';
import { startImpostor } from '../../../support/network/impostor';
import { encodeResponse, openDatagramSender } from '../../../support/network/mdns-packets';
import type { Trial } from '../../support/trial';
import { waitUntil } from '../../../support/wait-until';

export const movedBridgeCases: readonly FaultCase[] = [
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
  const impostors = await Promise.all(Array.from({ length: 8 }, () => startImpostor()));
  trial.addCleanup(() => Promise.all(impostors.map((impostorServer) => impostorServer.stop())));
  const bridgeId = '0123456789abcdef';
  let moves = 0;
  const countVisits = (): number =>
    sum(impostors.map((impostorServer) => impostorServer.connections()));
  const monitor = new BridgeRediscovery({
    configuredAddress: { host: '127.0.0.1', port: 9 },
    getCurrentAddress: () => ({ host: '127.0.0.1', port: 9 }),
    verifier: new CertificateVerifier(
      { fingerprint: genuine.fingerprint, bridgeId },
      () => undefined,
    ),
    limits: { ...defaultLimits, initialDiscoveryDelay: 1, discoveryInterval: 1 },
    clock: systemClock,
    bridgeId,
    discover: () =>
      Promise.resolve(
        impostors.map(({ port }) => ({ name: 'Bridge', host: '127.0.0.1', port, bridgeId })),
      ),
    switchAddress: () => {
      moves += 1;
    },
    onAnnounced: () => undefined,
    warn: (warning) => trial.recordWarning(warning),
  });
  trial.addCleanup(() => monitor.close());
  monitor.onStateChange('away');
  await waitUntil('the visits', () => countVisits() >= forgeries);
  await monitor.close();
  trial.tally('forged addresses refused', countVisits() - moves, countVisits());
  assert.ok(countVisits() >= forgeries);
  trial.atMost(
    'bytes that they got',
    sum(impostors.map((impostorServer) => impostorServer.receivedBytes())),
    0,
  );
}

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);

async function movedBridge(trial: Trial): Promise<void> {
  const udpPort = await freeUdpPort();
  const before = await trial.simulator();
  const { bridgeId, identity } = before;
  const moved: string[] = [];
  const limits = trial.chooseByMode({ initialDiscoveryDelay: 100, discoveryInterval: 1_000 }, {});
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
  const lostAt = performance.now();
  const impostorServer = await startImpostor();
  trial.addCleanup(() => impostorServer.stop());
  const after = await trial.simulator({ identity });
  const sender = await openDatagramSender(udpPort);
  const sendTimer = setInterval(() => {
    for (const { port } of [impostorServer, after]) {
      // The forged one comes first in the list.
      const name = port === impostorServer.port ? 'A bridge' : 'The bridge';
      const txt = { bridgeid: bridgeId, modelid: 'BSB002' };
      void sender.send(encodeResponse({ name, address: '127.0.0.1', port, txt }));
    }
  }, 100);
  trial.addCleanup(async () => {
    clearInterval(sendTimer);
    await sender.close();
  });
  await waitUntil(
    'an answer at the new address',
    () => after.requests.some(({ status }) => status === 200),
    {
      timeout: 60_000,
    },
  );
  trial.atMost('found again after', (performance.now() - lostAt) / 1_000, 60, ' s');
  assert.ok('value' in (await trial.ask(client.list('room'))));
  assert.deepEqual(moved, [`127.0.0.1:${after.port}`]);
  trial.note(`the impostor beside it was looked at ${impostorServer.connections()} times`);
  trial.atMost('bytes that an impostor beside it got', impostorServer.receivedBytes(), 0);
}

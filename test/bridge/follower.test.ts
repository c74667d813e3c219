import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:tls';
import type { TLSSocket } from 'node:tls';
import { connectionOf } from './connection-of';
import { BridgeClient } from '../../src/bridge';
import { systemClock } from '../../src/bridge/time/clock';
import { Follower } from '../../src/bridge/finding/follower';
import type { FollowerOptions } from '../../src/bridge/finding/follower';
import { defaultLimits } from '../../src/bridge/limits';
import { TrustKeeper } from '../../src/bridge/trust/trust';
import type { Trust } from '../../src/bridge/trust/trust';
import { selfSignedCertificate } from '../../src/simulator/certificate';
import { startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { FakeClock } from './fake-clock';
import { startSwitchboard } from '../faults/support/switchboard';
import { announceTo, freeUdpPort } from '../support/announcing';
import { lampId, listen, scriptedBridgeId, startScriptedBridge } from './scripted-bridge';
import type { ScriptedBridge } from './scripted-bridge';

const quick = { firstSearch: 1, searchInterval: 1, firstHold: 10, longestAway: 50 };

/** A stranger who announces himself as the bridge, with a certificate made out to its id. */
async function startImpostor() {
  const { privateKey, certificate } = selfSignedCertificate({ commonName: scriptedBridgeId });
  const sockets = new Set<TLSSocket>();
  const seen = { visits: 0, bytes: 0 };
  const server = createServer({ key: privateKey, cert: certificate }, (socket) => {
    sockets.add(socket);
    socket.on('data', (chunk: Buffer) => (seen.bytes += chunk.length));
    socket.on('error', () => socket.destroy());
  });
  server.on('connection', () => (seen.visits += 1));
  const port = await listen(server);
  return {
    port,
    seen,
    async stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

describe('A bridge that is away', () => {
  let bridge: ScriptedBridge;
  beforeEach(async () => (bridge = await startScriptedBridge()));
  afterEach(() => bridge.stop());

  const announced = (port: number) => ({
    name: 'Bridge',
    host: '127.0.0.1',
    port,
    bridgeId: scriptedBridgeId.toLowerCase(),
  });
  const followerOf = (
    discover: () => Promise<{ name: string; host: string; port: number; bridgeId?: string }[]>,
    move: (address: { host: string; port: number }) => void,
    trust: Trust = { fingerprint: bridge.fingerprint },
    time: Pick<FollowerOptions, 'clock' | 'limits'> = {
      clock: systemClock,
      limits: { ...defaultLimits, ...quick },
    },
  ): Follower =>
    new Follower({
      home: { host: '127.0.0.1', port: 1 },
      current: () => ({ host: '127.0.0.1', port: 1 }),
      trust: new TrustKeeper(trust, (warning) => assert.fail(warning)),
      ...time,
      bridgeId: scriptedBridgeId,
      discover,
      move,
      warn: (warning) => assert.fail(warning),
    });

  it('is not seen in an impostor, a hundred times of a hundred, and no byte goes there', async () => {
    const impostor = await startImpostor();
    let searches = 0;
    let over: () => void = () => undefined;
    const hundred = new Promise<void>((resolve) => {
      over = resolve;
    });
    const follower = followerOf(
      async () => {
        searches += 1;
        if (searches > 100) over();
        return [announced(impostor.port)];
      },
      () => assert.fail('it was followed'),
    );
    follower.heed('away');
    await hundred;
    await follower.close();
    assert.ok(impostor.seen.visits >= 100, String(impostor.seen.visits));
    assert.equal(impostor.seen.bytes, 0);
    await impostor.stop();
  });

  it('is found among impostors by its certificate', async () => {
    const impostor = await startImpostor();
    const found = await new Promise((resolve) => {
      const follower = followerOf(
        async () => [impostor.port, impostor.port, bridge.port].map(announced),
        (address) => {
          resolve(address);
          void follower.close();
        },
      );
      follower.heed('untrusted');
    });
    assert.deepEqual(found, { host: '127.0.0.1', port: bridge.port });
    assert.equal(impostor.seen.bytes, 0);
    assert.equal(bridge.requests.length, 0);
    await impostor.stop();
  });

  it('searchCandidates: no more addresses are looked at after one search, and none of bridges of other ids', async () => {
    const [impostor, other] = await Promise.all([startImpostor(), startImpostor()]);
    const strangers = Array.from({ length: 64 }, (_, number) =>
      number % 2 === 0
        ? { ...announced(other.port), bridgeId: 'fedcba9876543210' }
        : announced(impostor.port),
    );
    let searches = 0;
    let over: () => void = () => undefined;
    const second = new Promise<void>((resolve) => {
      over = resolve;
    });
    const follower = followerOf(
      async () => {
        searches += 1;
        if (searches === 1) return strangers;
        over();
        return [];
      },
      () => assert.fail('it was followed'),
    );
    follower.heed('away');
    await second;
    await follower.close();
    assert.equal(impostor.seen.visits, defaultLimits.searchCandidates);
    assert.equal(other.seen.visits, 0);
    await Promise.all([impostor.stop(), other.stop()]);
  });

  describe('in time', () => {
    const { firstSearch, searchInterval } = defaultLimits;
    let clock: FakeClock;
    let searchedAt: number[];
    beforeEach(() => {
      clock = new FakeClock();
      // Chance makes every wait as long as its middle.
      clock.random = () => 0.5;
      searchedAt = [];
    });
    const timedFollower = (found: () => void = () => undefined, trust?: Trust): Follower =>
      followerOf(
        async () => {
          searchedAt.push(clock.now());
          found();
          return [];
        },
        () => assert.fail('it was followed'),
        trust,
        { clock, limits: defaultLimits },
      );

    it('firstSearch and searchInterval: it is looked for after the one, and then after the other each time', async () => {
      const follower = timedFollower();
      follower.heed('away');
      await clock.pass(firstSearch + 3 * searchInterval);
      assert.deepEqual(
        searchedAt,
        [0, 1, 2, 3].map((search) => firstSearch + search * searchInterval),
      );
      await follower.close();
      assert.equal(clock.waiting, 0);
    });

    it('is not looked for while nobody knows its certificate', async () => {
      const follower = timedFollower(undefined, {});
      follower.heed('away');
      await clock.pass(firstSearch + searchInterval);
      assert.deepEqual(searchedAt, []);
      await follower.close();
    });

    it('is not looked for any more once it answers', async () => {
      const follower = timedFollower(() => follower.heed('connected'));
      follower.heed('away');
      await clock.pass(firstSearch + 3 * searchInterval);
      assert.deepEqual(searchedAt, [firstSearch]);
      assert.equal(clock.waiting, 0);
      await follower.close();
    });
  });
});

describe('A client that may follow its bridge', () => {
  let port: number;
  let simulator: Simulator;
  beforeEach(async () => {
    port = await freeUdpPort();
    simulator = await startSimulator();
  });

  it('goes with it to another address, with what waits, and says so once', async () => {
    const { host, key, fingerprint, identity } = simulator;
    const board = await startSwitchboard(simulator.port);
    const warnings: string[] = [];
    const moves: object[] = [];
    const client = new BridgeClient({
      host,
      port: board.port,
      key,
      trust: { fingerprint },
      limits: { ...quick, searchInterval: 100 },
      follow: { port, onMoved: (address) => moves.push(address) },
      onWarning: (warning) => warnings.push(warning),
    });
    await client.list('light');
    await simulator.stop();
    const waiting = client.update(
      'light',
      simulator.home.all().find(({ type }) => type === 'light')?.id ?? lampId,
      { on: { on: true } },
    );
    await connectionOf(client, ({ kind }) => kind === 'away');
    const moved = await startSimulator({ identity, announce: announceTo(port) });
    const { status } = await waiting;
    assert.equal(status, 200);
    assert.equal(client.connection.kind, 'connected');
    assert.equal(client.connection.movedTo, `127.0.0.1:${moved.port}`);
    assert.deepEqual(moves, [{ host: '127.0.0.1', port: moved.port }]);
    const told = warnings.filter((warning) => warning.includes(`127.0.0.1:${moved.port}`));
    assert.equal(told.length, 1, warnings.join('\n'));
    assert.match(told[0] ?? '', /^The bridge was found at .* instead of 127\.0\.0\.1:\d+\./);

    await moved.stop();
    const back = await startSimulator({ identity });
    board.switchTo(back.port);
    await client.list('light').catch(() => undefined);
    await connectionOf(
      client,
      ({ kind, movedTo }) => kind === 'connected' && movedTo === undefined,
    );
    assert.deepEqual(moves.at(-1), { host, port: board.port });
    await client.close();
    await board.stop();
    await back.stop();
  }).timeout(30_000);
});

import assert from 'node:assert/strict';
import { defaultLimits, isBridgeError } from '../../../src/bridge';
import type {
  BridgeClient,
  BridgeError,
  SuccessfulBridgeResult,
  ClientLimits,
} from '../../../src/bridge';
import { buildUpdateRequest } from '../../../src/bridge/request';
import {
  leaveUnanswered,
  refuseBeyond,
  refuseFor,
  measureReturn,
  respondAsBridge,
  respondWith,
  defaultIdentity,
} from '../../support/network/scripted-bridge';
import type { FaultCase } from '../fault-case';
import { dimLamp, makeRid } from '../support/client-harness';
import { openConnectionWithClock, FastClock } from '../support/fast-clock';
import { measureActiveTime, pause, startStopwatch } from '../support/timing';
import type { Trial, RequestOutcome } from '../support/trial';
import { startImpostor } from '../../support/network/recording-server';
import type { ResponseScript, ScriptedBridge } from '../../support/network/scripted-bridge';
import { startSwitchableProxy, findFreePort } from '../../support/network/sockets';
import { waitUntil } from '../../support/wait-until';
import { computeFingerprint } from '../../../src/simulator/identity';
import { getRidsOfReferences, getNestedMember, isObject } from '../../../src/resources/members';
import { createFixtureId } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import {
  createBridgeNode,
  createCredentials,
  createFlow,
  createNode,
  unthrottledSettings,
  FlowUnderTest,
} from '../support/node-red/flow-under-test';
import type { NodeCompletion } from '../support/node-red/flow-under-test';

export const hangingLampCases: readonly FaultCase[] = [
  {
    number: 60,
    title: 'Ten lamps never answer, then a hundred; another one is commanded',
    bound:
      'it has it 0.2 s later than on an idle bridge, a list within 1 s; the bridge is not away',
    run: manyHangingLamps,
  },
  {
    number: 61,
    title: 'One lamp hangs for an hour',
    bound: 'the others are undisturbed; one warning',
    run: oneHangingLamp,
  },
];

const makeRids = (count: number): string[] =>
  Array.from({ length: count }, (_, number) => makeRid(number));

/** Commands so many lamps and right behind them another one. @returns how long that one took, in ms */
async function measureLampBehind(
  trial: Trial,
  client: BridgeClient,
  count: number,
): Promise<{ took: number; others: Promise<unknown> }> {
  const others = Promise.all(makeRids(count).map((rid) => trial.ask(dimLamp(client, rid, 50))));
  const took = await measureActiveTime(async () => {
    const outcome = await trial.ask(dimLamp(client, makeRid(999), 50));
    assert.ok('value' in outcome, 'the other lamp was refused');
  });
  return { took, others };
}

async function manyHangingLamps(trial: Trial): Promise<void> {
  const bridge = await trial.scripted();
  const requestTimeout = trial.chooseByMode(3_000, defaultLimits.requestTimeout);
  const client = trial.client(bridge, { limits: { requestTimeout }, events: 'never' });
  const kinds = new Set<string>();
  client.onConnectionChange(({ kind }) => kinds.add(kind));
  const errors: string[] = [];
  client.watch({ rtype: 'scene', interval: 1_000, onError: ({ code }) => errors.push(code) });
  const idle = await measureLampBehind(trial, client, 10);
  await idle.others;
  // The rate allows a burst again.
  await pause(1_500);
  bridge.setScript(leaveUnanswered(makeRids(10)));
  const ten = await measureLampBehind(trial, client, 10);
  // Beside the other tests everything takes longer; a lamp that had to wait would take a time-out.
  const bound = trial.chooseByMode(requestTimeout - 500, 200);
  trial.atMost('later behind ten lamps that hang', ten.took - idle.took, bound, ' ms');
  const list = await measureActiveTime(async () => {
    const outcome = await trial.ask(client.list('scene'));
    assert.ok('value' in outcome, 'the list was refused');
  });
  trial.atMost('a list meanwhile', list, 1_000, ' ms');
  await ten.others;
  const count = trial.chooseByMode(30, 100);
  bridge.setScript(leaveUnanswered(makeRids(count)));
  await pause(2_000);
  const many = await measureLampBehind(trial, client, count);
  const rateTime =
    ((count + 1 - defaultLimits.lampsPerSecond) / defaultLimits.lampsPerSecond) * 1_000;
  trial.atMost(`behind ${count}, later than the rate`, many.took - rateTime, 500, ' ms');
  trial.atMost('connections at a time', bridge.openConnections(), 3 + 16 + 2);
  await client.close();
  await many.others;
  kinds.delete('closed');
  assert.deepEqual([...kinds].toSorted(), ['connected']);
  assert.deepEqual(errors, []);
  trial.atMost('warnings', trial.warnings.length, 2);
}

async function oneHangingLamp(trial: Trial): Promise<void> {
  // The shorter the form, the slower the clock: a time-out of the transport is to outlast a stall of a busy machine.
  const speed = trial.chooseByMode(20, 60);
  const lasts = trial.chooseByMode(180_000, 3_600_000);
  const bridge = await trial.scripted();
  bridge.setScript(leaveUnanswered(makeRids(1)));
  const clock = new FastClock(speed);
  const { connection } = openConnectionWithClock(trial, bridge, clock, {
    // The time-out of the transport and the answers of the bridge do not run faster.
    requestTimeout: defaultLimits.requestTimeout / speed,
    hangingWriteAfter: 100 * speed,
    probeTimeout: 5_000 * speed,
    warningRepeatInterval: 24 * 3_600_000,
  });
  const kinds = new Set<string>();
  connection.stateReporter.subscribe(({ kind }) => kinds.add(kind));
  const setOn = (number: number): Promise<unknown> => {
    const members = { on: { on: true } };
    const text = JSON.stringify(members);
    const request = { text, members, nonIdempotent: false };
    return connection.queue.submit(buildUpdateRequest('light', makeRid(number), request), {});
  };
  let answered = 0;
  let commands = 0;
  const hanging: Promise<unknown>[] = [];
  const end = clock.now() + lasts;
  while (clock.now() < end) {
    if (commands % 5 === 0) hanging.push(trial.ask(setOn(0)));
    commands += 1;
    const outcome = await trial.ask(setOn(1 + (commands % 10)));
    if ('value' in outcome) answered += 1;
    await pause(2_000 / speed);
  }
  trial.tally(`commands to others in ${Math.round(lasts / 60_000)} min`, answered, commands);
  assert.deepEqual([...kinds], ['connected']);
  trial.tally('warning', trial.warnings.length, 1);
  const tries = bridge.requests.filter(({ path }) => path.endsWith(makeRid(0))).length;
  trial.note(`${tries} tries of the lamp that hangs`);
  await connection.close();
  await Promise.all(hanging);
}

export const lostAnswerCases: readonly FaultCase[] = [
  {
    number: 66,
    title: 'A change is made and its answer lost; then it ends in another way',
    bound: 'the error says that it may have been done; what was never sent says so',
    run: lostAnswers,
  },
];

const getError = (outcome: RequestOutcome<unknown>): BridgeError => {
  assert.ok('error' in outcome, 'it did not fail');
  return outcome.error;
};

const isTruthful = ({ message, cause }: BridgeError, sent: 'no' | 'maybe'): boolean =>
  cause.sent === sent &&
  (sent === 'maybe'
    ? /may have done it/.test(message) && !/Nothing was sent\./.test(message)
    : /Nothing was sent/.test(message) && !/may have done it/.test(message));

/** Loses the answer to the first change; what comes after it is up to a script. */
const loseFirstAnswer = (next: ResponseScript, onLost: () => void): ResponseScript => {
  let count = 0;
  return (seen, response) => {
    if (seen.method === 'GET') return respondAsBridge(seen, response);
    count += 1;
    if (count > 1) return next(seen, response);
    onLost();
    return response.socket?.destroy();
  };
};

async function lostAnswers(trial: Trial): Promise<void> {
  let truthful = 0;
  let all = 0;
  const check = (what: string, error: BridgeError, code: string, sent: 'no' | 'maybe'): void => {
    all += 1;
    if (error.code === code && isTruthful(error, sent)) truthful += 1;
    else trial.note(`${what}: ${error.code}, ${error.cause.sent ?? 'unknown'}: ${error.message}`);
  };
  const limits: Partial<ClientLimits> = { maxQueueTime: 1_500, initialBackoff: 50 };

  for (const [status, code] of [
    [500, 'ERR_BRIDGE_INTERNAL'],
    [429, 'ERR_BRIDGE_TOO_MANY_REQUESTS'],
    [503, 'ERR_BRIDGE_BUSY'],
  ] as const) {
    const bridge = await trial.scripted();
    bridge.setScript(loseFirstAnswer(respondWith(status), () => undefined));
    const client = trial.client(bridge, { limits });
    const error = getError(await trial.ask(dimLamp(client, makeRid(1), 5)));
    check(`${status} at the repetition`, error, code, 'maybe');
  }

  for (const [what, code] of [
    ['another certificate', 'ERR_BRIDGE_UNTRUSTED'],
    ['expiry', 'ERR_BRIDGE_EXPIRED'],
  ] as const) {
    const bridge = await trial.scripted();
    const impostor = await startImpostor();
    const proxy = await startSwitchableProxy(bridge.port);
    trial.addCleanup(() => Promise.all([proxy.stop(), impostor.stop()]));
    const client = trial.client({ ...bridge, port: proxy.port }, { limits });
    await trial.ask(client.list('light'));
    const next = what === 'expiry' ? 9 : impostor.port;
    bridge.setScript(loseFirstAnswer(respondAsBridge, () => proxy.switchTo(next)));
    const lost = trial.ask(dimLamp(client, makeRid(1), 5));
    await waitUntil('the loss', () => !['idle', 'connected'].includes(client.connectionState.kind));
    if (what === 'expiry') {
      const unsent = getError(await trial.ask(dimLamp(client, makeRid(2), 5)));
      check('a change that never left', unsent, code, 'no');
      const list = getError(await trial.ask(client.list('light')));
      assert.doesNotMatch(list.message, /may have done it/);
    }
    check(what, getError(await lost), code, 'maybe');
  }

  const silent = await trial.scripted();
  silent.setScript(() => undefined);
  const closing = trial.client(silent);
  const pending: Promise<RequestOutcome<SuccessfulBridgeResult<unknown>>> = trial.ask(
    dimLamp(closing, makeRid(1), 5),
  );
  await waitUntil('the request', () => silent.requests.length > 0);
  await closing.close();
  check('close', getError(await pending), 'ERR_BRIDGE_CLOSED', 'maybe');

  const losing = await trial.scripted();
  losing.setScript(loseFirstAnswer(respondAsBridge, () => undefined));
  const client = trial.client(losing);
  const creation = trial.ask(client.create('geofence_client', { name: 'Phone' }));
  check('a creation', getError(await creation), 'ERR_BRIDGE_UNREACHABLE', 'maybe');
  await waitUntil('the question whether the bridge is there', () =>
    losing.requests.some(({ path }) => path.endsWith('/bridge')),
  );
  trial.tally('errors say what became of the change', truthful, all);
}

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

const hundredLamps = Array.from({ length: 100 }, (_, number) => makeRid(number));

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
  const outcomes = await Promise.all(
    hundredLamps.map((rid) => trial.ask(dimLamp(client, rid, 50))),
  );
  const done = outcomes.filter((outcome) => 'value' in outcome).length;
  trial.tally(`lamps were set at ${Math.round(rate)} a second`, done, hundredLamps.length);
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
      hundredLamps.slice(0, count).map((rid) => trial.ask(dimLamp(client, rid, 50))),
    );
    assert.ok(outcomes.every((outcome) => 'value' in outcome));
  });
  const bound = busyTime + ((count - lampsPerSecond) / lampsPerSecond) * 1_000 + 2_000;
  trial.atMost(`${count} commands took`, took, bound, ' ms');
}

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

export const roomMoveCases: readonly FaultCase[] = [
  {
    number: 73,
    title: 'A device moves to another room, and the answer to a step of that is lost',
    bound: 'it is in one room afterwards, in the one that the answer to the message says',
    run: lostMoves,
  },
];

const device = createFixtureId('device/mirror');
/** Rooms of the home, by what they are for the device. */
const rooms = {
  former: createFixtureId('room/bathroom'),
  next: createFixtureId('room/kitchen'),
} as const;
type Place = keyof typeof rooms | 'none';

/** Ways to lose an answer; with the first three the change was made. */
const losses = [
  { cut: 'before' },
  { cut: 'during' },
  { size: 4 },
  { cut: 'request' },
  { status: 500 },
  { status: 503 },
] as const;

async function lostMoves(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  const proxy = await startSwitchableProxy(simulator.port);
  trial.addCleanup(() => proxy.stop());
  const flow = await FlowUnderTest.start(trial);
  const bridge = createBridgeNode({ ...simulator, port: proxy.port }, unthrottledSettings);
  const mover = createNode('room', 'bridge-room', { operation: '' });
  await flow.deploy(createFlow(bridge, [mover]), createCredentials(trial));
  const tally = { moves: 0, truthful: 0, placed: 0 };

  const move = async (prepare: () => () => void): Promise<void> => {
    for (const room of Object.values(rooms)) setMember(simulator, room, room === rooms.former);
    const end = prepare();
    const completion = await flow.sendAndWait('room', {
      payload: { move: device, to: rooms.next },
    });
    end();
    const places = findPlaces(simulator);
    tally.moves += 1;
    if (places.length === 1 && places[0] !== 'none') tally.placed += 1;
    const said = parsePlace(completion);
    if (places.length === 1 && said === places[0]) tally.truthful += 1;
    else trial.note(`said ${said}, is in ${places.join(' and ')}: ${String(completion.error)}`);
  };

  for (const step of ['former', 'next'] as const)
    for (const loss of losses)
      for (const times of trial.chooseByMode([1], [1, 2, 4])) {
        const path = `/clip/v2/resource/room/${rooms[step]}`;
        await move(() =>
          simulator.faults.inject({ match: { method: 'PUT', path }, ...loss, times }),
        );
      }

  for (const step of ['former', 'next'] as const)
    for (const outage of trial.chooseByMode([500], [500, 2_000, 5_000, 20_000]))
      await move(() => {
        const onRequest = ({ method, path }: { method: string; path: string }): void => {
          if (method !== 'PUT' || !path.endsWith(rooms[step])) return;
          simulator.log.off('request', onRequest);
          proxy.switchTo(9);
          void pause(outage).then(() => proxy.switchTo(simulator.port));
        };
        simulator.log.on('request', onRequest);
        return () => simulator.log.off('request', onRequest);
      });

  trial.tally('answers said where the device is', tally.truthful, tally.moves);
  trial.tally('devices were in one room afterwards', tally.placed, tally.moves);
}

const getChildren = (simulator: Simulator, room: string): readonly string[] =>
  getRidsOfReferences(simulator.home.get(room)?.['children']);

/** Puts the device into a room or takes it out, as an app would. */
function setMember(simulator: Simulator, room: string, isMember: boolean): void {
  const others = getChildren(simulator, room).filter((rid) => rid !== device);
  const children = (isMember ? [...others, device] : others).map((rid) => ({
    rid,
    rtype: 'device',
  }));
  simulator.home.change(room, { children });
}

/** Where the device is, according to the bridge. */
function findPlaces(simulator: Simulator): readonly Place[] {
  const found = (['former', 'next'] as const).filter((place) =>
    getChildren(simulator, rooms[place]).includes(device),
  );
  return found.length === 0 ? ['none'] : found;
}

/** Where the device is, according to the answer to the message. */
function parsePlace({ error }: NodeCompletion): Place | 'unknown' {
  if (error === undefined) return 'next';
  assert.ok(error instanceof Error);
  if (error.message.endsWith('in the room where they were.')) return 'former';
  if (/Now Mirror is in Kitchen/.test(error.message)) return 'next';
  if (/in no room/.test(error.message)) return 'none';
  // The first step was refused: nothing was changed.
  return /is in|could not be read/.test(error.message) ? 'unknown' : 'former';
}

export const twoBridgesCases: readonly FaultCase[] = [
  {
    number: 78,
    title: 'Messages for lamps of two bridges, of which one answers nothing',
    bound:
      'the lamps of the other are set within 2 s; each message is answered once, and says what was set and what was not',
    run: oneBridgeHangs,
  },
];

const lamp = createFixtureId('light/living-floor');
const payloads: readonly unknown[] = [{ brightness: 33 }, 'toggle', 'toggle', '+10', false, true];

const readLamp = (simulator: Simulator): string => {
  const state = simulator.home.get(lamp);
  return `${String(getNestedMember(state, 'on', 'on'))} ${String(getNestedMember(state, 'dimming', 'brightness'))}`;
};

async function oneBridgeHangs(trial: Trial): Promise<void> {
  const [house, attic] = [await trial.simulator(), await trial.simulator()];
  for (const { home } of [house, attic])
    home.change(lamp, { on: { on: true }, dimming: { brightness: 50 } });
  const flow = await FlowUnderTest.start(trial);
  const both = [lamp, { bridge: 'Attic', rid: lamp }];
  await flow.deploy(
    [
      ...createFlow(createBridgeNode(house, { name: 'House', ...unthrottledSettings }), [
        createNode('light', 'bridge-light'),
      ]),
      createBridgeNode(attic, { id: 'attic', name: 'Attic', ...unthrottledSettings }),
    ],
    { bridge: { key: trial.key }, attic: { key: trial.key } },
  );
  await flow.sendOrThrow('light', { payload: { brightness: 51 }, target: both });
  attic.faults.inject({ stall: 'before' });

  const answers: Promise<NodeCompletion>[] = [];
  let longest = 0;
  for (let round = 0; round < trial.chooseByMode(1, 5); round += 1)
    for (const payload of payloads) {
      const before = readLamp(house);
      const took = await measureActiveTime(async () => {
        answers.push(flow.sendAndWait('light', { payload, target: both }));
        await waitUntil(
          `the lamp after ${JSON.stringify(payload)}`,
          () => readLamp(house) !== before,
        );
      });
      longest = Math.max(longest, took);
    }
  trial.tally('commands reached the lamp of the other bridge', answers.length, answers.length);
  trial.atMost('the longest took', longest, 2_000, ' ms');

  // What the bridge does not answer is given up after a time; in the short form the flows are stopped before that.
  if (trial.mode === 'short') await flow.deploy([], {});
  const ends = await Promise.all(answers);
  trial.tally(
    'messages said what was set and what was not',
    ends.filter(saysBoth).length,
    ends.length,
  );
}

/** True for an error that names one part as done and the other, of the bridge that hangs, as not. */
function saysBoth({ error }: NodeCompletion): boolean {
  assert.ok(isBridgeError(error), String(error));
  const { parts } = error.cause;
  if (error.code !== 'ERR_BRIDGE_PARTLY_DONE' || parts === undefined) return false;
  const [done, failed] = parts;
  return isObject(done) && done.code === undefined && failed?.code !== undefined;
}

import assert from 'node:assert/strict';
import { defaultLimits } from '../../../src/bridge';
import type { ConnectionState, ClientLimits } from '../../../src/bridge';
import type { Fault } from '../../../src/simulator/fault-injector';
import type { FaultCase } from '../fault-case';
import {
  findDimmableLampIds,
  shortLimits,
  startClientHarness,
  createEventFrame,
  shortLimitsWithoutCheck,
  makeRid,
} from '../support/client-harness';
import type { ClientHarness } from '../support/client-harness';
import type { Trial } from '../support/trial';
import { pause, measureDuration, getCpuTime } from '../support/timing';
import { waitUntil } from '../../support/wait-until';
import { setImmediate } from 'node:timers/promises';
import * as fc from 'fast-check';
import { getNestedMember } from '../../../src/resources/members';
import type { Resource } from '../../../src/resources/resource';
import { parseReportedPress } from '../../../src/runtime/press';
import { watchEventLoop } from '../../support/longest-block';

export const streamCases: readonly FaultCase[] = [
  {
    number: 22,
    title: 'The event stream is answered by 429, 403 or HTML, or ends within 100 ms',
    bound: 'never shown as connected, and no storm of attempts',
    run: refusedStreams,
  },
  {
    number: 23,
    title: 'The event stream is open but silent for ever, or half-open',
    bound: 'noticed within two check periods',
    run: silentStreams,
  },
  {
    number: 24,
    title: 'Things are added, changed and deleted while the bridge is away',
    bound: "the state equals the bridge's afterwards, and the changes are reported",
    run: changesWhileAway,
  },
  {
    number: 26,
    title: 'The event stream flaps',
    bound: 'attempts bounded, their waits spread by 20 % both ways',
    run: flappingStream,
  },
];

const eventStream = { path: '/eventstream' };

async function refusedStreams(trial: Trial): Promise<void> {
  // The short form goes twenty times as fast.
  const speed = trial.chooseByMode(20, 1);
  const refusals: Readonly<Record<string, Fault>> = {
    429: { status: 429, body: '<html></html>' },
    403: { status: 403 },
    HTML: { status: 200, body: '<html></html>' },
    'an end within 100 ms': { lasts: 100 / speed },
  };
  const limits = {
    ...shortLimits,
    initialReconnectDelay: defaultLimits.initialReconnectDelay / speed,
    maxReconnectDelay: defaultLimits.maxReconnectDelay / speed,
    streamConnectedAfter: defaultLimits.streamConnectedAfter / speed,
    // Otherwise a slow handshake would count as a stable stream.
    streamStableAfter: 60_000,
  };
  const runs = Object.entries(refusals).map(async ([name, fault]) => {
    const { attempts, modes } = await countAttempts(trial, fault, limits, 40_000 / speed);
    trial.atMost(`attempts in ${40 / speed} s with ${name}`, attempts, 8);
    assert.deepEqual(modes, ['polling']);
  });
  await Promise.all(runs);
}

async function countAttempts(
  trial: Trial,
  fault: Fault,
  limits: Partial<ClientLimits>,
  time: number,
): Promise<{ attempts: number; modes: string[] }> {
  const simulator = await trial.simulator({ events: { batch: 0 } });
  simulator.faults.inject({ match: eventStream, ...fault });
  const client = trial.client(simulator, { limits });
  const modes = new Set<ConnectionState['mode']>();
  client.onConnectionChange(({ mode }) => modes.add(mode));
  client.watch({ rtype: 'light', interval: 1_000 });
  await pause(time);
  await waitUntil('the mode of the connection', () => modes.size > 0);
  const attempts = simulator.requests.filter(({ path }) => path.startsWith('/eventstream')).length;
  assert.ok(attempts > 0);
  return { attempts, modes: [...modes] };
}

async function silentStreams(trial: Trial): Promise<void> {
  const streamCheckInterval = trial.chooseByMode(600, defaultLimits.streamCheckInterval);
  const limits = { ...shortLimits, streamCheckInterval };
  const silenceFaults: Readonly<Record<string, (harness: ClientHarness) => void>> = {
    silent: ({ simulator }) => simulator.faults.setStreamFault({ silent: true }),
    'half-open': ({ simulator }) => simulator.events.forgetListeners(),
  };
  const runs = Object.entries(silenceFaults).map(async ([name, applySilence]) => {
    const harness = await startClientHarness(trial, { limits });
    await harness.waitForStream();
    const [rid = ''] = findDimmableLampIds(harness.simulator);
    harness.simulator.home.change(rid, { metadata: { name: 'Before' } });
    await waitUntil('a change over the stream', () => harness.changes.length > 0);
    applySilence(harness);
    const checks = (): number =>
      harness.simulator.requests.filter(({ path }) => path.endsWith('/light')).length;
    const [reported, checked] = [harness.changes.length, checks()];
    harness.simulator.home.change(rid, { metadata: { name: 'Missed' } });
    const took = await measureDuration(() =>
      waitUntil('the missed change', () => harness.changes.length > reported, {
        timeout: streamCheckInterval * 20,
      }),
    );
    trial.atMost(`${name}: checks until the change was reported`, checks() - checked, 2);
    trial.note(`after ${Math.round(took)} ms`);
    const before = harness.countStreamRequests();
    if (before === 1) await waitUntil('a new stream', () => harness.countStreamRequests() > 1);
  });
  await Promise.all(runs);
}

async function changesWhileAway(trial: Trial): Promise<void> {
  const harness = await startClientHarness(trial);
  const { simulator, changes } = harness;
  const rounds = trial.chooseByMode(3, 25);
  let reported = 0;
  for (let round = 0; round < rounds; round += 1) {
    await harness.waitForStream();
    changes.length = 0;
    const [changed, deleted] = findDimmableLampIds(simulator);
    const template = simulator.home.get(changed ?? '');
    assert.ok(changed !== undefined && deleted !== undefined && template !== undefined);
    const added = `44444444-4444-4444-8444-${String(round).padStart(12, '0')}`;
    const restore = simulator.faults.inject({ cut: 'before' });
    simulator.events.disconnectAll();
    await waitUntil('the outage', () => harness.client.connectionState.kind === 'away');
    simulator.home.change(changed, { metadata: { name: `Away ${round}` } });
    simulator.home.add({ ...template, id: added });
    simulator.home.remove(deleted);
    restore();
    await waitUntil('all changes', () => changes.length >= 3);
    await harness.waitForStream();
    const kinds = (id: string): string[] =>
      changes.filter(({ resource }) => resource.id === id).map(({ kind }) => kind);
    assert.deepEqual(
      [kinds(changed), kinds(added), kinds(deleted)],
      [['changed'], ['added'], ['deleted']],
    );
    assert.deepEqual(harness.findDivergence(), []);
    reported += 3;
  }
  trial.tally('changes reported after the return', reported, rounds * 3);
  trial.note("the state equals the bridge's after each return");
}

async function flappingStream(trial: Trial): Promise<void> {
  const maxReconnectDelay = trial.chooseByMode(40, 100);
  const flaps = trial.chooseByMode(60, 500);
  const simulator = await trial.simulator({ events: { batch: 0 } });
  simulator.faults.inject({ match: eventStream, lasts: 1 });
  const limits = {
    ...shortLimits,
    initialReconnectDelay: maxReconnectDelay / 8,
    maxReconnectDelay,
    streamConnectedAfter: 1_000,
    // Otherwise two slow handshakes would count as stable streams.
    streamStableAfter: 60_000,
  };
  const client = trial.client(simulator, { limits });
  client.watch({ rtype: 'light', interval: 5_000 });
  const times: number[] = [];
  simulator.log.on('request', ({ path }) => {
    if (path.startsWith('/eventstream')) times.push(performance.now());
  });
  await waitUntil('the flaps', () => times.length >= flaps, {
    timeout: Math.max(60_000, flaps * maxReconnectDelay * 3),
  });
  const settled = times.slice(4);
  const waits = settled.slice(1).map((at, index) => at - (settled[index] ?? 0));
  const rate = (1_000 * waits.length) / ((settled.at(-1) ?? 0) - (settled[0] ?? 0));
  trial.atMost(
    `attempts a second, with waits of ${maxReconnectDelay} ms`,
    rate,
    1_000 / (maxReconnectDelay * 0.9),
  );
  // A request that is late makes the wait before it longer and that behind it shorter.
  const sorted = waits.toSorted((one, other) => one - other);
  const [short = 0, long = 0] = [0.1, 0.9].map(
    (share) => sorted[Math.floor(share * sorted.length)],
  );
  trial.note(`eight of ten waits between ${Math.round(short)} and ${Math.round(long)} ms`);
  assert.ok(short >= maxReconnectDelay * 0.7, `a wait of ${short} ms`);
  assert.ok((long - short) / maxReconnectDelay >= 0.15, 'the waits are not spread');
}

export const frameCases: readonly FaultCase[] = [
  {
    number: 20,
    title: 'Frames cut at every byte, CRLF, several data lines, a cut inside a character',
    bound: 'the same changes as from whole frames',
    run: cutFrames,
  },
  {
    number: 21,
    title: 'Malformed events',
    bound: 'no exit; what is valid between them is delivered',
    run: malformedEvents,
  },
  {
    number: 25,
    title: 'Duplicates, replays, several messages in one frame',
    bound: 'nothing twice; a button press is never repeated from what is kept',
    run: repeatedEvents,
  },
  {
    number: 27,
    title: '2,000 changes in one burst',
    bound: 'none lost, each reported within 1 s',
    run: burstOfChanges,
  },
];

const getName = ({ resource }: { resource: Resource }): unknown =>
  getNestedMember(resource, 'metadata', 'name');

async function cutFrames(trial: Trial): Promise<void> {
  const harness = await startClientHarness(trial, { limits: shortLimitsWithoutCheck });
  await harness.waitForStream();
  const [rid = ''] = findDimmableLampIds(harness.simulator);
  const named = (number: number): string =>
    createEventFrame('update', {
      type: 'light',
      id: rid,
      metadata: { name: `Küche 💡 ${number}` },
    });
  const styles = [
    (text: string): string => text,
    (text: string): string => text.replaceAll('\n', '\r\n'),
    (text: string): string => text.replaceAll('\n', '\r').concat(': comment\r'),
    (text: string): string => text.replaceAll(',"', ',\ndata: "'),
  ];
  let sent = 0;
  for (const style of styles) {
    const { length } = Buffer.from(style(named(10_000)));
    for (let cut = 1; cut < length; cut += trial.chooseByMode(3, 1)) {
      const bytes = Buffer.from(style(named(10_000 + sent)));
      harness.simulator.events.writeRaw(bytes.subarray(0, cut));
      await setImmediate();
      harness.simulator.events.writeRaw(bytes.subarray(cut));
      sent += 1;
    }
    for (const byte of Buffer.from(style(named(10_000 + sent)))) {
      harness.simulator.events.writeRaw(Buffer.from([byte]));
    }
    sent += 1;
    await waitUntil('all changes', () => harness.changes.length >= sent);
  }
  const reported = harness.changes.filter(
    (change, index) => getName(change) === `Küche 💡 ${10_000 + index}`,
  );
  trial.tally('cut frames gave their change', reported.length, sent);
  assert.equal(harness.changes.length, sent);
}

/** Everything an event could be but what it should. */
const createMalformedEvents = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string({ unit: 'binary' }).map((text) => text.replaceAll(/[\r\n]/g, ' ')),
    fc.json(),
    fc.jsonValue().map((value) => JSON.stringify([{ type: 'update', data: value }])),
    fc.jsonValue().map((value) => JSON.stringify([{ type: 'add', data: [value] }])),
    fc.jsonValue().map((value) => JSON.stringify([{ type: 'delete', data: [value] }])),
    fc
      .dictionary(
        fc.constantFrom('id', 'type', 'owner', 'metadata', '__proto__', 'constructor', 'x'),
        fc.jsonValue(),
      )
      .map((value) => JSON.stringify([{ type: 'update', data: [value] }])),
    fc.constant(`[{"type":"update","data":[${'['.repeat(5_000)}${']'.repeat(5_000)}]}]`),
  );

async function malformedEvents(trial: Trial): Promise<void> {
  const harness = await startClientHarness(trial, { limits: shortLimitsWithoutCheck });
  await harness.waitForStream();
  const [rid = ''] = findDimmableLampIds(harness.simulator);
  const count = trial.chooseByMode(1_000, 10_000);
  let valid = 0;
  for (const [index, text] of fc
    .sample(createMalformedEvents(), { numRuns: count, seed: 21 })
    .entries()) {
    harness.simulator.events.writeRaw(`data: ${text}\n\n`);
    if (index % 10 !== 9) continue;
    valid += 1;
    harness.simulator.events.writeRaw(
      createEventFrame('update', { type: 'light', id: rid, metadata: { name: `${valid}` } }),
    );
    if (valid % 10 === 0) await setImmediate();
  }
  const seen = (): number => harness.changes.filter(({ resource }) => resource.id === rid).length;
  await waitUntil('the valid events', () => seen() >= valid);
  trial.tally(`valid events delivered among ${count} malformed ones`, seen(), valid);
  assert.equal(harness.client.connectionState.mode, 'stream');
  assert.equal(harness.countStreamRequests(), 1);
  assert.equal(Object.hasOwn(Object.prototype, 'x'), false);
  harness.simulator.events.writeRaw('data: ');
  const block = 'x'.repeat(65_536);
  for (let written = 0; written <= defaultLimits.maxEventSize; written += block.length) {
    harness.simulator.events.writeRaw(block);
    if (written % 1_048_576 === 0) await setImmediate();
  }
  await waitUntil(
    'another stream instead of an event without end',
    () => harness.countStreamRequests() > 1,
  );
  await harness.waitForStream();
  trial.note('an event without end is given up');
}

async function repeatedEvents(trial: Trial): Promise<void> {
  const limits = shortLimitsWithoutCheck;
  const harness = await startClientHarness(trial, { rtypes: ['light', 'button'], limits });
  const { simulator } = harness;
  await harness.waitForStream();
  simulator.faults.setStreamFault({ duplicates: true });
  await duplicateChanges(trial, harness);
  await repeatedPresses(trial, harness);
}

async function duplicateChanges(trial: Trial, harness: ClientHarness): Promise<void> {
  const { simulator, changes } = harness;
  const lamps = findDimmableLampIds(simulator);
  const count = trial.chooseByMode(100, 1_000);
  for (let number = 0; number < count; number += 1) {
    simulator.home.change(lamps[number % lamps.length] ?? '', { metadata: { name: `L${number}` } });
    await setImmediate();
  }
  const named = (): unknown[] =>
    changes.map(getName).filter((name) => typeof name === 'string' && /^L\d/.test(name));
  await waitUntil('the last change', () => named().includes(`L${count - 1}`));
  const replayed = createEventFrame('update', {
    type: 'light',
    id: lamps[0],
    metadata: { name: 'Once' },
  });
  for (let time = 0; time < 5; time += 1) simulator.events.writeRaw(replayed);
  const combinedMessages = [0, 1, 2, 3].map((part) => ({
    id: makeRid(part),
    type: 'update',
    data: [{ type: 'light', id: lamps[1], metadata: { name: `Part ${part}` } }],
  }));
  simulator.events.writeRaw(`data: ${JSON.stringify(combinedMessages)}\n\n`);
  await waitUntil('all parts', () => changes.some((change) => getName(change) === 'Part 3'));
  assert.deepEqual(
    named(),
    Array.from({ length: count }, (_, number) => `L${number}`),
  );
  trial.tally('changes reported once although sent twice', named().length, count);
  trial.tally(
    'replays reported once',
    changes.filter((change) => getName(change) === 'Once').length,
    1,
  );
  const parts = changes.map(getName).filter((name) => String(name).startsWith('Part'));
  assert.deepEqual(parts, ['Part 0', 'Part 1', 'Part 2', 'Part 3']);
}

async function repeatedPresses(trial: Trial, harness: ClientHarness): Promise<void> {
  const { simulator, changes } = harness;
  const [button] = simulator.home.byType('button');
  assert.ok(button);
  const presses = trial.chooseByMode(20, 200);
  // What a check finds has no time, so it is no press; its event may still be on its way.
  const reported = (): number =>
    changes.filter(
      (change) => change.resource.id === button.id && parseReportedPress(change) !== undefined,
    ).length;
  for (let press = 1; press <= presses; press += 1) {
    const updated = new Date(Date.UTC(2026, 10, 20) + press * 1_000).toISOString();
    const event = press % 2 === 0 ? 'short_release' : 'initial_press';
    simulator.home.change(button.id, {
      button: { button_report: { updated, event }, last_event: event },
    });
    await waitUntil('the press', () => reported() >= press);
    if (press % 5 !== 0) continue;
    const before = harness.countStreamRequests();
    simulator.events.disconnectAll();
    await waitUntil('a new stream', () => harness.countStreamRequests() > before);
    await harness.waitForStream();
  }
  await harness.client.stateCache.refresh();
  trial.tally('button presses reported, with the stream cut every 5', reported(), presses);
}

async function burstOfChanges(trial: Trial): Promise<void> {
  const harness = await startClientHarness(trial, { limits: shortLimitsWithoutCheck });
  await harness.waitForStream();
  const count = 2_000;
  const lamps = findDimmableLampIds(harness.simulator);
  const sentAt: number[] = [];
  const lags: number[] = [];
  harness.client.watch({
    rtype: 'light',
    interval: 1_000,
    onChange(change) {
      const number = Number(getName(change));
      lags.push(getCpuTime() - (sentAt[number] ?? -Infinity));
    },
  });
  for (let number = 0; number < count; number += 1) {
    sentAt.push(getCpuTime());
    const id = lamps[number % lamps.length];
    harness.simulator.events.writeRaw(
      createEventFrame('update', { type: 'light', id, metadata: { name: `${number}` } }),
    );
  }
  await waitUntil('all changes', () => lags.length >= count);
  trial.tally('changes reported', lags.length, count);
  trial.atMost('longest lag', Math.max(...lags), 1_000, ' ms');
}

export const largeEventCases: readonly FaultCase[] = [
  {
    number: 68,
    title: '16,000 new resources in one event, and 10,500 in as many events of one frame',
    bound:
      'each reported with its name and room, in order; nothing else waits for more than 100 ms',
    run: manyNewResources,
  },
];

/** What comes in one message of the stream. Each lamp has a device, and each ten of them a room. */
const forms = [
  { form: 'in one event', lampCount: 7_620, perEvent: Infinity },
  { form: 'in as many events', lampCount: 5_000, perEvent: 1 },
] as const;

async function manyNewResources(trial: Trial): Promise<void> {
  for (const { form, lampCount, perEvent } of forms) {
    const harness = await startClientHarness(trial, {
      rtypes: ['device', 'room'],
      limits: shortLimitsWithoutCheck,
    });
    await harness.waitForStream();
    const { client, simulator } = harness;
    const data = createLamps(lampCount);
    const frame = createFrame(perEvent === 1 ? data.map((resource) => [resource]) : [data]);
    const reported: string[] = [];
    let named = 0;
    for (let watcher = 0; watcher < 3; watcher += 1) {
      client.watch({
        rtype: 'light',
        interval: 60_000,
        onChange({ resource }) {
          const { name, room } = client.stateCache.displayNames(resource.id);
          if (name?.startsWith('Lamp') === true && room?.startsWith('Room') === true) named += 1;
          if (watcher === 0) reported.push(resource.id);
        },
      });
    }
    const watch = watchEventLoop();
    simulator.events.writeRaw(frame);
    await waitUntil(
      'all lamps',
      () => named >= 3 * lampCount && harness.changes.length > lampCount,
    );
    watch.stop();
    const sent = data.filter(({ type }) => type === 'light').map(({ id }) => id);
    const inOrder = reported.filter((rid, index) => rid === sent[index]).length;
    trial.note(`${data.length} resources ${form}`);
    trial.tally('lamps reported in order, with name and room', inOrder, lampCount);
    trial.atMost('longest block', watch.longest, trial.chooseByMode(400, 100), ' ms');
    await client.close();
  }
}

/** A frame of the event stream with an event for each group of new resources. */
function createFrame(groups: readonly (readonly Resource[])[]): string {
  const creationtime = '2026-11-20T10:00:00Z';
  const events = groups.map((data, index) => ({
    id: `${data.length}-${index}`,
    type: 'add',
    creationtime,
    data,
  }));
  return `id: 1700000000:0\ndata: ${JSON.stringify(events)}\n\n`;
}

/** Tens of devices with their room, and then their lamps. */
function createLamps(count: number): Resource[] {
  const resources: Resource[] = [];
  for (let first = 0; first < count; first += 10) {
    const numbers = Array.from({ length: 10 }, (_, index) => first + index);
    const devices = numbers.map((number) => ({
      id: makeRid(2 * number),
      type: 'device',
      metadata: { name: `Lamp ${number}` },
    }));
    const room = {
      id: makeRid(1_000_000 + first),
      type: 'room',
      metadata: { name: `Room ${first}` },
      children: devices.map(({ id }) => ({ rid: id, rtype: 'device' })),
    };
    const lamps = devices.map(({ id }, index) => ({
      id: makeRid(2 * (first + index) + 1),
      type: 'light',
      owner: { rid: id, rtype: 'device' },
      on: { on: true },
    }));
    resources.push(...devices, room, ...lamps);
  }
  return resources;
}

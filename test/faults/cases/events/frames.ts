import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import * as fc from 'fast-check';
import { defaultLimits } from '../../../../src/bridge';
import { getNestedMember } from '../../../../src/resources/members';
import type { Resource } from '../../../../src/resources/resource';
import { parseReportedPress } from '../../../../src/runtime/press';
import type { FaultCase } from '../../fault-case';
import {
  createEventFrame,
  findDimmableLampIds,
  startClientHarness,
  shortLimitsWithoutCheck,
} from '../../support/client-harness';
import type { ClientHarness } from '../../support/client-harness';
import { makeRid } from '../../support/client-requests';
import type { Trial } from '../../support/trial';
import { getCpuTime } from '../../support/timing';
import { waitUntil } from '../../../support/wait-until';

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

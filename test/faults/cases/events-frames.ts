import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import * as fc from 'fast-check';
import { defaultLimits } from '../../../src/bridge';
import { member } from '../../../src/resources';
import type { Resource } from '../../../src/resources';
import { pressOf } from '../../../src/runtime/button/press';
import type { FaultCase } from '../fault-case';
import { frame, lampsOf, startLiveHome, uncheckedState } from '../support/live-home';
import type { LiveHome } from '../support/live-home';
import { ridOf } from '../support/requests';
import type { Trial } from '../support/trial';
import { until } from '../../support/until';

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
    bound: 'none lost, each told within 1 s',
    run: burst,
  },
];

const nameOf = ({ resource }: { resource: Resource }): unknown =>
  member(resource, 'metadata', 'name');

async function cutFrames(trial: Trial): Promise<void> {
  const live = await startLiveHome(trial, { limits: uncheckedState });
  await live.live();
  const [rid = ''] = lampsOf(live.simulator);
  const named = (number: number): string =>
    frame('update', { type: 'light', id: rid, metadata: { name: `Küche 💡 ${number}` } });
  const styles = [
    (text: string): string => text,
    (text: string): string => text.replaceAll('\n', '\r\n'),
    (text: string): string => text.replaceAll('\n', '\r').concat(': comment\r'),
    (text: string): string => text.replaceAll(',"', ',\ndata: "'),
  ];
  let sent = 0;
  for (const style of styles) {
    const { length } = Buffer.from(style(named(10_000)));
    for (let cut = 1; cut < length; cut += trial.choose(3, 1)) {
      const bytes = Buffer.from(style(named(10_000 + sent)));
      live.simulator.events.write(bytes.subarray(0, cut));
      await setImmediate();
      live.simulator.events.write(bytes.subarray(cut));
      sent += 1;
    }
    for (const byte of Buffer.from(style(named(10_000 + sent)))) {
      live.simulator.events.write(Buffer.from([byte]));
    }
    sent += 1;
    await until('all changes', () => live.changes.length >= sent);
  }
  const told = live.changes.filter(
    (change, index) => nameOf(change) === `Küche 💡 ${10_000 + index}`,
  );
  trial.tally('cut frames gave their change', told.length, sent);
  assert.equal(live.changes.length, sent);
}

/** Everything an event could be but what it should. */
const oddity = fc.oneof(
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
  const live = await startLiveHome(trial, { limits: uncheckedState });
  await live.live();
  const [rid = ''] = lampsOf(live.simulator);
  const count = trial.choose(1_000, 10_000);
  let valid = 0;
  for (const [index, odd] of fc.sample(oddity, { numRuns: count, seed: 21 }).entries()) {
    live.simulator.events.write(`data: ${odd}\n\n`);
    if (index % 10 !== 9) continue;
    valid += 1;
    live.simulator.events.write(
      frame('update', { type: 'light', id: rid, metadata: { name: `${valid}` } }),
    );
    if (valid % 10 === 0) await setImmediate();
  }
  const seen = (): number => live.changes.filter(({ resource }) => resource.id === rid).length;
  await until('the valid events', () => seen() >= valid);
  trial.tally(`valid events delivered among ${count} malformed ones`, seen(), valid);
  assert.equal(live.client.connection.mode, 'stream');
  assert.equal(live.streamRequests(), 1);
  assert.equal(Object.hasOwn(Object.prototype, 'x'), false);
  live.simulator.events.write('data: ');
  const block = 'x'.repeat(65_536);
  for (let written = 0; written <= defaultLimits.eventSize; written += block.length) {
    live.simulator.events.write(block);
    if (written % 1_048_576 === 0) await setImmediate();
  }
  await until('another stream instead of an event without end', () => live.streamRequests() > 1);
  await live.live();
  trial.note('an event without end is given up');
}

async function repeatedEvents(trial: Trial): Promise<void> {
  const limits = uncheckedState;
  const live = await startLiveHome(trial, { rtypes: ['light', 'button'], limits });
  const { simulator } = live;
  await live.live();
  simulator.faults.stream({ duplicates: true });
  await duplicateChanges(trial, live);
  await buttonPresses(trial, live);
}

async function duplicateChanges(trial: Trial, live: LiveHome): Promise<void> {
  const { simulator, changes } = live;
  const lamps = lampsOf(simulator);
  const count = trial.choose(100, 1_000);
  for (let number = 0; number < count; number += 1) {
    simulator.home.change(lamps[number % lamps.length] ?? '', { metadata: { name: `L${number}` } });
    await setImmediate();
  }
  const named = (): unknown[] =>
    changes.map(nameOf).filter((name) => typeof name === 'string' && /^L\d/.test(name));
  await until('the last change', () => named().includes(`L${count - 1}`));
  const replayed = frame('update', { type: 'light', id: lamps[0], metadata: { name: 'Once' } });
  for (let time = 0; time < 5; time += 1) simulator.events.write(replayed);
  const together = [0, 1, 2, 3].map((part) => ({
    id: ridOf(part),
    type: 'update',
    data: [{ type: 'light', id: lamps[1], metadata: { name: `Part ${part}` } }],
  }));
  simulator.events.write(`data: ${JSON.stringify(together)}\n\n`);
  await until('all parts', () => changes.some((change) => nameOf(change) === 'Part 3'));
  trial.tally('changes told once although sent twice', new Set(named()).size, named().length);
  trial.tally('replays told once', changes.filter((change) => nameOf(change) === 'Once').length, 1);
  const parts = changes.map(nameOf).filter((name) => String(name).startsWith('Part'));
  assert.deepEqual(parts, ['Part 0', 'Part 1', 'Part 2', 'Part 3']);
}

async function buttonPresses(trial: Trial, live: LiveHome): Promise<void> {
  const { simulator, changes } = live;
  const [button] = simulator.home.byType('button');
  assert.ok(button);
  const presses = trial.choose(20, 200);
  // What a check finds has no time, so it is no press; its event may still be on its way.
  const told = (): number =>
    changes.filter((change) => change.resource.id === button.id && pressOf(change) !== undefined)
      .length;
  for (let press = 1; press <= presses; press += 1) {
    const updated = new Date(Date.UTC(2026, 10, 20) + press * 1_000).toISOString();
    const event = press % 2 === 0 ? 'short_release' : 'initial_press';
    simulator.home.change(button.id, {
      button: { button_report: { updated, event }, last_event: event },
    });
    await until('the press', () => told() >= press);
    if (press % 5 !== 0) continue;
    const before = live.streamRequests();
    simulator.events.cut();
    await until('a new stream', () => live.streamRequests() > before);
    await live.live();
  }
  await live.client.mirror.refresh();
  trial.tally('button presses told, with the stream cut every 5', told(), presses);
}

async function burst(trial: Trial): Promise<void> {
  const live = await startLiveHome(trial, { limits: uncheckedState });
  await live.live();
  const count = 2_000;
  const lamps = lampsOf(live.simulator);
  const sentAt: number[] = [];
  const lags: number[] = [];
  live.client.watch({
    rtype: 'light',
    interval: 1_000,
    onChange(change) {
      const number = Number(nameOf(change));
      lags.push(performance.now() - (sentAt[number] ?? -Infinity));
    },
  });
  for (let number = 0; number < count; number += 1) {
    sentAt.push(performance.now());
    const id = lamps[number % lamps.length];
    live.simulator.events.write(
      frame('update', { type: 'light', id, metadata: { name: `${number}` } }),
    );
  }
  await until('all changes', () => lags.length >= count);
  trial.tally('changes told', lags.length, count);
  trial.atMost('longest lag', Math.max(...lags), 1_000, ' ms');
}

import assert from 'node:assert/strict';
import { once } from 'node:events';
import * as fc from 'fast-check';
import { getNestedMember } from '../../../src/resources/members';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { startFlowHarness, toResourcePath } from '../../support/node-red/flow-harness';
import type { FlowHarness, RecordedWrite } from '../../support/node-red/flow-harness';
import { waitUntil } from '../../support/wait-until';

const floorLamp = createFixtureId('light/living-floor');

const sofaLamp = createFixtureId('light/sofa-right');

/** Messages of any words that start a program, end one or do something at once, and what is then wrong with the bridge. */
const randomMessages = fc.record({
  target: fc.constantFrom(floorLamp, sofaLamp, 'Living room', 'Kitchen'),
  payload: fc.oneof(
    fc.record({ brightness: fc.integer({ min: 1, max: 100 }), transition: fc.constant('2h') }),
    fc.record({ turnOn: fc.constant('later'), kelvin: fc.integer({ min: 2200, max: 6000 }) }),
    fc.record({
      play: fc.constantFrom('candle', 'heartbeat', 'kandle', [{ brightness: 20, for: '1s' }]),
      repeat: fc.constantFrom(1, true),
      restore: fc.boolean(),
    }),
    fc.record({ alert: fc.constant(true), restore: fc.boolean() }),
    fc.constantFrom<unknown>(true, false, 'stop', 40, 'toggle', { brightness: 'abc' }),
  ),
  fault: fc.option(
    fc.constantFrom<Parameters<Simulator['faults']['inject']>[0]>(
      { status: 503 },
      { status: 429 },
      { status: 404 },
      { cut: 'before' },
    ),
    { freq: 4 },
  ),
});

/** Waits until the bridge has answered a write that was not there before. */
async function findNextWrite(harness: FlowHarness, writesBefore: number): Promise<RecordedWrite> {
  while (harness.writes().length <= writesBefore) await once(harness.simulator.log, 'answered');
  const write = harness.writes()[writesBefore];
  assert.ok(write);
  return write;
}

describe('A program of a light node', () => {
  let harness: FlowHarness;
  before(async () => {
    harness = await startFlowHarness(
      [
        { id: 'told', type: 'bridge-light', target: '' },
        { id: 'lamp', type: 'bridge-light', target: floorLamp },
        { id: 'slow', type: 'bridge-light', target: '', transition: '3 hours', maxBrightness: 80 },
        { id: 'limited', type: 'bridge-light', target: floorLamp, maxBrightness: '60' },
        {
          id: 'raw',
          type: 'bridge-resource',
          rtype: 'scene',
          operation: 'update',
          target: createFixtureId('scene/living-room/relax'),
        },
        { id: 'random', type: 'bridge-light', target: '', wires: [[]] },
        { id: 'status', type: 'bridge-status', emit: 'request' },
      ],
      { simulator: await startSimulator({ events: { batch: 0 } }) },
    );
    await harness.request('lamp', { payload: true });
  });
  after(() => harness.stop());

  const nextWrite = (writesBefore: number): Promise<RecordedWrite> =>
    findNextWrite(harness, writesBefore);

  /** A person uses a switch, which reaches the flows by the event stream. */
  const switchLamp = (rid: string, on: boolean): void => {
    harness.simulator.home.change(rid, { on: { on } });
  };

  it('waits until the lamp comes on by a switch, and is answered at once', async () => {
    await harness.request('lamp', { payload: false });
    const writesBefore = harness.writes().length;
    const { bridge } = await harness.request('lamp', {
      payload: { turnOn: 'later', kelvin: 2700, brightness: 30 },
    });
    assert.equal(getNestedMember(bridge, 'program', 'kind'), 'later');
    assert.equal(getNestedMember(bridge, 'status'), 202);
    assert.equal(harness.writes().length, writesBefore);
    switchLamp(floorLamp, true);
    assert.deepEqual(await nextWrite(writesBefore), {
      method: 'PUT',
      path: toResourcePath('light', floorLamp),
      body: { dimming: { brightness: 30 }, color_temperature: { mirek: 370 } },
    });
  });

  it('is sent at once to a lamp that is on, and keeps nothing then', async () => {
    switchLamp(sofaLamp, true);
    const writesBefore = harness.writes().length;
    await harness.request('told', {
      payload: { turnOn: 'later', brightness: 44 },
      target: sofaLamp,
    });
    const { body } = await nextWrite(writesBefore);
    assert.deepEqual(body, { dimming: { brightness: 44 } });
  });

  it('plays a sequence on a lamp, is listed meanwhile, and leaves the lamp as it was', async () => {
    await harness.request('lamp', { payload: { on: true, brightness: 70 } });
    const steps = [
      { color: 'red', for: 250 },
      { color: 'blue', for: 250 },
    ];
    const writesBefore = harness.writes().length;
    const { bridge, payload } = await harness.request('lamp', {
      payload: { play: steps, restore: true },
    });
    assert.deepEqual(payload, { play: steps, restore: true });
    assert.equal(getNestedMember(bridge, 'program', 'kind'), 'sequence');
    const { payload: listed } = await harness.request('status', { payload: 'programs' });
    assert.ok(Array.isArray(listed));
    assert.deepEqual(getNestedMember(listed[0], 'properties'), ['power', 'brightness', 'color']);
    const { body } = await nextWrite(writesBefore + 2);
    assert.equal(Math.round(Number(getNestedMember(body, 'dimming', 'brightness'))), 70);
    const colors = harness.writes().slice(writesBefore, writesBefore + 2);
    assert.deepEqual(
      colors.map((write) => Number(getNestedMember(write.body, 'color', 'xy', 'x')) > 0.3),
      [true, false],
    );
  });

  it('of a room switches no plug of it, and returns the lamps that took part, and no other', async () => {
    const { home } = harness.simulator;
    const before = new Map(home.byType('light').map((light) => [light.id, light]));
    const lamps = ['living-ceiling', 'living-floor', 'sofa-left', 'sofa-right', 'tv-strip'].map(
      (key) => createFixtureId(`light/${key}`),
    );
    const writesBefore = harness.writes().length;
    const steps = [
      { color: 'red', brightness: 90, for: '300ms' },
      { on: false, for: '300ms' },
    ];
    await harness.request('told', {
      target: 'Living room',
      payload: { play: steps, restore: true },
    });
    await nextWrite(writesBefore + 3 * lamps.length - 1);
    const paths = harness
      .writes()
      .slice(writesBefore)
      .map(({ path }) => path);
    assert.deepEqual(new Set(paths), new Set(lamps.map((rid) => toResourcePath('light', rid))));
    for (const [rid, { on }] of before) assert.deepEqual(home.get(rid)?.['on'], on, rid);
  });

  it('of a room sends to its group while all of its lamps take part', async () => {
    const writesBefore = harness.writes().length;
    await harness.request('told', { payload: { play: 'doorbell' }, target: 'Dining room' });
    const { path } = await nextWrite(writesBefore);
    const group = createFixtureId('grouped_light/dining-room');
    assert.equal(path, toResourcePath('grouped_light', group));
    await harness.request('told', { payload: 'stop', target: 'Dining room' });
  });

  it('is refused, and says why, where no lamp of the group can show it', async () => {
    const writesBefore = harness.writes().length;
    const play = [{ color: 'red', for: '1s' }];
    harness.send('told', { target: 'Hallway', payload: { play } });
    assert.match(
      (await harness.nextFailure('told')).message,
      /^payload: expected a lamp that can show this/,
    );
    assert.equal(harness.writes().length, writesBefore);
  });

  it('says why its steps last longer where each lamp of a group needs a request of its own', async () => {
    const play = [{ brightness: 5, for: 40 }];
    const { bridge } = await harness.request('told', { target: 'Living room', payload: { play } });
    assert.match(
      JSON.stringify(getNestedMember(bridge, 'warnings')),
      /payload\.play: shorter steps last 50 ms: this group has lights that take no part/,
    );
    await harness.request('told', { payload: 'stop', target: 'Living room' });
  });

  for (const [what, command] of [
    ['a plain command', { node: 'lamp', payload: { brightness: 12 } }],
    ['stop', { node: 'lamp', payload: 'stop' }],
    ['a scene with the lamp', { node: 'raw', payload: { recall: { action: 'active' } } }],
    ['off for its room', { node: 'told', payload: false, target: 'Living room' }],
  ] as const) {
    it(`is ended by ${what}`, async () => {
      await harness.request('lamp', { payload: { play: 'candle', repeat: true } });
      const { node, ...message } = command;
      await harness.request(node, message);
      const { payload: listed } = await harness.request('status', { payload: 'programs' });
      assert.deepEqual(listed, []);
    });
  }

  it('fades a room over hours with a request of its own for each part', async () => {
    const writesBefore = harness.writes().length;
    const { bridge } = await harness.request('told', {
      payload: { on: true, brightness: 100, transition: '3h' },
      target: 'Kitchen',
    });
    assert.equal(getNestedMember(bridge, 'program', 'kind'), 'fade');
    const { path, body } = await nextWrite(writesBefore);
    assert.equal(path, toResourcePath('grouped_light', createFixtureId('grouped_light/kitchen')));
    assert.ok(Number(getNestedMember(body, 'dynamics', 'duration')) <= 1_800_000);
    await harness.request('told', { payload: 'stop', target: 'Kitchen' });
  });

  const tooBright = 'payload.brightness: 100 became 80, the highest that this node allows.';
  for (const [payload, warnings] of [
    [{ brightness: 100, kelvin: 2700 }, [tooBright]],
    [true, []],
    ['toggle', []],
    [{ dimming: { brightness: 20 } }, []],
  ] as const) {
    it(`fades for as long as the dialog says, by ${JSON.stringify(payload)}`, async () => {
      await harness.request('lamp', { payload: { on: true, brightness: 50 } });
      const { bridge } = await harness.request('slow', { payload, target: floorLamp });
      const program = getNestedMember(bridge, 'program');
      assert.equal(getNestedMember(program, 'kind'), 'fade');
      const [since, until] = ['since', 'until'].map((name) =>
        Date.parse(String(getNestedMember(program, name))),
      );
      assert.equal(Number(until) - Number(since), 3 * 3_600_000);
      assert.deepEqual(getNestedMember(bridge, 'warnings'), warnings);
    });
  }

  it('fades several lamps for as long as the dialog says, and toggles them as one', async () => {
    for (const [target, payload] of [
      [floorLamp, true],
      [sofaLamp, false],
    ] as const)
      await harness.request('told', { target, payload });
    const { bridge } = await harness.request('slow', {
      payload: 'toggle',
      target: [floorLamp, sofaLamp],
    });
    const results = getNestedMember(bridge, 'results');
    assert.ok(Array.isArray(results));
    assert.deepEqual(
      results.map((result) => getNestedMember(result, 'program', 'kind')),
      ['fade', 'fade'],
    );
    const { payload: running } = await harness.request('status', { payload: 'programs' });
    assert.ok(Array.isArray(running));
    // The floor lamp is on, so both lamps are turned off.
    assert.ok(
      running.every((program) => String(getNestedMember(program, 'properties')).includes('power')),
    );
    await harness.request('told', { payload: 'stop', target: 'Living room' });
  });

  for (const [payload, path] of [
    [{ brightness: 100, transition: '2h' }, 'payload.brightness'],
    [{ turnOn: 'later', brightness: 100 }, 'payload.brightness'],
    [{ play: [{ brightness: 100, for: '1s' }] }, 'payload.play[0].brightness'],
    [{ brightness: 100, alert: true, restore: true }, 'payload.brightness'],
  ] as const) {
    it(`keeps to the limits of its node: ${JSON.stringify(payload)}`, async () => {
      const { bridge } = await harness.request('limited', { payload });
      assert.deepEqual(getNestedMember(bridge, 'warnings'), [
        `${path}: 100 became 60, the highest that this node allows.`,
      ]);
      assert.notEqual(getNestedMember(bridge, 'program'), undefined);
      await harness.request('lamp', { payload: 'stop' });
    });
  }

  it('keeps to the limits of its node in a sequence with a name', async () => {
    const writesBefore = harness.writes().length;
    const { bridge } = await harness.request('limited', { payload: { play: 'heartbeat' } });
    assert.match(String(getNestedMember(bridge, 'warnings')), /within the limits of this node/);
    const { body } = await nextWrite(writesBefore);
    assert.ok(Number(getNestedMember(body, 'dimming', 'brightness')) <= 60);
    await harness.request('lamp', { payload: 'stop' });
  });

  const tooLong =
    'transition: 3h is possible for on, off, brightness, white and colour only; this takes 100min.';
  for (const [payload, duration, warnings] of [
    ['+10', 6_000_000, [tooLong]],
    [{ transition: '2s', brightness: 40 }, 2_000, []],
    [{ effect: 'candle' }, 6_000_000, [tooLong]],
  ] as const) {
    it(`sends by one request, whatever the dialog says of a transition, ${JSON.stringify(payload)}`, async () => {
      await harness.request('lamp', { payload: { on: true, brightness: 50 } });
      const { bridge } = await harness.request('slow', { payload, target: floorLamp });
      assert.equal(getNestedMember(bridge, 'program'), undefined);
      const { body } = harness.writes().at(-1) ?? {};
      assert.equal(getNestedMember(body, 'dynamics', 'duration'), duration);
      assert.deepEqual(getNestedMember(bridge, 'warnings'), warnings);
    });
  }

  for (const [payload, pattern] of [
    [{ play: 'kandle' }, /^payload\.play: expected one of candle.+ Did you mean candle\?/],
    [{ alert: true, restore: 'yes' }, /^payload\.restore: expected true or false, got "yes"/],
    [{ play: 'candle', restore: 'yes' }, /^payload\.restore: expected true or false, got "yes"/],
    [{ restore: true }, /^payload: expected play, alert or signal beside restore/],
    [{ turnOn: 'later' }, /^payload: expected something to do/],
    [{ turnOn: 'later', on: true }, /^payload: expected either on or turnOn/],
    [{ brightness: 5, transition: '900h' }, /^payload\.transition: expected a time of at most/],
    [{ effect: 'candle', transition: '2h' }, /^payload: expected on, off, a brightness/],
  ] as const) {
    it(`refuses ${JSON.stringify(payload)} and sends nothing`, async () => {
      const writesBefore = harness.writes().length;
      harness.send('lamp', { payload });
      const { message, code } = await harness.nextFailure('lamp');
      assert.match(message, pattern);
      assert.equal(code, 'ERR_BRIDGE_INVALID_COMMAND');
      assert.equal(harness.writes().length, writesBefore);
    });
  }

  it('answers each of 40 random messages once, whatever is wrong with the bridge, and then over', async () => {
    const messages = fc.sample(randomMessages, { numRuns: 40, seed: 20_261_124 });
    for (const [ticket, { fault, ...message }] of messages.entries()) {
      if (fault !== null)
        harness.simulator.faults.inject({ ...fault, match: { method: 'PUT' }, times: 1 });
      harness.send('random', { ...message, ticket });
    }
    for (const _ of messages) await harness.nextOutcome('random');
    harness.simulator.faults.clear();
    for (const target of ['Living room', 'Kitchen'])
      for (const payload of ['stop', { on: true, brightness: 33 }])
        await harness.request('told', { target, payload });
    const { payload: listed } = await harness.request('status', { payload: 'programs' });
    assert.deepEqual(listed, []);
    const lamp = harness.simulator.home.get(floorLamp);
    assert.equal(Math.round(Number(getNestedMember(lamp, 'dimming', 'brightness'))), 33);
    const answers = harness.observations.filter(
      ({ kind, ...seen }) => kind === 'completion' && 'node' in seen && seen.node === 'random',
    );
    assert.equal(answers.length, messages.length);
  });
});

describe('A light node whose flow watches no lamp', () => {
  let harness: FlowHarness;
  before(async () => {
    harness = await startFlowHarness([{ id: 'told', type: 'bridge-light', target: '' }], {
      simulator: await startSimulator({ events: { batch: 0 } }),
    });
  });
  after(() => harness.stop());

  it('sends what is for later by what the lamps show now, whatever they showed when they were read', async () => {
    const { home } = harness.simulator;
    const switchLamps = (on: boolean): void => {
      home.change(floorLamp, { on: { on } });
      home.change(sofaLamp, { on: { on: !on } });
    };
    switchLamps(true);
    await harness.request('told', { payload: { brightness: 50 }, target: 'Floor lamp' });
    switchLamps(false);
    const writesBefore = harness.writes().length;
    const payload = { turnOn: 'later', brightness: 30 };
    await harness.request('told', { payload, target: floorLamp });
    await harness.request('told', { payload, target: sofaLamp });
    const { path: sentAtOnce } = await findNextWrite(harness, writesBefore);
    assert.equal(sentAtOnce, toResourcePath('light', sofaLamp));
    home.change(floorLamp, { on: { on: true } });
    const { path: sentLater } = await findNextWrite(harness, writesBefore + 1);
    assert.equal(sentLater, toResourcePath('light', floorLamp));
  });
});

const programs = 500;

describe(`${programs.toLocaleString('en')} programs that are asked for at once`, () => {
  const lamps = ['living-floor', 'sofa-left', 'sofa-right', 'tv-strip'].map((key) =>
    createFixtureId(`light/${key}`),
  );

  let harness: FlowHarness;
  beforeEach(async () => {
    harness = await startFlowHarness(
      [
        { id: 'told', type: 'bridge-light', target: '' },
        { id: 'lamp', type: 'bridge-light', target: createFixtureId('light/mirror') },
        { id: 'status', type: 'bridge-status', emit: 'request' },
      ],
      { simulator: await startSimulator({ events: { batch: 0 } }) },
    );
    await harness.request('lamp', { payload: true });
  });
  afterEach(() => harness.stop());

  for (const [what, payload] of Object.entries({
    'what waits for its lamp': { turnOn: 'later', kelvin: 2700 },
    'long fades': { brightness: 20, transition: '2h' },
    'alerts that return': { alert: true, restore: true },
  }))
    it(`share reads and hold up no plain command: ${what}`, async () => {
      const { requests } = harness.simulator;
      const readsBefore = requests.length;
      for (let index = 0; index < programs; index += 1)
        harness.send('told', { payload, target: lamps[index % lamps.length], program: index });
      const sentAt = performance.now();
      await harness.request('lamp', { payload: { brightness: 33 } });
      const waited = performance.now() - sentAt;
      await harness.nextMessage('out', ({ program }) => program === programs - 1);
      const reads = requests
        .slice(readsBefore)
        .filter(({ method, path }) => method === 'GET' && path.endsWith('/light'));
      assert.ok(reads.length <= 20, `${reads.length} reads of the lamps`);
      assert.ok(waited < 1_000, `the plain command took ${waited} ms`);
      const { payload: listed } = await harness.request('status', { payload: 'programs' });
      assert.ok(Array.isArray(listed) && listed.length <= lamps.length);
    });
});

describe('What waits until its lamp comes on', () => {
  let harness: FlowHarness;
  before(async () => {
    harness = await startFlowHarness(
      [
        { id: 'told', type: 'bridge-light', target: '' },
        { id: 'status', type: 'bridge-status', emit: 'request' },
      ],
      { simulator: await startSimulator({ events: { batch: 0 } }) },
    );
  });
  after(() => harness.stop());

  const noProgramRuns = (): Promise<void> =>
    waitUntil('the end of all programs', async () => {
      const { payload } = await harness.request('status', { payload: 'programs' });
      return Array.isArray(payload) && payload.length === 0;
    });

  for (const [what, target, payload, xy] of [
    ['a toggle of the lamp', floorLamp, 'toggle', { x: 0.6915, y: 0.3083 }],
    ['on for the lamp', floorLamp, true, { x: 0.6915, y: 0.3083 }],
    ['a toggle of its room', 'Dining room', 'toggle', { x: 0.704, y: 0.296 }],
    ['on for its room', 'Dining room', true, { x: 0.704, y: 0.296 }],
  ] as const)
    it(`is sent in one request with ${what}, as far as each lamp can show it: nobody sees the light before`, async () => {
      await harness.request('told', { target, payload: false });
      for (const light of [{ color: 'red' }, { brightness: 35 }])
        await harness.request('told', { target, payload: { turnOn: 'later', ...light } });
      const writesBefore = harness.writes().length;
      await harness.request('told', { target, payload });
      await noProgramRuns();
      const bodies = harness
        .writes()
        .slice(writesBefore)
        .map(({ body }) => body);
      assert.deepEqual(bodies, [{ color: { xy }, dimming: { brightness: 35 }, on: { on: true } }]);
    });

  it('is sent after on for the room, if another lamp of the room does not wait for the same', async () => {
    const [room, sideboard] = ['Dining room', createFixtureId('light/sideboard')];
    await harness.request('told', { target: room, payload: false });
    const payload = { turnOn: 'later', brightness: 35 };
    await harness.request('told', { target: sideboard, payload });
    const writesBefore = harness.writes().length;
    await harness.request('told', { target: room, payload: true });
    await noProgramRuns();
    const group = createFixtureId('grouped_light/dining-room');
    assert.deepEqual(
      harness
        .writes()
        .slice(writesBefore)
        .map(({ path, body }) => [path, body]),
      [
        [toResourcePath('grouped_light', group), { on: { on: true } }],
        [toResourcePath('light', sideboard), { dimming: { brightness: 35 } }],
      ],
    );
  });
});

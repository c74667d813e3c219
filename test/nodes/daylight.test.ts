import assert from 'node:assert/strict';
import { createTableCurve } from '../../src/programs/daylight-curve';
import { getListMember, getNestedMember, isObject } from '../../src/resources/members';
import { createFixtureId, startSimulator } from '../../src/simulator';
import { startFlowHarness } from '../support/node-red/flow-harness';
import type { FlowHarness, RecordedWrite } from '../support/node-red/flow-harness';
import { mirekToKelvin } from '../../src/units/color';

const lamp = createFixtureId('light/living-ceiling');
const kitchenScene = createFixtureId('scene/kitchen/sunset');
const gardenLamp = createFixtureId('light/garden-wall');
const sharedLampWarning =
  'The daylight node "Sun" already sets Garden wall. This node takes over once that one is turned off or removed; for good, choose each lamp in one of the two only.';
const table = '00:00 2500 K 20 %, 12:00 5000 100';
const curve = createTableCurve([
  { minute: 0, kelvin: 2500, brightness: 20 },
  { minute: 720, kelvin: 5000, brightness: 100 },
]);

describe('The daylight node', () => {
  let harness: FlowHarness;
  before(async () => {
    const follow = { type: 'bridge-daylight', follow: 'table', table };
    harness = await startFlowHarness([
      {
        ...follow,
        id: 'living',
        target: createFixtureId('room/living-room'),
        changes: true,
        outputs: 2,
        wires: [['out'], ['values']],
      },
      { id: 'values', type: 'helper', wires: [] },
      { id: 'lamp', type: 'bridge-light', target: lamp },
      { id: 'bridge-report', type: 'bridge-status' },
      {
        ...follow,
        id: 'by-sun',
        name: 'Sun',
        follow: 'sun',
        target: createFixtureId('room/garden'),
      },
      { ...follow, id: 'second', target: createFixtureId('room/garden') },
      { ...follow, id: 'of a scene', scene: 'Kitchen/Sunset' },
      { ...follow, id: 'of no scene', scene: 'Kitchen/Moonlight' },
      { ...follow, id: 'nowhere', target: 'Attic', targetType: 'str' },
      { ...follow, id: 'no-target' },
      { ...follow, id: 'no-table', table: '', target: lamp },
      { ...follow, id: 'no-time', table: '25:00 2500', target: lamp },
      { ...follow, id: 'half-place', follow: 'sun', latitude: '52', target: lamp },
      { ...follow, id: 'no-white', follow: 'sun', nightKelvin: '10', target: lamp },
      { ...follow, id: 'no-wait', resumeAfter: 'soon', target: lamp },
      { ...follow, id: 'no-follow', follow: 'moon', target: lamp },
    ]);
    await harness.nextMessage('values');
    // A write of the start is none that follows a change.
    await nextWrite(0);
  });
  after(() => harness.stop());

  /** Somebody sets the lamp, by a switch or an app. */
  const change = (members: Readonly<Record<string, unknown>>): void => {
    harness.simulator.home.change(lamp, members);
  };
  const nextWrite = async (from: number): Promise<RecordedWrite> => {
    for (;;) {
      const write = harness
        .writes()
        .slice(from)
        .find(({ path }) => path.endsWith(lamp));
      if (write !== undefined) return write;
      await new Promise((resolve) => {
        harness.simulator.log.once('answered', resolve);
      });
    }
  };
  const ask = async (payload: unknown = 'get'): Promise<Record<string, unknown>> => {
    const { payload: report } = await harness.request('living', { payload });
    return isObject(report) ? report : {};
  };
  const countFollowing = async (node: string): Promise<unknown> => {
    const { payload } = await harness.request(node, { payload: 'get' });
    return getNestedMember(payload, 'following');
  };
  const turnOff = async (): Promise<void> => {
    const { off } = await ask();
    change({ on: { on: false } });
    let report = await ask();
    while (report['off'] === off) report = await ask();
  };

  it('sets a lamp that somebody turns on, at once', async () => {
    await turnOff();
    const from = harness.writes().length;
    change({ on: { on: true } });
    const { body } = await nextWrite(from);
    const { mirek, brightness = 0 } = curve(Date.now());
    const sent = Number(getNestedMember(body, 'color_temperature', 'mirek'));
    assert.ok(Math.abs(sent - mirek) <= 1, `${sent} for ${mirek}`);
    assert.ok(Math.abs(Number(getNestedMember(body, 'dimming', 'brightness')) - brightness) <= 1);
  });

  it('leaves a lamp alone that somebody sets, and takes it back on request', async () => {
    const { following, overridden } = await ask();
    let [report, brightness] = [await ask(), 2];
    // Right after a request of the node, a change counts as its own.
    while (report['overridden'] === overridden) {
      brightness = 5 - brightness;
      change({ dimming: { brightness } });
      await harness.nextStatus('lamp', ({ text }) => String(text).includes('brightness'));
      report = await ask();
    }
    assert.equal(report['following'], Number(following) - 1);
    const { text } = await harness.nextStatus('living', ({ fill }) => fill === 'yellow');
    assert.match(String(text), /daylight\.overridden/);
    const from = harness.writes().length;
    const { bridge } = await harness.request('living', { payload: 'resume' });
    assert.equal(getNestedMember(bridge, 'operation'), 'resume');
    await nextWrite(from);
    assert.equal((await ask())['overridden'], overridden);
  });

  it('steps aside for a command of these flows', async () => {
    await harness.request('lamp', { payload: { kelvin: 6000 } });
    assert.equal((await ask())['overridden'], 1);
    await harness.request('living', { payload: 'resume' });
  });

  it('lists what follows among the programs of the bridge', async () => {
    const { payload } = await harness.request('bridge-report', { payload: 'programs' });
    assert.ok(Array.isArray(payload));
    const own: unknown = payload.find(
      (program: unknown) => getNestedMember(program, 'rid') === lamp,
    );
    assert.equal(getNestedMember(own, 'kind'), 'daylight');
    assert.equal(getNestedMember(own, 'until'), null);
  });

  it('leaves all lamps alone while it is off', async () => {
    await harness.request('living', { payload: false });
    const { enabled, following } = await ask();
    assert.deepEqual([enabled, following], [false, 0]);
    const from = harness.writes().length;
    await harness.request('living', { payload: 'toggle' });
    await nextWrite(from);
    assert.equal((await ask())['enabled'], true);
  });

  it('says the light of now, and passes commands on', async () => {
    const { kelvin, brightness } = await ask();
    const now = curve(Date.now());
    assert.ok(Math.abs(Number(kelvin) - mirekToKelvin(now.mirek)) <= 30);
    assert.ok(Math.abs(Number(brightness) - (now.brightness ?? 0)) <= 1);
    const { payload, bridge } = await harness.request('living', { payload: true });
    assert.equal(payload, true);
    assert.equal(getNestedMember(bridge, 'operation'), 'enable');
  });

  it('takes the sunset of the bridge where it knows no place', async () => {
    const { payload } = await harness.request('by-sun', { payload: 'get' });
    const kelvin = Number(getNestedMember(payload, 'kelvin'));
    assert.ok(kelvin >= 2198 && kelvin <= 5000, String(kelvin));
  });

  it('says which node has its lamps, and takes over from that', async () => {
    await harness.request('second', { payload: false });
    harness.simulator.home.change(gardenLamp, { on: { on: true } });
    while ((await countFollowing('by-sun')) !== 1);
    await harness.request('second', { payload: true });
    const { bridge } = await harness.request('second', { payload: 'get' });
    assert.deepEqual(getNestedMember(bridge, 'warnings'), [sharedLampWarning]);
    await harness.request('by-sun', { payload: false });
    assert.equal(await countFollowing('second'), 1);
    await harness.request('by-sun', { payload: true });
    assert.deepEqual([await countFollowing('by-sun'), await countFollowing('second')], [0, 1]);
  });

  for (const payload of ['on', 50, { resume: true }, 'Resume!', []]) {
    it(`refuses ${JSON.stringify(payload)} in one sentence, and sends nothing`, async () => {
      const writes = harness.writes().length;
      harness.send('living', { payload });
      const { message, code } = await harness.nextFailure('living');
      assert.match(message, /^payload: expected true, false, "toggle", "resume" or "get", got /);
      assert.equal(code, 'ERR_BRIDGE_INVALID_COMMAND');
      assert.equal(harness.writes().length, writes);
    });
  }

  for (const [node, pattern] of [
    ['no-table', /^setting table: expected 1 to 48 lines such as 06:30 2700 K 50 %/],
    [
      'no-time',
      /^setting table: expected a time, a white in kelvin and a brightness .+, got "25:00 2500"/,
    ],
    ['half-place', /^setting longitude: expected a number from -180 to 180/],
    ['no-white', /^setting nightKelvin: expected a number from 1000 to 20000, got "10"/],
    ['no-wait', /^setting resumeAfter: expected a time up to 7 days, such as 2h, got "soon"/],
    ['no-follow', /^setting follow: expected one of sun, table, got "moon"/],
  ] as const) {
    it(`is not started with a wrong setting: ${node}`, async () => {
      const { text } = await harness.nextStatus(node, ({ fill }) => fill === 'red');
      assert.match(String(text), /WRONG_SETTING$/);
      harness.send(node, { payload: 'get' });
      const { message } = await harness.nextFailure(node);
      assert.match(message, pattern);
    });
  }

  it('says so where no lamps are chosen', async () => {
    const { text } = await harness.nextStatus('no-target', ({ fill }) => fill === 'red');
    assert.match(String(text), /NO_TARGET$/);
    harness.send('no-target', { payload: 'get' });
    const { code } = await harness.nextFailure('no-target');
    assert.equal(code, 'ERR_BRIDGE_NOT_CONFIGURED');
  });

  it('sets the scene that a wall switch recalls, once, without lamps of its own', async () => {
    const { home, log } = harness.simulator;
    const listWrites = (): readonly RecordedWrite[] =>
      harness.writes().filter(({ path }) => path.endsWith(kitchenScene));
    while (listWrites().length === 0)
      await new Promise((resolve) => {
        log.once('answered', resolve);
      });
    const now = curve(Date.now());
    const actions = getListMember(home.get(kitchenScene), 'actions');
    const whites = actions.flatMap(
      (entry) => getNestedMember(entry, 'action', 'color_temperature', 'mirek') ?? [],
    );
    assert.ok(whites.length > 0);
    for (const mirek of whites)
      assert.ok(Math.abs(Number(mirek) - now.mirek) <= 2, JSON.stringify(mirek));
    for (const entry of actions) {
      const brightness =
        getNestedMember(entry, 'action', 'dimming', 'brightness') ?? now.brightness;
      assert.ok(
        Math.abs(Number(brightness) - (now.brightness ?? 0)) <= 1,
        JSON.stringify(brightness),
      );
      assert.equal(getNestedMember(entry, 'action', 'color'), undefined);
    }
    await harness.request('of a scene', { payload: false });
    await harness.request('of a scene', { payload: true });
    await harness.request('of a scene', { payload: 'get' });
    assert.equal(listWrites().length, 1);
  });

  it('says so where a scene is not there', async () => {
    const { text } = await harness.nextStatus('of no scene', ({ fill }) => fill === 'red');
    assert.match(String(text), /ERR_BRIDGE_UNKNOWN_TARGET$/);
  });

  it('says so where a room is not there, and follows nothing', async () => {
    const { text } = await harness.nextStatus('nowhere', ({ fill }) => fill === 'red');
    assert.match(String(text), /ERR_BRIDGE_UNKNOWN_TARGET$/);
    const { payload } = await harness.request('nowhere', { payload: 'get' });
    assert.equal(getNestedMember(payload, 'following'), 0);
  });
});

describe('A daylight node whose bridge first answers what nobody can read', () => {
  it('starts all the same, and answers a message meanwhile', async () => {
    const simulator = await startSimulator();
    simulator.faults.inject({ match: { path: /\/resource$/ }, body: '{"data": [', times: 2 });
    const node = { id: 'day', type: 'bridge-daylight', follow: 'table', table, target: lamp };
    const harness = await startFlowHarness([node], { simulator });
    await harness.nextStatus('day', ({ fill }) => fill === 'red');
    harness.send('day', { payload: 'get' });
    assert.equal((await harness.nextFailure('day')).code, 'ERR_BRIDGE_MALFORMED_ANSWER');
    await harness.nextStatus('day', ({ text }) => String(text).includes('daylight.'));
    const { payload } = await harness.request('day', { payload: 'get' });
    assert.equal(getNestedMember(payload, 'enabled'), true);
    await harness.stop();
  });
});

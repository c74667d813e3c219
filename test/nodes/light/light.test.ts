import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { getNestedMember } from '../../../src/resources/members';
import { createFixtureId } from '../../../src/simulator';
import { toResourcePath, startFlowHarness } from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';
import { waitUntil } from '../../support/wait-until';
import { isDeepStrictEqual } from 'node:util';
import { gamutsByType } from '../../../src/units/color';

const floorLamp = createFixtureId('light/living-floor');

const kitchen = createFixtureId('grouped_light/kitchen');

describe('The light node', () => {
  let harness: FlowHarness;
  before(async () => {
    harness = await startFlowHarness([
      { id: 'picked', type: 'bridge-light', target: floorLamp, targetType: 'resource' },
      { id: 'told', type: 'bridge-light' },
      { id: 'raw', type: 'bridge-resource', operation: 'update', rtype: 'light' },
      {
        id: 'fixed',
        type: 'bridge-light',
        target: 'Kitchen/grouped_light',
        targetType: 'str',
        command: '{"on":true,"brightness":30}',
        commandType: 'json',
        transition: '250',
        transitionType: 'num',
      },
      {
        id: 'instant',
        type: 'bridge-light',
        target: floorLamp,
        transition: 'ms',
        transitionType: 'msg',
      },
      { id: 'homekit', type: 'bridge-light', target: floorLamp, format: 'homekit' },
      {
        id: 'limited',
        type: 'bridge-light',
        target: floorLamp,
        minBrightness: '10',
        maxBrightness: '60',
      },
      {
        id: 'unset',
        type: 'bridge-light',
        target: floorLamp,
        transition: 'fade',
        transitionType: 'global',
      },
      {
        id: 'computed',
        type: 'bridge-light',
        target: '"Living room/" & lamp',
        targetType: 'jsonata',
        command: 'command',
        commandType: 'msg',
      },
    ]);
  });
  after(() => harness.stop());

  const isOn = (rid: string): unknown =>
    getNestedMember(harness.simulator.home.get(rid), 'on', 'on');

  it('sets the lamp that was picked, and passes the message on with what was done', async () => {
    const message = await harness.request('picked', { payload: false, topic: 'kept' });
    assert.equal(isOn(floorLamp), false);
    assert.equal(message['payload'], false);
    assert.equal(message['topic'], 'kept');
    assert.deepEqual(message['bridge'], {
      operation: 'update',
      rtype: 'light',
      rid: floorLamp,
      name: 'Floor lamp',
      room: 'Living room',
      status: 200,
      warnings: [],
      merged: 1,
    });
  });

  it('takes hue and saturation of HomeKit in two messages for one colour, and answers both', async () => {
    await harness.request('homekit', { payload: { On: true } });
    const answers = [{ Hue: 120 }, { Saturation: 100 }].map((payload) =>
      harness.request('homekit', { payload }),
    );
    for (const answer of await Promise.all(answers))
      assert.equal(getNestedMember(answer, 'bridge', 'status'), 200);
    assert.deepEqual(getNestedMember(harness.writes().at(-1)?.body, 'color'), {
      xy: { x: 0.17, y: 0.7 },
    });
  });

  it('takes one characteristic of HomeKit that the topic names, and answers a look at the lamp with its state', async () => {
    await harness.request('homekit', { topic: 'lamp/Brightness', payload: 40 });
    assert.deepEqual(getNestedMember(harness.writes().at(-1)?.body, 'dimming'), { brightness: 40 });
    const writesBefore = harness.writes().length;
    const hap = { event: { name: 'get' } };
    const { payload } = await harness.request('homekit', { payload: { Brightness: 12 }, hap });
    assert.equal(Math.round(Number(getNestedMember(payload, 'brightness'))), 40);
    assert.equal(harness.writes().length, writesBefore);
  });

  it('warns of a hue of HomeKit that it takes for a brightness', async () => {
    const { bridge } = await harness.request('picked', { topic: 'lamp/Hue', payload: 80 });
    assert.match(String(getNestedMember(bridge, 'warnings')), /^This is written as HomeKit/);
  });

  it('takes a hue alone with the saturation that the lamp shows', async () => {
    await harness.request('homekit', { payload: { Hue: 0 } });
    assert.deepEqual(getNestedMember(harness.writes().at(-1)?.body, 'color', 'xy', 'x'), 0.6915);
    harness.send('homekit', { payload: { brightness: 5 } });
    const { message } = await harness.nextFailure('homekit');
    assert.match(message, /payload\.brightness: .*HomeKit.*Did you mean Brightness/);
  });

  it('keeps to its limits of brightness, and says so', async () => {
    const { bridge } = await harness.request('limited', { payload: { brightness: 90 } });
    assert.deepEqual(getNestedMember(harness.writes().at(-1)?.body, 'dimming'), { brightness: 60 });
    assert.deepEqual(getNestedMember(bridge, 'warnings'), [
      'payload.brightness: 90 became 60, the highest that this node allows.',
    ]);
    await harness.request('limited', { payload: '-55' });
    const delta = getNestedMember(harness.writes().at(-1)?.body, 'dimming_delta');
    assert.equal(getNestedMember(delta, 'action'), 'down');
    assert.equal(Math.round(Number(getNestedMember(delta, 'brightness_delta'))), 50);
  });

  it('dims with one button, the other way at each press', async () => {
    await harness.request('picked', { payload: { on: true, brightness: 50 } });
    const actions: unknown[] = [];
    for (const payload of [{ dim: 'up' }, { dim: 'turn' }, { dim: 'stop' }, { dim: 'turn' }]) {
      await harness.request('picked', { payload });
      const { body } = harness.writes().at(-1) ?? {};
      actions.push(getNestedMember(body, 'dimming_delta', 'action'));
      // A lamp that has reached an end of its range turns back there, whatever came before.
      await harness.request('picked', { payload: { brightness: 50 } });
    }
    assert.deepEqual(actions, ['up', 'down', 'stop', 'up']);
  });

  it('dims the other way also where the bridge has not answered the press before', async () => {
    // It is on and rather dark, so that the first press brightens it.
    const target = createFixtureId('light/bedside-left');
    const press = { payload: { dim: 'turn' }, target };
    const writesBefore = harness.writes().length;
    const endDelay = harness.simulator.faults.inject({ match: { method: 'PUT' }, delay: 60_000 });
    const first = harness.request('told', press);
    await waitUntil('the first press', () => harness.writes().length > writesBefore);
    const second = harness.request('told', press);
    endDelay();
    await Promise.all([first, second]);
    assert.deepEqual(
      harness
        .writes()
        .slice(writesBefore)
        .map(({ body }) => getNestedMember(body, 'dimming_delta', 'action')),
      ['up', 'down'],
    );
  });

  it('finds the lamp that the message names', async () => {
    await harness.request('told', {
      payload: { on: true, brightness: 50 },
      target: 'Living room/Floor lamp',
    });
    assert.deepEqual(harness.writes().at(-1), {
      method: 'PUT',
      path: toResourcePath('light', floorLamp),
      body: { on: { on: true }, dimming: { brightness: 50 } },
    });
  });

  it('takes a reference that another node put out', async () => {
    await harness.request('told', { payload: true, target: { rid: floorLamp, rtype: 'light' } });
    assert.equal(harness.writes().at(-1)?.path, toResourcePath('light', floorLamp));
  });

  it('sets the lamps of a room as one, with the values and the transition of the dialog', async () => {
    await harness.request('fixed', { payload: 'not looked at' });
    assert.deepEqual(harness.writes().at(-1), {
      method: 'PUT',
      path: toResourcePath('grouped_light', kitchen),
      body: { on: { on: true }, dimming: { brightness: 30 }, dynamics: { duration: 250 } },
    });
  });

  it('takes a transition of a bridge from none at all to 6,000 seconds, and no time of over a week', async () => {
    for (const ms of [0, 6_000_000]) {
      await harness.request('instant', { payload: true, ms });
      assert.deepEqual(getNestedMember(harness.writes().at(-1)?.body, 'dynamics'), {
        duration: ms,
      });
    }
    for (const ms of [-1, 604_800_001]) {
      harness.send('instant', { payload: true, ms });
      assert.match((await harness.nextFailure('instant')).message, /a time of at most 7 days/);
    }
  });

  it('takes the id of a room for the lamps in it', async () => {
    await harness.request('told', { payload: false, target: createFixtureId('room/kitchen') });
    assert.equal(harness.writes().at(-1)?.path, toResourcePath('grouped_light', kitchen));
  });

  it('says where a target can come from when there is none', async () => {
    harness.send('told', { payload: true });
    const { message } = await harness.nextFailure('told');
    assert.match(message, /picked in the dialog.+msg\.target, got nothing/);
  });

  it('works out its target and command from expressions and other properties', async () => {
    await harness.request('computed', { lamp: 'Floor lamp', command: { kelvin: 2700 } });
    const { path, body } = harness.writes().at(-1) ?? {};
    assert.equal(path, toResourcePath('light', floorLamp));
    assert.equal(getNestedMember(body, 'color_temperature', 'mirek'), 370);
  });

  it('says that a setting is missing where it is a variable that is unset', async () => {
    harness.send('unset', { payload: true });
    const { message } = await harness.nextFailure('unset');
    assert.equal(message, 'setting transition: expected a value, got nothing.');
  });

  it('undoes a toggle with the next one, however quickly it follows', async () => {
    const lamp = createFixtureId('light/sofa-right');
    assert.equal(isOn(lamp), false);
    const toggle = { payload: 'toggle', target: lamp };
    await Promise.all([1, 2, 3].map(() => harness.request('told', toggle)));
    assert.equal(isOn(lamp), true);
  });

  for (const [commands, start, end] of [
    [['toggle', false], false, false],
    [['toggle', true], true, true],
    [['toggle', 'toggle', false], true, false],
    [['toggle', { brightness: 30 }, false], false, false],
    [[false, 'toggle'], true, true],
  ] as const) {
    it(`does ${JSON.stringify(commands)} in that order, though a toggle has to look first`, async () => {
      const { home: simulatedHome, faults } = harness.simulator;
      simulatedHome.change(floorLamp, { on: { on: start } });
      const endDelay = faults.inject({ match: { method: 'GET' }, delay: 50 });
      const pending = commands.map((payload) =>
        harness.request('told', { payload, target: floorLamp }),
      );
      await Promise.all(pending);
      endDelay();
      assert.equal(isOn(floorLamp), end);
    });
  }

  it('keeps the order with commands of other nodes for the same lamp', async () => {
    const { home: simulatedHome, faults } = harness.simulator;
    simulatedHome.change(floorLamp, { on: { on: true } });
    const slowWrites = { match: { method: 'PUT' }, delay: 50 };
    const endDelay = faults.inject(slowWrites);
    const toggle = { payload: 'toggle', target: floorLamp };
    const raw = { payload: { on: { on: false } }, target: floorLamp };
    const sendInOrder = async (requests: readonly (() => Promise<unknown>)[]): Promise<void> => {
      const pending: Promise<unknown>[] = [];
      for (const ask of requests) {
        pending.push(ask());
        await setImmediate();
      }
      await Promise.all(pending);
    };
    await sendInOrder([() => harness.request('raw', raw), () => harness.request('told', toggle)]);
    assert.equal(isOn(floorLamp), true);
    await sendInOrder([() => harness.request('told', toggle), () => harness.request('raw', raw)]);
    assert.equal(isOn(floorLamp), false);
    endDelay();
  });

  it('steps in kelvin from the white that the command before brings, not from the one before that', async () => {
    const { home: simulatedHome, faults } = harness.simulator;
    const mirek = (): unknown =>
      getNestedMember(simulatedHome.get(floorLamp), 'color_temperature', 'mirek');
    await harness.request('told', { payload: { on: true, kelvin: 6000 }, target: floorLamp });
    const endDelay = faults.inject({ match: { method: 'PUT' }, delay: 30 });
    const commands = [{ kelvin: 2500 }, { kelvin: '+500' }, { kelvin: '+1000' }];
    await Promise.all(
      commands.map((payload) => harness.request('told', { payload, target: floorLamp })),
    );
    endDelay();
    assert.equal(mirek(), 250);
  });

  it('still merges what waits behind a toggle', async () => {
    const endDelay = harness.simulator.faults.inject({ match: { method: 'GET' }, delay: 50 });
    const commands = ['toggle', { brightness: 10 }, { brightness: 20 }, { brightness: 30 }];
    const pending = commands.map((payload) =>
      harness.request('told', { payload, target: floorLamp }),
    );
    const [, ...others] = await Promise.all(pending);
    endDelay();
    assert.deepEqual(
      others.map(({ bridge }) => getNestedMember(bridge, 'merged')),
      [3, 3, 3],
    );
    assert.equal(getNestedMember(harness.writes().at(-1)?.body, 'dimming', 'brightness'), 30);
  });

  it('asks the lamp itself before it toggles, since a person may have used a switch', async () => {
    const lamp = createFixtureId('light/fountain');
    harness.simulator.home.change(lamp, { on: { on: true } });
    await harness.request('told', { payload: 'toggle', target: lamp });
    assert.equal(isOn(lamp), false);
  });

  it('is not touched by what the flow does to the message afterwards', async () => {
    const payload = { on: true, brightness: 11 };
    const pending = harness.request('picked', { payload });
    payload.brightness = 99;
    await pending;
    assert.equal(getNestedMember(harness.writes().at(-1)?.body, 'dimming', 'brightness'), 11);
  });

  it('warns when a lamp cannot do all that was asked', async () => {
    const message = await harness.request('told', {
      payload: { kelvin: 9000 },
      target: 'Floor lamp',
    });
    assert.match(String(getNestedMember(message['bridge'], 'warnings')), /9000/);
  });

  it('ignores addresses, headers and methods in a message', async () => {
    const odd = {
      url: 'http://127.0.0.1:9/',
      host: '127.0.0.2',
      headers: { x: '1' },
      method: 'DELETE',
    };
    await harness.request('picked', { payload: true, ...odd });
    const request = harness.simulator.requests.at(-1);
    assert.equal(request?.method, 'PUT');
    assert.equal(request.headers['x'], undefined);
  });
});

describe('A light node whose bridge was away', () => {
  it('is rid of the error in its status once the bridge answers a neighbour', async () => {
    const harness = await startFlowHarness([
      { id: 'one', type: 'bridge-light', target: floorLamp },
      { id: 'other', type: 'bridge-light', target: kitchen },
    ]);
    try {
      await harness.request('one', { payload: { on: true, brightness: 20 } });
      await harness.nextStatus('one', ({ fill }) => fill === 'green');
      const endFault = harness.simulator.faults.inject({ cut: 'request' });
      harness.simulator.events.disconnectAll();
      // A step is not repeated; what may be repeated waits for the bridge.
      harness.send('one', { payload: '+10' });
      const { code } = await harness.nextFailure('one');
      assert.equal(code, 'ERR_BRIDGE_UNREACHABLE');
      await harness.nextStatus('one', ({ text }) => String(text).endsWith('status.away'));
      // The error may have been shown before it was known that the bridge is away.
      const shownBefore = new Set(
        harness.observations.flatMap((seen) => (seen.kind === 'status' ? [seen.status] : [])),
      );
      endFault();
      await harness.request('other', { payload: true });
      const shown = await harness.nextStatus(
        'one',
        (status) =>
          !shownBefore.has(status) && (status['fill'] === 'green' || status['fill'] === 'red'),
      );
      assert.equal(shown['fill'], 'green');
    } finally {
      await harness.stop();
    }
  });
});

describe('A light node beside one that finds out that the bridge is away', () => {
  it('toggles when the bridge is back', async () => {
    const pollingHarness = await startFlowHarness([
      { id: 'lamp', type: 'bridge-light', target: floorLamp },
      { id: 'watch', type: 'bridge-poll', rtype: 'light_level', interval: '1', wires: [[]] },
    ]);
    try {
      await pollingHarness.request('lamp', { payload: false });
      const endFault = pollingHarness.simulator.faults.inject({ cut: 'before' });
      pollingHarness.simulator.events.disconnectAll();
      await pollingHarness.nextStatus('watch', ({ fill }) => fill === 'yellow');
      const answered = pollingHarness.request('lamp', { payload: 'toggle' });
      for (let attempt = 0; attempt < 2; attempt += 1)
        await once(pollingHarness.simulator.log, 'answered');
      endFault();
      await answered;
      assert.equal(getNestedMember(pollingHarness.simulator.home.get(floorLamp), 'on', 'on'), true);
    } finally {
      await pollingHarness.stop();
    }
  });
});

/** Lamps of gamut C, B and A, and a room with lamps of gamut B and C. */
const lamps = {
  C: createFixtureId('light/living-floor'),
  B: createFixtureId('light/sofa-right'),
  A: createFixtureId('light/sideboard'),
} as const;

const livingRoom = createFixtureId('grouped_light/living-room');

describe('Colours of a light node', () => {
  let harness: FlowHarness;
  before(async () => {
    harness = await startFlowHarness([
      { id: 'own', type: 'bridge-light', output: 'state' },
      { id: 'screen', type: 'bridge-light', output: 'state', colorSpace: 'srgb' },
      {
        id: 'polled',
        type: 'bridge-poll',
        rtype: 'light',
        target: lamps.C,
        emit: 'request',
        colorSpace: 'srgb',
      },
      { id: 'watching', type: 'bridge-poll', rtype: 'light' },
      { id: 'wrong', type: 'bridge-light', colorSpace: 'adobe' },
      {
        id: 'home-assistant',
        type: 'bridge-light',
        output: 'state',
        format: 'home-assistant',
      },
    ]);
  });
  after(() => harness.stop());

  const set = async (
    node: string,
    target: string,
    payload: unknown,
  ): Promise<Readonly<Record<string, unknown>>> => harness.request(node, { target, payload });
  const getShown = (rid: string): unknown =>
    getNestedMember(harness.simulator.home.get(rid), 'color', 'xy');

  for (const [name, rid] of Object.entries(lamps)) {
    it(`are read as they were said on a lamp of gamut ${name}`, async () => {
      for (const color of ['#ff0000', '#00ff00', '#0000ff', '#ff00ff', '#ffa500', '#ffc0cb']) {
        const { payload } = await set('own', rid, { color });
        const read = String(getNestedMember(payload, 'color'));
        for (const from of [1, 3, 5]) {
          const [one, other] = [read, color].map((hex) => parseInt(hex.slice(from, from + 2), 16));
          assert.ok(Math.abs((one ?? NaN) - (other ?? NaN)) <= 2, `${read} instead of ${color}`);
        }
      }
    });
  }

  it('are the corners of each lamp', async () => {
    await set('own', lamps.C, { color: 'red' });
    assert.deepEqual(getShown(lamps.C), gamutsByType.C.red);
    await set('own', lamps.B, { color: 'lime' });
    assert.deepEqual(getShown(lamps.B), gamutsByType.B.green);
    await set('own', lamps.A, { color: 'blue' });
    assert.deepEqual(getShown(lamps.A), gamutsByType.A.blue);
  });

  it('of a group are those of its lamps: nothing is sent that lies beyond them all, and they are one colour', async () => {
    const { bridge } = await set('own', livingRoom, { color: 'lime' });
    assert.deepEqual(getNestedMember(bridge, 'warnings'), []);
    const write = harness
      .writes()
      .findLast(({ path }) => path.endsWith(toResourcePath('grouped_light', livingRoom)));
    assert.deepEqual(getNestedMember(write?.body, 'color', 'xy'), gamutsByType.C.green);
    assert.deepEqual(getShown(lamps.C), gamutsByType.C.green);
    assert.deepEqual(getShown(lamps.B), gamutsByType.B.green);
    await waitUntil('one colour of the group', async () => {
      const { payload } = await set('own', livingRoom, 'get');
      return getNestedMember(payload, 'color') === '#00ff00';
    });
  });

  it('are the nearest where the lamp, or every lamp of the group, cannot show them, with a warning', async () => {
    for (const [target, what] of [
      [lamps.B, 'this lamp cannot show that colour, the nearest it can show was taken.'],
      [
        livingRoom,
        'no lamp of this group can show that colour, each shows the nearest that it can.',
      ],
    ] as const) {
      const { bridge } = await set('own', target, { xy: [0.1, 0.8] });
      assert.deepEqual(getNestedMember(bridge, 'warnings'), [`payload.xy: ${what}`]);
    }
  });

  it('are those of a screen where the node says sRGB, in both directions', async () => {
    const { payload } = await set('screen', lamps.C, { color: 'red' });
    assert.deepEqual(getShown(lamps.C), { x: 0.64, y: 0.33 });
    assert.equal(getNestedMember(payload, 'color'), '#ff0000');
    const { payload: read } = await harness.request('screen', { target: lamps.C, payload: 'get' });
    assert.equal(getNestedMember(read, 'color'), '#ff0000');
  });

  it('are those of a screen in programs, effects and states of a node that says sRGB as well', async () => {
    await set('screen', lamps.C, { play: [{ color: 'red', for: '1s' }] });
    await waitUntil('the first step', () =>
      isDeepStrictEqual(getShown(lamps.C), { x: 0.64, y: 0.33 }),
    );
    const { payload } = await harness.request('polled', {});
    assert.equal(getNestedMember(payload, 'color'), '#ff0000');
    await set('screen', lamps.C, { effect: { name: 'candle', color: 'red' } });
    assert.deepEqual(
      getNestedMember(
        harness.writes().at(-1)?.body,
        'effects_v2',
        'action',
        'parameters',
        'color',
        'xy',
      ),
      { x: 0.64, y: 0.33 },
    );
  });

  it('are told to Home Assistant as the lamp shows them, not as they would be converted back', async () => {
    const { payload } = await set('home-assistant', lamps.B, { color: { r: 0, g: 255, b: 0 } });
    assert.deepEqual(getNestedMember(payload, 'color'), gamutsByType.B.green);
  });

  it('are refused in a notation that is none', async () => {
    harness.send('wrong', { target: lamps.C, payload: 'red' });
    const { message } = await harness.nextFailure('wrong');
    assert.match(message, /colorSpace.*lamp.*srgb/);
  });
});

const sofaRight = createFixtureId('light/sofa-right');

describe('A light node that gets a list of commands', () => {
  let harness: FlowHarness;
  before(async () => {
    harness = await startFlowHarness([
      { id: 'any', type: 'bridge-light' },
      { id: 'picked', type: 'bridge-light', target: floorLamp },
    ]);
  });
  after(() => harness.stop());

  const fail = async (id: string, payload: unknown): Promise<string> => {
    const before = harness.writes().length;
    harness.send(id, { payload });
    const { message } = await harness.nextFailure(id);
    assert.equal(harness.writes().length, before);
    return message;
  };

  it('sets each lamp and group to its own values, and answers once', async () => {
    const payload = [
      { target: 'Kitchen', brightness: 10 },
      { target: ['Floor lamp', sofaRight], command: false },
    ];
    const before = harness.writes().length;
    const { payload: answer, bridge } = await harness.request('any', { payload });
    assert.deepEqual(answer, payload);
    const sent = harness
      .writes()
      .slice(before)
      .map(({ path, body }) => [path, getNestedMember(body, 'on', 'on')]);
    assert.deepEqual(
      new Map(sent.map(([path, on]) => [path, on])),
      new Map([
        [toResourcePath('grouped_light', kitchen), true],
        [toResourcePath('light', floorLamp), false],
        [toResourcePath('light', sofaRight), false],
      ]),
    );
    const results = getNestedMember(bridge, 'results');
    assert.ok(Array.isArray(results));
    assert.deepEqual(
      results.map((result: unknown) => getNestedMember(result, 'rid')),
      [kitchen, floorLamp, sofaRight],
    );
  });

  it('toggles each lamp by itself', async () => {
    const isOn = (rid: string): unknown =>
      getNestedMember(harness.simulator.home.get(rid), 'on', 'on');
    harness.simulator.home.change(floorLamp, { on: { on: true } });
    harness.simulator.home.change(sofaRight, { on: { on: false } });
    const payload = [floorLamp, sofaRight].map((target) => ({ target, toggle: true }));
    await harness.request('any', { payload });
    assert.deepEqual([isOn(floorLamp), isOn(sofaRight)], [false, true]);
  });

  it('names the entry that is wrong, and sends nothing', async () => {
    const kitchenOn = { target: 'Kitchen', on: true };
    for (const [entry, problem] of [
      [{ target: 'Floor lamp', brightness: 400 }, /payload\[1\]\.brightness/],
      [{ target: 'Flor lamp', on: true }, /payload\[1\]\.target.*Floor lamp/],
      [{ brightness: 20 }, /payload\[1\]/],
      [{ target: 'Floor lamp', command: true, brightness: 3 }, /payload\[1\]\.brightness/],
    ] as const)
      assert.match(await fail('any', [kitchenOn, entry]), problem);
  });

  it('refuses a list with targets if the node has a target', async () => {
    assert.match(await fail('picked', [{ target: 'Kitchen', on: true }]), /target/);
  });
});

const dimmer = createFixtureId('button/living-dimmer');

describe('A light node behind a button node', () => {
  let harness: FlowHarness;
  before(async () => {
    harness = await startFlowHarness([
      { id: 'lamp', type: 'bridge-light', target: floorLamp },
      { id: 'button', type: 'bridge-button', target: dimmer, wires: [['lamp']] },
    ]);
    await harness.nextStatus('button', ({ fill }) => fill === 'green');
  });
  after(() => harness.stop());

  const send = async (payload: unknown): Promise<readonly unknown[]> => {
    const before = harness.writes().length;
    const { bridge } = await harness.request('lamp', { payload });
    const bodies = harness
      .writes()
      .slice(before)
      .map(({ body }) => body);
    return [getNestedMember(bridge, 'skipped'), ...bodies];
  };
  const press = (event: string): object => ({ event, button: 2, device: 'Dimmer', room: 'Hall' });
  const turn = (steps: number): object => ({
    event: steps > 0 ? 'clock_wise' : 'counter_clock_wise',
    button: 'dial',
    steps,
    degrees: steps * 0.36,
    action: 'start',
  });

  it('toggles its lamp at a short press', async () => {
    const before = getNestedMember(harness.simulator.home.get(floorLamp), 'on', 'on');
    harness.simulator.home.change(dimmer, {
      button: {
        button_report: { updated: new Date().toISOString(), event: 'short_release' },
      },
    });
    await harness.nextMessage('out', ({ bridge }) => getNestedMember(bridge, 'rid') === floorLamp);
    assert.equal(getNestedMember(harness.simulator.home.get(floorLamp), 'on', 'on'), !before);
  });

  it('dims while the button is held, in the other direction each time', async () => {
    await harness.request('lamp', { payload: { brightness: 50 } });
    const actions: unknown[] = [];
    for (let count = 0; count < 2; count += 1) {
      const [, begun] = await send(press('long_press'));
      actions.push(getNestedMember(begun, 'dimming_delta', 'action'));
      assert.deepEqual(await send(press('long_release')), [
        undefined,
        { dimming_delta: { action: 'stop' } },
      ]);
    }
    assert.deepEqual(new Set(actions), new Set(['up', 'down']));
  });

  it('dims in the same direction again where the bridge has refused it', async () => {
    const dim = async (): Promise<unknown> => {
      const [, begun] = await send(press('long_press'));
      await send(press('long_release'));
      return getNestedMember(begun, 'dimming_delta', 'action');
    };
    await dim();
    const direction = await dim();
    harness.simulator.faults.inject({ match: { method: 'PUT' }, status: 400, times: 1 });
    harness.send('lamp', { payload: press('long_press') });
    await harness.nextFailure('lamp');
    assert.notEqual(await dim(), direction);
  });

  it('sets nothing at the beginning of a press, and says why', async () => {
    for (const event of ['initial_press', 'repeat', 'double_short_release'])
      assert.deepEqual(await send(press(event)), ['press']);
  });

  it('follows a dial, whose full turn is the whole range', async () => {
    for (const [steps, action, brightness_delta] of [
      [150, 'up', 15],
      [-90, 'down', 9],
      [2, 'up', 1],
      [-2_000, 'down', 100],
    ] as const)
      assert.deepEqual(await send(turn(steps)), [
        undefined,
        { dimming_delta: { action, brightness_delta } },
      ]);
  });

  it('refuses the ring of a bell, which names no change of a lamp', async () => {
    harness.send('lamp', { payload: { event: 'ring', button: 'bell' } });
    assert.match((await harness.nextFailure('lamp')).message, /press of a button/);
  });
});

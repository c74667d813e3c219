import assert from 'node:assert/strict';
import { getNestedMember, isObject } from '../../../src/resources/members';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { startFlowHarness, toResourcePath } from '../../support/node-red/flow-harness';
import type { FlowHarness, RecordedWrite } from '../../support/node-red/flow-harness';
import type { Resource } from '../../../src/resources/resource';
import { createFixtureHome } from '../../../src/simulator/fixtures/home';
import { waitUntil } from '../../support/wait-until';

const floorLamp = createFixtureId('light/living-floor');

const sofaRight = createFixtureId('light/sofa-right');

const kitchen = createFixtureId('grouped_light/kitchen');

describe('A light node for several lamps and groups', () => {
  let harness: FlowHarness;
  before(async () => {
    harness = await startFlowHarness([
      { id: 'picked', type: 'bridge-light', target: `${floorLamp},${sofaRight},${kitchen}` },
      { id: 'any', type: 'bridge-light' },
      { id: 'state', type: 'bridge-light', output: 'state' },
      { id: 'state of HomeKit', type: 'bridge-light', output: 'state', format: 'homekit' },
      { id: 'answer', type: 'bridge-light', output: 'answer' },
    ]);
  });
  after(() => harness.stop());

  const isOn = (rid: string): unknown =>
    getNestedMember(harness.simulator.home.get(rid), 'on', 'on');
  const writesSince = (count: number): readonly RecordedWrite[] => harness.writes().slice(count);
  const failPuts = (rid: string): (() => void) =>
    harness.simulator.faults.inject({
      match: { method: 'PUT', path: new RegExp(rid) },
      status: 404,
    });

  it('sets all that were picked, and answers the message once with the result of each', async () => {
    const before = harness.writes().length;
    const { payload, bridge } = await harness.request('picked', { payload: { brightness: 40 } });
    assert.deepEqual(payload, { brightness: 40 });
    assert.deepEqual(
      writesSince(before)
        .map(({ path }) => path)
        .toSorted(),
      [
        toResourcePath('grouped_light', kitchen),
        toResourcePath('light', floorLamp),
        toResourcePath('light', sofaRight),
      ].toSorted(),
    );
    const results = getNestedMember(bridge, 'results');
    assert.ok(Array.isArray(results));
    assert.deepEqual(
      results.map((result: unknown) => [
        getNestedMember(result, 'rid'),
        getNestedMember(result, 'status'),
      ]),
      [floorLamp, sofaRight, kitchen].map((rid) => [rid, 200]),
    );
    assert.equal(getNestedMember(bridge, 'rid'), undefined);
  });

  it('says what they show when it is asked, and sets nothing', async () => {
    harness.simulator.home.change(floorLamp, { on: { on: true }, dimming: { brightness: 35 } });
    const before = harness.writes().length;
    const { payload: states } = await harness.request('picked', { payload: 'get' });
    assert.ok(Array.isArray(states));
    const [first, , group] = states.map((state: unknown) => state);
    assert.equal(getNestedMember(first, 'name'), 'Floor lamp');
    assert.equal(getNestedMember(first, 'brightness'), 35);
    assert.equal(getNestedMember(group, 'rtype'), 'grouped_light');
    const target = 'Floor lamp';
    const { payload, bridge } = await harness.request('any', { payload: { get: true }, target });
    assert.equal(getNestedMember(payload, 'on'), true);
    assert.equal(getNestedMember(bridge, 'operation'), 'get');
    assert.equal(harness.writes().length, before);
  });

  it('takes a list of states as read, each for its own lamp', async () => {
    const rids = [floorLamp, sofaRight];
    const states = rids.map((rid) => harness.simulator.home.get(rid));
    await harness.request('any', { payload: false, target: rids });
    const before = harness.writes().length;
    await harness.request('any', { payload: states });
    assert.deepEqual(
      writesSince(before).map(({ path, body }) => [
        path,
        getNestedMember(body, 'dimming', 'brightness'),
      ]),
      states.map((state, index) => [
        toResourcePath('light', rids[index] ?? ''),
        getNestedMember(state, 'dimming', 'brightness'),
      ]),
    );
    harness.send('any', { payload: states, target: 'Kitchen' });
    const { message } = await harness.nextFailure('any');
    assert.match(
      message,
      /payload: expected a list that holds the state of .*each state goes to its own lamp/,
    );
  });

  it('takes the states that it has left, each for its own lamp, also one by one and in another format', async () => {
    const commands = { state: 30, 'state of HomeKit': { On: true, Brightness: 30 } };
    for (const [node, command] of Object.entries(commands)) {
      const target = [floorLamp, sofaRight];
      const { payload: written } = await harness.request(node, { payload: command, target });
      assert.ok(Array.isArray(written));
      for (const payload of [written, ...written.map((state: unknown) => state)]) {
        await harness.request('any', { payload: false, target });
        const before = harness.writes().length;
        await harness.request(node, { payload });
        const rids = Array.isArray(payload) ? target : [getNestedMember(payload, 'rid')];
        assert.deepEqual(
          writesSince(before).map(({ path, body }) => [
            path,
            Math.round(Number(getNestedMember(body, 'dimming', 'brightness'))),
          ]),
          rids.map((rid) => [toResourcePath('light', String(rid)), 30]),
        );
      }
    }
  });

  it('takes ids, names, rooms, references and resources in one list, and each once', async () => {
    const before = harness.writes().length;
    const target = [
      floorLamp,
      'Living room/Floor lamp',
      'Kitchen',
      { rid: kitchen, rtype: 'grouped_light' },
      { id: floorLamp, type: 'light' },
    ];
    const { bridge } = await harness.request('any', { payload: true, target });
    assert.equal(writesSince(before).length, 2);
    const results = getNestedMember(bridge, 'results');
    assert.equal(Array.isArray(results) && results.length, 2);
  });

  it('toggles them as one: all off where one is on, otherwise all on', async () => {
    const target = [floorLamp, sofaRight];
    harness.simulator.home.change(floorLamp, { on: { on: true } });
    harness.simulator.home.change(sofaRight, { on: { on: false } });
    await harness.request('any', { payload: 'toggle', target });
    assert.deepEqual(target.map(isOn), [false, false]);
    await harness.request('any', { payload: 'toggle', target });
    assert.deepEqual(target.map(isOn), [true, true]);
  });

  it('names in its warnings the lamp that each is about', async () => {
    const { bridge } = await harness.request('any', {
      payload: { kelvin: 9000 },
      target: [floorLamp, sofaRight],
    });
    const warnings = getNestedMember(bridge, 'warnings');
    assert.ok(Array.isArray(warnings));
    assert.match(String(warnings[0]), /^Living room\/Floor lamp: payload\.kelvin: 9000 became/);
  });

  it('leaves the state, or the reference, of each', async () => {
    const message = { payload: { on: true, brightness: 30 }, target: [sofaRight, kitchen] };
    const { payload: states } = await harness.request('state', message);
    assert.ok(Array.isArray(states));
    assert.deepEqual(
      states.map((state: unknown) => [
        getNestedMember(state, 'rid'),
        getNestedMember(state, 'on'),
        Math.round(Number(getNestedMember(state, 'brightness'))),
      ]),
      [
        [sofaRight, true, 30],
        [kitchen, true, 30],
      ],
    );
    const { payload: references } = await harness.request('answer', message);
    assert.deepEqual(references, [
      { rid: sofaRight, rtype: 'light' },
      { rid: kitchen, rtype: 'grouped_light' },
    ]);
  });

  it('says which could not be set, and which were', async () => {
    const endFault = failPuts(sofaRight);
    harness.send('picked', { payload: false });
    const { code, message, cause } = await harness.nextFailure('picked');
    endFault();
    assert.equal(code, 'ERR_BRIDGE_PARTLY_DONE');
    assert.match(
      message,
      /^1 of 3 could not be set: .*Sofa right\. Set: Living room\/Floor lamp, Kitchen\./,
    );
    const parts = getNestedMember(cause, 'parts');
    assert.ok(Array.isArray(parts));
    assert.deepEqual(
      parts.map((part: unknown) => getNestedMember(part, 'code')),
      [undefined, 'ERR_BRIDGE_NOT_FOUND', undefined],
    );
    assert.deepEqual([isOn(floorLamp), isOn(kitchen)], [false, false]);
  });

  it('fails as each of them did, where none could be set', async () => {
    const endFaults = [floorLamp, sofaRight].map(failPuts);
    harness.send('any', { payload: true, target: [floorLamp, sofaRight] });
    const { code, message } = await harness.nextFailure('any');
    for (const endFault of endFaults) endFault();
    assert.equal(code, 'ERR_BRIDGE_NOT_FOUND');
    assert.match(message, /Floor lamp.*Sofa right/s);
  });

  const listOf = (bridge: unknown, member: string): readonly unknown[] => {
    const list = getNestedMember(bridge, member);
    return Array.isArray(list) ? list : [];
  };
  const namesOf = (bridge: unknown, member: string): readonly unknown[] =>
    listOf(bridge, member).map((part) => getNestedMember(part, 'name'));

  it('sets the lamps of a group that can where the group itself cannot, and says who could not', async () => {
    const before = harness.writes().length;
    const { payload, bridge } = await harness.request('any', {
      payload: { effect: 'candle', brightness: 40 },
      target: 'Kitchen',
    });
    assert.deepEqual(payload, { effect: 'candle', brightness: 40 });
    assert.equal(getNestedMember(bridge, 'rid'), kitchen);
    assert.equal(getNestedMember(bridge, 'rtype'), 'grouped_light');
    const set = namesOf(bridge, 'results');
    assert.ok(set.includes('Counter strip') && set.length > 1, String(set));
    const written = writesSince(before);
    assert.equal(written.length, set.length);
    assert.ok(written.every(({ path }) => path.includes('/resource/light/')));
    assert.deepEqual(namesOf(bridge, 'leftOut'), ['Coffee machine']);
    assert.match(
      String(getNestedMember(listOf(bridge, 'leftOut')[0], 'reason')),
      /^payload\.\w+: expected a lamp .+\.$/,
    );
  });

  it('lets the lamps of a group blink but not its plugs, unless the command is for plugs too', async () => {
    const plug = `/resource/light/${createFixtureId('light/coffee-machine')}`;
    const isPlugWritten = async (payload: unknown): Promise<boolean> => {
      const before = harness.writes().length;
      const { bridge } = await harness.request('any', { payload, target: 'Kitchen' });
      const leftOut = namesOf(bridge, 'leftOut');
      const isWritten = writesSince(before).some(({ path }) => path.endsWith(plug));
      assert.deepEqual(leftOut, isWritten ? [] : ['Coffee machine']);
      assert.deepEqual(getNestedMember(bridge, 'warnings'), []);
      return isWritten;
    };
    assert.equal(await isPlugWritten({ identify: true }), false);
    assert.equal(await isPlugWritten('identify'), false);
    assert.equal(await isPlugWritten({ identify: true, plugs: true }), true);
  });

  for (const payload of [
    { sunrise: '10min' },
    { identify: true },
    { powerup: 'last_on_state' },
    { kelvin: '+200' },
    { saturation: '-10' },
  ]) {
    it(`lets the lamps of a group take ${JSON.stringify(payload)}, each for itself`, async () => {
      await harness.request('any', { payload: { kelvin: 2700 }, target: 'Living room' });
      if ('saturation' in payload)
        await harness.request('any', { payload: 'red', target: 'Living room' });
      const before = harness.writes().length;
      const { bridge } = await harness.request('any', { payload, target: 'Living room' });
      assert.ok(listOf(bridge, 'results').length > 1);
      assert.equal(writesSince(before).length, listOf(bridge, 'results').length);
    });
  }

  it('still sends one request for what a group takes itself', async () => {
    const before = harness.writes().length;
    const { bridge } = await harness.request('any', {
      payload: { color: 'red', brightness: 40, transition: 200 },
      target: 'Living room',
    });
    assert.equal(getNestedMember(bridge, 'results'), undefined);
    assert.equal(writesSince(before).length, 1);
  });

  for (const [what, message, expected] of [
    [
      'no lamp of a group can do it',
      { target: 'Bathroom', payload: { gradient: ['red', 'blue'] } },
      /^payload\.gradient: expected a lamp/,
    ],
    [
      'a word for the lamps of a group is wrong',
      { target: 'Kitchen', payload: { effect: 7 } },
      /^payload\.effect: expected/,
    ],
    [
      'it is about one lamp',
      { target: 'Kitchen', payload: { name: 'Lamp' } },
      /^payload\.name: expected nothing here, only single lamps know name/,
    ],
    [
      'one of them is not found',
      { target: [floorLamp, 'Flor lamp'] },
      /^target\[1\]: .+Floor lamp/,
    ],
    ['one of them is no address', { target: [floorLamp, 5] }, /^target\[1\]: .+got 5/],
    ['there is none', { target: [] }, /^target: expected at least one lamp or group/],
    ['the command is wrong', { target: [floorLamp, kitchen], payload: 'nonsense' }, /^payload: /],
  ] as const) {
    it(`sends nothing where ${what}`, async () => {
      const before = harness.writes().length;
      harness.send('any', { payload: true, ...message });
      const failure = await harness.nextFailure('any');
      assert.match(failure.message, expected);
      assert.equal(harness.writes().length, before);
    });
  }
});

const bathroom = createFixtureId('grouped_light/bathroom');

const stairs = createFixtureId('light/stairs');

/** A colour lamp, a lamp for on and off only, and a plug. */
const addedDevices = ['bedside-left', 'stairs', 'coffee-machine'].map((key) => ({
  rid: createFixtureId(`device/${key}`),
  rtype: 'device',
}));

/** The bathroom has a white lamp, Mirror, and a dimmable one, Bathroom ceiling. */
function fillBathroom(resource: Resource): Resource {
  if (resource.id === stairs) {
    const { dimming: _dimming, ...others } = resource;
    return { ...others, id: resource.id, type: resource.type };
  }
  const { children } = resource;
  if (resource.type !== 'room' || !Array.isArray(children)) return resource;
  const others: readonly unknown[] = children.filter(
    (child: unknown) => !addedDevices.some(({ rid }) => isObject(child) && child['rid'] === rid),
  );
  const isBathroom = resource.id === createFixtureId('room/bathroom');
  return { ...resource, children: isBathroom ? [...others, ...addedDevices] : others };
}

describe('A command that does not work on some lamps of a group', () => {
  let harness: FlowHarness;
  beforeEach(async () => {
    const home = createFixtureHome('001788fffe000001').map(fillBathroom);
    const simulator = await startSimulator({ home });
    harness = await startFlowHarness([{ id: 'any', type: 'bridge-light' }], { simulator });
  });
  afterEach(() => harness.stop());

  const getWarnings = async (payload: unknown, target: unknown = 'Bathroom'): Promise<unknown> => {
    const { bridge } = await harness.request('any', { payload, target });
    return getNestedMember(bridge, 'warnings');
  };
  const getLogged = (): readonly string[] =>
    harness.observations.flatMap((one) =>
      one.kind === 'log' && one.node === 'any' ? [one.text] : [],
    );

  const color =
    'The colour does not work on Bathroom ceiling, Mirror and Stairs in Bathroom: it needs a lamp that shows colours.';
  const white =
    'The white does not work on Bathroom ceiling and Stairs in Bathroom: it needs a lamp that shows shades of white.';
  const brightness =
    'The brightness does not work on Stairs in Bathroom: it needs a lamp that can be dimmed.';

  for (const [payload, warnings] of [
    ['red', [color]],
    [{ hue: 120, saturation: 80 }, [color]],
    ['warm', [white]],
    [{ mirek: '+20' }, [white]],
    [40, [brightness]],
    [{ dim: 'up' }, [brightness]],
    [{ brightness: 40, color: 'blue' }, [brightness, color]],
    [{ color: { xy: { x: 0.3, y: 0.3 } } }, [color]],
    [true, []],
    [0, []],
    [{ on: false, color: 'red' }, ['payload.color: left out, since the lamp is turned off.']],
    [{ alert: true, transition: '1s' }, []],
  ] as const) {
    const ending = warnings.length === 0 ? '' : ', with a warning for each part that is lost';
    it(`sends ${JSON.stringify(payload)} to the group in one request${ending}`, async () => {
      assert.deepEqual(await getWarnings(payload), warnings);
      assert.deepEqual(
        harness.writes().map(({ path }) => path),
        [toResourcePath('grouped_light', bathroom)],
      );
    });
  }

  it('is logged once for each part that does not work', async () => {
    for (const payload of ['red', 'blue', 40, true, 'red', 20]) await getWarnings(payload);
    assert.deepEqual(getLogged(), [color, brightness]);
  });

  it('has a warning of each group of a list', async () => {
    const hallway =
      'The colour does not work on Coat rack and Hallway ceiling in Hallway: it needs a lamp that shows colours.';
    assert.deepEqual(await getWarnings('red', ['Bathroom', 'Hallway']), [color, hallway]);
    assert.deepEqual(getLogged(), [color]);
  });

  it('names at most eight lamps', async () => {
    const warning = String(await getWarnings('red', 'home'));
    assert.equal(warning.split(', ').length, 8);
    assert.match(warning, / and 4 more in Home: it needs a lamp that shows colours\.$/);
  });

  it('is logged with the lamps that do not list the effect, and sent to the others', async () => {
    await getWarnings({ effect: 'cosmos' });
    assert.deepEqual(getLogged(), [
      'The effect does not work on Bathroom ceiling, Mirror and Stairs in Bathroom: it needs a lamp with this effect.',
    ]);
    assert.deepEqual(
      harness.writes().map(({ path }) => path),
      [toResourcePath('light', createFixtureId('light/bedside-left'))],
    );
  });

  it('is logged with the lamps that have no gradient', async () => {
    await getWarnings({ gradient: ['red', 'blue'] }, 'Living room');
    assert.deepEqual(getLogged(), [
      'The gradient does not work on Ceiling lamp, Floor lamp, Sofa left and Sofa right in Living room: it needs a lamp that shows gradients.',
    ]);
  });

  it('is not the end of an effect', async () => {
    await getWarnings({ effect: 'none' });
    assert.deepEqual(getLogged(), []);
  });

  it('costs no request', async () => {
    await getWarnings(true);
    const before = harness.simulator.requests.length;
    await getWarnings('red');
    assert.equal(harness.simulator.requests.length, before + 1);
  });
});

const lamp = createFixtureId('light/living-floor');

/** Well before a request that is not answered is given up. */
const soon = { timeout: 8_000 };

describe('A toggle of lamps of two bridges, of which one answers nothing', () => {
  let harness: FlowHarness;
  let attic: Simulator;
  before(async () => {
    attic = await startSimulator();
    const nodes = [{ id: 'light', type: 'bridge-light' }];
    harness = await startFlowHarness(nodes, { furtherBridges: { Attic: attic } });
    await harness.request('light', { payload: false, target: [lamp, 'Attic:Floor lamp'] });
  });
  after(async () => {
    await harness.stop();
    await attic.stop();
  });

  it('turns the lamp of the other on and off without waiting for that', async () => {
    attic.faults.inject({ stall: 'before' });
    for (const on of [true, false]) {
      harness.send('light', { payload: 'toggle', target: [lamp, 'Attic:Floor lamp'] });
      const isSet = (): boolean =>
        getNestedMember(harness.simulator.home.get(lamp), 'on', 'on') === on;
      await waitUntil('the lamp that answers', isSet, soon);
    }
  });
});

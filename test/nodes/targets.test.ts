import assert from 'node:assert/strict';
import { getNestedMember } from '../../src/resources/members';
import { createFixtureId, startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { startFlowHarness } from '../support/node-red/flow-harness';
import type { FlowHarness } from '../support/node-red/flow-harness';
import { waitUntil } from '../support/wait-until';
import { startStopwatch } from '../faults/support/timing';
import type { ReportedError } from '../support/node-red/observation-log';

const floorLamp = createFixtureId('light/living-floor');

/** Addresses of one lamp on the bridge of the node, and what each is on another. */
const addresses = [
  ['Living room/Floor lamp', 'Attic:Living room/Floor lamp'],
  [{ name: 'Floor lamp' }, { bridge: 'Attic', name: 'Floor lamp' }],
  [
    { room: 'Living room', name: 'Floor lamp' },
    { bridge: 'Attic', room: 'Living room', name: 'Floor lamp' },
  ],
  [
    { rid: floorLamp, rtype: 'light' },
    { bridge: 'Attic', rid: floorLamp, rtype: 'light' },
  ],
] as const;

describe('The address of a target', () => {
  let harness: FlowHarness;
  let attic: Simulator;
  before(async () => {
    attic = await startSimulator();
    harness = await startFlowHarness(
      [
        { id: 'light', type: 'bridge-light' },
        { id: 'scene', type: 'bridge-scene', operation: '' },
        { id: 'resource', type: 'bridge-resource', operation: 'get', rtype: 'light' },
      ],
      { bridge: { name: 'House' }, furtherBridges: { Attic: attic } },
    );
  });
  after(async () => {
    await harness.stop();
    await attic.stop();
  });

  for (const [own, other] of addresses) {
    it(`may be ${JSON.stringify(own)}, and ${JSON.stringify(other)} on another bridge`, async () => {
      for (const [target, bridgeName] of [
        [own, undefined],
        [other, 'Attic'],
      ] as const) {
        for (const [node, message] of [
          ['light', { payload: true, target }],
          ['light', { payload: 'get', target }],
          ['light', { payload: { save: 'before' }, target }],
          ['resource', { target }],
        ] as const) {
          const { bridge } = await harness.request(node, message);
          assert.equal(getNestedMember(bridge, 'bridgeName'), bridgeName);
          if (getNestedMember(message.payload, 'save') === undefined)
            assert.equal(getNestedMember(bridge, 'rid'), floorLamp);
        }
      }
      const { bridge } = await harness.request('light', { payload: true, target: [own, other] });
      const results = getNestedMember(bridge, 'results');
      assert.ok(Array.isArray(results));
      assert.deepEqual(
        results.map((one: unknown) => [
          getNestedMember(one, 'bridgeName'),
          getNestedMember(one, 'rid'),
        ]),
        [
          [undefined, floorLamp],
          ['Attic', floorLamp],
        ],
      );
    });
  }

  it('names a scene by its room, as lists of scenes do', async () => {
    const target = [{ room: 'Kitchen', name: 'Bright' }];
    const { payload: scenes } = await harness.request('scene', { payload: { list: true }, target });
    assert.ok(Array.isArray(scenes));
    const scene: unknown = scenes[0];
    const { bridge } = await harness.request('scene', { payload: true, target: scene });
    assert.equal(getNestedMember(bridge, 'name'), getNestedMember(scene, 'name'));
    assert.equal(getNestedMember(bridge, 'room'), 'Kitchen');
  });

  it('is named by its place in a list where it is none', async () => {
    for (const [node, target, at] of [
      ['light', ['Attic:', ''], 'target[0]'],
      ['light', ['Attic:Floor lamp', ''], 'target[1]'],
      ['light', ['Floor lamp', 'Attic:Hell'], 'target[1]'],
      ['light', ['Floor lamp', { bridge: 'Attic', room: 'Kitchen' }], 'target[1]'],
      ['scene', ['Kitchen', 'Attic:'], 'target[1]'],
      ['scene', ['Attic:Kitchen', ''], 'target[1]'],
      ['light', { room: 'Kitchen' }, 'target'],
    ] as const) {
      for (const payload of node === 'light' ? [true, 'get', { save: 'before' }] : ['Bright']) {
        harness.send(node, { payload, target });
        const { message } = await harness.nextFailure(node);
        assert.ok(message.startsWith(`${at}: expected `), `${JSON.stringify(target)}: ${message}`);
      }
    }
  });

  it('is refused with a member that is no part of it, such as a misspelt room', async () => {
    const target = { name: 'Floor lamp', rom: 'Living room' };
    for (const payload of [true, 'get', { save: 'before' }]) {
      harness.send('light', { payload, target });
      const { message } = await harness.nextFailure('light');
      const sentence =
        /^target\.rom: expected one of bridge, room, name, got "Living room"\. Did you mean room\?/;
      assert.match(message, sentence);
    }
  });
});

const gone = '00000000-0000-4000-8000-00000000dead';

const mirrorLamp = { target: gone, targetType: 'resource', targetName: 'Mirror' };

const deleted = /^Mirror was deleted from the bridge: pick another\.$/;

const misspelt = (name: string): object => ({ target: name, targetType: 'str' });

/** Nodes whose target is not there, and what each says of it. */
const nodes: readonly (readonly [type: string, settings: object, sentence: RegExp])[] = [
  ['light', mirrorLamp, deleted],
  ['room', mirrorLamp, deleted],
  ['scene', mirrorLamp, deleted],
  ['smart-scene', mirrorLamp, deleted],
  ['sensor', mirrorLamp, deleted],
  ['automation', mirrorLamp, deleted],
  ['speaker', mirrorLamp, deleted],
  ['resource', { ...mirrorLamp, rtype: 'light', operation: 'update' }, deleted],
  ['resource', mirrorLamp, deleted],
  ['poll', { ...mirrorLamp, rtype: 'light', emit: 'change' }, deleted],
  ['button', mirrorLamp, deleted],
  ['daylight', { ...mirrorLamp, follow: 'table', table: '06:00 2700' }, deleted],
  [
    'light',
    { ...mirrorLamp, target: `${floorLamp},${gone}`, targetName: 'Floor lamp, Mirror' },
    deleted,
  ],
  [
    'poll',
    {
      rtype: 'light',
      target: `${gone},${gone.replace('dead', 'beef')}`,
      targetType: 'resource',
      targetName: 'Mirror, Shelf',
    },
    /^Mirror and Shelf were deleted from the bridge: pick another\.$/,
  ],
  [
    'button',
    { target: createFixtureId('device/living-floor'), targetType: 'resource' },
    /^Living room\/Floor lamp has no button, bell or dial: pick another device\.$/,
  ],
  [
    'poll',
    { rtype: 'light', target: floorLamp, targetType: 'resource', room: 'Kitchen' },
    /^Living room\/Floor lamp is not in Kitchen: pick another, or another room or zone\.$/,
  ],
  [
    'light',
    misspelt('Flor lamp'),
    /^target: expected .*, got "Flor lamp"\. Did you mean Floor lamp\?$/,
  ],
  ['light', misspelt('Atic:Floor lamp'), /Did you mean Attic:Floor lamp\?$/],
  [
    'light',
    misspelt('Cellar:Floor lamp'),
    /Before a colon stands the name of a bridge, here Attic/,
  ],
  ['light', misspelt('Attic:Flor lamp'), /got "Flor lamp"\. Did you mean Floor lamp\?$/],
  ['room', misspelt('Kitchn'), /Did you mean Kitchen\?$/],
  ['scene', misspelt('Kitchn'), /Did you mean Kitchen\?$/],
  ['smart-scene', misspelt('Natural ligth'), /Did you mean Natural light\?$/],
  ['sensor', misspelt('Kitchen snsor'), /Did you mean Kitchen sensor\?$/],
  ['automation', misspelt('Weekday alrm'), /Did you mean Weekday alarm\?$/],
  ['speaker', misspelt('Chme'), /got "Chme"\. Did you mean .+\?$/],
  ['resource', { ...misspelt('Flor lamp'), rtype: 'light' }, /Did you mean Floor lamp\?$/],
  ['poll', { ...misspelt('Flor lamp'), rtype: 'light' }, /Did you mean Floor lamp\?$/],
  ['poll', { rtype: 'light', room: 'Kitchn' }, /^room: .* Did you mean Kitchen\?$/],
  ['button', misspelt('Atic:Dimmer'), /Did you mean Attic:Dimmer\?$/],
  ['daylight', { ...misspelt('Flor lamp'), follow: 'table', table: '06:00 2700' }, /Floor lamp\?$/],
  ['poll', { rtype: 'light', interval: 'soon' }, /^setting interval: expected a time/],
  ['mqtt', { interval: 'soon' }, /^setting interval: expected a time/],
  ['status', { interval: 'soon' }, /^setting interval: expected a time/],
];

const flow = nodes.map(([type, settings], index) => ({
  ...settings,
  id: `node ${index}`,
  type: `bridge-${type}`,
}));

for (const showStates of [true, false]) {
  describe(`A target that is not there, ${showStates ? 'with' : 'without'} states below the nodes`, () => {
    let harness: FlowHarness;
    let attic: Simulator;
    before(async () => {
      attic = await startSimulator();
      const read = { id: 'read', type: 'bridge-resource', operation: 'get', target: floorLamp };
      harness = await startFlowHarness([...flow, read], {
        bridge: { name: 'House', showStates },
        furtherBridges: { Attic: attic },
      });
    });
    after(async () => {
      await harness.stop();
      await attic.stop();
    });

    for (const [index, [type, settings, sentence]] of nodes.entries()) {
      it(`is one sentence in the log at the deploy: ${type} with ${JSON.stringify(settings)}`, async () => {
        assert.match(await harness.nextLog(`node ${index}`), sentence);
      });
    }

    it('is said once, also where the state is read again and the bridge comes back', async () => {
      const { events } = harness.simulator;
      await waitUntil('the event stream', () => events.connectionCount > 0);
      events.disconnectAll();
      await waitUntil('the event stream again', () => events.connectionCount > 0);
      await harness.request('read', {});
      const lines = harness.observations.filter(
        (one) => one.kind === 'log' && one.node?.startsWith('node ') === true,
      );
      assert.equal(lines.length, nodes.length);
    });
  });
}

describe('A target that is deleted while its node runs', () => {
  const lamp = createFixtureId('light/living-floor');
  let harness: FlowHarness;
  before(async () => {
    harness = await startFlowHarness([
      { id: 'light', type: 'bridge-light', target: lamp },
      { id: 'named', type: 'bridge-light', ...misspelt('Living room/Floor lamp') },
      { id: 'poll', type: 'bridge-poll', rtype: 'light', target: lamp, interval: '1000' },
      {
        id: 'daylight',
        type: 'bridge-daylight',
        target: lamp,
        follow: 'table',
        table: '06:00 2700',
      },
    ]);
    await harness.request('light', { payload: true });
    await harness.nextStatus('poll', ({ fill }) => fill === 'green');
    await harness.nextStatus('daylight', ({ text }) => String(text).includes('daylight.'));
    harness.simulator.home.remove(lamp);
  });
  after(() => harness.stop());

  for (const node of ['light', 'poll', 'daylight']) {
    it(`is named by the room and name that it had: ${node}`, async () => {
      const sentence = 'Living room/Floor lamp was deleted from the bridge: pick another.';
      assert.equal(await harness.nextLog(node), sentence);
    });
  }

  it('is an error of each message by that name', async () => {
    harness.send('light', { payload: true });
    const { message, code } = await harness.nextFailure('light');
    assert.equal(code, 'ERR_BRIDGE_UNKNOWN_TARGET');
    assert.equal(message, 'Living room/Floor lamp was deleted from the bridge: pick another.');
  });

  it('is looked for by its name, where a name is set', async () => {
    assert.match(await harness.nextLog('named'), /got "Living room\/Floor lamp"\./);
  });
});

describe('A light node and 500 misspelt names', () => {
  let harness: FlowHarness;
  before(async () => {
    harness = await startFlowHarness([{ id: 'light', type: 'bridge-light' }]);
    await harness.request('light', {
      payload: true,
      target: createFixtureId('light/living-floor'),
    });
  });
  after(() => harness.stop());

  it('end at once in one error of bounded length, and nothing is sent', async () => {
    const target = Array.from({ length: 500 }, (_, number) => `Flor lamp of a long name ${number}`);
    const before = harness.writes().length;
    /** Time for which this process was scheduled, in ms, until the message has failed. */
    const measureFailure = async (names: readonly string[]): Promise<[number, ReportedError]> => {
      const stopwatch = startStopwatch();
      const outcome = harness.nextFailure('light');
      harness.send('light', { payload: true, target: names });
      const error = await outcome;
      stopwatch.stop();
      return [stopwatch.ms(), error];
    };
    // The first one reads the bridge anew.
    await measureFailure(target.slice(0, 1));
    const [took, { code, message }] = await measureFailure(target);
    assert.ok(took < 100, `it took ${took} ms`);
    assert.equal(code, 'ERR_BRIDGE_UNKNOWN_TARGET');
    assert.match(message, /^target\[0\]: expected .*, got "Flor lamp of a long name 0"\./);
    assert.ok(message.length < 1_000);
    assert.equal(harness.writes().length, before);
  });
});

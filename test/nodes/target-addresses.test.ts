import assert from 'node:assert/strict';
import { getNestedMember } from '../../src/resources/members';
import { createFixtureId, startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { startFlowHarness } from '../support/node-red/flow-harness';
import type { FlowHarness } from '../support/node-red/flow-harness';

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

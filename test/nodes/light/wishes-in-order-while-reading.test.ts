import assert from 'node:assert/strict';
import { getNestedMember } from '../../../src/resources/members';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { startFlowHarness } from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';
import type { FlowMessage } from '../../support/node-red/node-red';
import { waitUntil } from '../../support/wait-until';

const [floor, sofa] = [createFixtureId('light/living-floor'), createFixtureId('light/sofa-right')];
const room = 'Living room';

/** A message for a node. */
type Sent = readonly [node: string, message: FlowMessage];

describe('What is asked for while a message before still waits comes after it, also where that message', () => {
  let harness: FlowHarness;
  let attic: Simulator;
  before(async () => {
    attic = await startSimulator({ events: { batch: 0 } });
    harness = await startFlowHarness(
      [
        { id: 'told', type: 'bridge-light', target: '' },
        { id: 'told attic', type: 'bridge-light', target: '', bridge: 'bridge Attic' },
        { id: 'first', type: 'bridge-light', target: '' },
        { id: 'then', type: 'bridge-light', target: '' },
        { id: 'attic', type: 'bridge-light', target: '', bridge: 'bridge Attic' },
        { id: 'slow', type: 'bridge-light', target: '', transition: '3h' },
        { id: 'scene', type: 'bridge-scene', operation: '' },
        { id: 'status', type: 'bridge-status', emit: 'request' },
        {
          id: 'worked out',
          type: 'bridge-light',
          target: '$sum([1]) = 1 ? target : ""',
          targetType: 'jsonata',
        },
      ],
      {
        simulator: await startSimulator({ events: { batch: 0 } }),
        bridge: { name: 'House', events: 'never' },
        furtherBridges: { Attic: attic },
      },
    );
  });
  after(async () => {
    await harness.stop();
    await attic.stop();
  });
  beforeEach(async () => {
    for (const { home, faults } of [harness.simulator, attic]) {
      faults.clear();
      for (const rid of [floor, sofa])
        home.change(rid, { on: { on: true }, dimming: { brightness: 50 } });
    }
    await harness.request('told', { target: room, payload: { brightness: 50 } });
    await harness.request('told attic', { target: room, payload: { brightness: 50 } });
  });

  /** Sends messages in one turn, while each read and the first write take long, and waits for their answers. */
  const send = async (messages: readonly Sent[]): Promise<void> => {
    for (const { faults } of [harness.simulator, attic]) {
      faults.inject({ match: { method: 'GET' }, delay: 150, times: 3 });
      faults.inject({ match: { method: 'PUT' }, delay: 250, times: 1 });
    }
    for (const [node, message] of messages) harness.send(node, message);
    const nodes = messages.map(([node]) => node);
    await Promise.all(nodes.map((node) => harness.nextOutcome(node)));
  };
  const look = ({ home }: Simulator, rid: string): unknown => {
    const lamp = home.get(rid);
    const isOn = getNestedMember(lamp, 'on', 'on') === true;
    return isOn && Math.round(Number(getNestedMember(lamp, 'dimming', 'brightness')));
  };
  const noProgramRuns = (): Promise<void> =>
    waitUntil('the end of all programs', async () => {
      const { payload } = await harness.request('status', { payload: 'programs' });
      return Array.isArray(payload) && payload.length === 0;
    });

  it('toggles a list of lamps', async () => {
    await harness.request('told', { target: room, payload: false });
    await send([
      ['first', { target: [floor, sofa], payload: 'toggle' }],
      ['then', { target: sofa, payload: false }],
    ]);
    assert.deepEqual(
      [floor, sofa].map((rid) => look(harness.simulator, rid)),
      [50, false],
    );
  });

  it('toggles a list of lamps, of which one was just turned on', async () => {
    await harness.request('told', { target: room, payload: false });
    await send([
      ['then', { target: sofa, payload: true }],
      ['first', { target: [floor, sofa], payload: 'toggle' }],
    ]);
    assert.deepEqual(
      [floor, sofa].map((rid) => look(harness.simulator, rid)),
      [false, false],
    );
  });

  it('toggles a list of lamps, and a program comes afterwards', async () => {
    await send([
      ['first', { target: [floor, sofa], payload: 'toggle' }],
      ['then', { target: sofa, payload: { play: [{ brightness: 20, for: '60ms' }] } }],
    ]);
    await noProgramRuns();
    assert.deepEqual(
      [floor, sofa].map((rid) => look(harness.simulator, rid)),
      [false, 20],
    );
  });

  it('starts programs on a list of lamps', async () => {
    await send([
      ['first', { target: [floor, sofa], payload: { play: [{ brightness: 20, for: '60ms' }] } }],
      ['then', { target: sofa, payload: { brightness: 90 } }],
    ]);
    await noProgramRuns();
    assert.deepEqual(
      [floor, sofa].map((rid) => look(harness.simulator, rid)),
      [20, 90],
    );
  });

  it('recalls the next scene', async () => {
    await send([
      ['scene', { target: room, payload: 'next' }],
      ['then', { target: sofa, payload: { brightness: 7 } }],
    ]);
    assert.equal(look(harness.simulator, sofa), 7);
  });

  it('recalls a scene, and a program comes afterwards', async () => {
    await send([
      ['scene', { target: room, payload: 'next' }],
      ['then', { target: sofa, payload: { play: [{ brightness: 20, for: '60ms' }] } }],
    ]);
    await noProgramRuns();
    assert.equal(look(harness.simulator, sofa), 20);
  });

  it('sets the lamps of a room one by one', async () => {
    await send([
      ['first', { target: room, payload: { effect: 'candle' } }],
      ['then', { target: sofa, payload: false }],
    ]);
    assert.equal(look(harness.simulator, sofa), false);
  });

  it('has a transition of the dialog that is longer than a bridge takes, and cannot fade', async () => {
    await send([
      ['slow', { target: sofa, payload: { effect: 'candle' } }],
      ['then', { target: sofa, payload: false }],
    ]);
    assert.equal(look(harness.simulator, sofa), false);
  });

  it('has a target that is worked out', async () => {
    await send([
      ['worked out', { target: sofa, payload: { brightness: 30 } }],
      ['then', { target: sofa, payload: { brightness: 60 } }],
    ]);
    assert.equal(look(harness.simulator, sofa), 60);
  });

  it('names another bridge', async () => {
    await send([
      ['first', { target: 'Attic:Sofa right', payload: { brightness: 30 } }],
      ['attic', { target: sofa, payload: { brightness: 60 } }],
    ]);
    assert.equal(look(attic, sofa), 60);
  });

  it('saves lamps of several bridges', async () => {
    const target = ['Attic:Sofa right', floor];
    await send([
      ['first', { target, payload: { save: 'both' } }],
      ['attic', { target: sofa, payload: { brightness: 10 } }],
    ]);
    assert.equal(look(attic, sofa), 10);
    await send([
      ['first', { target, payload: { restore: 'both', transition: 0 } }],
      ['then', { target: floor, payload: { brightness: 15 } }],
    ]);
    assert.deepEqual([look(attic, sofa), look(harness.simulator, floor)], [50, 15]);
  });

  it('restores lamps of another bridge', async () => {
    const target = ['Attic:Sofa right', floor];
    await harness.request('told', { target, payload: { save: 'these' } });
    await send([
      ['first', { target, payload: { restore: 'these', transition: 0 } }],
      ['attic', { target: sofa, payload: { brightness: 10 } }],
    ]);
    assert.equal(look(attic, sofa), 10);
  });

  it('restores lamps, and a program comes afterwards', async () => {
    await harness.request('told', { target: sofa, payload: { save: 'sofa' } });
    await send([
      ['first', { target: sofa, payload: { restore: 'sofa', transition: 0 } }],
      ['then', { target: sofa, payload: { play: [{ brightness: 20, for: '60ms' }] } }],
    ]);
    await noProgramRuns();
    assert.equal(look(harness.simulator, sofa), 20);
  });

  it('edits scenes, but does not wait for the edit itself', async () => {
    const { faults } = harness.simulator;
    for (const [payload, method] of [
      [{ store: 'Reading' }, 'POST'],
      [{ scene: 'Reading', rename: 'Night' }, 'PUT'],
      [{ delete: 'Night' }, 'DELETE'],
    ] as const) {
      faults.inject({ match: { method, path: /\/resource\/scene/ }, delay: 500, times: 1 });
      const answers: string[] = [];
      harness.send('scene', { target: room, payload });
      harness.send('then', { target: sofa, payload: { brightness: 30 } });
      await Promise.all(
        ['scene', 'then'].map(async (node) => {
          await harness.nextOutcome(node);
          answers.push(node);
        }),
      );
      assert.deepEqual(answers, ['then', 'scene'], method);
    }
  });
});

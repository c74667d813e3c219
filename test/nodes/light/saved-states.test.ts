import assert from 'node:assert/strict';
import { getNestedMember } from '../../../src/resources/members';
import type { Resource } from '../../../src/resources/resource';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import {
  startFlowHarness,
  toResourcePath,
  createBridgeNode,
  createCredentials,
  createFlowNode,
} from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';
import { startNodeRed } from '../../support/node-red/node-red';
import type { FlowMessage, RunningNodeRed } from '../../support/node-red/node-red';
import { waitUntil } from '../../support/wait-until';
import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';

const kitchen = createFixtureId('room/kitchen');

const lamp = createFixtureId('light/living-floor');

const kitchenLamp = createFixtureId('light/kitchen-spot-1');

describe('The light node saves what lamps show, and restores it:', () => {
  let harness: FlowHarness;
  before(async () => {
    harness = await startFlowHarness([
      { id: 'lamp', type: 'bridge-light', target: lamp },
      { id: 'any', type: 'bridge-light' },
      { id: 'two', type: 'bridge-light', target: `${lamp},${kitchenLamp}` },
      { id: 'scene', type: 'bridge-scene', operation: '' },
    ]);
  });
  after(() => harness.stop());

  const getLamp = (rid = lamp): Resource =>
    harness.simulator.home.get(rid) ?? assert.fail(`There is no lamp ${rid}.`);
  const look = (rid = lamp): unknown => {
    const { on, dimming, color_temperature: white, color } = getLamp(rid);
    return {
      on,
      brightness: getNestedMember(dimming, 'brightness'),
      mirek: getNestedMember(white, 'mirek'),
      xy: getNestedMember(color, 'xy'),
    };
  };
  const ask = (message: FlowMessage): Promise<FlowMessage> => harness.request('any', message);

  it('a lamp returns to its white after a red signal, and the message passes on', async () => {
    await harness.request('lamp', { payload: { brightness: 40, kelvin: 2700 } });
    const before = look();
    const shownAfter = (word: RegExp): Promise<unknown> =>
      harness.nextStatus('lamp', ({ text }) => typeof text === 'string' && word.test(text));
    const shownAsSaved = shownAfter(/saved/);
    const saved = await harness.request('lamp', { payload: { save: 'before the bell' } });
    await shownAsSaved;
    assert.deepEqual(saved['payload'], { save: 'before the bell' });
    assert.equal(getNestedMember(saved['bridge'], 'operation'), 'save');
    await harness.request('lamp', { payload: 'red' });
    assert.notDeepEqual(look(), before);
    const shownAsRestored = shownAfter(/restored/);
    await harness.request('lamp', { payload: { restore: 'before the bell', transition: '1s' } });
    await shownAsRestored;
    assert.deepEqual(look(), before);
    assert.equal(getNestedMember(harness.writes().at(-1)?.body, 'dynamics', 'duration'), 1000);
  });

  it('a lamp that was off is off again, and keeps the light that it comes back with', async () => {
    await harness.request('lamp', { payload: { brightness: 30, kelvin: 4000 } });
    const lit = look();
    await harness.request('lamp', { payload: false });
    await harness.request('lamp', { payload: { save: 'off' } });
    await harness.request('lamp', { payload: { color: 'red', brightness: 100 } });
    await harness.request('lamp', { payload: { restore: 'off', transition: 0 } });
    assert.equal(getNestedMember(getLamp(), 'on', 'on'), false);
    await harness.request('lamp', { payload: true });
    assert.deepEqual(look(), lit);
  });

  it('a room returns by one recall while its scene fits, otherwise lamp by lamp', async () => {
    await harness.request('scene', { target: 'Kitchen', payload: 'Relax' });
    await ask({ target: kitchen, payload: { save: 'evening' } });
    await ask({ target: kitchen, payload: { color: 'red', brightness: 100 } });
    const writes = harness.writes().length;
    await ask({ target: kitchen, payload: { restore: 'evening' } });
    const [only, other] = harness.writes().slice(writes);
    assert.deepEqual(only?.body, { recall: { action: 'active' } });
    assert.equal(other, undefined);

    await harness.request('lamp', { payload: { brightness: 20, kelvin: 2700 } });
    const before = look();
    await ask({ target: ['Living room', 'Kitchen'], payload: { save: 'both' } });
    await ask({ target: 'Living room', payload: { color: 'blue' } });
    const { bridge } = await ask({ target: 'Living room', payload: { restore: 'both' } });
    assert.deepEqual(look(), before);
    assert.equal(getNestedMember(bridge, 'room'), 'Living room');
  });

  it('several lamps that are picked in the dialog are saved and restored by one message', async () => {
    await harness.request('two', { payload: { brightness: 35 } });
    const before = [look(), look(kitchenLamp)];
    await harness.request('two', { payload: { save: 'both lamps' } });
    await harness.request('two', { payload: { brightness: 90 } });
    assert.notDeepEqual([look(), look(kitchenLamp)], before);
    await harness.request('two', { payload: { restore: 'both lamps' } });
    assert.deepEqual([look(), look(kitchenLamp)], before);
  });

  it('what holds no lamp is refused, and replaces nothing that was saved', async () => {
    const { home } = harness.simulator;
    await harness.request('lamp', { payload: { save: 'kept' } });
    const before = look();
    home.change(createFixtureId('room/garden'), { children: [] });
    harness.send('any', { target: 'Garden', payload: { save: 'kept' } });
    const { code, message } = await harness.nextFailure('any');
    assert.equal(code, 'ERR_BRIDGE_INVALID_COMMAND');
    assert.match(message, /^target: expected a lamp, or a room or zone with lamps/);
    await harness.request('lamp', { payload: 'green' });
    await harness.request('lamp', { payload: { restore: 'kept' } });
    assert.deepEqual(look(), before);
  });

  it('wrong messages end in one sentence, and nothing is sent', async () => {
    const writes = harness.writes().length;
    for (const [payload, sentence] of [
      [{ save: '' }, /^payload\.save: expected a name of 1 to 64 characters/],
      [{ save: 5 }, /^payload\.save: expected a name/],
      [{ save: 'a', brightness: 5 }, /^payload\.brightness: expected one of save/],
      [{ save: 'a', restore: 'b' }, /^payload: expected either save or restore/],
      [{ restore: 5 }, /^payload\.restore: expected a name/],
      [{ restore: false }, /^payload\.restore: expected a name/],
      [{ restore: true }, /^payload: expected play, alert or signal beside restore/],
      [{ restore: 'off', transition: 'soon' }, /^payload\.transition: expected a time/],
      [{ restore: 'nowhere' }, /^payload\.restore: expected the name of a saved state/],
      [{ restore: 'evening' }, /^payload\.restore: expected a name under which something/],
    ] as const) {
      harness.send('lamp', { payload });
      assert.match((await harness.nextFailure('lamp')).message, sentence);
    }
    assert.equal(harness.writes().length, writes);
  });
});

const [floor, sofa] = [createFixtureId('light/living-floor'), createFixtureId('light/sofa-right')];

describe('A lamp that the bridge cannot reach when a message restores it', () => {
  let harness: FlowHarness;
  before(async () => {
    harness = await startFlowHarness(
      [
        { id: 'told', type: 'bridge-light', target: '' },
        { id: 'first', type: 'bridge-light', target: '' },
        { id: 'then', type: 'bridge-light', target: '' },
        { id: 'status', type: 'bridge-status', emit: 'request' },
      ],
      { simulator: await startSimulator({ events: { batch: 0 } }) },
    );
  });
  after(() => harness.stop());
  beforeEach(async () => {
    setReachable(true);
    const target = [floor, sofa];
    await harness.request('told', { target, payload: { on: true, brightness: 50 } });
    await harness.request('told', { target, payload: { save: 'evening' } });
    await harness.request('told', { target, payload: { brightness: 90 } });
    setReachable(false);
  });

  const setReachable = (isReachable: boolean): void => {
    const { home } = harness.simulator;
    const device = getNestedMember(home.get(floor), 'owner', 'rid');
    for (const { id, owner } of home.byType('zigbee_connectivity'))
      if (getNestedMember(owner, 'rid') === device)
        home.change(id, { status: isReachable ? 'connected' : 'connectivity_issue' });
  };
  const brightnessOf = (rid: string): number =>
    Math.round(Number(getNestedMember(harness.simulator.home.get(rid), 'dimming', 'brightness')));
  const countWrites = (): number =>
    harness.writes().filter(({ path }) => path === toResourcePath('light', floor)).length;
  const listKinds = async (): Promise<readonly unknown[]> => {
    const { payload } = await harness.request('status', { payload: 'programs' });
    assert.ok(Array.isArray(payload));
    return payload.map((program) => getNestedMember(program, 'kind'));
  };
  const noProgramRuns = (): Promise<void> =>
    waitUntil('the end of all programs', async () => (await listKinds()).length === 0);
  /** The restore and another message for the lamp arrive in one turn. */
  const restoreAndSend = async (payload: unknown): Promise<void> => {
    harness.simulator.faults.inject({ match: { method: 'PUT' }, delay: 100, times: 2 });
    harness.send('first', { target: [floor, sofa], payload: { restore: 'evening' } });
    harness.send('then', { target: floor, payload });
    await Promise.all(['first', 'then'].map((node) => harness.nextOutcome(node)));
  };

  it('is named in a warning, and returns as soon as it can be reached, once', async () => {
    const target = [floor, sofa];
    const { bridge } = await harness.request('told', { target, payload: { restore: 'evening' } });
    assert.deepEqual(getNestedMember(bridge, 'warnings'), [
      'Floor lamp cannot be reached: it is restored as soon as it can be.',
    ]);
    assert.deepEqual([floor, sofa].map(brightnessOf), [90, 50]);
    assert.deepEqual(await listKinds(), ['restore']);
    const writesBefore = countWrites();
    setReachable(true);
    await noProgramRuns();
    assert.deepEqual([brightnessOf(floor), countWrites()], [50, writesBefore + 1]);
    setReachable(false);
    setReachable(true);
    await harness.request('told', { target: sofa, payload: true });
    assert.equal(countWrites(), writesBefore + 1);
  });

  it('is left to a command that comes before it can be reached', async () => {
    const payload = { restore: 'evening' };
    await harness.request('told', { target: floor, payload });
    await harness.request('told', { target: floor, payload: { brightness: 20 } });
    assert.deepEqual(await listKinds(), []);
  });

  it('is left to a command that comes while the restore is sent', async () => {
    await restoreAndSend({ brightness: 20 });
    assert.deepEqual(await listKinds(), []);
  });

  for (const [kind, payload] of [
    ['later', { turnOn: 'later', brightness: 20 }],
    ['sequence', { play: [{ brightness: 20, for: '60ms' }] }],
  ] as const)
    it(`is left to a program that comes while the restore is sent: ${kind}`, async () => {
      await restoreAndSend(payload);
      assert.deepEqual(await listKinds(), [kind]);
      setReachable(true);
      await noProgramRuns();
      assert.equal(brightnessOf(floor), 20);
    });
});

describe('Where the store of a bridge cannot be written', () => {
  let simulator: Simulator;
  let nodeRed: RunningNodeRed;
  before(async () => {
    simulator = await startSimulator();
    const bridge = createBridgeNode(simulator, { bridgeId: simulator.bridgeId });
    nodeRed = await startNodeRed({
      flows: [
        { id: 'tab', type: 'tab' },
        bridge,
        createFlowNode('lamp', 'bridge-light', {
          target: createFixtureId('light/living-floor'),
          wires: [['out']],
        }),
        { id: 'out', type: 'debug', z: 'tab', active: false, wires: [] },
      ],
      credentials: createCredentials(simulator),
    });
  });
  after(async () => {
    await nodeRed.stop();
    await simulator.stop();
  });

  it('a saved state is restored from memory, its message warns, and it is on disk as soon as it can be', async () => {
    const file = join(
      nodeRed.userDirectory,
      'lighting-bridge',
      `${simulator.bridgeId.toLowerCase()}.json`,
    );
    await mkdir(file, { recursive: true });
    const save = async (): Promise<unknown> => {
      nodeRed.send('lamp', { payload: { save: 'evening' } });
      const { bridge } = await nodeRed.nextMessage(
        'out',
        (seen) => getNestedMember(seen['bridge'], 'operation') === 'save',
      );
      return getNestedMember(bridge, 'warnings');
    };
    assert.match(
      String(await save()),
      /^The state is in memory only, and lost when Node-RED stops\. Cannot read .*: it is a folder, not a file/,
    );
    nodeRed.send('lamp', { payload: { restore: 'morning' } });
    assert.match(
      (await nodeRed.nextFailure('lamp')).message,
      /expected the name of a saved state, got "morning"\. Cannot read .*: it is a folder, not a file/,
    );
    for (const payload of ['red', { restore: 'evening' }]) {
      nodeRed.send('lamp', { payload });
      await nodeRed.nextCompletion('lamp');
    }
    await rmdir(file);
    assert.deepEqual(await save(), []);
    const { userDirectory } = nodeRed;
    await nodeRed.kill();
    nodeRed = await startNodeRed({ userDirectory });
    nodeRed.send('lamp', { payload: { restore: 'evening' } });
    await nodeRed.nextCompletion('lamp');
  });
});

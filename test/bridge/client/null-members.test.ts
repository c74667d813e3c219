import assert from 'node:assert/strict';
import { BridgeClient } from '../../../src/bridge';
import { getPlainValue } from '../../../src/resources/table';
import type { Resource } from '../../../src/resources/resource';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { lacksAbility, lampAbilities } from '../../../src/vocabulary/light/abilities';
import { waitForConnection } from '../support/wait-for-connection';

const id = createFixtureId('light/null-plug');
const nullMembers = lampAbilities.flatMap(({ members }) => [...members]);
const plug: Resource = {
  id,
  type: 'light',
  metadata: { name: 'Plug' },
  on: { on: true },
  ...Object.fromEntries(nullMembers.map((name) => [name, null])),
};
const withoutNull: Resource = { id, type: 'light', metadata: { name: 'Plug' }, on: { on: true } };

describe('A member that a bridge sends as null', () => {
  let simulator: Simulator;
  let bridge: BridgeClient;
  beforeEach(async () => {
    simulator = await startSimulator({ port: 0, events: { batch: 0 } });
    simulator.home.add(plug);
    const { host, port, key, fingerprint } = simulator;
    bridge = new BridgeClient({ host, port, key, trust: { fingerprint } });
  });
  afterEach(async () => {
    await bridge.close();
    await simulator.stop();
  });

  it('is missing wherever the resource is read: the lamp lacks the ability', async () => {
    await bridge.stateCache.refresh();
    const known = bridge.stateCache.get(id);
    assert.deepEqual(known, withoutNull);
    for (const { name } of lampAbilities) assert.ok(lacksAbility(known, name), name);
    assert.deepEqual((await bridge.get('light', id)).data, withoutNull);
    const { data } = await bridge.list('light');
    assert.deepEqual(
      data.find((lamp) => lamp.id === id),
      withoutNull,
    );
  });

  it('is missing in an event, which leaves it as it was', async () => {
    const lamp = createFixtureId('light/living-ceiling');
    const changes = bridge.changes('light');
    await waitForConnection(bridge, ({ mode }) => mode === 'stream');
    const color = bridge.stateCache.get(lamp)?.['color'];
    assert.ok(color);
    simulator.home.change(lamp, { color: null, dimming: { brightness: 33.2 } });
    for await (const { resource, changed } of changes) {
      assert.deepEqual(changed, ['dimming.brightness']);
      assert.deepEqual(resource['color'], color);
      break;
    }
    await bridge.stateCache.refetch();
    assert.ok(lacksAbility(bridge.stateCache.get(lamp), 'color'));
  });

  it('stays null within another: a lamp that shows a colour has the mirek null', async () => {
    const sofa = createFixtureId('light/sofa-left');
    await bridge.stateCache.refresh();
    const white = bridge.stateCache.get(sofa, 'light')?.color_temperature;
    assert.deepEqual([white?.mirek, white?.mirek_valid], [null, false]);
  });

  it('is no reading', () => {
    for (const [type, members] of [
      ['temperature', { temperature: { temperature: null } }],
      ['motion', { motion: { motion: null, motion_report: null } }],
      ['device_power', { power_state: { battery_state: null, battery_level: null } }],
    ] as const)
      assert.equal(getPlainValue({ id, type, ...members }), undefined, type);
  });
});

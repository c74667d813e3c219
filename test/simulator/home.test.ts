import assert from 'node:assert/strict';
import type { Resource } from '../../src/resources/resource';
import { createFixtureHome } from '../../src/simulator/fixtures/home';
import { createFixtureId } from '../../src/simulator/fixtures/fixture';
import { TimerGroup } from '../../src/simulator/timers';
import { getNestedMember } from '../../src/resources/members';
import { startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { FakeClock } from '../bridge/support/fake-clock';

describe('Ids of version 1 in the simulated home', () => {
  const home = createFixtureHome('0123456789abcdef');
  const legacyIdOf = (name: string): unknown =>
    home.find(({ id }) => id === createFixtureId(name))?.['id_v1'];
  const listOfType = (...types: readonly string[]): Resource[] =>
    home.filter(({ type }) => types.includes(type));

  it('number a sensor, and its battery and radio alike', () => {
    const motion = legacyIdOf('motion/garden-motion');
    assert.match(String(motion), /^\/sensors\/\d+$/);
    for (const type of ['device', 'device_power', 'zigbee_connectivity', 'device_software_update'])
      assert.equal(legacyIdOf(`${type}/garden-motion`), motion, type);
  });

  it('number light level and temperature of a motion sensor after it', () => {
    const [motion, lightLevel, temperature] = ['motion', 'light_level', 'temperature'].map((type) =>
      Number(String(legacyIdOf(`${type}/kitchen-motion`)).replace('/sensors/', '')),
    );
    assert.deepEqual([lightLevel, temperature], [Number(motion) + 1, Number(motion) + 2]);
  });

  it('are the same for all buttons of a switch, and another for the ring of a dial', () => {
    const dial = legacyIdOf('device/bedroom-dial');
    assert.equal(legacyIdOf('button/bedroom-dial'), dial);
    assert.equal(legacyIdOf('button/bedroom-dial/3'), dial);
    assert.match(String(legacyIdOf('relative_rotary/bedroom-dial')), /^\/sensors\/\d+$/);
    assert.notEqual(legacyIdOf('relative_rotary/bedroom-dial'), dial);
  });

  it('are different for each device', () => {
    const ids = listOfType('motion', 'light_level', 'temperature', 'relative_rotary').concat(
      home.filter(({ type, id_v1: id }) => type === 'device' && String(id).startsWith('/sensors')),
    );
    const withoutMotion = ids.filter(({ type }) => type !== 'motion').map(({ id_v1: id }) => id);
    assert.equal(new Set(withoutMotion).size, withoutMotion.length);
  });

  it('are missing for what version 1 does not know, and empty for the bridge', () => {
    for (const { type, id_v1: id } of listOfType('contact', 'tamper', 'geolocation', 'homekit'))
      assert.equal(id, undefined, type);
    for (const name of ['device/bridge', 'bridge/bridge', 'zigbee_connectivity/bridge'])
      assert.equal(legacyIdOf(name), '', name);
    assert.match(String(legacyIdOf('entertainment_configuration/tv')), /^\/groups\/\d+$/);
  });
});

describe('The home that the simulator shows by default', () => {
  const home = createFixtureHome('0123456789abcdef');

  it('is the same each time', () => {
    assert.deepEqual(createFixtureHome('0123456789abcdef'), home);
  });

  it('lists what only samples have by name', () => {
    const samples = home
      .filter((device) => getNestedMember(device, 'product_data', 'model_id') === 'SIM-N1')
      .map((device) => String(getNestedMember(device, 'metadata', 'name')));
    assert.ok(samples.length > 1);
    assert.deepEqual(samples, samples.toSorted());
  });
});

describe('The timers of the simulator', () => {
  it('take a wait that is too long for Node.js for a long one', async () => {
    const timers = new TimerGroup();
    let fired = 0;
    timers.after(1e12, () => (fired += 1));
    timers.every(1e12, () => (fired += 1));
    // What Node.js takes for no wait at all would ring before this.
    await new Promise<void>((resolve) => {
      timers.after(10, resolve);
    });
    timers.stopAll();
    assert.equal(fired, 0);
    assert.equal(timers.size, 0);
  });
});

const interval = 5_000;

describe('The activity of a simulated home', () => {
  const { random } = Math;
  let clock: FakeClock;
  let simulator: Simulator;
  beforeEach(async () => {
    clock = new FakeClock();
    simulator = await startSimulator({ clock, alive: true });
  });
  afterEach(async () => {
    Math.random = random;
    await simulator.stop();
  });

  const reportsOf = (rtype: string, group: string, name: string): unknown[] =>
    simulator.home
      .byType(rtype)
      .map((sensor) => getNestedMember(sensor, group, `${name}_report`, name));
  const temperatures = (): unknown[] => reportsOf('temperature', 'temperature', 'temperature');
  const lightLevels = (): unknown[] => reportsOf('light_level', 'light', 'light_level');
  /** Lets time pass with a random number that stays the same, from 0 to 1. */
  const advance = async (share: number, steps: number): Promise<void> => {
    Math.random = () => share;
    await clock.advance(interval * steps);
  };

  it('has motion at one sensor at a time, which moves on', async () => {
    const moves = (): unknown[] => reportsOf('motion', 'motion', 'motion');
    const count = simulator.home.byType('motion').length;
    for (const place of [0, count - 1, 1]) {
      await advance(place / count + 0.01, 1);
      assert.deepEqual(
        moves(),
        Array.from({ length: count }, (_, index) => index === place),
      );
    }
  });

  it('drifts up and down by a step at most: 0.15 °C, and 600 of the light level', async () => {
    const [celsius, level] = [temperatures(), lightLevels()].map((values) => values.map(Number));
    const drifted = (steps: [number, number]): unknown[][] => [
      celsius?.map((value) => Number((value + steps[0]).toFixed(2))) ?? [],
      level?.map((value) => Math.max(0, value + steps[1])) ?? [],
    ];
    await advance(0.5, 1);
    assert.deepEqual([temperatures(), lightLevels()], drifted([0, 0]));
    await advance(1, 1);
    assert.deepEqual([temperatures(), lightLevels()], drifted([0.15, 600]));
    await advance(0, 1);
    assert.deepEqual([temperatures(), lightLevels()], drifted([0, 0]));
    await advance(0.25, 1);
    assert.deepEqual([temperatures(), lightLevels()], drifted([-0.075, -300]));
  });

  it('stays within what a sensor at home may see', async () => {
    const near = (rtype: string, group: string, values: Record<string, number>): void => {
      for (const { id } of simulator.home.byType(rtype))
        simulator.home.change(id, { [group]: { [`${rtype}_report`]: values } });
    };
    near('temperature', 'temperature', { temperature: 34.9 });
    near('light_level', 'light', { light_level: 44_900 });
    await advance(1, 3);
    assert.deepEqual(new Set([...temperatures(), ...lightLevels()]), new Set([35, 45_000]));
    near('temperature', 'temperature', { temperature: -19.9 });
    near('light_level', 'light', { light_level: 100 });
    await advance(0, 3);
    assert.deepEqual(new Set([...temperatures(), ...lightLevels()]), new Set([-20, 0]));
  });

  it('leaves sensors alone that are switched off', async () => {
    const sensors = ['motion', 'temperature', 'light_level'].flatMap(
      (rtype) => simulator.home.byType(rtype)[0] ?? [],
    );
    for (const { id } of sensors) simulator.home.change(id, { enabled: false });
    const before = sensors.map(({ id }) => simulator.home.get(id));
    await advance(0, 3);
    assert.deepEqual(
      sensors.map(({ id }) => simulator.home.get(id)),
      before,
    );
  });

  it('takes active smart scenes to the timeslot of the time', async () => {
    const scene = simulator.home.byType('smart_scene')[0];
    assert.ok(scene);
    simulator.home.change(scene.id, {
      state: 'active',
      active_timeslot: { timeslot_id: 99, weekday: 'monday' },
    });
    await advance(0.5, 1);
    const slot = getNestedMember(simulator.home.get(scene.id), 'active_timeslot', 'timeslot_id');
    assert.notEqual(slot, 99);
  });
});

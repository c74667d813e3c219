import assert from 'node:assert/strict';
import type { Resource } from '../../../src/resources/resource';
import { createFixtureHome, createFixtureId } from '../../../src/simulator/fixtures';

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

import assert from 'node:assert/strict';
import { ResourceStore } from '../../../src/bridge/state';
import { getPlainLight } from '../../../src/resources/types/light';
import type { Members } from '../../../src/resources/members';
import type { Resource } from '../../../src/resources/resource';
import { storeAll } from '../support/stored-resources';

const white = { x: 0.4591, y: 0.4106 };
const red = { x: 0.69, y: 0.31 };
const lamp: Resource = {
  id: 'lamp',
  type: 'light',
  metadata: { name: 'Lamp' },
  on: { on: true },
  color_temperature: { mirek: 370, mirek_valid: true, mirek_schema: { mirek_minimum: 153 } },
  color: { xy: white, gamut_type: 'C' },
};

describe('A lamp of a bridge that sends only the white or the colour that was set', () => {
  let store: ResourceStore;
  const update = (members: Members): Members => {
    store.applyUpdate({ id: 'lamp', type: 'light', ...members });
    return { ...getPlainLight(store.get('lamp') ?? lamp) };
  };
  beforeEach(() => {
    store = new ResourceStore();
    storeAll(store, [lamp]);
  });

  it('shows what came last', () => {
    const plainRed = update({ color: { xy: red } });
    assert.deepEqual(Object.keys(plainRed), ['on', 'color']);
    assert.deepEqual(update({ color_temperature: { mirek: 250 } }), { on: true, kelvin: 4000 });
    assert.deepEqual(update({ color: { xy: red } }), plainRed);
    assert.deepEqual(store.get('lamp')?.['color_temperature'], {
      mirek: null,
      mirek_valid: false,
      mirek_schema: { mirek_minimum: 153 },
    });
  });

  it('shows the new one of both in one update', () => {
    assert.deepEqual(update({ color: { xy: white }, color_temperature: { mirek: 250 } }), {
      on: true,
      kelvin: 4000,
    });
    const both = { color: { xy: red }, color_temperature: { mirek: 250 } };
    assert.deepEqual(Object.keys(update(both)), ['on', 'color']);
  });

  it('goes on showing its white if the colour is that of the white, or the bridge says so', () => {
    assert.deepEqual(update({ color: { xy: { x: 0.457, y: 0.41 } } }), { on: true, kelvin: 2703 });
    const valid = { mirek: 370, mirek_valid: true };
    assert.deepEqual(update({ color: { xy: red }, color_temperature: valid }), {
      on: true,
      kelvin: 2703,
    });
  });

  it('has no white afterwards if it had none before', () => {
    const { color_temperature: _white, ...colorLamp } = lamp;
    storeAll(store, [colorLamp]);
    update({ color: { xy: red } });
    assert.equal(store.get('lamp')?.['color_temperature'], undefined);
  });
});

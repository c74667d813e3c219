import assert from 'node:assert/strict';
import {
  getReadingValueType,
  listNumericReadings,
  listReadingsForCondition,
  sendsReadingsUnasked,
} from '../../../src/editor/dialogs/sensor-choice';
import { getResourceDefinition, readingTypes } from '../../../src/resources/table';

const types = readingTypes.map((rtype) => {
  const { reading = '', unit } = getResourceDefinition(rtype);
  return { rtype, reading, ...(unit === undefined ? {} : { unit }) };
});

const createSensor = (rtype: string, owner?: string) => ({
  rid: `${rtype}-${owner ?? 'none'}`,
  rtype,
  name: 'Sensor',
  room: null,
  state: {},
  ...(owner === undefined ? {} : { owner }),
});

describe('A sensor in a dialog', () => {
  it('sends by itself once a kind or a sensor is chosen, unless messages name it or its bridge', () => {
    const picked = { rtype: '', target: 'one', targetType: 'resource', bridgeFromMessage: false };
    assert.equal(sendsReadingsUnasked(picked), true);
    assert.equal(sendsReadingsUnasked({ ...picked, target: '' }), false);
    assert.equal(sendsReadingsUnasked({ ...picked, target: '', rtype: 'motion' }), true);
    for (const targetType of ['msg', 'jsonata'])
      assert.equal(sendsReadingsUnasked({ ...picked, targetType, rtype: 'motion' }), false);
    assert.equal(sendsReadingsUnasked({ ...picked, bridgeFromMessage: true }), false);
  });

  it('depends on the numbers that its own device measures', () => {
    const [motion, window] = [createSensor('motion', 'hall'), createSensor('contact', 'window')];
    const resources = [
      motion,
      window,
      createSensor('light_level', 'hall'),
      createSensor('device_power', 'hall'),
      createSensor('temperature', 'garden'),
      createSensor('device_power', 'window'),
    ];
    assert.deepEqual(listReadingsForCondition(motion, resources, types)?.toSorted(), [
      'battery',
      'lux',
    ]);
    assert.deepEqual(listReadingsForCondition(window, resources, types), ['battery']);
  });

  it('may depend on any while it is not known which one it is', () => {
    assert.equal(listReadingsForCondition(undefined, [], types), undefined);
    assert.equal(listReadingsForCondition(createSensor('motion'), [], types), undefined);
  });

  it('depends on numbers alone, the light level first, and on each once', () => {
    const offered = listNumericReadings(types);
    assert.equal(offered[0]?.rtype, 'light_level');
    const measured = types.filter(({ unit }) => unit !== undefined).map(({ reading }) => reading);
    assert.deepEqual(
      offered.map(({ reading }) => reading).toSorted(),
      [...new Set(measured)].toSorted(),
    );
  });

  it('is compared with a number in the unit of the reading', () => {
    assert.deepEqual(getReadingValueType('lux', types), { kind: 'number', unit: 'lux' });
    assert.deepEqual(getReadingValueType('always', types), { kind: 'any' });
  });
});

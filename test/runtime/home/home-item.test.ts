import assert from 'node:assert/strict';
import { readingTypes } from '../../../src/resources';
import type { HomeCommand, HomeFrame, HomeSensorType } from '../../../src/runtime/home/home-item';

/** The compiler requires a line for each type of sensor. */
const shownSensors: Readonly<Record<HomeSensorType, true>> = {
  camera_motion: true,
  contact: true,
  convenience_area_motion: true,
  grouped_light_level: true,
  grouped_motion: true,
  light_level: true,
  motion: true,
  security_area_motion: true,
  tamper: true,
  temperature: true,
};

describe('The items of a home', () => {
  it('include every type of the table with a reading, except batteries', () => {
    const readings = readingTypes.filter((rtype) => rtype !== 'device_power');
    assert.deepEqual(Object.keys(shownSensors).toSorted(), readings.toSorted());
  });

  it('are plain JSON, as all that the sidebar receives and sends', () => {
    const sent: readonly (HomeFrame | HomeCommand)[] = [
      { kind: 'changes', changed: [], removed: ['a'] },
      { rtype: 'light', id: 'a', command: { on: true } },
    ];
    assert.deepEqual(JSON.parse(JSON.stringify(sent)), sent);
  });
});

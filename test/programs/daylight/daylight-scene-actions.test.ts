import assert from 'node:assert/strict';
import { createDaylightSceneActions } from '../../../src/programs/daylight-scene-actions';
import type { Resource } from '../../../src/resources/resource';

const mirekSchema = { mirek_minimum: 153, mirek_maximum: 454 };
const lamps: Readonly<Record<string, Resource>> = {
  white: {
    id: 'white',
    type: 'light',
    dimming: {},
    color_temperature: { mirek_schema: mirekSchema },
  },
  dimmable: { id: 'dimmable', type: 'light', dimming: {} },
  plug: { id: 'plug', type: 'light' },
};

const createActions = (
  actions: Readonly<Record<string, object>>,
  point: { mirek: number; brightness?: number },
): unknown => {
  const list = Object.entries(actions).map(([rid, action]) => ({
    target: { rid, rtype: 'light' },
    action,
  }));
  const scene = { id: 'scene', type: 'scene', actions: list };
  return createDaylightSceneActions(scene, point, (rid) => lamps[rid])?.map(({ action }) => action);
};

const on = { on: { on: true } };

describe('The light of the day in a scene', () => {
  it('replaces the colours and effects of lamps that the scene turns on, as far as each lamp can show it', () => {
    assert.deepEqual(
      createActions(
        {
          white: { ...on, dimming: { brightness: 100 }, color: { xy: { x: 0.6, y: 0.3 } } },
          dimmable: { ...on, dimming: { brightness: 100 } },
          plug: on,
        },
        { mirek: 500, brightness: 30 },
      ),
      [
        { ...on, dimming: { brightness: 30 }, color_temperature: { mirek: 454 } },
        { ...on, dimming: { brightness: 30 } },
        on,
      ],
    );
  });

  it('keeps lamps off that the scene turns off, and lamps that are unknown', () => {
    const [off, unknown] = [{ on: { on: false } }, { ...on, dimming: { brightness: 7 } }];
    assert.deepEqual(
      createActions({ white: on, dimmable: off, unknown }, { mirek: 300, brightness: 50 }),
      [{ ...on, dimming: { brightness: 50 }, color_temperature: { mirek: 300 } }, off, unknown],
    );
  });

  it('keeps the brightness of the scene if the day has none', () => {
    const action = { ...on, dimming: { brightness: 80 }, color_temperature: { mirek: 200 } };
    assert.deepEqual(createActions({ white: action }, { mirek: 300 }), [
      { ...action, color_temperature: { mirek: 300 } },
    ]);
  });

  for (const [mirek, brightness, isWritten] of [
    [309, 52.9, false],
    [291, 47.1, false],
    [310, 50, true],
    [300, 47, true],
  ] as const) {
    it(`is ${isWritten ? '' : 'not '}written if 300 mirek and 50 % become ${mirek} mirek and ${brightness} %`, () => {
      const action = { ...on, dimming: { brightness: 50 }, color_temperature: { mirek: 300 } };
      const actions = createActions({ white: action }, { mirek, brightness });
      assert.equal(actions !== undefined, isWritten);
    });
  }
});

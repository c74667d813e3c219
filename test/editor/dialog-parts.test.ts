import assert from 'node:assert/strict';
import { parsePastedAddress } from '../../src/editor/routes/connection-settings';
import {
  isButtonOffered,
  isButtonEventOffered,
  listEventsOfPickedButtons,
} from '../../src/editor/dialogs/device-presses';
import {
  getReadingValueType,
  listNumericReadings,
  listReadingsForCondition,
  sendsReadingsUnasked,
} from '../../src/editor/dialogs/sensor-choice';
import { getResourceDefinition, readingTypes } from '../../src/resources/table';

describe('An address that is pasted from a browser', () => {
  for (const [text, address] of [
    ['https://192.168.1.20/', { host: '192.168.1.20' }],
    [' https://bridge.local:8443/clip/v2?x=1 ', { host: 'bridge.local', port: '8443' }],
    ['http://192.168.1.20', { host: '192.168.1.20' }],
    ['192.168.1.20:8443', { host: '192.168.1.20', port: '8443' }],
    ['https://[fd00::20]:8443/', { host: '[fd00::20]', port: '8443' }],
  ] as const) {
    it(`gives host and port of ${JSON.stringify(text)}`, () => {
      assert.deepEqual(parsePastedAddress(text), address);
    });
  }

  for (const text of [
    '192.168.1.20',
    'bridge',
    'fd00::20',
    '[fd00::20]',
    '${HOST}',
    'my bridge/',
    '',
  ])
    it(`stays as it is when it is ${JSON.stringify(text)}`, () => {
      assert.equal(parsePastedAddress(text), undefined);
    });
});

const dial = [
  { button: '1', events: ['short_release', 'initial_press'] },
  { button: '2', events: ['initial_press', 'long_press'] },
  { button: 'dial', events: ['clock_wise', 'counter_clock_wise'] },
];

describe('What the button dialog offers', () => {
  it('is each event that one of the buttons reports, once and in the usual order', () => {
    assert.deepEqual(listEventsOfPickedButtons(dial), [
      'initial_press',
      'short_release',
      'long_press',
      'clock_wise',
      'counter_clock_wise',
    ]);
  });

  it('are the buttons of the picked device, and any', () => {
    const offered = ['', '1', '3', 'dial', 'bell'].filter((name) => isButtonOffered(dial, name));
    assert.deepEqual(offered, ['', '1', 'dial']);
  });

  it('are the events of the button in the same row, or of all where that is any', () => {
    const offer = (button: string): string[] =>
      ['', 'initial_press', 'long_press', 'clock_wise', 'ring'].filter((event) =>
        isButtonEventOffered(dial, event, button),
      );
    assert.deepEqual(offer('1'), ['', 'initial_press']);
    assert.deepEqual(offer('dial'), ['', 'clock_wise']);
    assert.deepEqual(offer(''), ['', 'initial_press', 'long_press', 'clock_wise']);
  });

  it('is everything while no device is picked', () => {
    assert.ok(isButtonOffered(undefined, 'bell'));
    assert.ok(isButtonEventOffered(undefined, 'ring', '1'));
  });
});

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

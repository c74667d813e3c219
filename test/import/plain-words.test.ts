import assert from 'node:assert/strict';
import { translateToPlainWords } from '../../src/import/plain-messages';

const translate = (members: object): unknown =>
  translateToPlainWords({ on: true, ...members })?.value;

/** Member of a command of HueMagic, the least and the greatest value that is translated, and what these become. */
const bounds: readonly (readonly [string, number, number, object, object])[] = [
  ['brightness', 1, 100, { brightness: 1 }, { brightness: 100 }],
  ['brightnessLevel', 1, 254, { brightness: 1 }, { brightness: 100 }],
  ['colorTemp', 153, 500, { mirek: 153 }, { mirek: 500 }],
];

describe('Of the commands of HueMagic, plain words are found', () => {
  for (const [member, least, most, first, last] of bounds) {
    it(`for ${member} from ${least} to ${most}`, () => {
      assert.deepEqual(
        [least - 1, least, most, most + 1].map((value) => translate({ [member]: value })),
        [undefined, { on: true, ...first }, { on: true, ...last }, undefined],
      );
    });
  }

  for (const [members, words] of [
    [{ brightnessLevel: 3 }, { brightness: 1 }],
    [{ brightnessLevel: 4 }, { brightness: 2 }],
    [{ colorTemp: 'cold' }, { mirek: 153 }],
    [{ colorTemp: 'normal' }, { mirek: 240 }],
    [{ colorTemp: 'hot' }, { mirek: 500 }],
    [{ color: ' Red ' }, { color: 'red' }],
    [{ color: 'orange' }, { color: '#ff8000' }],
    [{ hex: '#f80' }, { color: '#ff8800' }],
    [{ rgb: [0, 0, 255] }, { color: [0, 0, 255] }],
    [{ xyColor: { x: 0, y: 0.001 } }, { xy: { x: 0, y: 0.001 } }],
    [{ xyColor: { x: 1, y: 1 } }, { xy: { x: 1, y: 1 } }],
    [
      { brightness: 5, transitionTime: 0 },
      { brightness: 5, transition: '0s' },
    ],
    [
      { brightness: 5, transitionTime: 6_000 },
      { brightness: 5, transition: '6000s' },
    ],
    [{ color: 'black' }, { xy: { x: 0, y: 0 } }],
    [{ hex: '#000000' }, { xy: { x: 0, y: 0 } }],
    [{ rgb: [0, 0, 0] }, { xy: { x: 0, y: 0 } }],
    [
      { brightness: 5, color: 'red' },
      { brightness: 5, color: 'red' },
    ],
  ] as const) {
    it(`for ${JSON.stringify(members)}: ${JSON.stringify(words)}`, () => {
      assert.deepEqual(translate(members), { on: true, ...words });
    });
  }

  for (const members of [
    { colorTemp: 250.5 },
    { colorTemp: 'auto' },
    { colorTemp: 'toString' },
    { color: 7 },
    { hex: '#ff88' },
    { rgb: [0, 0, 256] },
    { rgb: [0, 0, -1] },
    { rgb: [1, 2] },
    { rgb: 'red' },
    { xyColor: { x: -0.1, y: 0.5 } },
    { xyColor: { x: 1.1, y: 0.5 } },
    { xyColor: { x: 0.5, y: 0 } },
    { xyColor: { x: 0.5, y: 1.1 } },
    { xyColor: [0.5, 0.5] },
    { brightness: 5, transitionTime: -1 },
    { brightness: 5, transitionTime: 6_001 },
    { transitionTime: 2 },
    { brightness: 5, brightnessLevel: 5 },
    { color: 'red', colorTemp: 300 },
    { color: 'red', xyColor: { x: 0.5, y: 0.5 } },
    { brightness: 5, toString: 1 },
    { incrementBrightness: 5 },
  ]) {
    it(`not for ${JSON.stringify(members)}`, () => assert.equal(translate(members), undefined));
  }

  for (const [payload, value, isExact] of [
    [false, false, true],
    [{ on: false }, { on: false }, true],
    [{ on: false, brightness: 5 }, { on: false, brightness: 5 }, false],
    [{ brightness: 5 }, { turnOn: 'later', brightness: 5 }, true],
    [{ toggle: 1 }, { toggle: true }, true],
    [{ toggle: 1, brightness: 5 }, { toggle: true }, false],
    [{ alert: 1 }, { alert: '1s' }, true],
    [{ alert: 60_000 }, { alert: '60000s' }, true],
    [{ alert: 1.6 }, { alert: '2s' }, true],
    [{ incrementBrightness: 1 }, { brightness: '+1' }, false],
    [{ decrementBrightness: 100 }, { brightness: '-100' }, false],
    [{ incrementColorTemp: 5 }, { mirek: '+5' }, false],
    [{ decrementColorTemp: 5 }, { mirek: '-5' }, false],
  ] as const) {
    it(`that mean ${isExact ? '' : 'not quite '}the same: ${JSON.stringify(payload)}`, () => {
      assert.deepEqual(translateToPlainWords(payload), { value, isExact });
    });
  }

  for (const payload of [
    'on',
    null,
    {},
    { on: 'yes' },
    { on: 'yes', brightness: 5 },
    { alert: 0 },
    { alert: 60_001 },
    { alert: 5, brightness: 5 },
    { alert: 5, toggle: true, brightness: 5 },
    { incrementBrightness: 0 },
    { incrementBrightness: 101 },
    { incrementBrightness: 5, colorTemp: 300 },
  ]) {
    it(`not for ${JSON.stringify(payload)}`, () =>
      assert.equal(translateToPlainWords(payload), undefined));
  }
});

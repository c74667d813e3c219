import assert from 'node:assert/strict';
import { describeProblem } from '../../../src/resources/describe-problem';
import { parseBareNumbers } from '../../../src/vocabulary/light/bare-value';
import type { NumberReading } from '../../../src/vocabulary/light/bare-value';
import { toEnglish } from '../../../src/resources/problems';
import { findLikelyMistakes } from '../../../src/vocabulary/light/likely-meanings';

const at = 'payload';

/** What each choice makes of a command. */
const readings: readonly (readonly [
  command: unknown,
  meanings: Readonly<Record<NumberReading, unknown>>,
])[] = [
  [1, { percent: 1, onOff: true, level: '0.39%' }],
  ['1', { percent: '1', onOff: true, level: '0.39%' }],
  [0, { percent: 0, onOff: 0, level: '0%' }],
  [50, { percent: 50, onOff: 50, level: '19.61%' }],
  ['255', { percent: '255', onOff: '255', level: '100%' }],
];

/** What no choice changes. */
const unchanged: readonly unknown[] = [
  true,
  '1%',
  '+10',
  '2700K',
  '336699',
  'red',
  null,
  { brightness: 1 },
  [255, 136, 0],
  [{ target: 'Hall', brightness: 1 }],
];

describe('A number alone', () => {
  for (const reading of ['percent', 'onOff', 'level'] as const) {
    it(`means what the light node is set to: ${reading}`, () => {
      for (const [command, meanings] of readings) {
        assert.deepEqual(parseBareNumbers(command, reading, at), {
          ok: true,
          value: meanings[reading],
        });
        const list = [
          { target: 'Hall', command },
          { target: 'Attic', command: 'red' },
        ];
        assert.deepEqual(parseBareNumbers(list, reading, at), {
          ok: true,
          value: [{ target: 'Hall', command: meanings[reading] }, list[1]],
        });
      }
      for (const command of unchanged)
        assert.deepEqual(parseBareNumbers(command, reading, at), { ok: true, value: command });
    });
  }

  it('is refused above 255 as a level, and below 0', () => {
    for (const level of [256, -1, '300']) {
      const parsed = parseBareNumbers([{ target: 'Hall', command: level }], 'level', at);
      assert.ok(!parsed.ok);
      assert.match(
        describeProblem(parsed.problem),
        /^payload\[0\]\.command: expected a number from 0 to 255, got/,
      );
    }
  });
});

/** What is valid, and probably meant otherwise. */
const mistakes: readonly (readonly [payload: unknown, sentences: readonly RegExp[]])[] = [
  [0.5, [/^payload: 0\.5 means 0\.5 %.* For 50 % write 50; "0\.5%" says that it is meant so\.$/]],
  ['.5', [/^payload: 0\.5 means 0\.5 %/]],
  [1, [/^payload: 1 means 1 %\. If 1 means on, choose "percent, but 1 is on" under "Numbers"/]],
  ['1', [/^payload: 1 means 1 %/]],
  [[{ target: 'Hall', command: 1 }], [/^payload\[0\]\.command: 1 means 1 %/]],
  [{ brightness: 0.8 }, [/^payload\.brightness: 0\.8 means 0\.8 %.* For 80 % write 80/]],
  [{ on: true, brightness: 0.8 }, [/^payload\.brightness: 0\.8/]],
  [{ hue: 120, saturation: 0.55 }, [/^payload\.saturation: .* For 55 % write 55/]],
  [{ mix: { color: 'red', amount: 0.3 } }, [/^payload\.mix\.amount: .* For 30 % write 30/]],
  [{ powerup: { brightness: 0.5 } }, [/^payload\.powerup\.brightness: /]],
  [
    { brightness: 50, transition: 2 },
    [/^payload\.transition: 2 means 2 milliseconds\. For seconds write "2s"/],
  ],
  [{ play: [{ brightness: 0.5, for: '1s' }] }, [/^payload\.play\[0\]\.brightness: /]],
  [{ color: { r: 0.5, g: 0.2, b: 1 } }, [/^payload\.color: red, green and blue are from 0 to 255/]],
  [{ rgb: [1, 0.5, 0] }, [/^payload\.rgb: /]],
  [{ brightness: 0.1, transition: 5 }, [/brightness/, /transition/]],
];

/** What means what it says, and states that nodes have sent. */
const plain: readonly unknown[] = [
  0,
  '1%',
  '+1',
  { brightness: 1 },
  50,
  '0.5%',
  '+0.5',
  { brightness: '0.4 %' },
  { on: true, brightness: 0.4, kelvin: 2700 },
  { on: true, brightness: 0.4, color: { x: 0.3, y: 0.3 } },
  { rid: '1', rtype: 'light', on: true, brightness: 0.4 },
  [{ rid: '1', on: true, brightness: 0.4 }],
  { dimming: { brightness: 0.4 } },
  { transition: 0 },
  { transition: 400 },
  { transition: '2ms' },
  { color: [0.3, 0.4] },
  { color: [1, 0, 0] },
  { color: { x: 0.3, y: 0.4 } },
  null,
  'toggle',
];

describe('What a light command probably means otherwise', () => {
  for (const [payload, sentences] of mistakes) {
    it(`is said: ${JSON.stringify(payload)}`, () => {
      const found = findLikelyMistakes(payload, 'payload').map(toEnglish);
      assert.equal(found.length, sentences.length, found.join('\n'));
      for (const [index, sentence] of sentences.entries())
        assert.match(String(found[index]), sentence);
    });
  }

  for (const payload of plain) {
    it(`is nothing: ${JSON.stringify(payload)}`, () => {
      assert.deepEqual(findLikelyMistakes(payload, 'payload'), []);
    });
  }
});

describe('A bare number with a topic that ends with a characteristic of HomeKit', () => {
  for (const name of ['Hue', 'Saturation', 'ColorTemperature']) {
    it(`is said to be no brightness: ${name}`, () =>
      assert.match(
        findLikelyMistakes(80, 'payload', `lamp/${name}`).map(toEnglish).join(' '),
        /^This is written as HomeKit writes it: choose it under "Message format"\.$/,
      ));
  }

  for (const [payload, topic] of [
    [80, 'lamp/Brightness'],
    [80, 'Hue lights/Kitchen'],
    ['toggle', 'lamp/Hue'],
    [{ hue: 80 }, 'lamp/Hue'],
    [80, 7],
  ] as const) {
    it(`is nothing: ${JSON.stringify(payload)} with ${topic}`, () =>
      assert.deepEqual(findLikelyMistakes(payload, 'payload', topic), []));
  }
});

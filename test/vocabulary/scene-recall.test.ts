import assert from 'node:assert/strict';
import { parseSceneCommand } from '../../src/vocabulary/scene';
import { toTestName, expectSentence, expectValue } from './support/sample-resources';

const recalled: readonly [payload: unknown, recall: object][] = [
  [undefined, { action: 'active' }],
  [true, { action: 'active' }],
  ['on', { action: 'active' }],
  ['activate', { action: 'active' }],
  ['active', { action: 'active' }],
  [' Dynamic ', { action: 'dynamic_palette' }],
  ['static', { action: 'static' }],
  [{ brightness: 40 }, { action: 'active', dimming: { brightness: 40 } }],
  [
    { brightness: '40%', transition: '2s' },
    { action: 'active', dimming: { brightness: 40 }, duration: 2000 },
  ],
  [
    { action: 'dynamic', transition: 400 },
    { action: 'dynamic_palette', duration: 400 },
  ],
  [{ recall: true }, { action: 'active' }],
  [{ recall: { action: 'static', transition: '1s' } }, { action: 'static', duration: 1000 }],
  [
    { recall: { action: 'active', duration: 5, dimming: { brightness: 1 } } },
    { action: 'active', duration: 5, dimming: { brightness: 1 } },
  ],
];

const refused: readonly [payload: unknown, sentence: RegExp][] = [
  [null, /^payload: expected true, "dynamic"/],
  [false, /a scene cannot be stopped, only its lamps turned off, got false/],
  ['toggle', /^payload: expected true, "dynamic"/],
  ['activat', /Did you mean activate\?$/],
  [7, /^payload: expected true, "dynamic"/],
  [{ brightness: 0 }, /^payload\.brightness: expected a number from 1 to 100, got 0/],
  [{ brightness: '+10' }, /^payload\.brightness: expected a number from 1 to 100/],
  [{ transition: '2 days' }, /^payload\.transition: expected a time of at most 100min/],
  [{ duration: 400 }, /^payload\.duration: .*Did you mean transition\?$/],
  [{ action: false }, /^payload\.action: expected true, "dynamic"/],
  [{ recall: true, brightness: 3 }, /^payload\.brightness: expected one of recall/],
  [{ recall: { dimming: { brightness: 300 } } }, /^payload\.recall\.dimming\.brightness/],
  [
    { recall: { duration: 5, name: 'x' } },
    /^payload\.recall\.name: expected one of action, duration, dimming/,
  ],
];

describe('A scene command', () => {
  for (const [payload, recall] of recalled) {
    it(`turns ${toTestName(payload)} into a recall`, () => {
      assert.deepEqual(expectValue(parseSceneCommand(payload)).body.members, { recall });
    });
  }

  for (const [payload, sentence] of refused) {
    it(`refuses ${toTestName(payload)}`, () => {
      assert.match(expectSentence(parseSceneCommand(payload)), sentence);
    });
  }
});

import assert from 'node:assert/strict';
import {
  evaluateYesNoCondition,
  parseYesNoCondition,
} from '../../../src/runtime/nodes/yes-no-condition';

describe('What counts as yes', () => {
  for (const [settings, condition] of [
    [{}, { comparison: 'true' }],
    [{ yesWhen: 'often', yesValue: '5' }, { comparison: 'true' }],
    [
      { yesWhen: 'equals', yesValue: ' open ' },
      { comparison: 'equals', text: 'open' },
    ],
    [{ yesWhen: 'notEquals' }, { comparison: 'notEquals', text: '' }],
    [
      { yesWhen: 'above', yesValue: '0' },
      { comparison: 'above', threshold: 0, hysteresis: 0 },
    ],
    [
      { yesWhen: 'below', yesValue: -2.5, hysteresis: '-1' },
      { comparison: 'below', threshold: -2.5, hysteresis: 1 },
    ],
    [
      { yesWhen: 'below', yesValue: '4', hysteresis: 'wide' },
      { comparison: 'below', threshold: 4, hysteresis: 0 },
    ],
  ] as const) {
    it(`is ${JSON.stringify(condition)} for the settings ${JSON.stringify(settings)}`, () => {
      assert.deepEqual(parseYesNoCondition(settings), condition);
    });
  }

  for (const [settings, decisions] of [
    [
      {},
      [
        [true, true],
        [false, false],
        [0, false],
        [-1, true],
        ['active', true],
        ['static', true],
        ['dynamic_palette', true],
        ['inactive', false],
        ['connected', true],
        ['connectivity_issue', false],
        ['other', undefined],
        [{ on: true }, true],
        [{ on: false }, false],
        [{ on: 1 }, undefined],
        [null, undefined],
      ],
    ],
    [
      { yesWhen: 'equals', yesValue: '21.0' },
      [
        [21, true],
        [21.5, false],
        ['21.0', true],
        ['21', false],
        [true, false],
        [null, undefined],
      ],
    ],
    [
      { yesWhen: 'notEquals', yesValue: 'true' },
      [
        [true, false],
        [false, true],
        ['x', true],
        [{}, undefined],
      ],
    ],
    [
      { yesWhen: 'above', yesValue: '20', hysteresis: '2' },
      [
        [20, false],
        [20.1, true],
        ['30', undefined],
      ],
    ],
    [
      { yesWhen: 'below', yesValue: '20', hysteresis: '2' },
      [
        [20, false],
        [19.9, true],
      ],
    ],
  ] as const) {
    for (const [value, decision] of decisions)
      it(`is ${decision} for ${JSON.stringify(value)} with ${JSON.stringify(settings)}`, () => {
        assert.equal(evaluateYesNoCondition(parseYesNoCondition(settings), value), decision);
      });
  }

  it('stays yes until a number is beyond the hysteresis', () => {
    const above = parseYesNoCondition({ yesWhen: 'above', yesValue: '20', hysteresis: '2' });
    const below = parseYesNoCondition({ yesWhen: 'below', yesValue: '20', hysteresis: '2' });
    for (const [condition, value, isStillYes] of [
      [above, 18.1, true],
      [above, 18, false],
      [below, 21.9, true],
      [below, 22, false],
    ] as const) {
      assert.equal(evaluateYesNoCondition(condition, value, true), isStillYes);
      assert.equal(evaluateYesNoCondition(condition, value, false), false);
    }
  });
});

import assert from 'node:assert/strict';
import { joinNames } from '../../src/runtime/errors';
import { BridgeError } from '../../src/bridge';
import { joinSettled } from '../../src/runtime/outcome';
import type { ActionOutcome } from '../../src/runtime/outcome';
import type { BridgeErrorFacts } from '../../src/bridge/errors';
import { getOnOrEnabledState } from '../../src/runtime/requests';

describe('Names in a sentence', () => {
  it('stand once each, in the order of people', () => {
    assert.equal(joinNames(['house', 'Attic', 'Attic'], 'or'), 'Attic or house');
  });

  it('are separated by commas but for the last two', () => {
    assert.equal(joinNames(['C', 'B', 'A'], 'and'), 'A, B and C');
    assert.equal(joinNames(['A'], 'and'), 'A');
  });

  it('hold no line break and no hidden character', () => {
    assert.equal(joinNames(['Attic\nError: all is lost\u202e'], 'or'), 'Attic Error: all is lost');
  });

  it('are bounded in length and in number', () => {
    const names = Array.from({ length: 500 }, (_, index) => `Bridge ${index} ${'x'.repeat(5000)}`);
    const listed = Array.from({ length: 8 }, (_, index) => `Bridge ${index} ${'x'.repeat(50)}…`);
    assert.equal(joinNames(names, 'or'), `${listed.join(', ')} and 492 more`);
  });
});

const done: PromiseSettledResult<ActionOutcome> = {
  status: 'fulfilled',
  value: {
    payload: {},
    meta: { operation: 'update', rtype: 'light', status: 200, warnings: [], merged: 1 },
    statusText: { key: 'done' },
  },
};

const fail = (
  message: string,
  facts: BridgeErrorFacts = {},
): PromiseSettledResult<ActionOutcome> => ({
  status: 'rejected',
  reason: new BridgeError('ERR_BRIDGE_TIMEOUT', message, facts),
});

describe('The error of a message for several lamps', () => {
  const names = new Map([
    ['1', { name: 'Desk lamp', room: 'Office' }],
    ['2', { name: 'Den', room: 'Den' }],
  ]);

  const bridge = {
    stateReader: { stateCache: { displayNames: (rid: string) => names.get(rid) ?? {} } },
  };

  const resources = ['1', '2', '3'].map((rid) => ({ rid, rtype: 'light' as const, bridge }));

  it('tells of each lamp what became of it, and whether a request was sent', () => {
    const { code, message, cause } = getError([
      done,
      fail('No answer.', { sent: 'maybe' }),
      fail('No way.'),
    ]);
    assert.equal(code, 'ERR_BRIDGE_PARTLY_DONE');
    assert.equal(
      message,
      '2 of 3 could not be set: Den, 3. Set: Office/Desk lamp. Den: No answer. 3: No way.',
    );
    assert.deepEqual(cause, {
      parts: [
        { rid: '1', rtype: 'light', name: 'Desk lamp', room: 'Office' },
        {
          rid: '2',
          rtype: 'light',
          name: 'Den',
          room: 'Den',
          code: 'ERR_BRIDGE_TIMEOUT',
          message: 'No answer.',
          sent: 'maybe',
        },
        { rid: '3', rtype: 'light', code: 'ERR_BRIDGE_TIMEOUT', message: 'No way.' },
      ],
    });
  });

  it('is the error of the lamps, with its details, where all failed alike', () => {
    const failed = fail('No answer.', { sent: 'no', reason: 'ECONNREFUSED' });
    const { code, message, cause } = getError([failed, failed, failed]);
    assert.equal(code, 'ERR_BRIDGE_TIMEOUT');
    assert.equal(message, 'No answer.');
    assert.equal(cause.reason, 'ECONNREFUSED');
    assert.deepEqual(
      cause.parts?.map(({ sent }) => sent),
      ['no', 'no', 'no'],
    );
  });

  it('has the details of no lamp where the lamps failed differently', () => {
    const { cause } = getError([fail('No answer.', { reason: 'A' }), fail('No way.'), fail('No.')]);
    assert.equal(cause.reason, undefined);
  });

  it('has the name of the bridge that the message named', () => {
    const [first, ...others] = resources;
    assert.ok(first);
    assert.throws(
      () => joinSettled([{ ...first, bridgeName: 'Attic' }, ...others], [fail('No.'), done, done]),
      ({ message }: Error) =>
        message === '1 of 3 could not be set: Attic:Office/Desk lamp. Set: Den, 3. No.',
    );
  });

  function getError(settled: readonly PromiseSettledResult<ActionOutcome>[]): BridgeError {
    try {
      joinSettled(resources, settled);
    } catch (error) {
      assert.ok(error instanceof BridgeError);
      return error;
    }
    return assert.fail('Nothing failed.');
  }
});

const states: readonly [Record<string, unknown>, boolean | undefined][] = [
  [{ on: { on: true } }, true],
  [{ on: { on: false } }, false],
  [{ enabled: true }, true],
  [{ enabled: false }, false],
  [{ recall: { action: 'activate' } }, true],
  [{ recall: { action: 'deactivate' } }, false],
  [{ state: 'active' }, true],
  [{ state: 'inactive' }, false],
  [{ recall: { action: 'deactivate' }, state: 'active' }, false],
  [{ dimming: { brightness: 1 } }, undefined],
  [{ on: {}, state: 'unknown' }, undefined],
];

describe('Whether a resource is on, enabled or active', () => {
  for (const [resource, expected] of states) {
    it(`is ${expected ?? 'not known'} for ${JSON.stringify(resource)}`, () => {
      assert.equal(getOnOrEnabledState(resource), expected);
    });
  }
});

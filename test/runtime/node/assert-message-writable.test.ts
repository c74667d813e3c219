import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import { isObject } from '../../../src/resources/members';
import { assertMessagePropertiesWritable } from '../../../src/runtime/node';

const names = ['payload', 'bridge'];
const readOnly = { value: 1, writable: false, configurable: true };

const refused: readonly [what: string, message: object, sentence: RegExp][] = [
  ['a frozen one', Object.freeze({ payload: 1, bridge: 1 }), /^msg\.payload: .*read-only/],
  ['a sealed one', Object.seal({ payload: 1 }), /^msg\.bridge: .*frozen or sealed/],
  ['one that takes no more', Object.preventExtensions({ payload: 1 }), /^msg\.bridge: /],
  ['a read-only value', Object.defineProperty({}, 'bridge', readOnly), /^msg\.bridge: .*read-only/],
  [
    'a getter',
    {
      get payload() {
        return 1;
      },
    },
    /^msg\.payload: .*getter or setter/,
  ],
  ['a setter', { payload: 1, set bridge(_: unknown) {} }, /^msg\.bridge: .*getter or setter/],
  ['an inherited read-only value', { __proto__: Object.freeze({ payload: 1 }) }, /read-only/],
  ['a Proxy', new Proxy({}, {}), /Proxy/],
  ['one that inherits from a Proxy', { __proto__: new Proxy({}, {}) }, /Proxy/],
];

describe('A message that is to take a result', () => {
  for (const [what, message, sentence] of refused) {
    it(`is refused with a code and a way out when it is ${what}`, () => {
      assert.throws(() => assertMessagePropertiesWritable(message, names), {
        code: 'ERR_BRIDGE_INVALID_COMMAND',
        message: sentence,
      });
    });
  }

  it('is taken as Node-RED, a function node or a program makes it', () => {
    const fromFunctionNode: unknown = runInNewContext('({ payload: 1 })');
    assert.ok(isObject(fromFunctionNode));
    const messages: object[] = [
      {},
      { payload: 1, bridge: {}, other: Object.freeze({}) },
      Object.seal({ payload: 1, bridge: 1 }),
      { __proto__: null },
      { __proto__: { payload: 1 }, req: {} },
      fromFunctionNode,
    ];
    for (const message of messages) {
      assertMessagePropertiesWritable(message, names);
      assert.deepEqual(Object.assign(message, { payload: 2, bridge: 3 }).payload, 2);
    }
  });
});

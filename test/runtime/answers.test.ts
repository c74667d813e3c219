import assert from 'node:assert/strict';
import { PendingMessages, assertMessagePropertiesWritable } from '../../src/runtime/node';
import type {
  MessageCompletionNode,
  InputMessageWithCallbacks,
  MessageCompletion,
  MessageResult,
} from '../../src/runtime/node';
import { BridgeError, getErrorCode } from '../../src/bridge/errors';
import { createNodeClosedError } from '../../src/runtime/errors';
import { runInNewContext } from 'node:vm';
import { isObject } from '../../src/resources/members';

describe('The answer to a message', () => {
  let calls: unknown[];
  let pending: PendingMessages;
  beforeEach(() => {
    calls = [];
    pending = new PendingMessages();
  });
  const createNode = (name: string, messages: PendingMessages): MessageCompletionNode => ({
    node: { error: (error: unknown) => calls.push([name, 'reported', error]) },
    pending: messages,
  });
  const createInput = (name: string): InputMessageWithCallbacks => ({
    message: { _msgid: '1' },
    send: (message) => calls.push([name, 'sent', message]),
    done: (error) => calls.push([name, 'done', error?.message]),
  });
  const add = (input: InputMessageWithCallbacks = createInput('node')): MessageCompletion =>
    pending.add(createNode('node', pending), input);
  const result: MessageResult = { createMessages: () => ({ payload: 1 }) };
  const sent = [
    ['node', 'sent', { payload: 1 }],
    ['node', 'done', undefined],
  ];

  it('is given once: the first result counts', () => {
    const completion = add();
    completion.complete(result);
    completion.complete(result);
    completion.complete(new Error('too late'));
    assert.deepEqual(calls, sent);
  });

  it('is an error for all messages that are left when the node stops', () => {
    const first = add();
    add();
    first.complete(result);
    assert.equal(pending.count, 1);
    pending.failAll();
    assert.deepEqual(calls, [...sent, ['node', 'done', createNodeClosedError().message]]);
    assert.equal(pending.count, 0);
  });

  it('is an error when what came of it cannot be sent on', () => {
    const frozen = Object.freeze({ payload: true });
    add().complete({ createMessages: () => Object.assign(frozen, { payload: 1 }) });
    assert.match(JSON.stringify(calls), /^\[\["node","done",".*read only/);
  });

  it('is reported without the message when Node-RED cannot hand it to the flow', () => {
    const done = (): never => {
      throw new Error('cannot be copied');
    };
    const completion = add({ ...createInput('node'), done });
    const error = new BridgeError('ERR_BRIDGE_BUSY', 'what happened');
    completion.complete(error);
    assert.deepEqual(calls, [['node', 'reported', error]]);
  });

  it('has a code, whatever was thrown', () => {
    const errors: (Error | undefined)[] = [];
    const done = (error?: Error): void => void errors.push(error);
    const own = new BridgeError('ERR_BRIDGE_BUSY', 'wait');
    for (const thrown of [own, new TypeError('x is not a function')]) {
      add({ ...createInput('node'), done }).complete(thrown);
    }
    assert.equal(errors[0], own);
    assert.equal(getErrorCode(errors[1]), 'ERR_BRIDGE_UNEXPECTED_ERROR');
    assert.match(String(errors[1]), /the bridge may have done it: x is not a function/);
  });

  it('is given by the node that a deploy puts in place, once that can send', () => {
    const completion = add();
    let isFinished = false;
    completion.hold();
    pending.removeAll();
    pending.onceFinished(() => (isFinished = true));
    completion.complete(result);
    completion.complete(new Error('too late'));

    const nextPending = new PendingMessages();
    completion.moveTo(createNode('next', nextPending), createInput('next'));
    assert.deepEqual([calls, nextPending.count, isFinished], [[], 1, false]);

    completion.release();
    assert.deepEqual(calls, [
      ['next', 'sent', { payload: 1 }],
      ['next', 'done', undefined],
    ]);
    assert.deepEqual([nextPending.count, isFinished], [0, true]);
  });

  it('is what came of it, otherwise an error, where the deploy leaves no such node', () => {
    const [answered, waiting] = [add(), add()];
    for (const completion of [answered, waiting]) completion.hold();
    answered.complete(result);
    pending.failAll();
    assert.deepEqual(calls, [...sent, ['node', 'done', createNodeClosedError().message]]);
  });
});

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

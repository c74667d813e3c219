import assert from 'node:assert/strict';
import { DeployMessageHandover } from '../../../src/runtime/node/deploy-message-handover';
import type { RestartedNode } from '../../../src/runtime/node/deploy-message-handover';
import { PendingMessages } from '../../../src/runtime/node/message-completion';
import type {
  InputMessageWithCallbacks,
  MessageCompletion,
} from '../../../src/runtime/node/message-completion';

/** A node as Node-RED has it, with the method behind `done`. */
interface NodeStub {
  id: string;
  type: string;
  send(message: unknown): void;
  error(error: unknown, message: unknown): void;
  _complete?(message: unknown, error?: Error): void;
}

describe('The messages of a node that a deploy replaces', () => {
  let calls: unknown[];
  let endDeploy: () => void;
  let carried: DeployMessageHandover;
  const message = { _msgid: '1', payload: 'asked' };
  beforeEach(() => {
    calls = [];
    const callbacks = new Set<() => void>();
    endDeploy = () => {
      for (const callback of callbacks) callback();
      callbacks.clear();
    };
    carried = new DeployMessageHandover({
      isReplacing: true,
      onceDeployed: (callback) => void callbacks.add(callback),
    });
  });
  const createNode = (name: string, node: Partial<NodeStub> = {}): RestartedNode => {
    const stub: NodeStub = {
      id: 'lamp',
      type: 'bridge-light',
      send: (sent) => calls.push([name, 'send', sent]),
      error: (error) => calls.push([name, 'error', String(error)]),
      _complete: (_message, error) => calls.push([name, 'complete', error?.message]),
      ...node,
    };
    return {
      node: stub,
      pending: new PendingMessages(),
      receive: (input) => calls.push([name, 'receive', input.message]),
    };
  };
  const addMessage = (node: RestartedNode): MessageCompletion => {
    const input: InputMessageWithCallbacks = {
      message,
      send: () => calls.push('sent by the first'),
      done: (error) => calls.push(['done of the first', error?.message]),
    };
    return node.pending.add(node, input);
  };

  it('are answered by the last of several nodes, once the deploys have ended', () => {
    const [first, second, third] = ['first', 'second', 'third'].map((name) => createNode(name));
    assert.ok(first && second && third);
    const completion = addMessage(first);
    carried.carryResults(first.node, first.pending.removeAll());
    carried.moveTo(second);
    assert.deepEqual([first.pending.count, second.pending.count], [0, 1]);
    carried.carryResults(second.node, second.pending.removeAll());
    completion.succeed({ createMessages: () => ({ payload: 'done' }) });
    carried.moveTo(third);
    assert.deepEqual(calls, []);
    endDeploy();
    assert.deepEqual(calls, [
      ['third', 'send', { payload: 'done' }],
      ['third', 'complete', undefined],
    ]);
    assert.equal(third.pending.count, 0);
  });

  it('are begun anew by the next node where they only read, and what the first node reads is ignored', () => {
    const first = createNode('first');
    const completion = addMessage(first);
    carried.carryInputs(first.node, first.pending.removeAll());
    completion.succeed({ createMessages: () => ({ payload: 'old' }) });
    carried.moveTo(createNode('next'));
    assert.deepEqual(calls, []);
    endDeploy();
    assert.deepEqual(calls, [['next', 'receive', message]]);
  });

  it('end with an error of the first node where there is no next one of the same id and type', () => {
    for (const carry of ['carryResults', 'carryInputs'] as const) {
      calls = [];
      const first = createNode('first');
      addMessage(first);
      carried[carry](first.node, first.pending.removeAll());
      carried.moveTo(createNode('other', { id: 'other' }));
      carried.moveTo(createNode('switch', { type: 'bridge-resource' }));
      endDeploy();
      assert.match(JSON.stringify(calls), /^\[\["done of the first","The node was removed/, carry);
    }
  });

  it('report their errors also where Node-RED has no method to complete them', () => {
    const first = createNode('first');
    const completion = addMessage(first);
    carried.carryResults(first.node, first.pending.removeAll());
    const { _complete: _none, ...stub } = { ...createNode('next').node, _complete: undefined };
    carried.moveTo({ ...createNode('next'), node: stub });
    endDeploy();
    completion.fail(new Error('busy'));
    assert.match(JSON.stringify(calls), /^\[\["next","error","BridgeError: .*busy"\]\]$/);
  });
});

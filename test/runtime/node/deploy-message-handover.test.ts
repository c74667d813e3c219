import assert from 'node:assert/strict';
import { DeployMessageHandover, PendingMessages } from '../../../src/runtime/node';
import type {
  InputMessageWithCallbacks,
  MessageCompletion,
  MessageCompletionNode,
} from '../../../src/runtime/node';

/** A node as the handover finds and uses it. */
interface NodeStub extends MessageCompletionNode {
  readonly id: string;
  readonly type: string;
  receive(message: object): void;
}

describe('The messages of a node that a deploy replaces', () => {
  let calls: unknown[];
  let endDeploy: () => void;
  let handover: DeployMessageHandover;
  let deployed: NodeStub | undefined;
  const message = { _msgid: '1', payload: 'asked' };
  beforeEach(() => {
    calls = [];
    deployed = undefined;
    const callbacks = new Set<() => void>();
    endDeploy = () => {
      for (const callback of callbacks) callback();
      callbacks.clear();
    };
    handover = new DeployMessageHandover(
      { isReplacing: true, onceDeployed: (callback) => void callbacks.add(callback) },
      (id) => (deployed?.id === id ? deployed : null),
    );
  });
  const createInput = (name: string): InputMessageWithCallbacks => ({
    message,
    send: (sent) => calls.push([name, 'send', sent]),
    done: (error) => calls.push([name, 'done', error?.message]),
  });
  const createNode = (name: string, type = 'bridge-light'): NodeStub => ({
    id: 'lamp',
    type,
    node: { error: (error: unknown) => calls.push([name, 'error', String(error)]) },
    pending: new PendingMessages(),
    receive(received) {
      assert.equal(received, message);
      const completion = handover.take(this, message);
      if (completion === undefined) {
        calls.push([name, 'process', received]);
        return;
      }
      this.pending.adopt(completion);
      completion.moveTo(this, createInput(name));
      completion.release();
    },
  });
  const addMessage = (node: NodeStub): MessageCompletion =>
    node.pending.add(node, createInput('first'));

  it('are answered by the last of several nodes, once the deploys have ended', () => {
    const first = createNode('first');
    const completion = addMessage(first);
    handover.carryResults(first, first.pending.removeAll());
    completion.complete({ createMessages: () => ({ payload: 'done' }) });
    deployed = createNode('second');
    const third = createNode('third');
    deployed = third;
    assert.deepEqual(calls, []);
    endDeploy();
    assert.deepEqual(calls, [
      ['third', 'send', { payload: 'done' }],
      ['third', 'done', undefined],
    ]);
    assert.equal(third.pending.count, 0);
    third.receive(message);
    assert.deepEqual(calls.at(-1), ['third', 'process', message], 'the same message once more');
  });

  it('are answered when their result comes after the deploy', () => {
    const first = createNode('first');
    const completion = addMessage(first);
    handover.carryResults(first, first.pending.removeAll());
    const next = (deployed = createNode('next'));
    endDeploy();
    assert.deepEqual([calls, next.pending.count], [[], 1]);
    completion.complete(new Error('busy'));
    assert.match(JSON.stringify(calls), /^\[\["next","done",".*busy"\]\]$/);
  });

  it('are begun anew by the next node where they only read, and what the first node reads is ignored', () => {
    const first = createNode('first');
    const completion = addMessage(first);
    handover.carryInputs(first, first.pending.removeAll());
    completion.complete({ createMessages: () => ({ payload: 'old' }) });
    deployed = createNode('next');
    assert.deepEqual(calls, []);
    endDeploy();
    assert.deepEqual(calls, [['next', 'process', message]]);
  });

  it('end with an error of the first node where there is no next one of the same id and type', () => {
    for (const carry of ['carryResults', 'carryInputs'] as const) {
      for (const next of [undefined, createNode('switch', 'bridge-resource')]) {
        calls = [];
        const first = createNode('first');
        addMessage(first);
        handover[carry](first, first.pending.removeAll());
        deployed = next;
        endDeploy();
        assert.match(JSON.stringify(calls), /^\[\["first","done","The node was removed/, carry);
      }
    }
  });
});

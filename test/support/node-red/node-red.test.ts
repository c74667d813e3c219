import assert from 'node:assert/strict';
import { startNodeRed } from './node-red';
import type { FlowNode, RunningNodeRed } from './node-red';

const flow: FlowNode[] = [
  { id: 'tab', type: 'tab', label: 'Tab' },
  {
    id: 'button',
    type: 'inject',
    z: 'tab',
    props: [{ p: 'payload' }],
    payload: '7',
    payloadType: 'num',
    wires: [['code']],
  },
  {
    id: 'code',
    type: 'function',
    z: 'tab',
    func: "node.status({ text: 'seen' }); if (msg.payload === 'throw') throw new Error('as asked'); return msg;",
    wires: [['end']],
  },
  { id: 'end', type: 'debug', z: 'tab', active: true, complete: 'payload', wires: [] },
];

describe('A Node-RED of the tests', () => {
  let nodeRed: RunningNodeRed;
  before(async () => {
    nodeRed = await startNodeRed({ flows: flow });
  });
  after(() => nodeRed.stop());

  it('reports the message, the status and the end of each node', async () => {
    await nodeRed.pressInject('button');
    assert.equal((await nodeRed.nextMessage('end'))['payload'], 7);
    assert.deepEqual(await nodeRed.nextStatus('code'), { text: 'seen' });
    assert.equal((await nodeRed.nextCompletion('code'))['payload'], 7);
  });

  it('reports the error that a node reports', async () => {
    nodeRed.send('code', { payload: 'throw' });
    assert.match((await nodeRed.nextFailure('code')).message, /as asked/);
  });

  it('runs flows that are deployed later', async () => {
    const changed = flow.map((node) => (node.id === 'button' ? { ...node, payload: '8' } : node));
    await nodeRed.deploy(changed);
    await nodeRed.pressInject('button');
    assert.equal((await nodeRed.nextMessage('end'))['payload'], 8);
  });

  it('reports nothing of the flows that a deploy replaced, up to their last word', async () => {
    const chatty = (id: string, word: string): FlowNode => ({
      id,
      type: 'function',
      z: 'tab',
      initialize: `node.status({ text: '${word}' });`,
      finalize: `node.status({ text: 'last word' });`,
      func: 'return msg;',
      wires: [],
    });
    await nodeRed.deploy([...flow, chatty('chatty', 'old')]);
    await nodeRed.deploy([...flow, chatty('chatty', 'new')]);
    assert.deepEqual(await nodeRed.nextStatus('chatty', ({ text }) => text !== undefined), {
      text: 'new',
    });
    await nodeRed.deploy(flow);
  });

  it('fails the test when Node-RED crashes', async () => {
    const crashing = await startNodeRed({
      flows: [
        ...flow,
        {
          id: 'crash',
          type: 'function',
          z: 'tab',
          func: "Promise.reject(new Error('crashed on purpose'));",
          wires: [],
        },
      ],
    });
    crashing.send('crash', {});
    await assert.rejects(crashing.nextMessage('end'), /crashed on purpose/);
    await assert.rejects(crashing.stop(), /has crashed/);
  });
});

import assert from 'node:assert/strict';
import { FlowGraph, redirectSubflow } from '../../src/import/flow';
import type { FlowNode } from '../../src/import/flow';

const toNode = (id: string, type: string, settings: object = {}): FlowNode => ({
  id,
  type,
  ...settings,
});
const wiredTo = (...ids: readonly string[]): object => ({ wires: [ids] });
const inject = toNode('inject', 'inject', wiredTo('out'));
const linkOut = toNode('out', 'link out', { mode: 'link', links: ['in'] });
const linkIn = toNode('in', 'link in', wiredTo('junction'));
const junction = toNode('junction', 'junction', wiredTo('switch'));
const choice = toNode('switch', 'switch', {
  property: 'topic',
  wires: [['delay'], ['lamp', 'in']],
});
const delay = toNode('delay', 'delay', wiredTo('lamp'));
const lamp = toNode('lamp', 'hue-light', { wires: [[]] });
const way = [inject, linkOut, linkIn, junction, choice, delay, lamp];
const idsOf = (nodes: readonly FlowNode[]): readonly string[] => nodes.map(({ id }) => id);

describe('Who sends to whom in a flow', () => {
  it('is known through links, junctions, switch and delay nodes, also where these lead in a circle', () => {
    const graph = new FlowGraph(way);
    assert.deepEqual(idsOf(graph.receiversOf(inject)), ['lamp']);
    const { makers, hasUnknown } = graph.originsOf('lamp');
    assert.deepEqual([idsOf(makers), hasUnknown], [['inject'], false]);
    assert.deepEqual(idsOf(graph.sendersOf('lamp')), ['switch', 'delay']);
    assert.deepEqual(graph.sendersOf('inject'), []);
  });

  it('ends at a switch node that chooses by the payload, or in a way that may read it', () => {
    for (const settings of [{}, { property: 'payload.on' }, { propertyType: 'jsonata' }]) {
      const reading = { ...choice, property: undefined, ...settings };
      const graph = new FlowGraph([inject, linkOut, linkIn, junction, reading, lamp]);
      assert.deepEqual(idsOf(graph.receiversOf(inject)), ['switch']);
    }
  });

  it('is known without nodes that are not there, and with the first of two that have one id', () => {
    const graph = new FlowGraph([
      toNode('inject', 'inject', wiredTo('gone', 'lamp')),
      lamp,
      { ...lamp, type: 'debug' },
    ]);
    assert.deepEqual(graph.receiversOf(toNode('x', 'inject', wiredTo('gone', 'lamp'))), [lamp]);
    assert.equal(graph.get('lamp'), lamp);
    assert.equal(graph.get('gone'), undefined);
  });

  it('ends where a link returns to its call', () => {
    const graph = new FlowGraph([inject, { ...linkOut, mode: 'return' }, linkIn, junction, lamp]);
    assert.deepEqual(idsOf(graph.receiversOf(inject)), ['out']);
  });

  it('is not known where a link is called, or where a subflow begins', () => {
    const call = toNode('call', 'link call', { links: ['in'], wires: [[]] });
    assert.equal(new FlowGraph([...way, call]).originsOf('lamp').hasUnknown, true);
    const subflow = toNode('sub', 'subflow', { in: [{ wires: [{ id: 'junction' }] }], out: [] });
    const graph = new FlowGraph([...way, subflow]);
    assert.equal(graph.originsOf('lamp').hasUnknown, true);
    assert.equal(graph.originsOf('inject').hasUnknown, false);
    assert.deepEqual(
      ['lamp', 'junction', 'inject', 'sub'].map((id) => graph.receivesMessages(id)),
      [true, true, false, false],
    );
    assert.equal(new FlowGraph([subflow]).receivesMessages('junction'), true);
  });

  it('tells which nodes are heard: by a wire, or as an output or the status of a subflow', () => {
    const subflow = toNode('sub', 'subflow', {
      out: [{ wires: [{ id: 'lamp', port: 0 }] }, 'broken'],
      status: { wires: [{ id: 'state' }, { port: 1 }] },
    });
    const graph = new FlowGraph([subflow, lamp, inject]);
    const state = toNode('state', 'status', { wires: [] });
    const alone = toNode('alone', 'status', { wires: [[], []] });
    assert.deepEqual(
      [lamp, inject, state, alone].map((node) => graph.isHeard(node)),
      [true, true, true, false],
    );
    assert.deepEqual(
      [lamp, inject, state].map(({ id }) => graph.isSubflowOutput(id)),
      [true, false, true],
    );
  });
});

describe('The outputs of a subflow', () => {
  const subflow = toNode('sub', 'subflow', {
    out: [{ x: 1, wires: [{ id: 'lamp', port: 0 }, { id: 'else' }] }],
    status: { x: 2, wires: [{ id: 'lamp' }] },
  });

  it('and its status come from where the messages come from now', () => {
    const moved = redirectSubflow(subflow, ({ id, port }) =>
      id === 'lamp'
        ? [
            { id, port: port + 1 },
            { id: 'poll', port },
          ]
        : undefined,
    );
    const wires = [
      { id: 'lamp', port: 1 },
      { id: 'poll', port: 0 },
    ];
    assert.deepEqual(moved['out'], [{ x: 1, wires: [...wires, { id: 'else' }] }]);
    assert.deepEqual(moved['status'], { x: 2, wires });
  });

  it('stay where nothing changes', () => {
    assert.equal(
      redirectSubflow(subflow, () => undefined),
      subflow,
    );
  });
});

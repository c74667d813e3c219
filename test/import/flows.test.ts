import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { isObject } from '../../src/resources/members';
import {
  isFlowNode,
  parseFlowFileJson,
  readWires,
  FlowGraph,
  redirectSubflow,
} from '../../src/import/flow';
import type { FlowNode } from '../../src/import/flow';
import { importHueMagicFlows } from '../../src/import/import-flows';
import { importNodes, key, lampId, oldBridge, oldNode, tab } from './import-harness';

const types = [
  'hue-light',
  'hue-group',
  'hue-scene',
  'hue-buttons',
  'hue-motion',
  'hue-contact',
  'hue-temperature',
  'hue-brightness',
  'hue-rules',
  'hue-speaker',
  'hue-automation',
  'hue-magic',
  'hue-bridge-node',
  'hue-bridge',
  'hue-tap',
  'hue-syncbox',
  'inject',
  'function',
  'change',
  'junction',
  'link in',
  'link out',
  'switch',
  'subflow',
  'group',
  'tab',
  'bridge-config',
  '__proto__',
  'constructor',
];

const target = fc.oneof(fc.constantFrom(lampId, '', '3', '${LAMP}', '<b>x</b>'), fc.jsonValue());

const runs = { numRuns: 1_000 };

const converted =
  /^hue-(?:bridge|bridge-node|light|group|scene|buttons|motion|contact|temperature|brightness|speaker|automation|switch|button|tap)$/;

describe('Importing any flow', () => {
  const ids = Array.from({ length: 8 }, (_, index) => `node ${index}`);

  const id = fc.constantFrom(...ids, '__proto__', 'constructor', 'nowhere');

  const wires = fc.oneof(
    fc.array(fc.array(id, { maxLength: 3 }), { maxLength: 3 }),
    fc.jsonValue({ maxDepth: 2 }),
  );

  const settings = fc.record(
    {
      name: fc.oneof(fc.string(), fc.constant('<img src=x onerror=alert(1)>'), fc.jsonValue()),
      z: id,
      g: id,
      x: fc.oneof(fc.integer({ min: 0, max: 500 }), fc.jsonValue()),
      y: fc.integer({ min: 0, max: 500 }),
      d: fc.boolean(),
      bridge: fc.oneof(id, fc.constant('192.168.1.20:443'), fc.jsonValue()),
      key: fc.constantFrom(key, '', 'short'),
      host: fc.constant('192.168.1.20'),
      lightid: target,
      groupid: target,
      sceneid: target,
      sensorid: target,
      offset: fc.oneof(fc.constantFrom(0, '', 2, '-3'), fc.jsonValue()),
      darkthreshold: fc.oneof(fc.constantFrom(0, '', 90, '40'), fc.jsonValue()),
      rules: fc.oneof(
        fc.array(
          fc.record({
            buttonFrom: fc.oneof(fc.integer({ min: -2, max: 12 }), fc.string()),
            buttonTo: fc.oneof(fc.integer({ min: -2, max: 12 }), fc.constant('9'.repeat(12))),
            onStartPress: fc.boolean(),
            onEndLongPress: fc.boolean(),
          }),
          { maxLength: 3 },
        ),
        fc.jsonValue(),
      ),
      skipevents: fc.oneof(fc.boolean(), fc.jsonValue()),
      initevents: fc.boolean(),
      onlycommands: fc.boolean(),
      props: fc.oneof(fc.constant([{ p: 'payload' }]), fc.jsonValue()),
      payload: fc.oneof(fc.constantFrom('true', '{"status":true}', '{', '0'), fc.jsonValue()),
      payloadType: fc.constantFrom('json', 'bool', 'str', 'date', 'msg'),
      links: fc.array(id, { maxLength: 3 }),
      nodes: fc.array(id, { maxLength: 3 }),
      in: fc.oneof(fc.constant([{ wires: [{ id: 'node 1' }] }]), fc.jsonValue()),
      out: fc.oneof(fc.constant([{ wires: [{ id: 'node 1', port: 0 }] }]), fc.jsonValue()),
    },
    { requiredKeys: [] },
  );

  const node = fc
    .tuple(fc.nat(types.length - 1), wires, settings)
    .map(([index, nodeWires, members]) => ({
      ...members,
      type: types[index] ?? 'tab',
      wires: nodeWires,
    }));

  /** A flow with at most one node of each id. */
  const flow = fc
    .array(node, { minLength: 1, maxLength: ids.length })
    .map((nodes) => nodes.map((one, index): FlowNode => ({ id: ids[index] ?? '', ...one })))
    .chain((nodes) =>
      fc
        .array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 2 })
        .map((strangers): readonly unknown[] => [...nodes, ...strangers]),
    )
    // As it is read from a file, where `__proto__` is a member like any other.
    .map((entries): readonly unknown[] => {
      const read: unknown = JSON.parse(JSON.stringify(entries));
      return Array.isArray(read) ? read.map((entry: unknown) => entry) : [];
    });

  it('gives a flow that is JSON, keeps each id, and points no wire to nothing that pointed to something', () => {
    fc.assert(
      fc.property(flow, (entries) => {
        const { nodes } = importNodes(entries);
        assert.deepEqual(JSON.parse(JSON.stringify(nodes)), nodes);
        const before = new Set(entries.filter(isFlowNode).map((one) => one.id));
        const after = new Set(nodes.map((one) => one.id));
        assert.equal(after.size, nodes.length);
        for (const one of entries.filter(isFlowNode))
          if (one.type !== 'hue-bridge') assert.ok(after.has(one.id));
        for (const wired of nodes.flatMap((one) => readWires(one).flat()))
          if (before.has(wired)) assert.ok(after.has(wired) || isBridge(entries, wired));
      }),
      runs,
    );
  });

  it('changes only what the report lists, and nothing the second time', () => {
    fc.assert(
      fc.property(flow, (entries) => {
        const imported = importNodes(entries);
        const listed = new Set(imported.report.map((entry) => entry.id));
        const before = new Set(entries.filter(isFlowNode));
        for (const one of imported.nodes)
          if (!before.has(one)) assert.ok(listed.has(one.id) || !ids.includes(one.id), one.id);
        for (const one of before)
          if (!converted.test(one.type) && !listed.has(one.id))
            assert.ok(imported.nodes.includes(one), one.id);
        const again = importNodes(imported.nodes);
        assert.deepEqual(again.nodes, imported.nodes);
      }),
      runs,
    );
  });

  it('names each node of HueMagic, and tells no key', () => {
    fc.assert(
      fc.property(flow, (entries) => {
        const { report } = importNodes(entries);
        for (const one of entries.filter(isFlowNode))
          if (one.type.startsWith('hue-'))
            assert.ok(
              report.some((entry) => entry.id === one.id),
              one.type,
            );
        const text = JSON.stringify(report);
        for (const one of entries.filter(isFlowNode))
          if (one.type === 'hue-bridge' && one['key'] === key) assert.ok(!text.includes(key));
      }),
      runs,
    );
  });

  it('refuses what is no flow', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 2 }), (value) => {
        const result = importHueMagicFlows(value);
        if (!result.ok) assert.equal(result.problem.key, 'noFlow');
        else assert.deepEqual(result.report, []);
      }),
    );
    for (const value of [null, 1, 'x', {}, { flows: 1 }, [1], [{ id: 1, type: 2 }]])
      assert.equal(importHueMagicFlows(value).ok, false, JSON.stringify(value));
    for (const text of ['', '[', '[{"id":"a","type":"tab"},{"id"', 'hello'])
      assert.deepEqual(parseFlowFileJson(text), { key: 'notJson', values: {} });
  });

  it('takes an empty flow, and what the admin API answers, in its shape', () => {
    assert.deepEqual(importHueMagicFlows([]), { ok: true, flows: [], report: [] });
    const answer = { flows: [tab, oldBridge], rev: '1' };
    const result = importHueMagicFlows(answer);
    assert.ok(result.ok);
    assert.ok(isObject(result.flows));
    assert.deepEqual(Object.keys(result.flows), ['flows', 'rev']);
  });

  it('takes 10,000 nodes', function () {
    this.timeout(30_000);
    const nodes = Array.from({ length: 10_000 }, (_, index) =>
      oldNode('hue-light', {
        id: `lamp ${index}`,
        lightid: lampId,
        x: 100 * (index % 20),
        y: 40 * Math.floor(index / 20),
        wires: [[`lamp ${(index + 1) % 10_000}`]],
      }),
    );
    const { nodes: after } = importNodes([tab, oldBridge, ...nodes]);
    assert.equal(after.length, 10_002);
  });
});

const isBridge = (entries: readonly unknown[], wired: string): boolean =>
  entries.filter(isFlowNode).some((one) => one.id === wired && one.type === 'hue-bridge');

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

import assert from 'node:assert/strict';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { loadFlow } from '../../support/node-red/flow-in-process';
import type { LoadedFlow } from '../../support/node-red/flow-in-process';
import { waitUntil } from '../../support/wait-until';
import {
  createBridgeNode,
  createCredentials,
  startFlowHarness,
  createFlowNode,
} from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';

const lamp = createFixtureId('light/living-floor');
const stems = ['light', 'room', 'smart-scene', 'sensor', 'resource'];

/** One node of each kind, each with a message that it would understand. */
const nodes = [
  ...stems.map((stem) =>
    createFlowNode(`the-${stem}`, `bridge-${stem}`, {
      operation: 'list',
      rtype: stem === 'resource' ? 'light' : '',
    }),
  ),
  createFlowNode('the-poll', 'bridge-poll', { rtype: 'light' }),
  createFlowNode('the-status', 'bridge-status'),
];
const tab = { id: 'tab', type: 'tab', label: 'Tab' };
const message = { payload: true, target: lamp };

describe('Without a bridge that can be used', () => {
  let simulator: Simulator;
  let flow: LoadedFlow | undefined;
  before(async () => {
    simulator = await startSimulator();
  });
  afterEach(() => flow?.unload());
  after(() => simulator.stop());

  const cases = [
    { what: 'missing', config: undefined, statusKey: 'NO_BRIDGE' },
    { what: 'disabled', config: { d: true }, statusKey: 'NO_BRIDGE' },
    { what: 'of another kind', config: { type: 'helper' }, statusKey: 'NO_BRIDGE' },
    { what: 'without an address', config: { host: '' }, statusKey: 'NO_ADDRESS' },
    { what: 'at an address with a path', config: { host: '127.0.0.1/x' }, statusKey: 'NO_ADDRESS' },
    {
      what: 'at the metadata service',
      config: { host: '169.254.169.254' },
      statusKey: 'NO_ADDRESS',
    },
    { what: 'with a port that is none', config: { port: '70000' }, statusKey: 'NO_ADDRESS' },
    { what: 'with a CA file but no id', config: { caFile: 'ca.pem' }, statusKey: 'NO_ID' },
    { what: 'with a rate that is none', config: { lampsPerSecond: '0' }, statusKey: 'NO_RATE' },
    { what: 'without a key', config: {}, credentials: {}, statusKey: 'NO_KEY' },
    { what: 'with a key of two lines', config: {}, key: 'a\r\nb', statusKey: 'NO_KEY' },
  ];
  for (const { what, config, statusKey, key, credentials } of cases) {
    it(`a bridge ${what}: each node says so and answers each message once`, async () => {
      const bridge = config === undefined ? [] : [createBridgeNode(simulator, config)];
      const storedCredentials = credentials ?? { bridge: { key: key ?? simulator.key } };
      flow = await loadFlow([tab, ...bridge, ...nodes], storedCredentials);
      for (const { id } of nodes) {
        const { fill, shape, text } = await flow.nextStatus(
          id,
          ({ fill: color }) => color === 'red',
        );
        assert.deepEqual([fill, shape], ['red', 'ring']);
        assert.match(String(text), new RegExp(`status\\.failed\\.${statusKey}$`));
        flow.send(id, message);
        const error = await flow.nextFailure(id);
        assert.equal(error.code, 'ERR_BRIDGE_NOT_CONFIGURED');
        if (key !== undefined) assert.ok(!error.message.includes(key));
      }
      assert.equal(simulator.requests.length, 0, 'requests to the bridge');
    });
  }

  it('fills the bridge from environment variables', async () => {
    process.env['TEST_BRIDGE_HOST'] = simulator.host;
    process.env['TEST_BRIDGE_KEY'] = simulator.key;
    flow = await loadFlow(
      [tab, createBridgeNode(simulator, { host: '${TEST_BRIDGE_HOST}' }), ...nodes],
      {
        bridge: { key: '${TEST_BRIDGE_KEY}' },
      },
    );
    flow.send('the-light', message);
    await flow.nextCompletion('the-light');
  });
});

describe('When flows are stopped', () => {
  let harness: FlowHarness;
  beforeEach(async () => {
    harness = await startFlowHarness([
      { id: 'lamp', type: 'bridge-light', target: lamp },
      { id: 'watch', type: 'bridge-poll', rtype: 'light', interval: '1' },
    ]);
    await harness.request('lamp', { payload: true });
  });
  afterEach(() => harness.simulator.stop());

  it('every message under way is answered once, long before the bridge is given up, and nothing is sent afterwards', async () => {
    const { simulator } = harness;
    simulator.faults.inject({ match: { method: 'PUT' }, stall: 'before' });
    for (let brightness = 1; brightness <= 20; brightness += 1) {
      harness.send('lamp', { payload: { brightness }, count: brightness });
    }
    await waitUntil('a command under way', () =>
      simulator.requests.some(({ method, status }) => method === 'PUT' && status === 0),
    );
    const startedAt = performance.now();
    const requestTimeout = 10_000;
    const answers = Promise.all(Array.from({ length: 20 }, () => harness.nextFailure('lamp')));
    await harness.unload();
    assert.ok(performance.now() - startedAt < requestTimeout - 1_000);
    const codes = new Set((await answers).map(({ code }) => code));
    assert.deepEqual([...codes], ['ERR_BRIDGE_CLOSED']);
    const total = simulator.requests.length;
    simulator.faults.clear();
    const again = await loadFlow([tab], {});
    await again.unload();
    assert.equal(simulator.requests.length, total, 'requests to the bridge, as before');
    await waitUntil('the end of every connection', () => simulator.connectionCount() === 0);
  });

  it('what they learn too late changes nothing', async () => {
    harness.send('lamp', { payload: false });
    await harness.unload();
    const completions = harness.observations.filter(
      (observation) => observation.kind === 'completion' && observation.node === 'lamp',
    );
    assert.equal(completions.length, 2, 'ends of messages');
  });
});

describe('A key', () => {
  it('appears in no status, log or message, whatever goes wrong', async () => {
    const simulator = await startSimulator({ key: 'very-secret-key-of-the-test' });
    const harness = await startFlowHarness(
      [
        { id: 'lamp', type: 'bridge-light', target: lamp },
        { id: 'watch', type: 'bridge-poll', rtype: 'light', interval: '1' },
      ],
      { simulator },
    );
    try {
      await harness.request('lamp', { payload: true });
      for (const status of [400, 401, 403, 404, 500, 507]) {
        simulator.faults.inject({ match: { method: 'PUT' }, status, times: 1 });
        harness.send('lamp', { payload: false });
        await harness.nextFailure('lamp');
      }
    } finally {
      await harness.stop();
    }
    assert.ok(!JSON.stringify(harness.observations).includes('very-secret-key'));
  });
});

describe('Two bridge nodes for one bridge', () => {
  it('work side by side', async () => {
    const simulator = await startSimulator();
    const second = { ...createBridgeNode(simulator), id: 'second' };
    const flow = await loadFlow(
      [
        tab,
        createBridgeNode(simulator),
        second,
        createFlowNode('one', 'bridge-light', { target: lamp }),
        {
          id: 'two',
          type: 'bridge-light',
          z: 'tab',
          x: 0,
          y: 0,
          bridge: 'second',
          target: lamp,
          wires: [],
        },
      ],
      { ...createCredentials(simulator), second: { key: simulator.key } },
    );
    flow.send('one', { payload: true });
    flow.send('two', { payload: false });
    await Promise.all([flow.nextCompletion('one'), flow.nextCompletion('two')]);
    await flow.unload();
    await simulator.stop();
  });
});

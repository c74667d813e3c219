import assert from 'node:assert/strict';
import { idOf, startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { loadFlow } from '../support/flow-in-process';
import type { LoadedFlow } from '../support/flow-in-process';
import { until } from '../support/until';
import { bridgeNode, credentialsOf, runHomeFlow } from './home-flow';
import type { HomeFlow } from './home-flow';

const lamp = idOf('light/living-floor');
const stems = ['light', 'room', 'smart-scene', 'sensor', 'resource'];

/** One node of each kind, each with a message that it would understand. */
const nodes = [
  ...stems.map((stem) => ({
    id: `the-${stem}`,
    type: `bridge-${stem}`,
    z: 'tab',
    x: 0,
    y: 0,
    bridge: 'bridge',
    operation: 'list',
    rtype: stem === 'resource' ? 'light' : '',
    wires: [],
  })),
  {
    id: 'the-poll',
    type: 'bridge-poll',
    z: 'tab',
    x: 0,
    y: 0,
    bridge: 'bridge',
    rtype: 'light',
    wires: [],
  },
  { id: 'the-status', type: 'bridge-status', z: 'tab', x: 0, y: 0, bridge: 'bridge', wires: [] },
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
    { what: 'missing', config: undefined, word: 'NO_BRIDGE' },
    { what: 'disabled', config: { d: true }, word: 'NO_BRIDGE' },
    { what: 'of another kind', config: { type: 'helper' }, word: 'NO_BRIDGE' },
    { what: 'without an address', config: { host: '' }, word: 'NO_ADDRESS' },
    { what: 'at an address with a path', config: { host: '127.0.0.1/x' }, word: 'NO_ADDRESS' },
    { what: 'at the metadata service', config: { host: '169.254.169.254' }, word: 'NO_ADDRESS' },
    { what: 'with a port that is none', config: { port: '70000' }, word: 'NO_ADDRESS' },
    { what: 'with a CA file but no id', config: { caFile: 'ca.pem' }, word: 'NO_ID' },
    { what: 'with a pace that is none', config: { lampsPerSecond: '0' }, word: 'NO_PACE' },
    { what: 'without a key', config: {}, credentials: {}, word: 'NO_KEY' },
    { what: 'with a key of two lines', config: {}, key: 'a\r\nb', word: 'NO_KEY' },
  ];
  for (const { what, config, word, key, credentials } of cases) {
    it(`a bridge ${what}: each node says so and answers each message once`, async () => {
      const bridge = config === undefined ? [] : [bridgeNode(simulator, config)];
      const kept = credentials ?? { bridge: { key: key ?? simulator.key } };
      flow = await loadFlow([tab, ...bridge, ...nodes], kept);
      for (const { id } of nodes) {
        const { fill, shape, text } = await flow.status(id, ({ fill: color }) => color === 'red');
        assert.deepEqual([fill, shape], ['red', 'ring']);
        assert.match(String(text), new RegExp(`status\\.failed\\.${word}$`));
        flow.send(id, message);
        const error = await flow.failure(id);
        assert.equal(error.code, 'ERR_BRIDGE_NOT_CONFIGURED');
        if (key !== undefined) assert.ok(!error.message.includes(key));
      }
      assert.equal(simulator.requests.length, 0);
    });
  }

  it('fills the bridge from environment variables', async () => {
    process.env['TEST_BRIDGE_HOST'] = simulator.host;
    process.env['TEST_BRIDGE_KEY'] = simulator.key;
    flow = await loadFlow([tab, bridgeNode(simulator, { host: '${TEST_BRIDGE_HOST}' }), ...nodes], {
      bridge: { key: '${TEST_BRIDGE_KEY}' },
    });
    flow.send('the-light', message);
    await flow.completion('the-light');
  });
});

describe('When flows are stopped', () => {
  let home: HomeFlow;
  beforeEach(async () => {
    home = await runHomeFlow([
      { id: 'lamp', type: 'bridge-light', target: lamp },
      { id: 'watch', type: 'bridge-poll', rtype: 'light', interval: '1' },
    ]);
    await home.ask('lamp', { payload: true });
  });
  afterEach(() => home.simulator.stop());

  it('every message under way is answered once, within two seconds, and nothing is sent afterwards', async () => {
    const { simulator } = home;
    simulator.faults.answer({ match: { method: 'PUT' }, stall: 'before' });
    for (let brightness = 1; brightness <= 20; brightness += 1) {
      home.send('lamp', { payload: { brightness }, count: brightness });
    }
    await until('a command under way', () =>
      simulator.requests.some(({ method, status }) => method === 'PUT' && status === 0),
    );
    const began = performance.now();
    const answers = Promise.all(Array.from({ length: 20 }, () => home.failure('lamp')));
    await home.unload();
    assert.ok(performance.now() - began < 2_000);
    const codes = new Set((await answers).map(({ code }) => code));
    assert.deepEqual([...codes], ['ERR_BRIDGE_CLOSED']);
    const total = simulator.requests.length;
    simulator.faults.clear();
    const again = await loadFlow([tab], {});
    await again.unload();
    assert.equal(simulator.requests.length, total);
    await until('the end of every connection', () => simulator.connections() === 0);
  });

  it('what they learn too late changes nothing', async () => {
    home.send('lamp', { payload: false });
    await home.unload();
    const ends = home.observations.filter(
      (observation) => observation.kind === 'completion' && observation.node === 'lamp',
    );
    assert.equal(ends.length, 2);
  });
});

describe('A key', () => {
  it('appears in no status, log or message, whatever goes wrong', async () => {
    const simulator = await startSimulator({ key: 'very-secret-key-of-the-test' });
    const home = await runHomeFlow(
      [
        { id: 'lamp', type: 'bridge-light', target: lamp },
        { id: 'watch', type: 'bridge-poll', rtype: 'light', interval: '1' },
      ],
      { simulator },
    );
    try {
      await home.ask('lamp', { payload: true });
      for (const status of [400, 401, 403, 404, 500, 507]) {
        simulator.faults.answer({ match: { method: 'PUT' }, status, times: 1 });
        home.send('lamp', { payload: false });
        await home.failure('lamp');
      }
    } finally {
      await home.end();
    }
    assert.ok(!JSON.stringify(home.observations).includes('very-secret-key'));
  });
});

describe('Two bridge nodes for one bridge', () => {
  it('work side by side', async () => {
    const simulator = await startSimulator();
    const second = { ...bridgeNode(simulator), id: 'second' };
    const flow = await loadFlow(
      [
        tab,
        bridgeNode(simulator),
        second,
        {
          id: 'one',
          type: 'bridge-light',
          z: 'tab',
          x: 0,
          y: 0,
          bridge: 'bridge',
          target: lamp,
          wires: [],
        },
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
      { ...credentialsOf(simulator), second: { key: simulator.key } },
    );
    flow.send('one', { payload: true });
    flow.send('two', { payload: false });
    await Promise.all([flow.completion('one'), flow.completion('two')]);
    await flow.unload();
    await simulator.stop();
  });
});

import assert from 'node:assert/strict';
import type { FlowNode } from '../../../scripts/node-red/user-directory';
import { createFixtureId } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import type { FaultCase } from '../fault-case';
import {
  FlowUnderTest,
  createBridgeNode,
  createCredentials,
  createFlow,
  createNode,
  paletteNodes,
  unthrottledSettings,
} from '../support/node-red/flow-under-test';
import type { NodeCompletion } from '../support/node-red/flow-under-test';
import { findDimmableLampIds, dimLamp, makeRid } from '../support/client-harness';
import type { DeployType } from '../support/node-red/shared-node-red';
import { describeGrowth, countListeners, countActiveResources } from '../support/checks';
import type { Trial, RequestOutcome } from '../support/trial';
import { pause, measureActiveTime } from '../support/timing';
import { waitUntil } from '../../support/wait-until';
import type { BridgeClient, BridgeClientOptions } from '../../../src/bridge';
import { respondWith, respondAsBridge } from '../../support/network/scripted-bridge';
import type { ResponseScript } from '../../support/network/scripted-bridge';
import { startRecordingServer } from '../../support/network/recording-server';
import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { startNodeRedCli } from '../support/node-red/node-red-cli';
import type { NodeRedCli } from '../support/node-red/node-red-cli';

export const deployCases: readonly FaultCase[] = [
  {
    number: 49,
    title: 'Deploys of each kind while commands are under way; disabled nodes, subflows',
    bound: 'sockets, timers and listeners return to where they were, every message is answered',
    run: manyDeploys,
  },
];

const subflow: readonly FlowNode[] = [
  {
    id: 'sub',
    type: 'subflow',
    name: 'Inside',
    in: [{ x: 1, y: 1, wires: [{ id: 'inner' }] }],
    out: [{ x: 1, y: 1, wires: [{ id: 'inner', port: 0 }] }],
  },
  createNode('inner', 'bridge-light', { z: 'sub', wires: [[]] }),
];

/** A flow that differs from deploy to deploy, so that each kind of deploy stops and starts something. */
function createFlowForRound(simulator: Simulator, round: number): readonly FlowNode[] {
  const bridge = createBridgeNode(simulator, {
    ...unthrottledSettings,
    name: `Bridge ${Math.floor(round / 3)}`,
  });
  const changing = paletteNodes.map((one) =>
    one.type === 'bridge-poll' || one.type === 'bridge-light'
      ? { ...one, name: `${one.id} ${round}` }
      : one,
  );
  const further = [
    createNode('disabled', 'bridge-light', { d: round % 2 === 0 }),
    createNode('poll-rooms', 'bridge-poll', { rtype: 'room', interval: '1', emit: 'poll' }),
    { id: 'feed', type: 'change', z: 'tab', rules: [], wires: [['instance']] },
    { id: 'instance', type: 'subflow:sub', z: 'tab', wires: [['out']], name: `${round % 5}` },
  ];
  return [...subflow, ...createFlow(bridge, [...changing, ...further])];
}

/** Messages that `sendAll` sends and waits for. */
const messagesPerRound = 13;

const deployTypes: readonly DeployType[] = ['full', 'nodes', 'flows'];

async function manyDeploys(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  simulator.faults.inject({ delay: 15 });
  const flow = await FlowUnderTest.start(trial);
  await flow.deploy(createFlowForRound(simulator, 0), createCredentials(trial));
  await flow.deploy([], {});
  const before = await takeSnapshot(flow);

  const count = trial.chooseByMode(10, 200);
  const answers: Promise<NodeCompletion>[] = [];
  for (const type of deployTypes) {
    await flow.deploy(createFlowForRound(simulator, 0), createCredentials(trial));
    for (let round = 1; round <= count; round += 1) {
      answers.push(...sendAll(flow, simulator));
      await pause(round % 4 === 0 ? 30 : 0);
      await flow.deploy(createFlowForRound(simulator, round), undefined, type);
    }
    trial.note(`${count} deploys of kind "${type}"`);
  }
  await flow.deploy([], {});
  const requests = simulator.requests.length;
  const codes = (await Promise.all(answers)).map(({ error }) =>
    error instanceof Error && 'code' in error ? error.code : 'done',
  );
  const sentCount = deployTypes.length * count * messagesPerRound;
  trial.tally('messages answered', flow.answeredOnceCount, sentCount);
  trial.note(`${codes.filter((code) => code === 'ERR_BRIDGE_CLOSED').length} of them by the close`);
  await waitUntil('the connections to end', () => simulator.connectionCount() === 0);
  const after = await takeSnapshot(flow);
  await pause(300);
  trial.atMost('requests after the close', simulator.requests.length - requests, 0);
  trial.atMost('listeners more than before', after.listeners - before.listeners, 0);
  assert.equal(describeGrowth(before.open, after.open), undefined);
  trial.note('sockets and timers as before');
  trial.atMost('longest stop of the nodes', flow.longestStop, 2_000, ' ms');
}

function sendAll(flow: FlowUnderTest, simulator: Simulator): Promise<NodeCompletion>[] {
  const lamps = findDimmableLampIds(simulator);
  const writes = lamps
    .slice(0, 8)
    .map((target, index) => flow.sendAndWait('light', { payload: index * 10, target }));
  const reads = ['room', 'scene', 'resource'].map((id) =>
    flow.sendAndWait(id, { operation: 'list', rtype: 'light', payload: {} }),
  );
  flow.nodeRed.send('feed', { payload: 'toggle', target: lamps[9] });
  return [
    ...writes,
    ...reads,
    flow.sendAndWait('poll', {}),
    flow.sendAndWait('sensor', { payload: true }),
  ];
}

async function takeSnapshot(
  flow: FlowUnderTest,
): Promise<{ open: Map<string, number>; listeners: number }> {
  const { red } = flow.nodeRed;
  // Closed sockets and cleared timers disappear only after a turn of the event loop.
  await pause(250);
  return {
    open: countActiveResources(),
    listeners: countListeners(red.events) + countListeners(process),
  };
}

export const closingCases: readonly FaultCase[] = [
  {
    number: 50,
    title: 'Closing at each phase of a request',
    bound: 'done within 2 s, nothing sent afterwards, everything answered',
    run: closing,
  },
];

/** One phase: how the bridge answers, what the client is like, and what is asked before it is closed. */
interface Phase {
  script?: ResponseScript;
  options?: Partial<BridgeClientOptions>;
  /** Requests that are to be there before the close. */
  requests?: number;
  /** Connections that are to be there before the close. */
  connections?: number;
}

const headersOnly: ResponseScript = (_seen, response) => {
  response.writeHead(200);
  response.flushHeaders();
};

const halfBody: ResponseScript = (_seen, response) => {
  response.writeHead(200);
  response.write('{"errors":[],"data":[');
};

const phases: Readonly<Record<string, Phase>> = {
  'in the same turn': {},
  'while the rate holds commands back': {
    options: { limits: { lampsPerSecond: 1 } },
    requests: 1,
  },
  'after 429': { script: respondWith(429, '', { 'retry-after': '30' }), requests: 1 },
  'before the answer': { script: () => undefined, requests: 3 },
  'after the headers': { script: headersOnly, requests: 3 },
  'in the middle of the answer': { script: halfBody, requests: 3 },
  'while a first certificate is being settled': {
    options: { trust: { onFirstUse: () => new Promise<void>(() => {}) } },
    connections: 3,
  },
  'with everything answered': { script: respondAsBridge, requests: 3 },
};

/** Some phases wait for the whole timeout; the default would use up most of the time a close may take. */
const closeTimeout = 300;

async function closing(trial: Trial): Promise<void> {
  const before = countActiveResources();
  let longest = 0;
  let answered = 0;
  const rounds = trial.chooseByMode(1, 20);
  for (let round = 0; round < rounds; round += 1) {
    const runs = Object.entries(phases).map(async ([name, phase]) => {
      longest = Math.max(longest, await closeInPhase(trial, name, phase));
      answered += 1;
    });
    await Promise.all([...runs, closeWhileConnecting(trial), closeWithStream(trial)]);
  }
  trial.tally(
    'phases ended with everything answered and nothing sent',
    answered,
    rounds * Object.keys(phases).length,
  );
  trial.atMost('longest close', longest, 2_000, ' ms');
  await pause(250);
  assert.equal(describeGrowth(before, countActiveResources()), undefined);
  trial.note('sockets and timers as before');
}

const sendRequests = (trial: Trial, client: BridgeClient): Promise<RequestOutcome<unknown>[]> =>
  Promise.all([
    ...Array.from({ length: 5 }, (_, number) => trial.ask(dimLamp(client, makeRid(number), 5))),
    trial.ask(client.list('light')),
    trial.ask(client.create('geofence_client', { name: 'Phone' })),
  ]);

/** @returns how long the close took, in ms */
async function closeInPhase(
  trial: Trial,
  name: string,
  { script = respondAsBridge, options = {}, requests = 0, connections = 0 }: Phase,
): Promise<number> {
  const bridge = await trial.scripted();
  bridge.setScript(script);
  const client = trial.client(bridge, { ...options, limits: { closeTimeout, ...options.limits } });
  const pending = sendRequests(trial, client);
  if (requests > 0) await waitUntil(name, () => bridge.requests.length >= requests);
  else if (connections > 0) await waitUntil(name, () => bridge.connections() >= connections);
  const duration = await measureActiveTime(() => client.close());
  const sent = bridge.requests.length;
  await pending;
  // A connection that was opened before may be noticed by the bridge a moment later.
  await pause(50);
  const opened = bridge.connections();
  const lateRequest = await trial.ask(client.list('light'));
  assert.ok('error' in lateRequest && lateRequest.error.code === 'ERR_BRIDGE_CLOSED', name);
  await pause(200);
  assert.deepEqual([bridge.requests.length, bridge.connections()], [sent, opened], name);
  await bridge.stop();
  return duration;
}

async function closeWhileConnecting(trial: Trial): Promise<void> {
  const silentServer = await startRecordingServer();
  trial.addCleanup(() => silentServer.stop());
  const address = { host: '127.0.0.1', port: silentServer.port, fingerprint: 'AB'.repeat(32) };
  const client = trial.client(address, { limits: { closeTimeout } });
  const pending = sendRequests(trial, client);
  await waitUntil('a connection', () => silentServer.connections() > 0);
  const duration = await measureActiveTime(() => client.close());
  assert.ok(duration < 2_000, `${duration} ms`);
  await pending;
  await silentServer.stop();
}

async function closeWithStream(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  const client = trial.client(simulator, { limits: { streamConnectedAfter: 20, closeTimeout } });
  client.watch({ rtype: 'light', interval: 1_000 });
  await waitUntil('the event stream', () => client.connectionState.mode === 'stream');
  await client.close();
  const requests = simulator.requests.length;
  await waitUntil('the connections to end', () => simulator.connectionCount() === 0);
  await pause(200);
  assert.equal(simulator.requests.length, requests);
  await simulator.stop();
}

export const settingsCases: readonly FaultCase[] = [
  {
    number: 51,
    title: 'The bridge node is missing, deleted, duplicated, or filled from the environment',
    bound: 'a clear status, and nothing thrown',
    run: bridgeNodes,
  },
];

/** A bridge node that cannot be used, and the status that the nodes show. */
interface UnusableBridge {
  bridge: FlowNode[];
  status: RegExp;
}

async function bridgeNodes(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  const flow = await FlowUnderTest.start(trial);
  const validBridge = createBridgeNode(simulator, unthrottledSettings);
  const [lamp = ''] = findDimmableLampIds(simulator);
  const message = (): object => ({ payload: true, target: lamp });
  const cases: Readonly<Record<string, UnusableBridge>> = {
    missing: { bridge: [], status: /no bridge/ },
    disabled: { bridge: [{ ...validBridge, d: true }], status: /no bridge/ },
    'of another type': {
      bridge: [{ id: 'bridge', type: 'mqtt-broker', broker: 'nowhere' }],
      status: /no bridge/,
    },
    'without an address': { bridge: [{ ...validBridge, host: '' }], status: /no bridge address/ },
    'with a URL for an address': {
      bridge: [{ ...validBridge, host: 'https://127.0.0.1' }],
      status: /no bridge address/,
    },
    'with a path in the address': {
      bridge: [{ ...validBridge, host: '127.0.0.1/api' }],
      status: /no bridge address/,
    },
    'with a port that is none': {
      bridge: [{ ...validBridge, port: '70000' }],
      status: /no bridge address/,
    },
    'with an unset variable': {
      bridge: [{ ...validBridge, host: '${FAULTS_UNSET}' }],
      status: /no bridge address/,
    },
    'with a fingerprint that is none': {
      bridge: [{ ...validBridge, fingerprint: 'AB:CD' }],
      status: /./,
    },
    'with a CA file that is missing': {
      bridge: [{ ...validBridge, fingerprint: '', caFile: '/nowhere/ca.pem' }],
      status: /./,
    },
  };
  let reportedCount = 0;
  for (const [name, { bridge, status }] of Object.entries(cases)) {
    flow.statuses.clear();
    await flow.deploy(createFlowWithBridge(bridge), createCredentials(trial));
    const { error } = await flow.sendAndWait('light', message());
    for (const id of ['light', 'poll']) {
      const isShown = (): boolean => flow.statuses.get(id)?.['fill'] === 'red';
      await waitUntil(`a red status of ${id} with a bridge ${name}`, isShown);
      assert.match(String(flow.statuses.get(id)?.['text']), status);
    }
    const clear = error instanceof Error && 'code' in error && error.message.length > 30;
    if (clear) reportedCount += 1;
    else trial.note(`${name}: ${error instanceof Error ? error.message : 'no error'}`);
  }
  trial.tally('useless bridge nodes reported clearly', reportedCount, Object.keys(cases).length);
  assert.equal(simulator.requests.length, 0);

  await flow.deploy(createFlowWithBridge([validBridge]), createCredentials(trial));
  await flow.sendOrThrow('light', message());
  await flow.deploy(createFlowWithBridge([]), {}, 'nodes');
  assert.equal(await flow.sendExpectingRefusal('light', message()), 'ERR_BRIDGE_NOT_CONFIGURED');
  trial.note('a bridge deleted later is reported as well');
  await assertDuplicateWorks(trial, flow, validBridge);
  await assertEnvironmentWorks(trial, flow, validBridge);
}

const createFlowWithBridge = (bridge: readonly FlowNode[]): readonly FlowNode[] => {
  const [tab, , ...others] = createFlow({ id: 'bridge', type: '' });
  return tab === undefined ? [] : [tab, ...bridge, ...others];
};

async function assertDuplicateWorks(
  trial: Trial,
  flow: FlowUnderTest,
  validBridge: FlowNode,
): Promise<void> {
  const second = { ...validBridge, id: 'second' };
  const nodes = [
    ...paletteNodes,
    second,
    createNode('other', 'bridge-light', { bridge: 'second' }),
  ];
  const key = { key: trial.key };
  await flow.deploy(createFlow(validBridge, nodes), { bridge: key, second: key });
  const targets = ['light', 'other'];
  const asked = targets.map((id) => flow.sendOrThrow(id, { payload: 50, target: 'Floor lamp' }));
  trial.tally('duplicates of a bridge work', (await Promise.all(asked)).length, 2);
}

async function assertEnvironmentWorks(
  trial: Trial,
  flow: FlowUnderTest,
  validBridge: FlowNode,
): Promise<void> {
  process.env['FAULTS_HOST'] = String(validBridge['host']);
  process.env['FAULTS_PORT'] = String(validBridge['port']);
  process.env['FAULTS_KEY'] = trial.key;
  trial.addCleanup(() => {
    for (const name of ['FAULTS_HOST', 'FAULTS_PORT', 'FAULTS_KEY']) delete process.env[name];
  });
  const bridge = { ...validBridge, host: '${FAULTS_HOST}', port: '${FAULTS_PORT}' };
  await flow.deploy(createFlow(bridge), { bridge: { key: '${FAULTS_KEY}' } });
  await flow.sendOrThrow('light', { payload: 60, target: 'Floor lamp' });
  trial.note('address, port and key come from the environment where it is said so');
}

export const terminationCases: readonly FaultCase[] = [
  {
    number: 52,
    title: 'SIGTERM with a full queue',
    bound: 'a clean exit within 2 s, every message answered',
    run: termination,
  },
];

export const credentialCases: readonly FaultCase[] = [
  {
    number: 56,
    title: 'Credentials missing, unreadable, or encrypted with another secret',
    bound: 'reported in words, and Node-RED lives',
    run: lostCredentials,
  },
];

/** Sends so many commands to as many lamps when the flows start. */
const createFloodFlow = (count: number): FlowNode[] => [
  {
    id: 'start',
    type: 'inject',
    z: 'tab',
    once: true,
    onceDelay: '0.1',
    props: [],
    repeat: '',
    wires: [['flood']],
  },
  {
    id: 'flood',
    type: 'function',
    z: 'tab',
    outputs: 1,
    func: `for (let n = 0; n < ${count}; n += 1) node.send({
  payload: { on: { on: true } },
  target: '${makeRid(0).slice(0, -6)}' + n.toString(16).padStart(6, '0'),
});`,
    wires: [['resource']],
  },
  createNode('resource', 'bridge-resource', { operation: 'update', rtype: 'light' }),
];

async function termination(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  simulator.faults.inject({ match: { method: 'PUT' }, stall: 'before' });
  const count = trial.chooseByMode(600, 2_000);
  const flows = createFlow(createBridgeNode(simulator), createFloodFlow(count));
  const cli = await startNodeRedCli(flows, createCredentials(trial));
  trial.addCleanup(() => cli.remove());
  await cli.started();
  const writes = (): number => simulator.requests.filter(({ method }) => method === 'PUT').length;
  await waitUntil('commands under way', () => writes() >= 3);
  await pause(300);
  const { code, duration, totals } = await cli.terminate();
  trial.keyLeakDetector.check('the output of Node-RED', cli.output());
  // Beside the other tests everything takes longer; what waited for the bridge would take a time-out.
  trial.atMost('ended after', duration, trial.chooseByMode(8_000, 2_000), ' ms');
  assert.equal(code, 0, cli.output());
  trial.countMessages(totals.received, totals.completed);
  trial.tally('messages answered', totals.completed, totals.received);
  assert.equal(totals.received, count);
  trial.note(`${totals.openAtSignal} of them waited when the signal came`);
  assert.ok(totals.openAtSignal >= 400, 'the queue was not full');
  const sent = writes();
  await pause(200);
  assert.equal(writes(), sent);
}

async function lostCredentials(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  const flow = await FlowUnderTest.start(trial);
  await flow.deploy(createFlow(createBridgeNode(simulator)), {});
  assert.equal(
    await flow.sendExpectingRefusal('light', { payload: true, target: makeRid(1) }),
    'ERR_BRIDGE_NOT_CONFIGURED',
  );
  await flow.waitForStatus('light', /no key/);
  await flow.waitForStatus('poll', /no key/);
  trial.note('without a key the status says so');

  const files: Readonly<Record<string, [credentials: string, settings: string]>> = {
    unreadable: ['{"bridge": {"key"', ''],
    'encrypted with another secret': [
      encryptCredentials(createCredentials(trial), 'one secret'),
      "credentialSecret: 'another secret',",
    ],
  };
  const results = await Promise.all(
    Object.entries(files).map(async ([name, [credentials, settings]]) => {
      const cli = await startNodeRedCli(
        createFlow(createBridgeNode(simulator)),
        credentials,
        settings,
      );
      trial.addCleanup(() => cli.remove());
      return reportsLostCredentials(trial, name, cli);
    }),
  );
  trial.tally('credential files reported, and Node-RED lived', results.filter(Boolean).length, 2);
  assert.equal(simulator.requests.length, 0);
}

async function reportsLostCredentials(
  trial: Trial,
  name: string,
  cli: NodeRedCli,
): Promise<boolean> {
  await cli.started();
  await pause(500);
  const alive = cli.running();
  await cli.terminate();
  const output = cli.output();
  trial.keyLeakDetector.check('the output of Node-RED', output);
  const message =
    /no key for the bridge|credentials could not be decrypted|Error loading credentials/.exec(
      output,
    );
  trial.note(`${name}: "${message?.[0] ?? output.slice(-300)}"`);
  return alive && message !== null;
}

/** As Node-RED encrypts credentials: AES-256-CTR with the SHA-256 of the secret. */
function encryptCredentials(credentials: object, secret: string): string {
  const vector = randomBytes(16);
  const cipher = createCipheriv(
    'aes-256-ctr',
    createHash('sha256').update(secret).digest(),
    vector,
  );
  const text =
    cipher.update(JSON.stringify(credentials), 'utf8', 'base64') + cipher.final('base64');
  return JSON.stringify({ $: vector.toString('hex') + text });
}

export const waitingCommandCases: readonly FaultCase[] = [
  {
    number: 65,
    title: 'Deploys while commands wait, with the settings of the bridge unchanged',
    bound: 'each command is applied once and answered, over one event stream',
    run: waitingCommands,
  },
];

const commandCount = 30;
/** The simulator takes this name as well as the default one. */
const trafficSettings = { ...unthrottledSettings, keyHeader: 'hue-application-key' };

/** A flow in which everything but the settings of the bridge changes with its name. */
const createNamedFlow = (
  simulator: Simulator,
  name: string,
  settings: object = {},
): readonly FlowNode[] =>
  createFlow(createBridgeNode(simulator, { name, ...settings }), [
    createNode('light', 'bridge-light', { name }),
    createNode('resource', 'bridge-resource', { name, operation: 'update', rtype: 'device' }),
    createNode('poll', 'bridge-poll', { name, rtype: 'light', interval: '5' }),
    createNode('status', 'bridge-status', { name }),
  ]);

const countWrites = ({ requests }: Simulator): number =>
  requests.filter(({ method }) => method === 'PUT').length;

const countStreams = ({ requests }: Simulator): number =>
  requests.filter(({ path }) => path.startsWith('/eventstream')).length;

async function waitingCommands(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  addLamps(simulator);
  const flow = await FlowUnderTest.start(trial);
  await flow.deploy(createNamedFlow(simulator, 'Before'), createCredentials(trial));
  await flow.deploy([], {});
  // Closed sockets and cleared timers disappear only after a turn of the event loop.
  await pause(250);
  const before = await takeSnapshot(flow);
  const streams = countStreams(simulator);

  // In the short form commands wait for answers, in the long one for the usual rate.
  const settings = trial.chooseByMode<object>(unthrottledSettings, {});
  if (trial.mode === 'short') simulator.faults.inject({ match: { method: 'PUT' }, delay: 60 });
  flow.statuses.clear();
  await flow.deploy(createNamedFlow(simulator, 'Start', settings), createCredentials(trial));
  await flow.waitForStatus('status', /push/);
  for (const type of deployTypes) await deployOnce(trial, flow, simulator, type, settings);
  trial.atMost('event streams opened', countStreams(simulator) - streams, 1);

  // Other settings of the bridge: another client, with another stream.
  await flow.deploy(createNamedFlow(simulator, 'Traffic', trafficSettings));
  await waitUntil('another stream', () => countStreams(simulator) > streams + 1);
  await deployUnderTraffic(trial, flow, simulator);

  await flow.deploy([], {});
  await waitUntil('the connections to end', () => simulator.connectionCount() === 0);
  await pause(250);
  const after = await takeSnapshot(flow);
  trial.atMost('listeners more than before', after.listeners - before.listeners, 0);
  assert.equal(describeGrowth(before.open, after.open), undefined);
  trial.note('sockets and timers as before');
}

/** Sends each lamp one command, and deploys while most of them wait. */
async function deployOnce(
  trial: Trial,
  flow: FlowUnderTest,
  simulator: Simulator,
  type: DeployType,
  settings: object,
): Promise<void> {
  const writes = countWrites(simulator);
  let answered = 0;
  const answers = Array.from({ length: commandCount }, async (_, number) => {
    await flow.sendOrThrow('light', { payload: { on: true }, target: makeRid(number) });
    answered += 1;
  });
  await waitUntil('the first command', () => countWrites(simulator) > writes);
  const answeredBefore = answered;
  await flow.deploy(createNamedFlow(simulator, `After ${type}`, settings), undefined, type);
  await Promise.all(answers);
  const waited = commandCount - answeredBefore;
  assert.ok(waited > 0, 'no command waited');
  trial.tally(
    `commands applied once and answered ("${type}", ${waited} of them after the deploy)`,
    countWrites(simulator) - writes,
    commandCount,
  );
}

/** Deploys again and again while commands come in that are never merged. */
async function deployUnderTraffic(
  trial: Trial,
  flow: FlowUnderTest,
  simulator: Simulator,
): Promise<void> {
  const [writes, streams] = [countWrites(simulator), countStreams(simulator)];
  const devices = simulator.home.byType('device').map(({ id }) => id);
  const deployCount = trial.chooseByMode(9, 100);
  const answers: Promise<unknown>[] = [];
  simulator.faults.clear();
  simulator.faults.inject({ match: { method: 'PUT' }, delay: 20 });
  for (let round = 0; round < deployCount; round += 1) {
    await waitUntil('an end of the commands before', () => flow.unansweredCount < 100);
    for (let message = 0; message < 10; message += 1) {
      const payload = { identify: { action: 'identify' } };
      const target = devices[message % devices.length];
      answers.push(flow.sendOrThrow('resource', { payload, target }));
    }
    await pause(round % 3 === 0 ? 15 : 0);
    await flow.deploy(
      createNamedFlow(simulator, `Round ${round}`, trafficSettings),
      undefined,
      deployTypes[round % deployTypes.length],
    );
  }
  await Promise.all(answers);
  trial.tally(
    `commands applied once and answered through ${deployCount} deploys`,
    countWrites(simulator) - writes,
    answers.length,
  );
  trial.atMost('further event streams', countStreams(simulator) - streams, 0);
}

function addLamps(simulator: Simulator): void {
  const lamp = simulator.home.get(createFixtureId('light/living-floor'));
  assert.ok(lamp);
  for (let number = 0; number < commandCount; number += 1) {
    simulator.home.add({ ...structuredClone(lamp), id: makeRid(number) });
  }
}

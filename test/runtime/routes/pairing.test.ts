import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { getNestedMember, isObject } from '../../../src/resources/members';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { startNodeRed } from '../../support/node-red/node-red';
import type { FlowNode, RunningNodeRed } from '../../support/node-red/node-red';
import { waitUntil } from '../../support/wait-until';
import { createBridgeNode, createFlowNode } from '../../support/node-red/flow-harness';
import Bonjour from 'bonjour-service';
import { createLoopbackNetwork, freeUdpPort } from '../../support/network/mdns';

const lamp: FlowNode = createFlowNode('lamp', 'bridge-light', {
  target: createFixtureId('light/living-floor'),
});

const settings = { credentialSecret: 'secret of the test' };

describe('Getting a key', () => {
  let simulator: Simulator;
  let nodeRed: RunningNodeRed;
  let startedPairings: string[];
  before(async () => {
    nodeRed = await startNodeRed({ settings });
  });
  after(() => nodeRed.stop());
  beforeEach(async () => {
    startedPairings = [];
    simulator = await startSimulator();
    await nodeRed.deploy([{ id: 'tab', type: 'tab' }]);
  });
  afterEach(async () => {
    for (const id of startedPairings) await nodeRed.admin('DELETE', `lighting-bridge/pair/${id}`);
    await simulator.stop();
  });

  const createFlows = (credentials?: object): FlowNode[] => [
    { id: 'tab', type: 'tab' },
    { ...createBridgeNode(simulator), ...(credentials && { credentials }) },
    lamp,
  ];
  const startPairing = async (overrides: object = {}): Promise<unknown> => {
    const { host, port } = simulator;
    const pairingRequest = { bridge: 'bridge', host, port: String(port), ...overrides };
    const { body } = await nodeRed.admin('POST', 'lighting-bridge/pair', pairingRequest);
    const id = getNestedMember(body, 'id');
    if (typeof id === 'string') startedPairings.push(id);
    return body;
  };
  const restart = async (): Promise<void> => {
    const { userDirectory } = nodeRed;
    await nodeRed.stop({ keepUserDirectory: true });
    nodeRed = await startNodeRed({ settings, userDirectory });
  };
  const pairingId = async (): Promise<string> =>
    String(getNestedMember(await startPairing(), 'id'));
  const readPairing = async (id: string): Promise<unknown> =>
    (await nodeRed.admin('GET', `lighting-bridge/pair/${id}`)).body;
  const waitForEnd = async (id: string): Promise<unknown> => {
    let progress: unknown;
    const isOver = async (): Promise<boolean> => {
      progress = await readPairing(id);
      return getNestedMember(progress, 'state') !== 'waiting';
    };
    await waitUntil('the end of the pairing', isOver, { timeout: 40_000, interval: 50 });
    return progress;
  };
  const pairSuccessfully = async (): Promise<string> => {
    simulator.pressLinkButton();
    const id = await pairingId();
    const progress = await waitForEnd(id);
    assert.equal(getNestedMember(progress, 'state'), 'paired', JSON.stringify(progress));
    return id;
  };
  /** Key that the bridge takes from the lamp node now. */
  const readKeyInUse = async (): Promise<string | undefined> => {
    const before = simulator.requests.length;
    nodeRed.send('lamp', { payload: true });
    await nodeRed.nextCompletion('lamp');
    const put = simulator.requests.slice(before).find(({ method }) => method === 'PUT');
    return String(put?.headers['home-application-key']);
  };
  const readFlowFiles = async (): Promise<string> => {
    const names = ['flows.json', 'flows_cred.json'];
    const texts = names.map((name) => readFile(join(nodeRed.userDirectory, name), 'utf8'));
    return (await Promise.all(texts)).join('\n');
  };

  it('brings everything but the key to the dialog', async () => {
    simulator.pressLinkButton();
    const id = await pairingId();
    assert.deepEqual(await waitForEnd(id), {
      state: 'paired',
      bridgeId: simulator.bridgeId,
      fingerprint: simulator.fingerprint,
      keyHeader: 'home-application-key',
    });
  });

  it('says how long there is to press the button', async () => {
    const progress = await readPairing(await pairingId());
    assert.equal(getNestedMember(progress, 'state'), 'waiting');
    const seconds = Number(getNestedMember(progress, 'secondsLeft'));
    assert.ok(seconds > 20 && seconds <= 30, String(seconds));
  });

  it('keeps the key encrypted with the deploy that names the pairing, from start to start', async () => {
    const id = await pairSuccessfully();
    await nodeRed.deploy(createFlows({ key: '__PWRD__', pairing: id }));
    const key = await readKeyInUse();
    assert.ok(key !== undefined && key.length > 20 && key !== simulator.key, key);
    assert.ok(!(await readFlowFiles()).includes(key));
    const credentialsResponse = await nodeRed.admin('GET', 'credentials/bridge-config/bridge');
    assert.equal(getNestedMember(credentialsResponse.body, 'has_key'), true);
    const everything = [
      credentialsResponse,
      await nodeRed.admin('GET', 'flows'),
      await readPairing(id),
    ];
    assert.ok(!JSON.stringify([everything, nodeRed.observations]).includes(key));

    await restart();
    assert.equal(await readKeyInUse(), key);
    await nodeRed.deploy(createFlows(), 'nodes');
    await restart();
    assert.equal(await readKeyInUse(), key);
  });

  it('survives a deploy by somebody else before its own', async () => {
    const id = await pairSuccessfully();
    await nodeRed.deploy([{ id: 'tab', type: 'tab', label: 'Of somebody else' }]);
    await nodeRed.deploy(createFlows({ key: '__PWRD__', pairing: id }));
    const key = await readKeyInUse();
    await restart();
    assert.equal(await readKeyInUse(), key);
  });

  it('changes nothing for a bridge whose dialog was not deployed', async () => {
    await nodeRed.deploy(createFlows({ key: simulator.key }));
    await pairSuccessfully();
    await nodeRed.deploy(createFlows(), 'full');
    assert.equal(await readKeyInUse(), simulator.key);
  });

  it('is taken back with the dialog', async () => {
    await nodeRed.deploy(createFlows({ key: simulator.key }));
    const id = await pairSuccessfully();
    await nodeRed.admin('DELETE', `lighting-bridge/pair/${id}`);
    await nodeRed.deploy(createFlows({ pairing: id }));
    assert.equal(await readKeyInUse(), simulator.key);
  });

  it('gives way to a key that is typed later', async () => {
    const id = await pairSuccessfully();
    await nodeRed.deploy(createFlows({ key: '__PWRD__', pairing: id }));
    await nodeRed.deploy(createFlows({ key: simulator.key }));
    assert.equal(await readKeyInUse(), simulator.key);
  });

  it('can be cancelled, and then asks no more', async () => {
    const id = await pairingId();
    await nodeRed.admin('DELETE', `lighting-bridge/pair/${id}`);
    assert.deepEqual(await waitForEnd(id), { state: 'cancelled' });
    assert.equal(getNestedMember(await startPairing(), 'error'), undefined);
  });

  for (const [silence, keepSilent] of [
    [
      'does not answer',
      () => void simulator.faults.inject({ match: { path: /^\/api/ }, delay: 25_000 }),
    ],
    ['does not finish the handshake', () => simulator.faults.delayHandshakes(25_000)],
  ] as const) {
    it(`ends at once when it is cancelled while the bridge ${silence}`, async () => {
      keepSilent();
      const id = await pairingId();
      await waitUntil('the question for a key', () => simulator.connectionCount() > 0);
      const began = performance.now();
      await nodeRed.admin('DELETE', `lighting-bridge/pair/${id}`);
      assert.deepEqual(await waitForEnd(id), { state: 'cancelled' });
      assert.ok(performance.now() - began < 5_000, 'it waited for the bridge');
    });
  }

  it('runs once, however many ask', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => startPairing()));
    assert.equal(startedPairings.length, 1, 'pairings that began');
    const refused = answers.filter(
      (answer) => getNestedMember(answer, 'error', 'code') === 'PAIRING_UNDER_WAY',
    );
    assert.equal(refused.length, 99, 'requests refused with the pairing under way as the reason');
  });

  it('sends nothing to a bridge that is not the one of the dialog', async () => {
    for (const overrides of [{ fingerprint: 'AB'.repeat(32) }, { bridgeId: 'fedcba9876543210' }]) {
      const progress = await waitForEnd(
        String(getNestedMember(await startPairing(overrides), 'id')),
      );
      assert.equal(getNestedMember(progress, 'error', 'code'), 'ERR_BRIDGE_UNTRUSTED');
    }
    assert.equal(simulator.requests.length, 0, 'requests to the bridge');
  });

  it('sends nothing to a bridge that is not the one met first at its address', async () => {
    const address = `${simulator.host}:${simulator.port}`;
    const fingerprint = Array.from({ length: 32 }, () => 'AB').join(':');
    const knownBridge = { fingerprint, commonName: 'met', firstSeen: '2026-11-20' };
    const file = join(nodeRed.userDirectory, 'lighting-bridge', 'addresses.json');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify({ version: 1, addresses: { [address]: knownBridge } }));
    const progress = await waitForEnd(await pairingId());
    assert.equal(getNestedMember(progress, 'error', 'code'), 'ERR_BRIDGE_UNTRUSTED');
    assert.equal(simulator.requests.length, 0, 'requests to the bridge');
    await writeFile(file, '{"cut of');
    assert.equal(getNestedMember(await startPairing(), 'error', 'code'), 'ERR_BRIDGE_UNTRUSTED');
    await rm(file);
  });

  it('is not put beside the credentials of nodes that are no bridges', async () => {
    await nodeRed.deploy(createFlows());
    for (const bridge of ['lamp', '__proto__', 'constructor', 'a b', '../x', '']) {
      const body = await startPairing({ bridge });
      assert.equal(getNestedMember(body, 'error', 'code'), 'ERR_BRIDGE_NOT_CONFIGURED', bridge);
      assert.match(
        String(getNestedMember(body, 'error', 'message')),
        /^The request names no bridge node .*Reload the editor/,
      );
    }
  });

  it('is not tried at addresses of no bridge', async () => {
    for (const host of ['169.254.169.254', 'user@127.0.0.1', '127.0.0.1/api', '']) {
      assert.equal(
        getNestedMember(await startPairing({ host }), 'error', 'code'),
        'ERR_BRIDGE_NOT_CONFIGURED',
      );
    }
  });

  it('says that a pairing is over when it is', async () => {
    const { status, body } = await nodeRed.admin('GET', 'lighting-bridge/pair/nothing');
    assert.equal(status, 404);
    assert.equal(getNestedMember(body, 'error', 'code'), 'NO_SUCH_PAIRING');
  });
});

describe('Finding bridges', () => {
  let port: number;
  let nodeRed: RunningNodeRed;
  before(async () => {
    port = await freeUdpPort();
    nodeRed = await startNodeRed({ settings: { lightingBridge: { discovery: { port } } } });
  });
  after(() => nodeRed.stop());

  const startSearch = async (): Promise<string> =>
    String(
      getNestedMember((await nodeRed.admin('POST', 'lighting-bridge/discover', {})).body, 'id'),
    );
  const readSearch = async (id: string): Promise<Record<string, unknown>> => {
    const { body } = await nodeRed.admin('GET', `lighting-bridge/discover/${id}`);
    return isObject(body) ? body : {};
  };
  const stopSearch = async (id: string): Promise<void> => {
    await nodeRed.admin('DELETE', `lighting-bridge/discover/${id}`);
    await waitUntil('the end of the search', async () => (await readSearch(id))['done'] === true);
  };

  it('reports each bridge while the search goes on', async () => {
    const id = await startSearch();
    assert.deepEqual(await readSearch(id), { done: false, bridges: [] });
    const simulators: Simulator[] = [];
    for (const bridgeId of ['02a1b2fffec3d4e5', '02a1b2fffec3d4e6']) {
      simulators.push(await startSimulator({ bridgeId, announce: createLoopbackNetwork(port) }));
      await waitUntil('the announced bridge', async () => {
        const { bridges, done } = await readSearch(id);
        assert.equal(done, false);
        return Array.isArray(bridges) && bridges.length === simulators.length;
      });
    }
    await stopSearch(id);
    assert.deepEqual(
      (await readSearch(id))['bridges'],
      simulators.map((simulator) => ({
        name: `Lighting bridge simulator - ${simulator.bridgeId.slice(-6).toUpperCase()}`,
        model: 'BSB002',
        host: simulator.host,
        port: simulator.port,
        bridgeId: simulator.bridgeId,
      })),
    );
    for (const simulator of simulators) await simulator.stop();
  });

  it('is one search, however many ask', async () => {
    const ids = new Set(await Promise.all(Array.from({ length: 100 }, startSearch)));
    assert.equal(ids.size, 1, 'searches that began');
    for (const id of ids) await stopSearch(id);
  });

  it('does not report addresses where no bridge can be', async () => {
    const id = await startSearch();
    const otherAnnouncer = new Bonjour(createLoopbackNetwork(port).network);
    const service = otherAnnouncer.publish({ name: 'Stranger', type: 'hue', port: 443 });
    const records = service.records.bind(service);
    service.records = () => [
      ...records().filter(({ type }) => type !== 'A' && type !== 'AAAA'),
      { name: service.host, type: 'A', ttl: 120, data: '169.254.169.254' },
    ];
    service.once('up', () => otherAnnouncer.publish({ name: 'Bridge', type: 'hue', port: 4443 }));
    await waitUntil('the sound one', async () =>
      JSON.stringify((await readSearch(id))['bridges']).includes('Bridge'),
    );
    assert.ok(!JSON.stringify(await readSearch(id)).includes('Stranger'));
    await stopSearch(id);
    await new Promise<void>((resolve) => {
      otherAnnouncer.destroy(() => resolve());
    });
  });

  it('says that a search is over when it is', async () => {
    const { status, body } = await nodeRed.admin('GET', 'lighting-bridge/discover/nothing');
    assert.equal(status, 404);
    assert.equal(getNestedMember(body, 'error', 'code'), 'NO_SUCH_SEARCH');
  });
});

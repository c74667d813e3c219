import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { member } from '../../src/resources';
import { idOf, startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { startNodeRed } from '../support/node-red';
import type { FlowNode, RunningNodeRed } from '../support/node-red';
import { until } from '../support/until';
import { bridgeNode } from './home-flow';

const lamp: FlowNode = {
  id: 'lamp',
  type: 'bridge-light',
  z: 'tab',
  x: 0,
  y: 0,
  bridge: 'bridge',
  target: idOf('light/living-floor'),
  wires: [],
};
const settings = { credentialSecret: 'secret of the test' };

describe('Getting a key', () => {
  let simulator: Simulator;
  let nodeRed: RunningNodeRed;
  let begun: string[];
  before(async () => {
    nodeRed = await startNodeRed({ settings });
  });
  after(() => nodeRed.stop());
  beforeEach(async () => {
    begun = [];
    simulator = await startSimulator();
    await nodeRed.deploy([{ id: 'tab', type: 'tab' }]);
  });
  afterEach(async () => {
    for (const id of begun) await nodeRed.admin('DELETE', `lighting-bridge/pair/${id}`);
    await simulator.stop();
  });

  const flows = (credentials?: object): FlowNode[] => [
    { id: 'tab', type: 'tab' },
    { ...bridgeNode(simulator), ...(credentials && { credentials }) },
    lamp,
  ];
  const start = async (more: object = {}): Promise<unknown> => {
    const { host, port } = simulator;
    const wish = { bridge: 'bridge', host, port: String(port), ...more };
    const { body } = await nodeRed.admin('POST', 'lighting-bridge/pair', wish);
    const id = member(body, 'id');
    if (typeof id === 'string') begun.push(id);
    return body;
  };
  const restart = async (): Promise<void> => {
    const { userDirectory } = nodeRed;
    await nodeRed.stop({ keepUserDirectory: true });
    nodeRed = await startNodeRed({ settings, userDirectory });
  };
  const pairingId = async (): Promise<string> => String(member(await start(), 'id'));
  const read = async (id: string): Promise<unknown> =>
    (await nodeRed.admin('GET', `lighting-bridge/pair/${id}`)).body;
  const outcome = async (id: string): Promise<unknown> => {
    let progress: unknown;
    const isOver = async (): Promise<boolean> => {
      progress = await read(id);
      return member(progress, 'state') !== 'waiting';
    };
    await until('the end of the pairing', isOver, { limit: 40_000, every: 50 });
    return progress;
  };
  const paired = async (): Promise<string> => {
    simulator.pressLinkButton();
    const id = await pairingId();
    const progress = await outcome(id);
    assert.equal(member(progress, 'state'), 'paired', JSON.stringify(progress));
    return id;
  };
  /** Key that the bridge takes from the lamp node now. */
  const keyInUse = async (): Promise<string | undefined> => {
    const before = simulator.requests.length;
    nodeRed.send('lamp', { payload: true });
    await nodeRed.completion('lamp');
    const put = simulator.requests.slice(before).find(({ method }) => method === 'PUT');
    return String(put?.headers['home-application-key']);
  };
  const files = async (): Promise<string> => {
    const names = ['flows.json', 'flows_cred.json'];
    const texts = names.map((name) => readFile(join(nodeRed.userDirectory, name), 'utf8'));
    return (await Promise.all(texts)).join('\n');
  };

  it('brings everything but the key to the dialog', async () => {
    simulator.pressLinkButton();
    const id = await pairingId();
    assert.deepEqual(await outcome(id), {
      state: 'paired',
      bridgeId: simulator.bridgeId,
      fingerprint: simulator.fingerprint,
      keyHeader: 'home-application-key',
    });
  });

  it('tells how long there is to press the button', async () => {
    const progress = await read(await pairingId());
    assert.equal(member(progress, 'state'), 'waiting');
    const seconds = Number(member(progress, 'secondsLeft'));
    assert.ok(seconds > 20 && seconds <= 30, String(seconds));
  });

  it('keeps the key encrypted with the deploy that names the pairing, from start to start', async () => {
    const id = await paired();
    await nodeRed.deploy(flows({ key: '__PWRD__', pairing: id }));
    const key = await keyInUse();
    assert.ok(key !== undefined && key.length > 20 && key !== simulator.key, key);
    assert.ok(!(await files()).includes(key));
    const told = await nodeRed.admin('GET', 'credentials/bridge-config/bridge');
    assert.equal(member(told.body, 'has_key'), true);
    const everything = [told, await nodeRed.admin('GET', 'flows'), await read(id)];
    assert.ok(!JSON.stringify([everything, nodeRed.observations]).includes(key));

    await restart();
    assert.equal(await keyInUse(), key);
    await nodeRed.deploy(flows(), 'nodes');
    await restart();
    assert.equal(await keyInUse(), key);
  });

  it('survives a deploy by somebody else before its own', async () => {
    const id = await paired();
    await nodeRed.deploy([{ id: 'tab', type: 'tab', label: 'Of somebody else' }]);
    await nodeRed.deploy(flows({ key: '__PWRD__', pairing: id }));
    const key = await keyInUse();
    await restart();
    assert.equal(await keyInUse(), key);
  });

  it('changes nothing for a bridge whose dialog was not deployed', async () => {
    await nodeRed.deploy(flows({ key: simulator.key }));
    await paired();
    await nodeRed.deploy(flows(), 'full');
    assert.equal(await keyInUse(), simulator.key);
  });

  it('is taken back with the dialog', async () => {
    await nodeRed.deploy(flows({ key: simulator.key }));
    const id = await paired();
    await nodeRed.admin('DELETE', `lighting-bridge/pair/${id}`);
    await nodeRed.deploy(flows({ pairing: id }));
    assert.equal(await keyInUse(), simulator.key);
  });

  it('gives way to a key that is typed later', async () => {
    const id = await paired();
    await nodeRed.deploy(flows({ key: '__PWRD__', pairing: id }));
    await nodeRed.deploy(flows({ key: simulator.key }));
    assert.equal(await keyInUse(), simulator.key);
  });

  it('can be cancelled, and then asks no more', async () => {
    const id = await pairingId();
    await nodeRed.admin('DELETE', `lighting-bridge/pair/${id}`);
    assert.deepEqual(await outcome(id), { state: 'cancelled' });
    assert.equal(member(await start(), 'error'), undefined);
  });

  it('runs once, however many ask', async () => {
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => start()));
    assert.equal(begun.length, 1);
    const refused = answers.filter(
      (answer) => member(answer, 'error', 'code') === 'PAIRING_UNDER_WAY',
    );
    assert.equal(refused.length, 999);
  });

  it('sends nothing to a bridge that is not the one of the dialog', async () => {
    for (const more of [{ fingerprint: 'AB'.repeat(32) }, { bridgeId: 'fedcba9876543210' }]) {
      const progress = await outcome(String(member(await start(more), 'id')));
      assert.equal(member(progress, 'error', 'code'), 'ERR_BRIDGE_UNTRUSTED');
    }
    assert.equal(simulator.requests.length, 0);
  });

  it('sends nothing to a bridge that is not the one met first at its address', async () => {
    const place = `${simulator.host}:${simulator.port}`;
    const fingerprint = Array.from({ length: 32 }, () => 'AB').join(':');
    const met = { fingerprint, commonName: 'met', firstSeen: '2026-11-20' };
    const file = join(nodeRed.userDirectory, 'lighting-bridge-known-bridges.json');
    await writeFile(file, JSON.stringify({ [place]: met }));
    const progress = await outcome(await pairingId());
    assert.equal(member(progress, 'error', 'code'), 'ERR_BRIDGE_UNTRUSTED');
    assert.equal(simulator.requests.length, 0);
    await writeFile(file, '{"cut of');
    assert.equal(member(await start(), 'error', 'code'), 'ERR_BRIDGE_UNTRUSTED');
    await rm(file);
  });

  it('is not put beside the credentials of nodes that are no bridges', async () => {
    await nodeRed.deploy(flows());
    for (const bridge of ['lamp', '__proto__', 'constructor', 'a b', '../x', '']) {
      const body = await start({ bridge });
      assert.equal(member(body, 'error', 'code'), 'ERR_BRIDGE_NOT_CONFIGURED', bridge);
    }
  });

  it('is not tried at addresses of no bridge', async () => {
    for (const host of ['169.254.169.254', 'user@127.0.0.1', '127.0.0.1/api', '']) {
      assert.equal(member(await start({ host }), 'error', 'code'), 'ERR_BRIDGE_NOT_CONFIGURED');
    }
  });

  it('says that a pairing is over when it is', async () => {
    const { status, body } = await nodeRed.admin('GET', 'lighting-bridge/pair/nothing');
    assert.equal(status, 404);
    assert.equal(member(body, 'error', 'code'), 'NO_SUCH_PAIRING');
  });
}).timeout(40_000);

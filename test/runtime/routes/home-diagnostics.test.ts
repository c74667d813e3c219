import assert from 'node:assert/strict';
import { getNestedMember } from '../../../src/resources';
import { startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { createBridgeNode, createCredentials } from '../../support/node-red/flow-harness';
import { startNodeRed } from '../../support/node-red/node-red';
import type { AdminResponse, RunningNodeRed } from '../../support/node-red/node-red';
import { waitUntil } from '../../support/wait-until';

describe('The sidebar of the editor', () => {
  let simulator: Simulator;
  let nodeRed: RunningNodeRed;
  before(async () => {
    simulator = await startSimulator({ key: 'very-secret-key-of-the-test' });
    nodeRed = await startNodeRed({
      flows: [{ id: 'tab', type: 'tab' }, createBridgeNode(simulator, { name: 'Attic' })],
      credentials: createCredentials(simulator),
    });
  });
  after(async () => {
    await nodeRed.stop();
    await simulator.stop();
  });

  it('gives a file of diagnostics without a name, id, address, certificate or key of the home', async () => {
    const headers = { 'x-requested-with': 'test' };
    const get = (what: string): Promise<AdminResponse> =>
      nodeRed.admin('GET', `lighting-bridge/home/bridge/${what}`, undefined, headers);
    await waitUntil('the state of the home', async () => {
      const { body } = await get('diagnostics');
      return getNestedMember(body, 'connection', 'state') !== 'connecting';
    });
    const [diagnostics, twin] = [await get('diagnostics'), await get('twin')];
    const secrets = simulator.home
      .all()
      .flatMap((one) => [
        one.id,
        getNestedMember(one, 'metadata', 'name'),
        one['mac_address'],
        one['bridge_id'],
      ])
      .filter((secret) => typeof secret === 'string');
    assert.ok(secrets.length > 300);
    for (const { status, body } of [diagnostics, twin]) {
      assert.equal(status, 200);
      const text = JSON.stringify(body);
      const all = [
        ...secrets,
        simulator.key,
        simulator.fingerprint,
        simulator.host,
        simulator.bridgeId,
      ];
      assert.deepEqual(
        all.filter((secret) => text.includes(secret)),
        [],
      );
    }
    const { body } = diagnostics;
    assert.equal(getNestedMember(body, 'versions', 'node'), process.version);
    assert.match(String(getNestedMember(body, 'versions', 'nodeRed')), /^\d+\.\d+\.\d+/);
    assert.equal(getNestedMember(body, 'connection', 'code'), null);
    const requests = getNestedMember(body, 'requests');
    assert.ok(Array.isArray(requests) && requests.length > 0 && requests.length <= 200);
    assert.ok(
      requests.some((one: unknown) => String(getNestedMember(one, 'path')).startsWith('/clip/v2')),
    );
    const data = getNestedMember(twin.body, 'data');
    assert.ok(Array.isArray(data) && data.length > 300, 'a dump of the home');
  });
});

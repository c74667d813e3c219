import assert from 'node:assert/strict';
import { getNestedMember } from '../../../src/resources/members';
import type { HomeHealth } from '../../../src/runtime/home/home-item';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { createBridgeNode, createCredentials } from '../../support/node-red/flow-harness';
import { openHomeStream } from '../../support/node-red/home-stream';
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

  /** Waits for a health of the home that matches, as the editor gets it. */
  const waitForHealth = async (matches: (health: HomeHealth) => boolean): Promise<HomeHealth> => {
    const stream = await openHomeStream(nodeRed, 'bridge');
    const frame = await stream.next(
      'the health',
      (one) => one.kind === 'health' && matches(one.health),
    );
    stream.close();
    assert.ok(frame.kind === 'health');
    return frame.health;
  };

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

  it('tells the health of the home: batteries, reachability, updates, sensors', async () => {
    const device = createFixtureId('device/living-floor');
    const radio = createFixtureId('zigbee_connectivity/living-floor');
    const find = (rtype: string, owner?: string): string =>
      simulator.home
        .byType(rtype)
        .find((one) => owner === undefined || getNestedMember(one, 'owner', 'rid') === owner)?.id ??
      '';
    const sensor = find('temperature');
    const update = { state: 'update_pending', problems: ['battery_low'] };
    simulator.home.change(find('device_power'), {
      power_state: { battery_state: 'critical', battery_level: 3 },
    });
    simulator.home.change(radio, { status: 'connectivity_issue' });
    simulator.home.change(find('device_software_update', device), update);
    simulator.home.change(sensor, { enabled: false });
    const health = await waitForHealth(
      ({ updates, disabledSensors }) =>
        updates.some(({ id }) => id === device) && disabledSensors.length > 0,
    );
    simulator.home.change(radio, { status: 'connected' });
    const levels = health.batteries.map(({ level }) => Number(level));
    assert.deepEqual([levels[0], health.batteries[0]?.low], [3, true]);
    assert.deepEqual(
      levels,
      levels.toSorted((one, other) => one - other),
    );
    const entry = { id: device, name: 'Floor lamp', room: 'Living room' };
    const since = health.unreachable.find(({ id }) => id === device)?.since ?? '';
    assert.ok(Math.abs(Date.parse(since) - Date.now()) < 30_000, since);
    assert.deepEqual(health.zigbee, [], 'an unreachable device is listed once');
    assert.deepEqual(
      health.updates.find(({ id }) => id === device),
      { ...entry, ...update },
    );
    assert.deepEqual(
      health.disabledSensors.map(({ id, rtype }) => [id, rtype]),
      [[sensor, 'temperature']],
    );
  });

  it('tells the health of the connection: requests, queue, certificate, address', async () => {
    const health = await waitForHealth(({ certificate }) => certificate !== undefined);
    assert.equal(health.certificate?.sha256, simulator.fingerprint);
    assert.ok(Date.parse(health.certificate.validUntil ?? '') > Date.now());
    assert.equal(health.address, `${simulator.host}:${simulator.port}`);
    assert.ok(health.requestsPerMinute > 0);
    assert.equal(health.refusedPerMinute, 0);
    assert.deepEqual(health.waiting, { count: 0, oldestSeconds: 0 });
  });
});

import assert from 'node:assert/strict';
import Bonjour from 'bonjour-service';
import { isObject, getNestedMember } from '../../../src/resources/members';
import { startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { createLoopbackNetwork, freeUdpPort } from '../../support/network/mdns-announcer';
import { startNodeRed } from '../../support/node-red/node-red';
import type { RunningNodeRed } from '../../support/node-red/node-red';
import { waitUntil } from '../../support/wait-until';

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

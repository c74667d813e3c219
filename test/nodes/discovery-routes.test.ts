import assert from 'node:assert/strict';
import Bonjour from 'bonjour-service';
import { isObject, member } from '../../src/resources';
import { startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { announceTo, freeUdpPort } from '../support/announcing';
import { startNodeRed } from '../support/node-red';
import type { RunningNodeRed } from '../support/node-red';
import { until } from '../support/until';

describe('Finding bridges', () => {
  let port: number;
  let nodeRed: RunningNodeRed;
  before(async () => {
    port = await freeUdpPort();
    nodeRed = await startNodeRed({ settings: { lightingBridge: { discovery: { port } } } });
  });
  after(() => nodeRed.stop());

  const start = async (): Promise<string> =>
    String(member((await nodeRed.admin('POST', 'lighting-bridge/discover', {})).body, 'id'));
  const read = async (id: string): Promise<Record<string, unknown>> => {
    const { body } = await nodeRed.admin('GET', `lighting-bridge/discover/${id}`);
    return isObject(body) ? body : {};
  };
  const stop = async (id: string): Promise<void> => {
    await nodeRed.admin('DELETE', `lighting-bridge/discover/${id}`);
    await until('the end of the search', async () => (await read(id))['done'] === true);
  };

  it('tells of each bridge while the search goes on', async () => {
    const id = await start();
    assert.deepEqual(await read(id), { done: false, bridges: [] });
    const simulators: Simulator[] = [];
    for (const bridgeId of ['02a1b2fffec3d4e5', '02a1b2fffec3d4e6']) {
      simulators.push(await startSimulator({ bridgeId, announce: announceTo(port) }));
      await until('the announced bridge', async () => {
        const { bridges, done } = await read(id);
        assert.equal(done, false);
        return Array.isArray(bridges) && bridges.length === simulators.length;
      });
    }
    await stop(id);
    assert.deepEqual(
      (await read(id))['bridges'],
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
    const ids = new Set(await Promise.all(Array.from({ length: 100 }, start)));
    assert.equal(ids.size, 1);
    for (const id of ids) await stop(id);
  });

  it('does not tell of addresses where no bridge can be', async () => {
    const id = await start();
    const stranger = new Bonjour(announceTo(port).network);
    const service = stranger.publish({ name: 'Stranger', type: 'hue', port: 443 });
    const records = service.records.bind(service);
    service.records = () => [
      ...records().filter(({ type }) => type !== 'A' && type !== 'AAAA'),
      { name: service.host, type: 'A', ttl: 120, data: '169.254.169.254' },
    ];
    service.once('up', () => stranger.publish({ name: 'Bridge', type: 'hue', port: 4443 }));
    await until('the sound one', async () =>
      JSON.stringify((await read(id))['bridges']).includes('Bridge'),
    );
    assert.ok(!JSON.stringify(await read(id)).includes('Stranger'));
    await stop(id);
    await new Promise<void>((resolve) => {
      stranger.destroy(() => resolve());
    });
  });

  it('says that a search is over when it is', async () => {
    const { status, body } = await nodeRed.admin('GET', 'lighting-bridge/discover/nothing');
    assert.equal(status, 404);
    assert.equal(member(body, 'error', 'code'), 'NO_SUCH_SEARCH');
  });
}).timeout(20_000);

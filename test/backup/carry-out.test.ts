import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { createBackup } from '../../src/backup/backup';
import type { Backup } from '../../src/backup/backup';
import { carryOutRestore } from '../../src/backup/carry-out';
import type { CarryOutOptions, RestoreReport } from '../../src/backup/carry-out';
import { planRestore } from '../../src/backup/plan';
import { readHome } from '../../src/backup/read-home';
import { replaceIds } from '../../src/backup/replace-ids';
import { takeOverFlows } from '../../src/backup/take-over';
import { formatBackupText } from '../../src/backup/texts';
import { BridgeClient } from '../../src/bridge';
import { getReferenceKey } from '../../src/backup/writable';
import { getListMember, getTextMember, isObject } from '../../src/resources/members';
import type { Resource } from '../../src/resources/resource';
import { startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { createFixtureId } from '../../src/simulator/fixtures/fixture';
import { createFixtureHome } from '../../src/simulator/fixtures/home';
import { giveNewIds } from '../../src/simulator/new-ids';
import type { ResponseFault } from '../../src/simulator/control/control-protocol';
import { createRandomHome } from './support/random-home';

const fixture = createFixtureHome('02aabbfffe010203');
const relax = createFixtureId('scene/kitchen/relax');

interface Bench {
  simulator: Simulator;
  client: BridgeClient;
  close(): Promise<void>;
}

let identity: Simulator['identity'] | undefined;

async function startBench(home: readonly Resource[]): Promise<Bench> {
  const simulator = await startSimulator({ home, ...(identity === undefined ? {} : { identity }) });
  ({ identity } = simulator);
  const client = new BridgeClient({
    host: simulator.host,
    port: simulator.port,
    key: simulator.key,
    trust: { fingerprint: simulator.fingerprint },
    events: 'never',
    limits: {
      lampsPerSecond: 2_000,
      groupsPerSecond: 2_000,
      othersPerSecond: 2_000,
      rateRecoveryTime: 20,
      initialBackoff: 5,
      maxBusyBackoff: 10,
    },
  });
  return {
    simulator,
    client,
    async close() {
      await client.close();
      await simulator.stop();
    },
  };
}

/** Bodies that change something, of all requests so far. */
const countWrites = ({ simulator }: Bench): number =>
  simulator.requests.filter(({ method }) => method !== 'GET').length;

const describeHome = (resources: readonly Resource[]): readonly string[] =>
  createBackup(resources)
    .resources.filter(({ type }) => !['grouped_light', 'bridge', 'bridge_home'].includes(type))
    // The bridge lists the services of a device, also those that no backup holds.
    .map((resource) => JSON.stringify(sortMembers({ ...resource, services: undefined })))
    .toSorted();

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((name) => [name, sortMembers(value[name])]),
  );
}

/** All that the file has, with the ids of the bridge. */
const withIds = (home: readonly Resource[], { ids }: RestoreReport): Resource[] =>
  home.map((resource) => {
    const { id, type } = resource;
    const moved = replaceIds(resource, ids);
    return { ...(isObject(moved) ? moved : {}), id: ids.get(id) ?? id, type };
  });

async function assertRestored(
  bench: Bench,
  home: readonly Resource[],
  report: RestoreReport,
): Promise<void> {
  const now = await readHome(bench.client);
  const listed = (resources: readonly Resource[]): readonly Resource[] =>
    resources.filter(({ type }) => type !== 'motion_area_candidate');
  assert.deepEqual(describeHome(listed(now)), describeHome(listed(withIds(home, report))));
}

const assertWhole = ({ results, stopped }: RestoreReport): void => {
  assert.equal(stopped, undefined);
  const open = results.filter(({ outcome }) => !['done', 'same'].includes(outcome));
  assert.deepEqual(open, []);
};

/** Runs until nothing is left, as a person does who starts again. */
async function restoreUntilDone(
  bench: Bench,
  backup: Backup,
  options: CarryOutOptions = {},
): Promise<RestoreReport> {
  for (let run = 1; ; run += 1) {
    const report = await carryOutRestore(bench.client, backup, options);
    const isDone = report.results.every(({ outcome }) => ['done', 'same'].includes(outcome));
    if (isDone || run === 12) return report;
  }
}

describe('Bringing a backup back', function () {
  this.timeout(60_000);
  const benches: Bench[] = [];
  const start = async (home: readonly Resource[]): Promise<Bench> => {
    const bench = await startBench(home);
    benches.push(bench);
    return bench;
  };
  afterEach(async () => {
    await Promise.all(benches.splice(0).map((bench) => bench.close()));
  });

  it('creates a scene that was deleted, and nothing else', async () => {
    const bench = await start(fixture.filter(({ id }) => id !== relax));
    const progress: string[] = [];
    const report = await carryOutRestore(bench.client, createBackup(fixture), {
      parts: [relax],
      onProgress: ({ done, total, result }) => progress.push(`${done}/${total} ${result.outcome}`),
    });
    assertWhole(report);
    assert.deepEqual(progress, ['1/1 done']);
    assert.equal(countWrites(bench), 1);
    const created = bench.simulator.home.get(report.ids.get(relax) ?? '');
    const lost = fixture.find(({ id }) => id === relax);
    assert.deepEqual(created?.['actions'], lost?.['actions']);
    assert.deepEqual(created?.['metadata'], lost?.['metadata']);
  });

  it('makes the whole sample home anew on a bridge after a reset, and the second run writes nothing', async () => {
    const bench = await start(giveNewIds(fixture, 'gone'));
    const backup = createBackup(fixture);
    assertWhole(await carryOutRestore(bench.client, backup));
    const writes = countWrites(bench);
    assertWhole(await carryOutRestore(bench.client, backup));
    assert.equal(countWrites(bench), writes);
  });

  it('exchanges two lamps between two rooms', async () => {
    const [one, other] = ['mirror', 'stairs'].map((key) => createFixtureId(`device/${key}`));
    const swapped = fixture.map((resource): Resource => {
      const ids = new Map([
        [String(one), String(other)],
        [String(other), String(one)],
      ]);
      return resource.type === 'room'
        ? { ...resource, children: replaceIds(resource['children'], ids) }
        : resource;
    });
    const bench = await start(swapped);
    const report = await carryOutRestore(bench.client, createBackup(fixture));
    assertWhole(report);
    await assertRestored(bench, fixture, report);
  });

  it('puts a lamp that was paired anew back into its room, its zones and its scenes', async () => {
    const old = createFixtureId('device/sofa-left');
    const lost = new Set([
      old,
      ...fixture.flatMap(({ id, owner }) => (getTextMember(owner, 'rid') === old ? [id] : [])),
    ]);
    const anew = new Map([...lost].map((id) => [id, createFixtureId(`new/${id}`)]));
    const bench = await start(fixture);
    for (const id of lost) bench.simulator.home.remove(id);
    for (const { id, type, children, actions } of bench.simulator.home.all()) {
      const left = (list: unknown): unknown[] =>
        getListMember(list).filter((entry) => !lost.has(getReferenceKey(entry) ?? ''));
      if (type === 'room' || type === 'zone')
        bench.simulator.home.change(id, { children: left(children) });
      if (type === 'scene') bench.simulator.home.change(id, { actions: left(actions) });
    }
    for (const resource of withIds(fixture, { results: [], ids: anew }))
      if (bench.simulator.home.get(resource.id) === undefined) bench.simulator.home.add(resource);
    const report = await carryOutRestore(bench.client, createBackup(fixture));
    assertWhole(report);
    assert.equal(report.ids.get(old), anew.get(old));
    await assertRestored(bench, fixture, report);
  });

  it('deletes what the file does not have only when asked to', async () => {
    const extra = createFixtureId('zone/extra');
    const bench = await start([
      ...fixture,
      {
        id: extra,
        type: 'zone',
        metadata: { name: 'Extra', archetype: 'other' },
        children: [],
        services: [],
      },
    ]);
    const backup = createBackup(fixture);
    await carryOutRestore(bench.client, backup);
    assert.ok(bench.simulator.home.get(extra));
    assertWhole(await carryOutRestore(bench.client, backup, { deletions: true }));
    assert.equal(bench.simulator.home.get(extra), undefined);
  });

  it('stops when it is cancelled, says what was not tried, and goes on afterwards', async () => {
    const bench = await start(giveNewIds(fixture, 'gone'));
    const backup = createBackup(fixture);
    const cancelling = new AbortController();
    const broken = await carryOutRestore(bench.client, backup, {
      signal: cancelling.signal,
      onProgress: ({ result }) => {
        if (result.type === 'scene') cancelling.abort();
      },
    });
    assert.match(broken.stopped === undefined ? '' : formatBackupText(broken.stopped), /Cancelled/);
    assert.ok(broken.results.some(({ outcome }) => outcome === 'not-tried'));
    assert.equal(bench.simulator.home.byType('scene').length, 1);
    assertWhole(await carryOutRestore(bench.client, backup));
    assert.equal(bench.simulator.home.byType('scene').length, 24);
  });

  it('creates nothing twice where the answer to a creation is lost', async () => {
    const bench = await start(fixture.filter(({ id }) => id !== relax));
    bench.simulator.faults.inject({
      match: { method: 'POST', rtype: 'scene' },
      cut: 'before',
      times: 1,
    });
    assertWhole(await carryOutRestore(bench.client, createBackup(fixture)));
    assert.equal(bench.simulator.home.byType('scene').length, 24);
  });

  for (const status of [429, 503])
    it(`waits and goes on where each creation is answered with ${status} at first`, async () => {
      const bench = await start(fixture.filter(({ type }) => type !== 'smart_scene'));
      bench.simulator.faults.inject({ match: { method: 'POST' }, status, times: 2 });
      assertWhole(await carryOutRestore(bench.client, createBackup(fixture)));
      assert.equal(bench.simulator.home.byType('smart_scene').length, 3);
    });

  it('reports item by item what the bridge refuses, and goes on with the others', async () => {
    const bench = await start(fixture.filter(({ type }) => type !== 'smart_scene'));
    bench.simulator.faults.inject({ match: { method: 'POST' }, status: 507, times: 1 });
    const { results, stopped } = await carryOutRestore(bench.client, createBackup(fixture));
    assert.equal(stopped, undefined);
    const failed = results.filter(({ outcome }) => outcome === 'failed');
    assert.equal(failed.length, 1);
    assert.match(failed[0]?.problem ?? '', /507/);
    assert.equal(results.filter(({ outcome }) => outcome === 'done').length, 2);
  });

  it('says what the bridge did only in part', async () => {
    const kitchen = createFixtureId('room/kitchen');
    const bench = await start(
      fixture.map((resource) =>
        resource.id === kitchen
          ? { ...resource, metadata: { name: 'Cuisine', archetype: 'kitchen' } }
          : resource,
      ),
    );
    const partly: ResponseFault = {
      match: { method: 'PUT' },
      status: 207,
      body: JSON.stringify({
        errors: [{ description: 'attribute (.metadata.name) is not supported' }],
        data: [{ rid: kitchen, rtype: 'room' }],
      }),
    };
    bench.simulator.faults.inject(partly);
    const { results } = await carryOutRestore(bench.client, createBackup(fixture));
    const [item, another] = results.filter(({ outcome }) => outcome === 'partly');
    assert.equal(another, undefined);
    assert.match(item?.problem ?? '', /metadata\.name/);
  });

  it('stops where the key is refused, and says so', async () => {
    const bench = await start(fixture.filter(({ type }) => type !== 'smart_scene'));
    bench.simulator.faults.inject({ match: { method: 'POST' }, status: 401 });
    const { results, stopped } = await carryOutRestore(bench.client, createBackup(fixture));
    assert.match(stopped === undefined ? '' : formatBackupText(stopped), /Start again/);
    assert.equal(results.filter(({ outcome }) => outcome === 'failed').length, 1);
    assert.ok(results.some(({ outcome }) => outcome === 'not-tried'));
  });
});

/** Sixty nodes that name things of the home in all ways: after the take-over, each name is on the bridge. */
function assertFlowsTakenOver(
  { simulator }: Bench,
  home: readonly Resource[],
  { ids }: RestoreReport,
): void {
  const picked = home.filter(({ type }) =>
    ['light', 'room', 'zone', 'scene', 'motion'].includes(type),
  );
  const pick = (index: number): string => picked[index % picked.length]?.id ?? '';
  const nodes = Array.from({ length: 60 }, (_, index): { id: string; [name: string]: unknown } => {
    const id = `n${index}`;
    if (index % 3 === 0) return { id, type: 'inject', payload: `{"rid":"${pick(index)}"}` };
    if (index % 3 === 1)
      return { id, type: 'bridge-light', target: `${pick(index)},${pick(index + 1)}` };
    return { id, type: 'bridge-poll', z: 'subflow', target: pick(index) };
  });
  const { flows, lost } = takeOverFlows(nodes, ids, new Set(home.map(({ id }) => id)));
  assert.deepEqual(lost, []);
  const named = JSON.stringify(flows).match(/[0-9a-f-]{36}/g) ?? [];
  assert.equal(named.length, 80);
  for (const id of named) assert.ok(simulator.home.get(id), id);
}

describe('Any home', function () {
  this.timeout(300_000);

  it('is equal but for its ids after it was brought back to a bridge after a reset, also broken off anywhere and among refusals', async () => {
    const rounds = Number(process.env['BACKUP_ROUNDS'] ?? 60);
    await fc.assert(
      fc.asyncProperty(
        fc.gen(),
        fc.nat(40),
        fc.constantFrom(0, 0, 429, 503),
        async (draw, kill, refusal) => {
          const home = createRandomHome((arbitrary) => draw(() => arbitrary));
          const backup = createBackup(home);
          const bench = await startBench(giveNewIds(home, 'gone'));
          try {
            const broken = new AbortController();
            const onRequest = (): void => {
              const { length } = bench.simulator.requests;
              if (length === kill + 2) broken.abort();
              if (refusal !== 0 && length % 10 === 9)
                bench.simulator.faults.inject({ status: refusal, times: 1 });
            };
            bench.simulator.log.on('request', onRequest);
            await carryOutRestore(bench.client, backup, { signal: broken.signal }).catch(
              (error: unknown) => {
                if (!broken.signal.aborted) throw error;
              },
            );
            bench.simulator.log.off('request', onRequest);
            bench.simulator.faults.clear();
            const report = await restoreUntilDone(bench, backup);
            assertWhole(report);
            await assertRestored(bench, home, report);
            const writes = countWrites(bench);
            await carryOutRestore(bench.client, backup);
            assert.equal(countWrites(bench), writes);
            assertFlowsTakenOver(bench, home, report);
            const plan = planRestore(backup, await readHome(bench.client));
            assert.ok(plan.items.every(({ action }) => action === 'same'));
          } finally {
            await bench.close();
          }
        },
      ),
      { numRuns: rounds, endOnFailure: true },
    );
  });
});

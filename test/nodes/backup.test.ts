import assert from 'node:assert/strict';
import { getListMember, getNestedMember, isObject } from '../../src/resources/members';
import { createBackup } from '../../src/backup/backup';
import { replaceIds } from '../../src/backup/replace-ids';
import { compareNames } from '../../src/resources/compare-names';
import type { Resource } from '../../src/resources/resource';
import { createFixtureId, startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { createFixtureHome } from '../../src/simulator/fixtures/home';
import { giveNewIds } from '../../src/simulator/new-ids';
import { startFlowHarness } from '../support/node-red/flow-harness';
import type { FlowHarness } from '../support/node-red/flow-harness';

const fixture = createFixtureHome('02aabbfffe010203');
const relax = createFixtureId('scene/kitchen/relax');

/** The names of all that people made, with the names of what belongs to it. */
function describeMadeThings(resources: readonly Resource[]): readonly string[] {
  const names = new Map(
    resources.map(({ id, metadata }) => [id, String(getNestedMember(metadata, 'name'))]),
  );
  return resources
    .filter(({ type }) => ['room', 'zone', 'scene', 'smart_scene', 'device'].includes(type))
    .map((resource) => {
      const children = getListMember(resource, 'children').map(
        (child) => names.get(String(getNestedMember(child, 'rid'))) ?? '',
      );
      return `${resource.type} ${names.get(resource.id)} ${children.toSorted(compareNames).join()}`;
    })
    .toSorted();
}

const countWrites = (simulator: Simulator): number =>
  simulator.requests.filter(({ method }) => method !== 'GET').length;

describe('The backup node', function () {
  this.timeout(30_000);
  let harness: FlowHarness | undefined;
  let reset: Simulator | undefined;
  const start = async (bridgeHome = fixture, resetHome?: Resource[]): Promise<FlowHarness> => {
    reset = resetHome && (await startSimulator({ home: resetHome }));
    harness = await startFlowHarness(
      [
        { id: 'node', type: 'bridge-backup' },
        ...(reset === undefined
          ? []
          : [{ id: 'on the reset one', type: 'bridge-backup', bridge: 'bridge Reset' }]),
      ],
      {
        simulator: await startSimulator({ home: bridgeHome }),
        ...(reset === undefined ? {} : { furtherBridges: { Reset: reset } }),
      },
    );
    return harness;
  };
  const fail = async (flow: FlowHarness, payload: unknown): Promise<string> => {
    flow.send('node', { payload });
    return (await flow.nextFailure('node')).message;
  };
  afterEach(async () => {
    await harness?.stop();
    await reset?.stop();
    [harness, reset] = [undefined, undefined];
  });

  it('answers any message with a backup, which brings the home back on a bridge after a reset', async () => {
    const flow = await start(fixture, giveNewIds(fixture, 'gone'));
    const { payload: backup } = await flow.request('node', { payload: 1 });
    const payload = { restore: JSON.stringify(backup) };
    const { payload: report } = await flow.request('on the reset one', { payload });
    assert.equal(getNestedMember(report, 'stopped'), null);
    assert.deepEqual(
      describeMadeThings(reset?.home.all() ?? []),
      describeMadeThings(flow.simulator.home.all()),
    );
    const ids = getNestedMember(report, 'ids');
    assert.ok(isObject(ids));
    const scene = reset?.home.get(String(ids[relax]));
    const moved = replaceIds(
      flow.simulator.home.get(relax)?.['actions'],
      new Map(Object.entries(ids).map(([from, to]) => [from, String(to)])),
    );
    assert.deepEqual(scene?.['actions'], moved);
    assert.ok(reset !== undefined);
    const writes = countWrites(reset);
    await flow.request('on the reset one', { payload: { restore: backup } });
    assert.equal(countWrites(reset), writes, 'a second restore writes nothing');
  });

  it('plans without a write, and brings back only the parts that were asked for', async () => {
    const flow = await start(fixture.filter(({ type }) => type !== 'scene'));
    const backup = createBackup(fixture);
    const plan = await flow.request('node', { payload: { plan: backup } });
    const items = getListMember(plan['payload'], 'items');
    assert.equal(
      getNestedMember(
        items.find((item) => getNestedMember(item, 'id') === relax),
        'action',
      ),
      'create',
    );
    assert.equal(countWrites(flow.simulator), 0);
    const payload = { restore: Buffer.from(JSON.stringify(backup)), parts: [relax] };
    await flow.request('node', { payload });
    const scenes = flow.simulator.home.byType('scene');
    assert.deepEqual(
      scenes.map(({ metadata }) => getNestedMember(metadata, 'name')),
      ['Relax'],
    );
  });

  it('shows how far a restore is, ends it at "cancel", and goes on when it is sent again', async () => {
    const flow = await start(fixture.filter(({ type }) => type !== 'scene'));
    const restore = createBackup(fixture);
    const wanted = fixture.filter(({ type }) => type === 'scene').length;
    flow.simulator.faults.inject({ match: { method: 'POST' }, delay: 40 });
    flow.send('node', { payload: { restore } });
    await flow.nextStatus('node', ({ text }) => String(text).endsWith('backup.progress'));
    assert.match(await fail(flow, { restore }), /Another restore runs/);
    flow.send('node', { payload: 'cancel' });
    const { payload } = await flow.nextMessage('out');
    assert.match(String(getNestedMember(payload, 'stopped')), /^Cancelled/);
    assert.ok(flow.simulator.home.byType('scene').length < wanted);
    await flow.request('node', { payload: { restore } });
    assert.equal(flow.simulator.home.byType('scene').length, wanted);
    await flow.nextStatus('node', ({ text }) => String(text).endsWith('backup.restored'));
  });

  it('says which parts the bridge refused, after the report', async () => {
    const flow = await start(fixture.filter(({ id }) => id !== relax));
    flow.simulator.faults.inject({ match: { method: 'POST' }, status: 507 });
    flow.send('node', { payload: { restore: createBackup(fixture), parts: [relax] } });
    assert.match((await flow.nextFailure('node')).message, /^1 of 1 .*: Relax\. .+/);
    const { payload } = await flow.nextMessage('out');
    const [result] = getListMember(payload, 'results');
    assert.equal(getNestedMember(result, 'outcome'), 'failed');
  });

  it('refuses what is no backup or a wrong option, with a sentence, and sends nothing', async () => {
    const flow = await start();
    const backup = createBackup(fixture);
    const refusals: readonly [unknown, RegExp][] = [
      [{ restore: 'half a back' }, /^payload\.restore: .+\.$/],
      [{ plan: { ...backup, version: 2 } }, /^payload\.plan: .+version/],
      [{ plan: backup, restore: backup }, /both plan and restore/],
      [backup, /this is a backup/],
      [JSON.stringify(backup), /this is a backup/],
      [{ restore: backup, part: [relax] }, /payload\.part.*parts/],
      [{ restore: backup, parts: relax }, /payload\.parts.*list of ids/],
      [{ restore: backup, choices: [relax] }, /payload\.choices/],
      [{ restore: backup, deletions: 'all' }, /payload\.deletions/],
      ['cancle', /cancel/],
    ];
    for (const [payload, sentence] of refusals) assert.match(await fail(flow, payload), sentence);
    assert.equal(countWrites(flow.simulator), 0);
  });
});

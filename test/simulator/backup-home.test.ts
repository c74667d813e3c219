import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBackup } from '../../src/backup/backup';
import { carryOutRestore } from '../../src/backup/carry-out';
import { BridgeClient } from '../../src/bridge';
import { getNestedMember } from '../../src/resources/members';
import { startSimulator } from '../../src/simulator';
import type { Simulator, SimulatorOptions } from '../../src/simulator';
import { parseCommandLine } from '../../src/simulator/cli/command-line';
import { createFixtureId } from '../../src/simulator/fixtures/fixture';
import { createFixtureHome } from '../../src/simulator/fixtures/home';

const fixture = createFixtureHome('02aabbfffe010203');
const backup = createBackup(fixture);

describe('A simulator with a backup', () => {
  let folder: string;
  let simulator: Simulator | undefined;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'backup-home-'));
  });
  afterEach(async () => {
    await simulator?.stop();
    simulator = undefined;
    rmSync(folder, { recursive: true });
  });

  async function start(options: SimulatorOptions = {}): Promise<Simulator> {
    const homeFile = join(folder, 'backup.json');
    writeFileSync(homeFile, JSON.stringify(backup));
    simulator = await startSimulator({ homeFile, ...options });
    return simulator;
  }

  const openClient = ({ host, port, key }: Simulator): BridgeClient =>
    new BridgeClient({
      host,
      port,
      key,
      events: 'never',
      limits: { groupsPerSecond: 1_000, othersPerSecond: 1_000 },
    });

  it('has the home of it, in which people made the same', async () => {
    const { home, bridgeId } = await start();
    const again = createBackup(home.all()).resources;
    const withoutState = ({ id }: { id: string }): unknown => again.find((one) => one.id === id);
    for (const resource of backup.resources) {
      if (resource.type === 'grouped_light') continue;
      const expected = resource.type === 'bridge' ? { ...resource, bridge_id: bridgeId } : resource;
      assert.deepEqual(withoutState(resource), expected);
    }
  });

  it('carries out commands, and has a reading of each sensor', async () => {
    const started = await start();
    const client = openClient(started);
    const lamp = createFixtureId('light/kitchen-spot-1');
    await client.update('light', lamp, { on: { on: false } });
    await client.close();
    assert.equal(getNestedMember(started.home.get(lamp), 'on', 'on'), false);
    for (const { type, motion } of started.home.byType('motion')) assert.ok(motion, type);
  });

  it('gives the same devices new ids, and leaves or drops what people made', async () => {
    const { home } = await start({ newIds: 'gone' });
    assert.equal(home.byType('scene').length, 0);
    assert.equal(
      home.byType('device').length,
      fixture.filter(({ type }) => type === 'device').length,
    );
    assert.ok(fixture.every(({ id, type }) => type !== 'device' || home.get(id) === undefined));
    await simulator?.stop();
    assert.equal((await start({ newIds: 'kept' })).home.byType('scene').length, 24);
  });

  it('refuses one scene and one room too many, which a restore reports', async () => {
    const started = await start({ newIds: 'gone', sceneLimit: 20, groupLimit: 9 });
    const client = openClient(started);
    const { results } = await carryOutRestore(client, backup);
    await client.close();
    assert.equal(started.home.byType('scene').length, 20);
    assert.equal(started.home.byType('zone').length, 1);
    const failed = results.filter(({ outcome }) => outcome === 'failed');
    assert.equal(failed.length, 5);
    assert.match(failed[0]?.problem ?? '', /holds 9 rooms and zones/);
  });

  it('says what is wrong with a backup that it cannot read', async () => {
    const homeFile = join(folder, 'later.json');
    writeFileSync(homeFile, JSON.stringify({ ...backup, version: 3 }));
    await assert.rejects(startSimulator({ homeFile }), /version 3/);
  });

  it('is started by --home with --new-ids and limits', () => {
    const words = '--home a.json --new-ids gone --scene-limit 200 --group-limit 64'.split(' ');
    const parsed = parseCommandLine(words, {});
    assert.ok(parsed.kind === 'start');
    const { homeFile, newIds, sceneLimit, groupLimit } = parsed.options;
    assert.deepEqual([homeFile, newIds, sceneLimit, groupLimit], ['a.json', 'gone', 200, 64]);
    assert.throws(() => parseCommandLine(['--new-ids', 'new'], {}), /expected kept or gone/);
  });
});

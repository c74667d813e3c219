import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseBackupText } from '../../../src/backup/backup';
import { BridgeSession } from '../../../src/runtime/bridge/session';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { FakeClock } from '../../bridge/support/fake-clock';
import { waitUntil } from '../../support/wait-until';

const hour = 3_600_000;
const day = 24 * hour;
const kitchen = createFixtureId('room/kitchen');

describe('The daily backups of a bridge', function () {
  this.timeout(30_000);
  let simulator: Simulator;
  let userDir: string;
  let folder: string;
  let session: BridgeSession;
  let clock: FakeClock;
  let warnings: string[];
  const open = async (lightingBridge?: object): Promise<void> => {
    const { host, port, fingerprint, key } = simulator;
    const def = { id: 'bridge', type: 'bridge-config', name: '', z: '', host, fingerprint };
    // After each look, the next one is due.
    clock = new FakeClock(() => waitUntil('the end of a look', () => clock.pendingTimers === 1));
    const settings = { userDir, lightingBridge };
    session = new BridgeSession(
      { settings },
      { warn: (warning: unknown) => warnings.push(String(warning)) },
      { ...def, port: String(port), events: 'never' },
      { key },
      { clock },
    );
    const { client, store } = await session.open();
    await client.stateCache.refresh();
    folder = await store.nameFolder('backups');
  };
  const listFiles = (): Promise<readonly string[]> => readdir(folder).catch(() => []);
  const rename = (name: string): void =>
    void simulator.home.change(kitchen, { metadata: { name } });
  /** The names of the kitchen in the files, oldest first. */
  const listKitchens = async (): Promise<readonly unknown[]> => {
    const names = (await listFiles()).toSorted((one, other) => (one < other ? -1 : 1));
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    return texts.map((text) => {
      const parsed = parseBackupText(text);
      assert.ok(parsed.ok);
      return parsed.backup.resources.find(({ id }) => id === kitchen)?.['metadata'];
    });
  };
  beforeEach(async () => {
    warnings = [];
    simulator = await startSimulator();
    userDir = await mkdtemp(join(tmpdir(), 'daily-backups-'));
  });
  afterEach(async () => {
    await session.close();
    assert.equal(clock.pendingTimers, 0);
    await simulator.stop();
    await rm(userDir, { recursive: true });
  });

  it('begin five minutes after the start, before which nothing is read, and are one a day', async () => {
    await open();
    const requests = simulator.requests.length;
    await clock.advance(5 * 60_000 - 1);
    assert.equal(simulator.requests.length, requests);
    assert.deepEqual(await listFiles(), []);
    await clock.advance(1);
    const [name = '', ...others] = await listFiles();
    assert.match(name, /^\d{4}-\d\d-\d\d\.json$/);
    assert.deepEqual(others, []);
    const parsed = parseBackupText(await readFile(join(folder, name), 'utf8'));
    assert.ok(parsed.ok && parsed.backup.resources.some(({ type }) => type === 'scene'));
    if (process.platform !== 'win32') {
      assert.equal((await stat(join(folder, name))).mode & 0o777, 0o600);
      assert.equal((await stat(folder)).mode & 0o777, 0o700);
    }
    await clock.advance(day);
    assert.equal((await listFiles()).length, 2);
    assert.deepEqual(warnings, []);
  });

  it('are seven at most, the latest ones, and no other file is removed', async () => {
    await open();
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'mine.json'), '{}');
    for (let made = 1; made <= 9; made += 1) {
      rename(`Kitchen ${made}`);
      await clock.advance(day);
    }
    await rm(join(folder, 'mine.json'));
    const kept = await listKitchens();
    assert.equal(kept.length, 7);
    assert.deepEqual(kept.at(-1), { name: 'Kitchen 9', archetype: 'kitchen' });
    assert.deepEqual(kept[0], { name: 'Kitchen 3', archetype: 'kitchen' });
  });

  it('keep the homes from before a reset, however long nobody makes anything after it', async () => {
    await open();
    for (let made = 1; made <= 7; made += 1) {
      rename(`Kitchen ${made}`);
      await clock.advance(day);
    }
    for (const { id } of simulator.home.byType('scene')) simulator.home.remove(id);
    simulator.home.remove(kitchen);
    await clock.advance(10 * day);
    const kept = await listKitchens();
    assert.equal(kept.length, 7);
    assert.equal(kept.filter((metadata) => metadata !== undefined).length, 6);
  });

  it('warn once if the disk takes nothing, and are made once it does', async () => {
    await open();
    await mkdir(join(userDir, 'lighting-bridge'), { recursive: true });
    await writeFile(folder, 'a file where the folder should be');
    await clock.advance(3 * hour);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /^The daily backup of the bridge was not made: .+backups.+\.$/);
    await rm(folder);
    await clock.advance(hour);
    assert.equal((await listFiles()).length, 1);
    assert.equal(warnings.length, 1);
  });

  it('wait without a word while the bridge is away', async () => {
    await open();
    const endFault = simulator.faults.inject({ cut: 'request' });
    await clock.advance(hour);
    assert.deepEqual(await listFiles(), []);
    assert.ok(!warnings.join().includes('daily backup'));
    endFault();
    const { client } = await session.open();
    await client.stateCache.refresh();
    await clock.advance(hour);
    assert.equal((await listFiles()).length, 1);
  });

  it('are not made if the settings file of Node-RED says so', async () => {
    await open({ dailyBackups: false });
    assert.equal(clock.pendingTimers, 0);
  });
});

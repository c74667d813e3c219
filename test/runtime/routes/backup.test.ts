import assert from 'node:assert/strict';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createBackup } from '../../../src/backup/backup';
import type { Backup } from '../../../src/backup/backup';
import { replaceIds } from '../../../src/backup/replace-ids';
import { getNestedMember } from '../../../src/resources/members';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { createBridgeNode, createCredentials } from '../../support/node-red/flow-harness';
import { startNodeRed } from '../../support/node-red/node-red';
import type { RunningNodeRed } from '../../support/node-red/node-red';

const lamp = createFixtureId('light/living-floor');
const toOld = (id: string): string => createFixtureId(`old/${id}`);

describe('The routes of backups', function () {
  this.timeout(60_000);
  let simulator: Simulator;
  let nodeRed: RunningNodeRed;
  let folder: string;
  let backup: Backup;
  before(async () => {
    simulator = await startSimulator();
    nodeRed = await startNodeRed({
      flows: [
        { id: 'tab', type: 'tab' },
        createBridgeNode(simulator, { bridgeId: simulator.identity.bridgeId }),
      ],
      credentials: createCredentials(simulator),
    });
    folder = join(nodeRed.userDirectory, 'lighting-bridge');
    const bridgeId = simulator.identity.bridgeId.toLowerCase();
    backup = createBackup([...simulator.home.all()]);
    const days = join(folder, `${bridgeId}-backups`);
    await mkdir(days, { recursive: true });
    await writeFile(join(days, '2026-11-27.json'), JSON.stringify(backup));
    await writeFile(join(days, '2026-11-28.json'), '{"format":"lighting-bridge-backup"');
    await writeFile(join(days, 'secret.json'), JSON.stringify(backup));
    await writeFile(
      join(folder, `${bridgeId}.json`),
      JSON.stringify({
        version: 1,
        programs: {},
        savedStates: { evening: { lamps: [{ id: toOld(lamp), type: 'light' }], scenes: [] } },
      }),
    );
  });
  after(async () => {
    await nodeRed.stop();
    await simulator.stop();
  });

  const ask = async (method: string, route: string, body?: object): Promise<[number, unknown]> => {
    const answer = await nodeRed.admin(method, `lighting-bridge/home/bridge/${route}`, body);
    return [answer.status, answer.body];
  };

  it('list the days of which Node-RED has a backup, latest first, and no other file', async () => {
    assert.deepEqual(await ask('GET', 'daily'), [200, { days: ['2026-11-28', '2026-11-27'] }]);
  });

  it('return the backup of a day, or what is wrong with its file', async () => {
    const [, found] = await ask('POST', 'daily', { day: '2026-11-27' });
    assert.deepEqual(found, JSON.parse(JSON.stringify(backup)));
    const [status, broken] = await ask('POST', 'daily', { day: '2026-11-28' });
    assert.equal(status, 200);
    assert.equal(getNestedMember(broken, 'fileProblem', 'key'), 'notJson');
  });

  it('return no file for what is no day', async () => {
    for (const day of [
      '2026-11-26',
      'secret',
      '../../flows_cred',
      '..%2fflows',
      '2026-11-27.json\u0000',
      '/etc/passwd',
      '',
      7,
      ['2026-11-27'],
      undefined,
    ]) {
      const [status] = await ask('POST', 'daily', { day });
      assert.equal(status, 404, String(day));
    }
  });

  it('list saved states under old ids, change them only when asked, and name the file as it was', async () => {
    const old = replaceIds(backup, new Map(backup.resources.map(({ id }) => [id, toOld(id)])));
    const state = { name: 'evening', isCopied: false };
    assert.deepEqual(await ask('POST', 'stored-ids', { backup: old }), [
      200,
      { states: [state], programs: 0 },
    ]);
    const [, taken] = await ask('POST', 'stored-ids', { backup: old, apply: true });
    assert.deepEqual(getNestedMember(taken, 'states'), [state]);
    const names = (await readdir(folder)).filter((name) => name.includes('.json.before-'));
    assert.equal(names.length, 1);
    assert.ok(String(getNestedMember(taken, 'keptAs')).endsWith(names[0] ?? '-'));
    const file = (
      await readFile(join(folder, `${simulator.identity.bridgeId.toLowerCase()}.json`))
    ).toString();
    assert.ok(file.includes(lamp) && !file.includes(toOld(lamp)));
    assert.deepEqual(await ask('POST', 'stored-ids', { backup: old, apply: true }), [
      200,
      { states: [], programs: 0 },
    ]);
  });

  it('change no saved state for a file that is no backup', async () => {
    const [, answer] = await ask('POST', 'stored-ids', { backup: { format: 'x' }, apply: true });
    assert.equal(getNestedMember(answer, 'fileProblem', 'key'), 'notBackup');
  });
});

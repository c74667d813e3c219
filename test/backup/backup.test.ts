import assert from 'node:assert/strict';
import { backupVersion, createBackup, parseBackup, parseBackupText } from '../../src/backup/backup';
import { formatBackupText } from '../../src/backup/texts';
import { getTextMember, isObject } from '../../src/resources/members';
import { createFixtureHome } from '../../src/simulator/fixtures/home';

const home = createFixtureHome('02aabbfffe010203');
const backup = createBackup(home, new Date('2026-01-02T03:04:05Z'));

const refusalOf = (value: unknown): string => {
  const parsed = parseBackup(value);
  assert.ok(!parsed.ok);
  return formatBackupText(parsed.problem);
};

describe('A backup', () => {
  it('is read back from its text as it was made', () => {
    const parsed = parseBackupText(JSON.stringify(backup));
    assert.ok(parsed.ok);
    assert.deepEqual(parsed.backup, backup);
  });

  it('names the bridge, the time and its version', () => {
    assert.equal(backup.version, backupVersion);
    assert.equal(backup.created, '2026-01-02T03:04:05.000Z');
    assert.deepEqual(backup.bridge, {
      id: '02aabbfffe010203',
      name: 'Simulated bridge',
      model: 'BSB002',
    });
  });

  it('holds every device with its MAC address, and all that people made', () => {
    for (const type of ['device', 'room', 'zone', 'scene', 'smart_scene', 'behavior_instance'])
      assert.equal(
        backup.resources.filter((resource) => resource.type === type).length,
        home.filter((resource) => resource.type === type).length,
        type,
      );
    const addresses = home.flatMap((resource) => getTextMember(resource, 'mac_address') ?? []);
    for (const address of addresses) assert.ok(JSON.stringify(backup).includes(address));
  });

  it('holds no place, no phone, no key and no reading, and counts what it leaves out', () => {
    const types = new Set(backup.resources.map(({ type }) => type));
    for (const type of ['geolocation', 'geofence_client', 'geofence', 'auth_v1', 'matter_fabric'])
      assert.ok(!types.has(type), type);
    assert.equal(backup.omitted['geofence_client'], 2);
    const motion = backup.resources.find(({ type }) => type === 'motion');
    assert.deepEqual(Object.keys(motion ?? {}).toSorted(), [
      'enabled',
      'id',
      'id_v1',
      'owner',
      'sensitivity',
      'type',
    ]);
    const text = JSON.stringify(backup);
    for (const absent of ['time_zone', 'extended_pan_id', 'active_streamer', 'Jürgen'])
      assert.ok(!text.includes(absent), absent);
  });

  it('keeps members that this version does not know', () => {
    const parsed = parseBackup({ ...backup, later: { kept: true } });
    assert.ok(parsed.ok);
    assert.deepEqual(parsed.backup['later'], { kept: true });
  });

  it('of a later version is refused with both versions', () => {
    assert.match(refusalOf({ ...backup, version: 7 }), /version 7.*up to version 1.*Update/);
  });

  it('that is half a file, or none, is refused with a sentence', () => {
    const text = JSON.stringify(backup);
    const half = parseBackupText(text.slice(0, text.length / 2));
    assert.ok(!half.ok);
    assert.match(formatBackupText(half.problem), /not JSON, or only a part/);
    for (const wrong of [null, [], 'backup', 4, {}, { data: home }])
      assert.match(refusalOf(wrong), /not a backup of a home/);
    const { version: _version, ...withoutVersion } = backup;
    assert.match(refusalOf(withoutVersion), /no version/);
    assert.match(refusalOf({ ...backup, resources: 'none' }), /no list "resources"/);
  });

  it('with a broken or repeated resource is refused, and says which entry it is', () => {
    const [first] = backup.resources;
    assert.match(
      refusalOf({ ...backup, resources: [first, { id: 'x', type: '../room' }] }),
      /Entry 1 /,
    );
    assert.match(refusalOf({ ...backup, resources: [first, first] }), /Entries 0 and 1 /);
    let nested: unknown = {};
    for (let depth = 0; depth < 5_000; depth += 1) nested = { nested };
    assert.match(refusalOf({ ...backup, resources: [{ ...first, nested }] }), /nested too deep/);
  });

  it('with names that move a cursor is described without moving it', () => {
    const hostile: unknown = JSON.parse(
      '{"version": "\\u001b[2J", "format": "lighting-bridge-backup"}',
    );
    assert.ok(isObject(hostile));
    assert.ok(!refusalOf(hostile).includes('\u001b'));
  });
});

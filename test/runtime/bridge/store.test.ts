import assert from 'node:assert/strict';
import { fork, execFileSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  rmdir,
  writeFile,
  lstat,
  stat,
  symlink,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, dirname } from 'node:path';
import type { Program } from '../../../src/programs/program';
import { getNestedMember } from '../../../src/resources/members';
import { BridgeStore } from '../../../src/runtime/bridge/store';
import type { SavedState } from '../../../src/runtime/bridge/store';
import type { FormerContext } from '../../../src/runtime/bridge/former-context';
import { withLockedStoredFile } from '../../../src/runtime/bridge/stored-file';
import { waitUntil } from '../../support/wait-until';
import {
  getKnownBridgeCertificates,
  KnownBridgeCertificates,
  serializeKnownBridges,
} from '../../../src/runtime/bridge/known-certificates';
import type { KnownBridgeCertificate } from '../../../src/runtime/bridge/known-certificates';

const bridgeId = '001788FFFE0A0B0C';

const rid = '00000000-0000-4000-8000-000000000001';

const createState = (brightness: number): SavedState => ({
  lamps: [{ id: rid, type: 'light', dimming: { brightness } }],
  scenes: [],
});

const createProgram = (brightness: number): Program => ({
  target: { rid, rtype: 'light' },
  lamps: [rid],
  properties: ['brightness'],
  content: { kind: 'later', members: { dimming: { brightness } } },
  startedAt: 1_000,
});

describe('The store of a bridge', () => {
  const fingerprint = Array.from({ length: 32 }, () => 'AB').join(':');

  let userDirectory: string;
  let folder: string;
  let file: string;
  let warnings: string[];
  let opened: BridgeStore[];
  beforeEach(async () => {
    userDirectory = await mkdtemp(join(tmpdir(), 'bridge-store-'));
    folder = join(userDirectory, 'lighting-bridge');
    file = join(folder, '001788fffe0a0b0c.json');
    warnings = [];
    opened = [];
  });
  afterEach(async () => {
    await Promise.all(opened.map((store) => store.close()));
    await rm(userDirectory, { recursive: true });
  });

  const open = (
    identity: Parameters<BridgeStore['identify']>[0] = { bridgeId },
    former?: FormerContext,
    nodeId = 'bridge',
  ): BridgeStore => {
    const warn = (warning: string): void => void warnings.push(warning);
    const store = new BridgeStore({ userDirectory, nodeId, former, warn });
    store.identify(identity);
    opened.push(store);
    return store;
  };
  const resume = async (store: BridgeStore): Promise<readonly Program[]> => {
    let resumed: readonly Program[] = [];
    await store.resumePrograms((programs) => {
      resumed = programs;
      return Promise.resolve();
    });
    return resumed;
  };
  const listNames = async (store = open()): Promise<readonly string[]> => [
    ...(await store.readSavedStates()).keys(),
  ];
  const inReadOnlyFolder = async (action: () => Promise<void>): Promise<void> => {
    await chmod(userDirectory, 0o755);
    await chmod(folder, 0o555);
    // Permissions do not bind root.
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65_534);
    try {
      await action();
    } finally {
      if (isRoot) process.seteuid?.(0);
      await chmod(folder, 0o700);
    }
  };
  const readStored = async (): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));
  const createFormer = (values: Record<string, unknown>): FormerContext => ({
    read: (key) => Promise.resolve(values[key]),
    write(key, value) {
      if (value === undefined) delete values[key];
      else values[key] = value;
      return Promise.resolve();
    },
  });

  describe('when ids of a bridge are taken over', () => {
    const renewed = '00000000-0000-4000-8000-00000000000a';
    const ids = new Map([[rid, renewed]]);
    const listLamps = async (store: BridgeStore, name: string): Promise<readonly string[]> =>
      ((await store.readSavedStates()).get(name)?.lamps ?? []).map(({ id }) => id);

    it('lists saved states and programs of other nodes first, and changes nothing', async () => {
      const [store, other] = [open(), open({ bridgeId }, undefined, 'other')];
      await Promise.all([resume(store), resume(other)]);
      other.keepPrograms(() => [createProgram(20)]);
      await other.close();
      await store.saveState('evening', createState(30));
      const before = await readFile(file, 'utf8');
      assert.deepEqual(await store.takeOverIds(ids, bridgeId, false), {
        states: [{ name: 'evening', isCopied: false }],
        programs: 1,
      });
      assert.equal(await readFile(file, 'utf8'), before);
    });

    it('has the new ids in the file, keeps the file as it was, and does nothing when asked again', async () => {
      const store = open();
      await resume(store);
      await store.saveState('evening', createState(30));
      const before = await readFile(file, 'utf8');
      const { keptAs = '' } = await store.takeOverIds(ids, bridgeId, true);
      assert.equal(await readFile(keptAs, 'utf8'), before);
      assert.deepEqual(await listLamps(store, 'evening'), [renewed]);
      await store.close();
      assert.deepEqual(await listLamps(open(), 'evening'), [renewed]);
      assert.deepEqual(await open().takeOverIds(ids, bridgeId, true), { states: [], programs: 0 });
    });

    it('copies what was saved for the bridge before, unless the name is taken, and leaves its file', async () => {
      const former = open({ bridgeId: '001788FFFE000001' });
      await former.saveState('evening', createState(30));
      await former.saveState('taken', createState(30));
      await former.close();
      const store = open();
      await store.saveState('taken', { lamps: [], scenes: [] });
      const taken = await store.takeOverIds(ids, '001788FFFE000001', true);
      assert.deepEqual(taken.states, [{ name: 'evening', isCopied: true }]);
      assert.deepEqual(await listLamps(store, 'evening'), [renewed]);
      assert.deepEqual(await listLamps(store, 'taken'), []);
      assert.deepEqual(await listLamps(open({ bridgeId: '001788FFFE000001' }), 'evening'), [rid]);
    });

    it('says why nothing was changed if the file cannot be written', async function () {
      if (process.platform === 'win32') this.skip();
      const store = open();
      await store.saveState('evening', createState(30));
      await inReadOnlyFolder(async () => {
        await assert.rejects(store.takeOverIds(ids, bridgeId, true), /lighting-bridge/);
      });
      assert.deepEqual(await listLamps(store, 'evening'), [rid]);
    });
  });

  it('touches no file while nothing is kept', async () => {
    const store = open();
    assert.deepEqual(await resume(store), []);
    assert.deepEqual(await listNames(store), []);
    await store.close();
    await assert.rejects(readdir(folder), { code: 'ENOENT' });
  });

  it('holds programs and saved states from one start to the next, those of each bridge node apart', async () => {
    const [one, other] = [open(), open({ bridgeId }, undefined, 'other')];
    await Promise.all([resume(one), resume(other)]);
    one.keepPrograms(() => [createProgram(10)]);
    other.keepPrograms(() => [createProgram(20)]);
    assert.equal(await one.saveState('evening', createState(30)), undefined);
    await Promise.all([one.close(), other.close()]);
    const [again, otherAgain] = [open(), open({ bridgeId }, undefined, 'other')];
    assert.deepEqual(await resume(again), [createProgram(10)]);
    assert.deepEqual(await resume(otherAgain), [createProgram(20)]);
    for (const store of [again, otherAgain])
      assert.deepEqual((await store.readSavedStates()).get('evening'), createState(30));
    assert.deepEqual(warnings, []);
  });

  it('holds a state as soon as its saving is answered', async () => {
    await open().saveState('evening', createState(30));
    assert.ok(getNestedMember(await readStored(), 'savedStates', 'evening') !== undefined);
  });

  it('writes at once what changes first, and the many changes of a second as one', async () => {
    const store = open();
    await resume(store);
    let listed = 0;
    const list = (): readonly Program[] => {
      listed += 1;
      return [createProgram(listed)];
    };
    store.keepPrograms(list);
    await waitUntil('the first write', () => listed === 1);
    const startedAt = performance.now();
    await waitUntil('the second write', () => {
      store.keepPrograms(list);
      return listed === 2;
    });
    assert.ok(performance.now() - startedAt > 900);
    await store.close();
    assert.ok(listed <= 3);
    const [kept] = await resume(open());
    assert.deepEqual(kept, createProgram(listed));
  });

  it('does not replace the programs of before while they are not taken up', async () => {
    const first = open();
    await resume(first);
    first.keepPrograms(() => [createProgram(10)]);
    await first.close();
    const second = open();
    second.keepPrograms(() => []);
    await second.saveState('evening', createState(1));
    await second.close();
    assert.deepEqual(await resume(open()), [createProgram(10)]);
  });

  it('reads only what the store before it of the same node has written at its end', async () => {
    const first = open();
    await resume(first);
    first.keepPrograms(() => [createProgram(10)]);
    await waitUntil('the first write', async () => (await readdir(userDirectory)).length > 0);
    first.keepPrograms(() => [createProgram(20)]);
    const warn = (warning: string): void => void warnings.push(warning);
    const earlierClosed = first.closed;
    const second = new BridgeStore({ userDirectory, nodeId: 'bridge', earlierClosed, warn });
    second.identify({ bridgeId });
    const resumed = resume(second);
    await first.close();
    assert.deepEqual(await resumed, [createProgram(20)]);
    await second.close();
  });

  it('is told which bridge it is before anything is read or written', async () => {
    const warn = (warning: string): void => void warnings.push(warning);
    const store = new BridgeStore({ userDirectory, nodeId: 'bridge', warn });
    store.identify({});
    const resumed = resume(store);
    store.keepPrograms(() => [createProgram(10)]);
    store.identify({ bridgeId });
    store.identify({ bridgeId: 'ffffffffffffffff' });
    await resumed;
    await store.close();
    assert.deepEqual(await readdir(folder), ['001788fffe0a0b0c.json']);
  });

  it('has a safe name where the bridge shows no id of 16 digits, and keeps its content when that becomes known', async () => {
    for (const id of ['../../etc/passwd', 'ABCDEF', '', '001788fffe0a0b0c/x']) {
      await open({ bridgeId: id, fingerprint }).saveState(`of ${id}`, createState(1));
      assert.deepEqual(await readdir(folder), ['abababababababab.json']);
    }
    await open({ bridgeId: '../x' }).saveState('elsewhere', createState(1));
    for (const name of await readdir(folder)) assert.match(name, /^[0-9a-f]{16}\.json$/);
    assert.equal((await listNames(open({ bridgeId, fingerprint }))).length, 4);
  });

  describe('takes over what an earlier version kept in the context of the bridge node', () => {
    it('once, and removes it there', async () => {
      const values = {
        programs: [createProgram(10)],
        savedStates: { evening: createState(30) },
      };
      const store = open({ bridgeId }, createFormer(values));
      assert.deepEqual(await resume(store), [createProgram(10)]);
      assert.deepEqual(await listNames(store), ['evening']);
      assert.deepEqual(values, {});
      Object.assign(values, { savedStates: { evening: createState(30) } });
      store.keepPrograms(() => []);
      await store.close();
      assert.deepEqual(Object.keys(values), ['savedStates'], 'removed again');
      assert.deepEqual(await resume(open({ bridgeId }, createFormer(values))), []);
      assert.deepEqual(warnings, []);
    });

    it('and leaves there a state of a name that is saved already, and what is no state', async () => {
      await open().saveState('evening', createState(1));
      const values = {
        savedStates: { evening: createState(30), night: createState(2), odd: 5 },
      };
      const store = open({ bridgeId }, createFormer(values));
      await resume(store);
      const states = await store.readSavedStates();
      assert.deepEqual(states.get('evening'), createState(1));
      assert.deepEqual(states.get('night'), createState(2));
      assert.deepEqual(values, { savedStates: { evening: createState(30), odd: 5 } });
    });

    it('and leaves it there until the file can be written', async () => {
      await mkdir(file, { recursive: true });
      const values = { programs: [createProgram(10)] };
      const store = open({ bridgeId }, createFormer(values));
      assert.deepEqual(await resume(store), [createProgram(10)]);
      assert.equal(values.programs.length, 1);
      await rmdir(file);
      await store.saveState('evening', createState(1));
      assert.deepEqual(values, {});
      assert.deepEqual(await resume(open()), [createProgram(10)]);
    });

    it('but for what is no program, with a warning', async () => {
      const former = createFormer({ programs: [createProgram(10), { kind: 'odd' }] });
      assert.deepEqual(await resume(open({ bridgeId }, former)), [createProgram(10)]);
      assert.deepEqual(warnings, [
        'Of what an earlier version kept in the context of the bridge node, 1 of the 2 programs cannot be read and have ended.',
      ]);
    });
  });

  const program = createProgram(10);
  const nested: unknown = JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`);
  const good = { bridge: [program] };
  for (const [what, text, reason, left] of [
    ['is cut off', '{"version":1,"progr', /it is not JSON/, [0, 0]],
    ['is empty', '', /it is not JSON/, [0, 0]],
    ['is no object', '[]', /it holds no object/, [0, 0]],
    ['names no version', '{}', /it names no version/, [0, 0]],
    ['names an odd version', '{"version":"x"}', /it names no version/, [0, 0]],
    ['holds more', { more: 1, programs: good }, /"more" is not known/, [1, 0]],
    [
      'holds programs that are none',
      { programs: { bridge: [program, 5] } },
      /1 of the 2 prog/,
      [1, 0],
    ],
    ['holds no list', { programs: { bridge: 5 } }, /a list of programs is none/, [0, 0]],
    ['holds no programs', { programs: [] }, /it holds no programs/, [0, 0]],
    [
      'holds a program nested too deep',
      { programs: { bridge: [{ ...program, content: { kind: 'later', members: nested } }] } },
      /1 of the 1 programs/,
      [0, 0],
    ],
    [
      'holds states that are none',
      { savedStates: { evening: createState(1), odd: { lamps: [5], scenes: [] } } },
      /1 of the saved states/,
      [0, 1],
    ],
    ['is too large', ' '.repeat(17 * 1_024 * 1_024), /it is larger than/, [0, 0]],
  ] as const)
    it(`is kept aside where it ${what}: a warning says so, and what can be read goes on`, async () => {
      const damaged = typeof text === 'string' ? text : JSON.stringify({ version: 1, ...text });
      await mkdir(folder);
      await writeFile(file, damaged);
      const store = open();
      const [programs, names] = [await resume(store), await listNames(store)];
      assert.deepEqual([programs.length, names.length], left);
      const [warning = '', another] = warnings;
      assert.match(warning, reason);
      assert.match(
        warning,
        /cannot be read as a whole: .* keeps it as .*\.unreadable-\d+ and goes/,
      );
      assert.equal(another, undefined);
      const aside = (await readdir(folder)).filter((name) => name.includes('unreadable'));
      assert.equal(aside.length, 1);
      assert.equal(await readFile(join(folder, aside[0] ?? ''), 'utf8'), damaged);
      assert.equal(await store.saveState('new', createState(2)), undefined);
      await store.close();
      assert.deepEqual((await resume(open())).length, left[0]);
      assert.equal((await listNames()).length, left[1] + 1);
      assert.equal(warnings.length, 1);
    });

  const partlyDamaged = JSON.stringify({
    version: 1,
    programs: { bridge: [program] },
    savedStates: { evening: createState(1), odd: { lamps: [5], scenes: [] } },
  });

  it('that is damaged and cannot be replaced stays as it is, and its readable content is used', async () => {
    await mkdir(folder);
    await writeFile(file, partlyDamaged);
    const store = open();
    await inReadOnlyFolder(async () => {
      assert.deepEqual([await resume(store), await listNames(store)], [[program], ['evening']]);
    });
    assert.match(
      warnings.join('\n'),
      /^.*json cannot be read as a whole: 1 of the saved states cannot be read, and cannot be replaced: Cannot lock .*EACCES/,
    );
    assert.match(store.loss ?? '', /1 of the saved states cannot be read/);
    assert.deepEqual(await readdir(folder), ['001788fffe0a0b0c.json']);
    assert.equal(await readFile(file, 'utf8'), partlyDamaged);
    await store.saveState('night', createState(2));
    assert.deepEqual(await listNames(), ['evening', 'night']);
    assert.equal((await readdir(folder)).length, 2);
  });

  it('that is damaged is not set aside while the new one is not on disk', async () => {
    await mkdir(folder);
    await writeFile(file, partlyDamaged);
    await assert.rejects(
      withLockedStoredFile(file, async (write) => {
        await rm(`${file}.lock`);
        await write('{"version":1}', `${file}.unreadable-1`);
      }),
      /another process took over the lock/,
    );
    assert.deepEqual(await readdir(folder), ['001788fffe0a0b0c.json']);
    assert.equal(await readFile(file, 'utf8'), partlyDamaged);
  });

  it('tells why states are missing that were saved before', async () => {
    await mkdir(folder);
    await writeFile(file, '{"version":2}');
    const store = open();
    assert.equal(store.loss, undefined);
    await store.readSavedStates();
    assert.match(store.loss ?? '', /stays as it is, since a later version of this package/);
  });

  it('reads of a saved state only what lamps show', async () => {
    await mkdir(folder);
    const lamp = { id: rid, type: 'light', on: { on: true, more: 1 }, identify: {}, more: 2 };
    const savedStates = { evening: { lamps: [lamp], scenes: [], more: 3 } };
    await writeFile(file, JSON.stringify({ version: 1, savedStates }));
    assert.deepEqual((await open().readSavedStates()).get('evening'), {
      lamps: [{ id: rid, type: 'light', on: { on: true } }],
      scenes: [],
    });
  });

  it('of a later version stays as it is: what is saved is in memory, and a warning says so', async () => {
    await mkdir(folder);
    await writeFile(file, '{"version":2,"programs":"other"}');
    const store = open();
    assert.deepEqual(await resume(store), []);
    assert.match(
      (await store.saveState('evening', createState(1))) ?? '',
      /^The state is in memory only, and lost when Node-RED stops\. .* stays as it is, since a later version/,
    );
    assert.deepEqual(await listNames(store), ['evening']);
    store.keepPrograms(() => [createProgram(10)]);
    await store.close();
    assert.equal(await readFile(file, 'utf8'), '{"version":2,"programs":"other"}');
    assert.deepEqual(await readdir(folder), ['001788fffe0a0b0c.json']);
    assert.equal(warnings.length, 1);
  });

  it('that is read-only is read, and changed in memory until it can be written', async () => {
    await open().saveState('evening', createState(1));
    await chmod(file, 0o444);
    const store = open();
    await inReadOnlyFolder(async () => {
      assert.match((await store.saveState('night', createState(2))) ?? '', /Cannot lock .*EACCES/);
      await store.saveState('noon', createState(3));
      assert.deepEqual(await listNames(store), ['evening', 'night', 'noon']);
    });
    assert.deepEqual(await listNames(), ['evening']);
    assert.deepEqual(warnings.length, 1);
    await store.close();
    assert.deepEqual(await listNames(), ['evening', 'night', 'noon']);
  });

  it('in whose place a folder stands is in memory until it is gone, with one warning', async () => {
    await mkdir(file, { recursive: true });
    const store = open();
    await resume(store);
    store.keepPrograms(() => [createProgram(10)]);
    await waitUntil('the warning', () => warnings.length > 0);
    await store.saveState('evening', createState(1));
    assert.deepEqual(await listNames(store), ['evening']);
    assert.equal(warnings.length, 1);
    assert.match(
      warnings[0] ?? '',
      /it is a folder, not a file.* Programs and saved states of the bridge are kept in memory meanwhile\.$/,
    );
    await rmdir(file);
    await store.close();
    assert.deepEqual([await listNames(), await resume(open())], [['evening'], [createProgram(10)]]);
  });

  it('loses nothing of what was answered when two processes write it and are killed at any moment', async () => {
    const saved = new Set<string>();
    const problems: unknown[] = [];
    const run = async (prefix: string, count: number, lifetime?: number): Promise<void> => {
      const child = fork(join(__dirname, 'support', 'storing-child.js'), [
        userDirectory,
        prefix,
        String(count),
      ]);
      child.on('message', (report) => {
        const name = getNestedMember(report, 'saved');
        if (typeof name === 'string') saved.add(name);
        else problems.push(report);
        if (lifetime !== undefined) setTimeout(() => child.kill('SIGKILL'), lifetime);
      });
      await once(child, 'exit');
    };
    const writers = run('writer', 60);
    for (let round = 0; round < 12; round += 1) await run(`killed ${round}`, 1_000, round * 4);
    await writers;
    const kept = new Set(await listNames());
    assert.deepEqual(
      [...saved].filter((name) => !kept.has(name)),
      [],
    );
    assert.deepEqual([problems, warnings], [[], []]);
    assert.ok(saved.size > 72);
  }).timeout(60_000);
});

const createCertificate = (fingerprint: string): { fingerprint: string; commonName: string } => ({
  fingerprint,
  commonName: 'ABCDEF',
});

const createKnownBridge = (fingerprint: string): KnownBridgeCertificate => ({
  ...createCertificate(fingerprint),
  firstSeen: '2026-11-20T12:00:00.000Z',
});

const formerFileName = 'lighting-bridge-known-bridges.json';

const [one, other] = ['AA', 'BB'].map((byte) => Array.from({ length: 32 }, () => byte).join(':'));

assert.ok(one !== undefined && other !== undefined);

describe('The store of known bridges', () => {
  it('is one for a user directory, and one for each that has no directory', () => {
    assert.equal(getKnownBridgeCertificates('/one'), getKnownBridgeCertificates('/one'));
    assert.notEqual(getKnownBridgeCertificates('/one'), getKnownBridgeCertificates('/other'));
    assert.notEqual(getKnownBridgeCertificates(undefined), getKnownBridgeCertificates(undefined));
  });
});

describe('The file of known bridges', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'known-bridges-'));
    file = join(folder, 'lighting-bridge', 'addresses.json');
    await mkdir(join(folder, 'lighting-bridge'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('keeps bridges from one start of Node-RED to the next, for the user of Node-RED only', async () => {
    await rm(dirname(file), { recursive: true });
    const known = new KnownBridgeCertificates(folder);
    assert.equal(await known.find('192.0.2.7:443'), undefined);
    await Promise.all([
      known.addIfAbsent('192.0.2.7:443', createCertificate(one)),
      known.addIfAbsent('192.0.2.8:443', createCertificate(other)),
    ]);
    const later = new KnownBridgeCertificates(folder);
    assert.equal((await later.find('192.0.2.7:443'))?.fingerprint, one);
    assert.equal((await later.find('192.0.2.8:443'))?.fingerprint, other);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.equal((await stat(dirname(file))).mode & 0o777, 0o700);
  });

  it('means no new bridge when it cannot be read', async () => {
    await writeFile(file, '{"192.0.2.7:443": {"fing');
    await assert.rejects(new KnownBridgeCertificates(folder).find('192.0.2.7:443'), /is not JSON/);
    assert.match(await readFile(file, 'utf8'), /fing/);
  });

  const address = '192.0.2.7:443';
  const { fingerprint: _fingerprint, ...unpinned } = createKnownBridge(one);
  const damaged: readonly unknown[] = [
    null,
    [],
    [{ [address]: createKnownBridge(one) }],
    'x',
    0,
    { [address]: one },
    { [address]: null },
    { [address]: unpinned },
    { [address]: { ...createKnownBridge(one), fingerprint: null } },
    { [address]: { ...createKnownBridge(one), fingerprint: 5 } },
    { [address]: createKnownBridge('') },
    { [address]: createKnownBridge('AA:BB') },
    { [address]: createKnownBridge(one.toLowerCase()) },
    { [address]: { fingerprint: one } },
    { [address]: { ...createKnownBridge(one), firstSeen: 'once' } },
    { [address]: { ...createKnownBridge(one), more: true } },
    { [address]: { ...createKnownBridge(one), foundAt: { host: {}, port: [] } } },
    { [address]: { ...createKnownBridge(one), foundAt: { host: '169.254.169.254', port: 443 } } },
    { '192.0.2.7': createKnownBridge(one) },
    { '192.0.2.7:0': createKnownBridge(one) },
    { 'BRIDGE.lan:443': createKnownBridge(one) },
    { '192.0.2.8:443': createKnownBridge(one), '': createKnownBridge(other) },
  ];
  for (const content of damaged) {
    const text = JSON.stringify(content);
    for (const [where, damagedFile, damagedText] of [
      ['it', () => file, JSON.stringify({ version: 1, addresses: content })],
      ['the file before it', () => join(folder, formerFileName), text],
    ] as const)
      it(`means no new bridge when ${where} holds ${text.slice(0, 60)}`, async () => {
        await writeFile(damagedFile(), damagedText);
        const known = new KnownBridgeCertificates(folder);
        await assert.rejects(known.find(address), /it holds no object|is damaged/);
        await assert.rejects(known.addIfAbsent(address, createCertificate(other)));
        assert.equal(await readFile(damagedFile(), 'utf8'), damagedText);
      });
  }

  for (const [what, text, problem] of [
    ['names no version', '{}', /it names no version/],
    ['is of a later version', '{"version":2,"pins":[]}', /a later version of this package has/],
    ['holds more', '{"version":1,"addresses":{},"x":1}', /it holds more than addresses/],
  ] as const)
    it(`means no new bridge when it ${what}`, async () => {
      await writeFile(file, text);
      const known = new KnownBridgeCertificates(folder);
      await assert.rejects(known.addIfAbsent(address, createCertificate(one)), problem);
      assert.equal(await readFile(file, 'utf8'), text);
    });

  it('takes over once what an earlier version kept', async () => {
    const former = join(folder, formerFileName);
    const entry = { ...createKnownBridge(one), foundAt: { host: '192.0.2.9', port: 443 } };
    await writeFile(former, JSON.stringify({ [address]: entry }));
    const known = new KnownBridgeCertificates(folder);
    assert.deepEqual(await known.find(address), entry);
    const text = await readFile(file, 'utf8');
    assert.deepEqual(JSON.parse(text), { version: 1, addresses: { [address]: entry } });
    await assert.rejects(stat(former), { code: 'ENOENT' });
    const met = await known.addIfAbsent(address, createCertificate(other));
    assert.equal(met.fingerprint, one);
  });

  it('holds addresses of every kind, and where a bridge was found', async () => {
    const known = new KnownBridgeCertificates(folder);
    const foundAt = { host: 'fd12::8', port: 8443 };
    const moved = await known.addIfAbsent('fd12::7:443', createCertificate(one));
    await known.recordMovedAddress('fd12::7:443', createCertificate(one), foundAt);
    const stayed = await known.addIfAbsent('bridge.lan.:8443', createCertificate(other));
    const later = new KnownBridgeCertificates(folder);
    assert.deepEqual(await later.find('fd12::7:443'), { ...moved, foundAt });
    assert.deepEqual(await later.find('bridge.lan.:8443'), stayed);
  });

  it('holds the certificate that was met first, however many are met at once', async () => {
    const known = new KnownBridgeCertificates(folder);
    const pending = [one, other, one].map((met) =>
      known.addIfAbsent(address, createCertificate(met)),
    );
    const met = await Promise.all(pending);
    assert.deepEqual(
      met.map(({ fingerprint }) => fingerprint),
      [one, one, one],
    );
  });

  it('holds a certificate before a listener is notified that it was met', async () => {
    const known = new KnownBridgeCertificates(folder);
    await Promise.race([
      known.addIfAbsent(address, createCertificate(one)),
      known.addIfAbsent(address, createCertificate(one)),
    ]);
    assert.match(await readFile(file, 'utf8'), new RegExp(one));
  });

  it('knows no bridge that it could not keep', async () => {
    const known = new KnownBridgeCertificates(join(folder, 'gone'));
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await assert.rejects(known.addIfAbsent('192.0.2.7:443', createCertificate(one)), {
        reason: /^ENOENT/,
      });
      assert.equal(await known.find('192.0.2.7:443'), undefined);
    }
  });

  const startProcess = async (
    fingerprint: string,
    addresses: readonly string[],
  ): Promise<ChildProcess> => {
    const child = fork(join(__dirname, 'support', 'first-meetings-child.js'), [
      folder,
      fingerprint,
      ...addresses,
    ]);
    await once(child, 'message');
    return child;
  };

  it('holds all that two processes meet at once, and both trust the same where both meet another', async () => {
    const addressesOf = (network: number): string[] =>
      Array.from({ length: 30 }, (_, index) => `192.0.${network}.${index + 1}:443`);
    const [shared, ofOne, ofOther] = [addressesOf(2), addressesOf(3), addressesOf(4)];
    const processes = await Promise.all([
      startProcess(one, [...ofOne, ...shared]),
      startProcess(other, [...ofOther, ...shared.toReversed()]),
    ]);
    for (const child of processes) child.send('begin');
    const reports = await Promise.all(
      processes.map(
        (child) =>
          new Promise<[string, string][]>((resolve) => {
            child.once('message', (report: [string, string][]) => resolve(report));
          }),
      ),
    );
    const [trustedByOne, trustedByOther] = reports.map((report) => new Map(report));
    assert.equal(trustedByOne?.size, 60);
    assert.equal(trustedByOther?.size, 60);
    const known = new KnownBridgeCertificates(folder);
    for (const hostPort of [...shared, ...ofOne, ...ofOther]) {
      const stored = (await known.find(hostPort))?.fingerprint;
      assert.ok(stored !== undefined, `${hostPort} was lost`);
      assert.equal(trustedByOne.get(hostPort) ?? stored, stored, hostPort);
      assert.equal(trustedByOther.get(hostPort) ?? stored, stored, hostPort);
    }
    for (const hostPort of ofOne) assert.equal(trustedByOne.get(hostPort), one);
    for (const hostPort of ofOther) assert.equal(trustedByOther.get(hostPort), other);
  });

  it('is written where a symbolic link leads', async () => {
    await mkdir(join(folder, 'volume'));
    await symlink('../volume/pins.json', file);
    await new KnownBridgeCertificates(folder).addIfAbsent(address, createCertificate(one));
    assert.match(await readFile(join(folder, 'volume', 'pins.json'), 'utf8'), new RegExp(one));
    assert.ok((await lstat(file)).isSymbolicLink());
  });

  it('means no new bridge where a pipe or a folder is in its place', async () => {
    await mkdir(file);
    const known = new KnownBridgeCertificates(folder);
    await assert.rejects(known.find(address), /it is a folder, not a file/);
    await rm(file, { recursive: true });
    execFileSync('mkfifo', [file]);
    await assert.rejects(known.find(address), /it is a pipe, not a file/);
    await assert.rejects(known.addIfAbsent(address, createCertificate(one)), /it is a pipe/);
  });

  it('is read, but takes in no bridge, where the folder is read-only', async () => {
    const text = serializeKnownBridges(new Map([[address, createKnownBridge(one)]]));
    await writeFile(file, text);
    await chmod(folder, 0o755);
    await chmod(join(folder, 'lighting-bridge'), 0o555);
    const known = new KnownBridgeCertificates(folder);
    // Permissions do not bind root.
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65_534);
    try {
      const stored = await known.addIfAbsent(address, createCertificate(other));
      assert.equal(stored.fingerprint, one);
      await assert.rejects(
        known.addIfAbsent('192.0.2.8:443', createCertificate(one)),
        /Cannot lock .*: EACCES/,
      );
    } finally {
      if (isRoot) process.seteuid?.(0);
      await chmod(join(folder, 'lighting-bridge'), 0o755);
    }
    assert.equal(await readFile(file, 'utf8'), text);
  });

  it('takes in no bridge while another process keeps its lock, and does once that was killed', async () => {
    const holder = fork(join(__dirname, '../../files/support/locking-child.js'), [file, '0']);
    await once(holder, 'message');
    const known = new KnownBridgeCertificates(folder);
    await assert.rejects(
      known.addIfAbsent(address, createCertificate(one)),
      new RegExp(`process ${holder.pid} did not release .*\\.lock within 3 s`),
    );
    assert.equal(await known.find(address), undefined);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    await known.addIfAbsent(address, createCertificate(one));
    assert.equal((await known.find(address))?.fingerprint, one);
  });

  it('is not needed where Node-RED has no directory of its own', async () => {
    const known = new KnownBridgeCertificates(undefined);
    await known.addIfAbsent('192.0.2.7:443', createCertificate(one));
    assert.equal((await known.find('192.0.2.7:443'))?.fingerprint, one);
  });
});

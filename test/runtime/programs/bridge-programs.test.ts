import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { BridgeClient } from '../../../src/bridge';
import { BridgePrograms } from '../../../src/runtime/programs/bridge-programs';
import type { Program } from '../../../src/programs/program';
import { createDeferred } from '../../support/deferred';
import { waitUntil } from '../../support/wait-until';

const rid = '00000000-0000-4000-8000-000000000001';
const kept: Program = {
  target: { rid, rtype: 'light' },
  lamps: [rid],
  properties: ['brightness'],
  content: { kind: 'later', members: { dimming: { brightness: 40 } } },
  startedAt: 1_000,
};

describe('The programs of a bridge that was just opened', () => {
  let client: BridgeClient;
  let warnings: string[];
  let programs: BridgePrograms;
  beforeEach(() => {
    client = new BridgeClient({ host: '127.0.0.1', port: 9, key: 'x', trust: { bridgeId: 'a' } });
    warnings = [];
  });
  afterEach(async () => {
    programs.close();
    await client.close();
  });
  const open = (readKept: () => Promise<readonly Program[]>): void => {
    programs = new BridgePrograms({
      client,
      limits: { lampsPerSecond: 10, groupsPerSecond: 1 },
      environment: {
        mayHaveKept: true,
        resumeKept: async (start) => start(await readKept()),
        keep: () => undefined,
        findDigest: () => undefined,
        onDeploy: () => () => undefined,
        onceDeployed: (callback) => callback(),
      },
      warn: (warning) => warnings.push(warning),
    });
  };

  it('are those that were kept', async () => {
    open(() => Promise.resolve([kept]));
    await waitUntil('the programs', () => programs.runner?.list().length === 1);
    assert.equal(await programs.load(), programs.runner);
  });

  it('start after those that were kept, and replace them', async () => {
    const reading = createDeferred();
    open(async () => {
      await reading.promise;
      return [kept];
    });
    const loading = programs.load();
    const content = { kind: 'later', members: { dimming: { brightness: 90 } } } as const;
    const asked = programs.announce(undefined);
    const parsed = { properties: ['brightness'], content, warnings: [] } as const;
    reading.resolve();
    const runner = await loading;
    assert.equal(runner.list().length, 1);
    const started = runner.start(parsed, { rid, rtype: 'light' }, [rid], asked);
    asked.end();
    assert.deepEqual(
      runner.list().map(({ since }) => since),
      [started?.since],
    );
  });

  it('are not those that were kept for lamps that a command sets while they are read', async () => {
    const reading = createDeferred();
    open(async () => {
      await reading.promise;
      return [kept];
    });
    const sending = client.update('light', rid, { dimming: { brightness: 70 } });
    sending.catch(() => undefined);
    reading.resolve();
    assert.deepEqual((await programs.load()).list(), []);
  });

  it('take no memory where nothing was kept', async () => {
    open(() => Promise.resolve([]));
    await setImmediate();
    // Whoever loads them waits for the code; what would have been taken up is there by then.
    assert.equal(programs.runner, undefined);
    assert.deepEqual((await programs.load()).list(), []);
    assert.deepEqual(warnings, []);
  });

  it('are not loaded any more once the bridge is closed', async () => {
    open(() => Promise.resolve([]));
    const loading = programs.load();
    programs.close();
    await assert.rejects(loading, { code: 'ERR_BRIDGE_CLOSED' });
    await assert.rejects(() => programs.load(), { code: 'ERR_BRIDGE_CLOSED' });
    assert.equal(programs.runner, undefined);
  });

  it('are missed with a warning where they cannot be read, unless nobody needs them any more', async () => {
    open(() => Promise.reject(new Error('no file')));
    await setImmediate();
    assert.deepEqual(warnings, ['What ran on lamps before is not known: no file']);
    programs.close();
    const reading = createDeferred();
    open(async () => {
      await reading.promise;
      throw new Error('no file');
    });
    programs.close();
    reading.resolve();
    await setImmediate();
    assert.equal(warnings.length, 1);
  });
});

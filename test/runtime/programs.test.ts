import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { BridgeClient } from '../../src/bridge';
import type { ConnectionStateListener } from '../../src/bridge';
import { BridgeError } from '../../src/bridge/errors';
import type { DaylightInMirek } from '../../src/programs/daylight-curve';
import { DaylightFollower } from '../../src/programs/daylight-follower';
import type {
  SendWhenTurnedOnSpecification,
  SequenceSpecification,
  Program,
} from '../../src/programs/program';
import { getNestedMember } from '../../src/resources/members';
import { Turn } from '../../src/bridge/turn';
import { PendingPrograms } from '../../src/programs/pending-programs';
import type { PendingProgram } from '../../src/programs/pending-programs';
import { BridgeProgramRunner } from '../../src/runtime/programs/program-runner';
import { createStore } from '../bridge/support/stored-resources';
import type { BridgeProgramRunnerOptions } from '../../src/runtime/programs/program-runner';
import { colorLamp, id } from '../vocabulary/support/sample-resources';
import { BridgePrograms } from '../../src/runtime/programs/bridge-programs';
import { createDeferred } from '../support/deferred';
import { waitUntil } from '../support/wait-until';

const sequence: SequenceSpecification = {
  kind: 'sequence',
  steps: [{ members: {}, duration: 500 }],
  rounds: 2,
  seed: 1,
};

const startedAt = Date.UTC(2026, 0, 1);

/**
 * Programs on a home of lamps that are off, with what is kept of them, what they send and what they warn of.
 *
 * @param read reads the bridge anew
 * @param findDigest finds the settings of a node
 */
function createHost(
  lampCount: number,
  read = (): Promise<void> => Promise.resolve(),
  findDigest = (_nodeId: string): string | undefined => undefined,
) {
  const store = createStore(
    async () => {
      await read();
      readAt = new Date();
    },
    () => readAt,
  );
  for (let index = 0; index < lampCount; index += 1)
    store.applyAdd({ ...colorLamp, id: id(800 + index), on: { on: false } });
  let listKept = (): readonly Program[] => [];
  const sent: unknown[] = [];
  const warnings: string[] = [];
  const connectionListeners = new Set<ConnectionStateListener>();
  let isClosed = false;
  let openWatches = 0;
  let readAt: Date | undefined;
  const pending = new PendingPrograms(() => () => undefined);
  const options: BridgeProgramRunnerOptions = {
    client: {
      connectionState: {
        kind: 'connected',
        mode: 'polling',
        since: new Date(),
        queued: 0,
        requestsPerMinute: 0,
      },
      stateCache: store,
      onWrite: () => () => undefined,
      waitForEarlierWrites: () => Promise.resolve(),
      onConnectionChange(listener) {
        connectionListeners.add(listener);
        return () => void connectionListeners.delete(listener);
      },
      watch() {
        if (isClosed) throw new Error('The client is closed');
        openWatches += 1;
        const stop = (): void => {
          openWatches -= 1;
        };
        return { pollNow: () => Promise.resolve(), stop };
      },
      send({ body }) {
        sent.push(body);
        return Promise.reject(new BridgeError('ERR_BRIDGE_REFUSED', 'Nothing is due'));
      },
    },
    limits: { lampsPerSecond: 10, groupsPerSecond: 1 },
    environment: {
      mayHaveKept: false,
      resumeKept: () => Promise.resolve(),
      keep: (list) => (listKept = list),
      findDigest,
      createOrigin: (node, how) => ({ kind: 'node', id: node, how }),
      onDeploy: () => () => undefined,
      onceDeployed: (callback) => callback(),
    },
    warn: (warning) => warnings.push(warning),
  };
  const host = new BridgeProgramRunner(options, pending);
  const connect = (): void => {
    for (const listener of connectionListeners)
      listener({
        kind: 'connected',
        mode: 'polling',
        since: new Date(),
        queued: 0,
        requestsPerMinute: 0,
      });
  };
  const close = (): void => {
    isClosed = true;
    host.close();
  };
  const countWatches = (): number => openWatches;
  const announce = (): PendingProgram => pending.add(undefined);
  return {
    host,
    announce,
    store,
    countKept: () => listKept().length,
    sent,
    warnings,
    connect,
    close,
    countWatches,
  };
}

describe('The programs of a bridge', () => {
  const content: SendWhenTurnedOnSpecification = {
    kind: 'later',
    members: { dimming: { brightness: 40 } },
  };

  const createKept = (rid: string): Program => ({
    target: { rid, rtype: 'light' },
    lamps: [rid],
    properties: ['brightness'],
    content,
    startedAt,
    hasBegun: true,
  });

  it('are kept as they are when they are written, and as they were when the bridge is closed', () => {
    const { host, announce, countKept } = createHost(100);
    const start = (index: number): void => {
      const rid = id(800 + index);
      const program = { content, properties: ['brightness'], warnings: [] } as const;
      host.start(program, { rid, rtype: 'light' }, [rid], announce());
    };
    for (let index = 0; index < 99; index += 1) start(index);
    assert.equal(countKept(), 99);
    start(99);
    host.close();
    assert.deepEqual([host.list().length, countKept()], [0, 100]);
  });

  it('go on after a restart but for those of lamps that were deleted meanwhile', async () => {
    const { host, countKept, warnings } = createHost(2);
    host.resume([createKept(id(801)), createKept(id(999))]);
    await setImmediate();
    assert.deepEqual(warnings, [
      'What ran on 1 lamp has ended: the bridge does not have it any more. If another bridge is set now, it stays as the program left it.',
    ]);
    assert.deepEqual(
      host.list().map(({ rid }) => rid),
      [id(801)],
    );
    assert.equal(countKept(), 1);
    host.close();
  });

  it('end after a restart where their node was changed or removed meanwhile', () => {
    const digests: Readonly<Record<string, string>> = { kept: 'one', changed: 'two' };
    const { host, close } = createHost(4, undefined, (nodeId) => digests[nodeId]);
    const origins = ['kept', 'changed', 'removed'];
    host.resume([
      ...origins.map((nodeId, index) => ({
        ...createKept(id(800 + index)),
        starter: { nodeId, digest: 'one' },
      })),
      createKept(id(803)),
    ]);
    assert.deepEqual(
      host.list().map(({ rid }) => rid),
      [id(800), id(803)],
    );
    close();
  });

  it('send to a lamp after a restart that came on meanwhile, as soon as the bridge is read', async () => {
    const { host, store, sent, close } = createHost(1, async () => {
      await setImmediate();
      store.applyUpdate({ id: id(800), type: 'light', on: { on: true } });
    });
    host.resume([createKept(id(800))]);
    assert.deepEqual(sent, []);
    await setImmediate();
    await setImmediate();
    assert.deepEqual(sent, [content.members]);
    close();
  });

  it('watch lamps, their radios and scenes only while one runs', async () => {
    const { host, countWatches, close } = createHost(1);
    assert.equal(countWatches(), 0);
    host.resume([createKept(id(999))]);
    assert.equal(countWatches(), 3);
    await setImmediate();
    assert.deepEqual([host.list(), countWatches()], [[], 0]);
    host.resume([createKept(id(800))]);
    assert.equal(countWatches(), 3);
    close();
    assert.equal(countWatches(), 0);
  });

  it('stay kept where the bridge is closed before it was read', async () => {
    const { host, countKept, close } = createHost(0, () =>
      Promise.reject(new BridgeError('ERR_BRIDGE_CLOSED', 'The client is closed')),
    );
    host.resume([createKept(id(800))]);
    await setImmediate();
    assert.deepEqual([host.list().length, countKept()], [1, 1]);
    close();
  });

  it('say why one has ended that the bridge refuses, and nothing of one that was ended before', async () => {
    const { host, announce, store, warnings, close } = createHost(2);
    for (const index of [0, 1])
      store.applyUpdate({ id: id(800 + index), type: 'light', on: { on: true } });
    const program = { content, properties: ['brightness'], warnings: [] } as const;
    const start = (rid: string): unknown =>
      host.start(program, { rid, rtype: 'light' }, [rid], announce());
    start(id(800));
    await setImmediate();
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /^What ran on .+ has ended: Nothing is due$/);
    start(id(801));
    close();
    await setImmediate();
    assert.equal(warnings.length, 1);
  });

  it('leave a tenth of the rate to others: what is left is the shortest step of one more', () => {
    const { host, close } = createHost(4);
    const shortestStep = (rtype: 'light' | 'grouped_light', lamps = [id(900)]): number =>
      host.findStepRate({ rid: id(900), rtype }, lamps).shortestStep;
    assert.deepEqual([shortestStep('light'), shortestStep('grouped_light')], [100, 1_000]);
    assert.equal(shortestStep('grouped_light', [id(800), id(801), id(802)]), 300);
    const play = (index: number, duration: number): void => {
      const steps = [{ members: {}, duration }];
      const kept = createKept(id(800 + index));
      host.resume([{ ...kept, content: { ...sequence, steps, rounds: null } }]);
    };
    play(0, 333);
    assert.equal(shortestStep('light'), 143);
    assert.equal(shortestStep('grouped_light'), 1_000);
    play(1, 200);
    assert.equal(shortestStep('light'), 501);
    play(2, 1_000);
    assert.equal(shortestStep('light'), Infinity);
    close();
  });

  it('read the lamps of groups once, where the bridge was not read yet', async () => {
    let reads = 0;
    const { host, close } = createHost(1, () => {
      reads += 1;
      return Promise.resolve();
    });
    await host.readLampsOfGroups();
    assert.equal(reads, 1);
    await host.readLampsOfGroups();
    assert.equal(reads, 1);
    close();
  });

  it('return after a restart to what lamps were only when it is known what they are', async () => {
    let isAway = true;
    const { host, store, sent, connect, close } = createHost(0, async () => {
      if (isAway) throw new BridgeError('ERR_BRIDGE_UNREACHABLE', 'The bridge is away');
      store.applyAdd({ ...colorLamp, id: id(800), on: { on: true } });
      return Promise.resolve();
    });
    const before = [{ ...colorLamp, id: id(800), on: { on: false }, dimming: { brightness: 33 } }];
    const steps = [{ members: { on: { on: true } }, duration: 500 }];
    host.resume([{ ...createKept(id(800)), content: { ...sequence, steps, before } }]);
    await setImmediate();
    assert.deepEqual(sent, []);
    isAway = false;
    connect();
    await setImmediate();
    // The lamp is on, so that its brightness has to be brought back before it is turned off.
    assert.equal(getNestedMember(sent[0], 'dimming', 'brightness'), 33);
    await setImmediate();
    assert.deepEqual(getNestedMember(sent[1], 'on'), { on: false });
    close();
  });

  it('neither start nor watch lamps once the bridge is closed, and say so', async () => {
    const { host, announce, warnings, close } = createHost(1, () =>
      Promise.reject(new BridgeError('ERR_BRIDGE_CLOSED', 'The client is closed')),
    );
    const lamp = id(800);
    const follow = (nodeId: string): DaylightFollower => {
      const home = { listLamps: () => [lamp], onChange: () => undefined, onBusy: () => undefined };
      const curve = (): DaylightInMirek => ({ mirek: 300 });
      return new DaylightFollower(host.running, home, {
        node: { id: nodeId },
        curve,
        resumeAfter: 1,
      });
    };
    const [first, second] = [follow('first'), follow('second')];
    first.start();
    second.start();
    close();
    first.stop();
    second.stop();
    second.start();
    const isClosedError = { code: 'ERR_BRIDGE_CLOSED' };
    const program = { content, properties: ['brightness'], warnings: [] } as const;
    const start = (): unknown =>
      host.start(program, { rid: lamp, rtype: 'light' }, [lamp], announce());
    assert.throws(start, isClosedError);
    await assert.rejects(() => host.refreshLamps(lamp), isClosedError);
    assert.deepEqual([host.list(), warnings], [[], []]);
  });

  it('that last longer than a date can say have no end in the list', () => {
    const { host } = createHost(1);
    const kept = createKept(id(800));
    host.resume([{ ...kept, content: { ...sequence, rounds: 1e300 } }]);
    assert.deepEqual(
      host.list().map(({ until }) => until),
      [null],
    );
    host.close();
  });
});

describe('The programs of a bridge that was just opened', () => {
  const rid = '00000000-0000-4000-8000-000000000001';

  const kept: Program = {
    target: { rid, rtype: 'light' },
    lamps: [rid],
    properties: ['brightness'],
    content: { kind: 'later', members: { dimming: { brightness: 40 } } },
    startedAt: 1_000,
  };

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
        createOrigin: (node, how) => ({ kind: 'node', id: node, how }),
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
    const asked = programs.announce(undefined, new Turn());
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

import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { StateCache } from '../../src/bridge';
import { StateReader } from '../../src/bridge/read-state';
import { accept, refuse } from '../../src/vocabulary/parse-result';
import type { ParseResult } from '../../src/vocabulary/parse-result';
import { StateLoader, createResourceFetcher, SharedFullRead } from '../../src/bridge/load-state';
import type { ResourceFetcher, RawResponse } from '../../src/bridge/load-state';
import type { Resource } from '../../src/resources/resource';
import { createLamp, createStatusError, FakeBridge } from './support/fake-bridge';
import { slicedParseThreshold } from '../../src/bridge/response';
import { getNestedMember } from '../../src/resources/members';
import { FakeClock, flushPromises } from './support/fake-clock';
import type { ResourceStore } from '../../src/bridge/state';
import { createFakeLink } from './support/fake-link';

describe('The known home', () => {
  let reads: number;
  let refetches: number;
  let answers: number;
  let readAt: Date | undefined;
  let cache: StateReader;
  let isLive: boolean;
  beforeEach(() => {
    reads = 0;
    refetches = 0;
    answers = 0;
    readAt = undefined;
    isLive = false;
    const refresh = async (): Promise<void> => {
      reads += 1;
      readAt = new Date();
      await setImmediate();
      answers += 1;
    };
    const stateCache: StateCache = {
      get: () => undefined,
      byType: () => [],
      types: () => [],
      refreshType: () => Promise.resolve(),
      ownerRid: () => undefined,
      all: () => [],
      name: () => undefined,
      room: () => undefined,
      displayNames: () => ({}),
      findCause: () => ({ kind: 'other' }),
      refresh,
      refetch() {
        refetches += 1;
        return refresh();
      },
      get refreshedAt() {
        return readAt;
      },
    };
    cache = new StateReader(stateCache, () => isLive);
  });

  it('is read when nobody has read it yet, whatever age would do', async () => {
    await cache.read();
    await cache.read();
    assert.equal(reads, 1);
  });

  it('is not read when the client has read it', async () => {
    readAt = new Date();
    await cache.read();
    assert.equal(reads, 0);
  });

  it('is read again when it is older than it may be', async () => {
    await cache.read();
    readAt = new Date(Date.now() - 10_000);
    await cache.read(20_000);
    assert.equal(reads, 1);
    await cache.read(5_000);
    assert.equal(reads, 2);
  });

  it('is read again once after something in it was changed', async () => {
    await cache.read();
    cache.invalidate();
    await cache.read();
    await cache.read();
    assert.equal(reads, 2);
  });

  it('is read before a name is looked up in it, which may fit twice in the whole', async () => {
    const found = await cache.find(() => accept(answers), 60_000, true);
    assert.deepEqual(found, accept(1));
  });

  it('is read before a name is looked up in it after something in it was changed', async () => {
    await cache.read();
    cache.invalidate();
    const found = await cache.find(() => accept(answers), 60_000, true);
    assert.deepEqual(found, accept(2));
  });

  it('is read behind a name that is known when that was long ago, unless the bridge pushes changes', async () => {
    await cache.read();
    readAt = new Date(Date.now() - 120_000);
    isLive = true;
    assert.deepEqual(await cache.find(() => accept(reads), 5_000, true), accept(1));
    assert.equal(reads, 1);
    isLive = false;
    assert.deepEqual(await cache.find(() => accept(reads), 5_000, true), accept(1));
    assert.equal(reads, 2);
  });

  it('lets no name overtake another that waits for the same look', async () => {
    await cache.read();
    cache.invalidate();
    const found = [1, 2, 3].map(async () => cache.find(() => accept(answers), 60_000, true));
    assert.deepEqual(await Promise.all(found), [accept(2), accept(2), accept(2)]);
  });

  it('is not read for an id that is known', async () => {
    const found = await cache.find(() => accept('known'), 60_000, false);
    assert.deepEqual(found, accept('known'));
    assert.equal(reads, 0);
  });

  it('is read anew for what is not found, unless it was read a moment ago', async () => {
    const find = (): ParseResult<string> =>
      reads === 2 ? accept('found') : refuse('target', 'a lamp', 'x');
    await cache.read();
    assert.equal((await cache.find(find, 5_000, true)).ok, false);
    assert.equal(reads, 1);
    readAt = new Date(Date.now() - 10_000);
    assert.deepEqual(await cache.find(find, 5_000, true), accept('found'));
  });

  it('is read before a look-up that takes no older state, even if it finds something', async () => {
    await cache.read();
    readAt = new Date(Date.now() - 10_000);
    const find = (maxAge: number): ReturnType<typeof cache.find> =>
      cache.find(() => accept(answers), 60_000, false, maxAge);
    assert.deepEqual(await find(20_000), accept(1));
    assert.deepEqual(await find(5_000), accept(2));
  });

  it('is read by a request of its own for what is not found, if no age will do', async () => {
    await cache.read();
    await cache.find(() => refuse('target', 'a lamp', 'x'), 0, false);
    assert.deepEqual({ reads, refetches }, { reads: 2, refetches: 1 });
  });

  it('is read anew for a body that is built on it', async () => {
    await cache.read();
    await cache.refetch();
    assert.equal(reads, 2);
  });
});

const device: Resource = { id: 'one', type: 'device' };

const { signal } = new AbortController();

describe('A list of everything that a bridge holds', () => {
  const lamp = createLamp(1, 10);

  let bridge: FakeBridge;
  let store: ResourceStore;
  let load: () => Promise<void>;
  beforeEach(() => {
    bridge = new FakeBridge([]);
    const loader = new StateLoader(createFakeLink(bridge, new FakeClock()));
    ({ store } = loader);
    load = () => loader.load(signal);
  });
  const replaceHome = (resources: readonly Resource[]): void => {
    bridge.resources.clear();
    for (const resource of resources) bridge.setResource(resource);
  };

  it('is malformed where it lacks the bridge and all devices that it held before, and deletes nothing', async () => {
    replaceHome([device, lamp]);
    await load();
    for (const rest of [[], [lamp]]) {
      replaceHome(rest);
      await assert.rejects(load(), { code: 'ERR_BRIDGE_MALFORMED_ANSWER' });
    }
    assert.deepEqual([...store.all()], [device, lamp]);
  });

  it('may lack the bridge and the devices from the start', async () => {
    replaceHome([lamp]);
    await load();
    replaceHome([createLamp(1, 20)]);
    await load();
    assert.deepEqual([...store.all()], [createLamp(1, 20)]);
  });

  it('has no changes the first time, and later also types that it did not have', async () => {
    const changes: unknown[] = [];
    const loader = new StateLoader(createFakeLink(bridge, new FakeClock()));
    loader.onChanges = (found) => changes.push(...found.map(({ resource }) => resource.type));
    const loadChanges = (): Promise<void> => loader.load(signal);
    replaceHome([device]);
    await loadChanges();
    assert.deepEqual(changes, []);
    replaceHome([device, lamp]);
    await loadChanges();
    assert.deepEqual(changes, ['light']);
  });

  it('is malformed where it is empty', async () => {
    await assert.rejects(load(), { code: 'ERR_BRIDGE_MALFORMED_ANSWER' });
  });
});

describe('What a bridge holds, read type by type', () => {
  const loadWith = async (resources: readonly Resource[]): Promise<readonly string[]> => {
    const bridge = new FakeBridge(resources);
    bridge.treeFailure = createStatusError(404, 'ERR_BRIDGE_NOT_FOUND');
    const warn = (): void => undefined;
    await new StateLoader(createFakeLink(bridge, new FakeClock(), { warn })).load(signal);
    return bridge.reads;
  };

  it('includes the types of newer bridges that other resources refer to', async () => {
    const reads = await loadWith([
      { id: 'one', type: 'device', services: [{ rid: 'two', rtype: 'warp_drive' }] },
      { id: 'room', type: 'room', children: [{ rid: 'three', rtype: 'warp_core' }] },
      { id: 'area', type: 'zone', resources: [{ rid: 'four', rtype: 'warp_field' }, null] },
    ]);
    for (const rtype of ['warp_drive', 'warp_core', 'warp_field'])
      assert.equal(reads.filter((read) => read === rtype).length, 1, rtype);
  });

  it('includes at most 64 of them', async () => {
    const services = Array.from({ length: 100 }, (_, number) => ({ rtype: `new_type_${number}` }));
    const reads = await loadWith([{ id: 'one', type: 'device', services }]);
    assert.equal(reads.filter((read) => read.startsWith('new_type_')).length, 64);
  });
});

/** A reader of a bridge that answers everything with the same. */
function createFetcher(body: object): ResourceFetcher {
  const response = {
    status: 200,
    retryAfter: undefined,
    body: Buffer.from(JSON.stringify(body)),
  };
  return createResourceFetcher(() => Promise.resolve({ response, merged: 1 }));
}

/** @returns what a read of a type gives when some resources are known */
async function readLamps(
  body: object,
  known: readonly Resource[] = [],
): Promise<readonly Resource[]> {
  const raw = await createFetcher(body).fetchCollection('light', signal);
  return raw.parseResources((rid) => known.find(({ id }) => id === rid));
}

describe('A large list of resources', () => {
  const filler = { id: 'filler', type: 'light', text: 'x'.repeat(slicedParseThreshold) };

  it('keeps what is known and equal, and brings what is new, changed or of another type', async () => {
    const [same, changed, retyped] = [1, 2, 3].map((number) => createLamp(number, 10));
    assert.ok(same && changed && retyped);
    const known = [same, changed, { ...retyped, type: 'room' }];
    const brighter = createLamp(2, 11);
    const data = [same, brighter, retyped, createLamp(4, 10), filler];
    const resources = await readLamps({ errors: [], data }, known);
    assert.deepEqual(resources, data);
    assert.deepEqual(
      resources.map((resource) => known.includes(resource)),
      [true, false, false, false, false],
    );
    assert.ok(resources.slice(1).every(Object.isFrozen));
    assert.ok(Object.isFrozen(getNestedMember(resources[1], 'on')));
  });

  it('is read as a small one is, with what is no resource left out', async () => {
    const odd = [null, 7, { type: 'light' }, { id: 'one' }, []];
    const data = [...odd, createLamp(1, 10)];
    const [small, large] = await Promise.all([
      readLamps({ errors: [], data }, []),
      readLamps({ errors: [], data: [...data, filler] }, []),
    ]);
    assert.deepEqual(large, [...small, filler]);
  });
});

describe('A list of resources', () => {
  it('is malformed where none of its entries is one, and may be empty for one type', async () => {
    await assert.rejects(readLamps({ errors: [], data: [{ id: 5 }, null] }), {
      code: 'ERR_BRIDGE_MALFORMED_ANSWER',
    });
    assert.deepEqual(await readLamps({ errors: [], data: [] }), []);
  });
});

const room: Resource = { id: 'room', type: 'room' };

const clock = new FakeClock();

const parse = (response: RawResponse): Promise<Resource[]> =>
  response.parseResources(() => undefined);

describe('A read of everything at the bridge', () => {
  const lamp: Resource = { id: 'lamp', type: 'light' };

  it('answers the first read of each type beside it, and no later one', async () => {
    const { reader, requests, answerAll } = createReader();
    const shared = new SharedFullRead(reader, clock);
    const everything = shared.fetchAll(signal);
    assert.ok(shared.isInFlight);
    const [lights, rooms] = [
      shared.fetchCollection('light', signal),
      shared.fetchCollection('room', signal),
    ];
    const again = shared.fetchCollection('light', signal);
    answerAll([lamp, room]);
    const response = await everything;
    assert.deepEqual(await parse(response), [lamp, room]);
    let arrived = false;
    void lights.then(() => (arrived = true));
    await flushPromises();
    assert.ok(!arrived, 'a message about a lamp may name its room');
    response.onApplied?.();
    assert.deepEqual(await parse(await lights), [lamp]);
    assert.deepEqual(await parse(await rooms), [room]);
    await again;
    assert.ok(!shared.isInFlight);
    await shared.fetchCollection('scene', signal);
    assert.deepEqual(requests, ['all', 'light', 'scene']);
  });

  it('does not stand for a type that it leaves out, nor for any when it fails', async () => {
    for (const answer of [[lamp], new Error('no such path')]) {
      const { reader, requests, answerAll } = createReader();
      const shared = new SharedFullRead(reader, clock);
      const everything = shared.fetchAll(signal).catch(() => undefined);
      const scenes = shared.fetchCollection('scene', signal);
      answerAll(answer);
      (await everything)?.onApplied?.();
      await scenes;
      assert.deepEqual(requests, ['all', 'scene']);
    }
  });

  it('is not waited for when it takes long', async () => {
    const { reader, requests, answerAll } = createReader();
    const shared = new SharedFullRead(reader, clock);
    const everything = shared.fetchAll(signal);
    const lights = shared.fetchCollection('light', signal);
    await clock.advance(1_000);
    assert.equal((await lights).body?.toString(), 'light');
    assert.deepEqual(requests, ['all', 'light']);
    answerAll([]);
    await everything;
  });

  it('does not stand for a read after a write, which it may not know of', async () => {
    const { reader, requests, answerAll } = createReader();
    const shared = new SharedFullRead(reader, clock);
    const everything = shared.fetchAll(signal);
    shared.recordWrite();
    await shared.fetchCollection('light', signal);
    answerAll([lamp]);
    await everything;
    assert.deepEqual(requests, ['all', 'light']);
  });

  /** A bridge that answers a read of everything when it is asked to. */
  function createReader(): {
    reader: ResourceFetcher;
    requests: string[];
    answerAll: (resources: Resource[] | Error) => void;
  } {
    const requests: string[] = [];
    let settle: (resources: Resource[] | Error) => void = () => undefined;
    const all = new Promise<RawResponse>((resolve, reject) => {
      settle = (resources) => {
        if (resources instanceof Error) reject(resources);
        else
          resolve({ status: 200, body: Buffer.from('all'), parseResources: async () => resources });
      };
    });
    return {
      requests,
      reader: {
        fetchAll() {
          requests.push('all');
          return all;
        },
        async fetchCollection(rtype) {
          requests.push(rtype);
          return { status: 200, body: Buffer.from(rtype), parseResources: async () => [] };
        },
      },
      answerAll: (resources) => settle(resources),
    };
  }
});

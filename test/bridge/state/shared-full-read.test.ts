import assert from 'node:assert/strict';
import { SharedFullRead } from '../../../src/bridge/load-state';
import type { RawResponse, ResourceFetcher } from '../../../src/bridge/load-state';
import type { Resource } from '../../../src/resources/resource';
import { FakeClock, flushPromises } from '../support/fake-clock';

const lamp: Resource = { id: 'lamp', type: 'light' };
const room: Resource = { id: 'room', type: 'room' };
const { signal } = new AbortController();
const clock = new FakeClock();

const parse = (response: RawResponse): Promise<Resource[]> =>
  response.parseResources(() => undefined);

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

describe('A read of everything at the bridge', () => {
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
});

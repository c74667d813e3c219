import assert from 'node:assert/strict';
import { createResourceFetcher } from '../../../src/bridge/load-state';
import type { ResourceFetcher } from '../../../src/bridge/load-state';
import { slicedParseThreshold } from '../../../src/bridge/response';
import { getNestedMember } from '../../../src/resources/members';
import type { Resource } from '../../../src/resources/resource';
import { createLamp } from '../support/fake-bridge';

const { signal } = new AbortController();

/** A reader of a bridge that answers everything with the same. */
function createReader(body: object): ResourceFetcher {
  const response = {
    status: 200,
    retryAfter: undefined,
    body: Buffer.from(JSON.stringify(body)),
  };
  return createResourceFetcher(() => Promise.resolve({ response, merged: 1 }));
}

/** @returns what a read of a type gives when some resources are known */
async function read(body: object, known: readonly Resource[] = []): Promise<readonly Resource[]> {
  const raw = await createReader(body).fetchCollection('light', signal);
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
    const resources = await read({ errors: [], data }, known);
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
      read({ errors: [], data }, []),
      read({ errors: [], data: [...data, filler] }, []),
    ]);
    assert.deepEqual(large, [...small, filler]);
  });
});

describe('A list of resources', () => {
  it('is malformed where none of its entries is one, and may be empty for one type', async () => {
    await assert.rejects(read({ errors: [], data: [{ id: 5 }, null] }), {
      code: 'ERR_BRIDGE_MALFORMED_ANSWER',
    });
    assert.deepEqual(await read({ errors: [], data: [] }), []);
  });
});

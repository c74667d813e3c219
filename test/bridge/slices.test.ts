import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SlicedQueue, WorkSlices, maxWorkSliceDuration } from '../../src/bridge/slices';
import * as fc from 'fast-check';
import { parseListInSlices } from '../../src/bridge/response';

describe('Tasks in slices, such as deliveries to watchers,', () => {
  let time: number;
  let queue: SlicedQueue;
  let done: number[];
  let errors: unknown[];
  beforeEach(() => {
    time = 0;
    done = [];
    errors = [];
    queue = new SlicedQueue({ now: () => time }, (error) => errors.push(error));
  });

  /** Each task takes so many ms. */
  const runAll = (count: number, duration: number): void => {
    for (let number = 0; number < count; number += 1) {
      queue.run(() => {
        done.push(number);
        time += duration;
      });
    }
  };
  const listTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

  it('run at once while they are few', () => {
    runAll(9, 1);
    assert.deepEqual(done, listTo(9));
  });

  it('go on after one that throws, in the same turn and in later ones', async () => {
    const failing = [3, 25].map((number) => new Error(`task ${number}`));
    for (const number of listTo(30)) {
      queue.run(() => {
        time += 1;
        done.push(number);
        const error = failing.find(({ message }) => message === `task ${number}`);
        if (error !== undefined) throw error;
      });
    }
    while (done.length < 30) await nextTurn();
    assert.deepEqual(done, listTo(30));
    assert.deepEqual(errors, failing);
  });

  it('leave the event loop to others after a slice, and go on in their order', async () => {
    runAll(35, 1);
    const turns = [done.length];
    while (done.length < 35) {
      await nextTurn();
      turns.push(done.length);
    }
    assert.deepEqual(turns, [10, 20, 30, 35]);
    assert.deepEqual(done, listTo(35));
  });

  it('wait for those before them, also when they come from one of them', async () => {
    runAll(10, 1);
    queue.run(() => {
      done.push(10);
      queue.run(() => done.push(12));
    });
    queue.run(() => done.push(11));
    assert.equal(done.length, 10);
    await nextTurn();
    assert.deepEqual(done, listTo(13));
  });

  it('have their steps done in slices, before the tasks that wait, also in a later turn', async () => {
    const runSteps = (from: number): void => {
      for (let number = from; number < from + 25; number += 1) {
        queue.runStep(() => {
          done.push(number);
          time += 1;
        });
      }
    };
    queue.run(() => runSteps(0));
    queue.run(() => runSteps(25));
    queue.run(() => done.push(50));
    const turns = [done.length];
    while (done.length < 51) {
      await nextTurn();
      turns.push(done.length);
    }
    assert.deepEqual(turns, [10, 20, 30, 40, 50, 51]);
    assert.deepEqual(done, listTo(51));
  });

  it('go on after a step that throws, and drop the steps that are left at the end', async () => {
    const failure = new Error('step 2');
    queue.run(() => {
      for (const number of listTo(15)) {
        queue.runStep(() => {
          time += 1;
          if (number === 2) throw failure;
          done.push(number);
        });
      }
    });
    assert.deepEqual(errors, [failure]);
    queue.close();
    await nextTurn();
    assert.deepEqual(done, [0, 1, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('take a step that comes after its task as a task', () => {
    queue.run(() => undefined);
    queue.runStep(() => done.push(0));
    assert.deepEqual(done, [0]);
  });

  it('go on in their order in every later burst, with nothing left out', async () => {
    for (let burst = 1; burst <= 3; burst += 1) {
      runAll(25, 1);
      while (done.length < 25 * burst) {
        const before = done.length;
        await nextTurn();
        assert.ok(done.length > before, `stopped at ${before}`);
      }
      await nextTurn();
    }
    assert.deepEqual(done, [...listTo(25), ...listTo(25), ...listTo(25)]);
  });

  it('can be waited for', async () => {
    runAll(15, 1);
    assert.equal(done.length, 10);
    await queue.whenDone();
    assert.equal(done.length, 15);
    await queue.whenDone();
  });

  it('are dropped at the end, and nobody waits for them any more', async () => {
    runAll(15, 1);
    let isWaiting = true;
    void queue.whenDone().then(() => (isWaiting = false));
    queue.close();
    await nextTurn();
    assert.equal(isWaiting, false);
    assert.equal(done.length, 10);
  });
});

describe('Long work in slices', () => {
  it('lets others run after each slice, and goes on at once before', async () => {
    let others = 0;
    setImmediate(() => (others += 1));
    const slices = new WorkSlices();
    assert.equal(slices.next(), undefined);
    const end = performance.now() + maxWorkSliceDuration;
    while (performance.now() < end);
    await slices.next();
    assert.equal(others, 1);
    assert.equal(slices.next(), undefined);
  });
});

const parse = (text: string): Promise<unknown> =>
  parseListInSlices(Buffer.from(text), (entry) => entry);

describe('A list that is parsed in slices', () => {
  it('is what it is in one', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue()),
        fc.dictionary(fc.string(), fc.jsonValue()),
        async (data, others) => {
          const text = JSON.stringify({ errors: [], ...others, data, last: { data: ['no'] } });
          const expected: unknown = JSON.parse(text);
          assert.deepEqual(await parse(text), expected);
        },
      ),
      { numRuns: 300, seed: 1 },
    );
  });

  it('is whole where it is longer than a slice', async () => {
    const data = Array.from({ length: 100_000 }, (_, index) => ({
      id: `${index}`,
      name: `"Küche" \\ 💡 ], { ${index}`,
      inner: [[index], { data: [1, 2] }],
    }));
    const text = JSON.stringify({ errors: [], data });
    let turns = 0;
    const countTurn = (): void => {
      turns += 1;
      immediate = setImmediate(countTurn);
    };
    let immediate = setImmediate(countTurn);
    const content = await parse(text);
    clearImmediate(immediate);
    assert.deepEqual(content, { errors: [], data });
    assert.ok(turns > 2, `${turns} turns of the event loop meanwhile`);
  });

  const texts = [
    '',
    'no JSON',
    '[]',
    '[[1],{"data":[2]}]',
    '{"data":[]}',
    '{"data":[1],"data":[2]}',
    '{"data":[1],"data":{}}',
    '{"data":{"data":[1]}}',
    '{"a":"{\\"data\\":","b":[1]}',
    ' { "errors" : [ ] , "data" : [ { } , { } ] } ',
    '{"data":[1,]}',
    '{"data":[1}',
    '{"data":[1]',
    '{"data":[1]}]',
    '{"data":"[1]"}',
    '{"data":["a\\',
  ];
  for (const text of texts) {
    it(`is what JSON says also for ${text === '' ? 'nothing' : text}`, async () => {
      const attempt = (): unknown => {
        try {
          const content: unknown = JSON.parse(text);
          return content;
        } catch {
          return undefined;
        }
      };
      assert.deepEqual(await parse(text), attempt());
    });
  }

  it('has what was made of each entry', async () => {
    const content = await parseListInSlices(Buffer.from('{"data":[1,2]}'), (entry) => [entry]);
    assert.deepEqual(content, { data: [[1], [2]] });
  });
});

import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parseListInSlices } from '../../../src/bridge/response';

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

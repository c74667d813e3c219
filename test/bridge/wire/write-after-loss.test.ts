import assert from 'node:assert/strict';
import { parseWriteResponse } from '../../../src/bridge/response';
import { buildSingleResourceRequest } from '../../../src/bridge/request';
import { createUpdate, makeRid } from '../queue/queue-harness';

const createResponse = (status: number, body: object) => ({
  status,
  retryAfter: undefined,
  body: Buffer.from(JSON.stringify(body)),
});
const refusal = { errors: [{ description: 'No.' }], data: [] };
const deletion = buildSingleResourceRequest('delete', 'room', makeRid(1));
const update = createUpdate('light', 1, { on: { on: true } });

describe('A change that was sent again, as the first attempt was not answered', () => {
  it('has deleted what is not there any more, with a warning', () => {
    assert.deepEqual(parseWriteResponse(deletion, createResponse(404, refusal), true), {
      status: 404,
      data: { rid: makeRid(1), rtype: 'room' },
      warnings: [
        'The connection was lost at first; when asked again, the bridge no longer had it.',
      ],
    });
  });

  for (const [what, request, status, code] of [
    ['deletion', deletion, 403, 'ERR_BRIDGE_FORBIDDEN'],
    ['update of what is gone', update, 404, 'ERR_BRIDGE_NOT_FOUND'],
    ['update', update, 400, 'ERR_BRIDGE_BAD_REQUEST'],
  ] as const) {
    it(`may have been made all the same where it is refused: ${what}`, () => {
      assert.throws(() => parseWriteResponse(request, createResponse(status, refusal), true), {
        code,
        message: /An earlier attempt was not answered\. The bridge may have done it or not/,
      });
    });
  }

  it('was not made where its only attempt is refused', () => {
    for (const request of [deletion, update])
      assert.throws(() => parseWriteResponse(request, createResponse(404, refusal), false), {
        code: 'ERR_BRIDGE_NOT_FOUND',
        message: /^(?!.*earlier attempt)/,
      });
  });
});

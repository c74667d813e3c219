import assert from 'node:assert/strict';
import { errorCodesByStatus, isBridgeError } from '../../src/bridge';
import type { BridgeClient, BridgeError } from '../../src/bridge';
import {
  respondWith,
  lampId,
  otherLampId,
  scriptedKey,
  startScriptedBridge,
} from '../support/network/scripted-bridge';
import type { ScriptedBridge } from '../support/network/scripted-bridge';
import type { CreateBody } from '../../src/resources/table';
import { parseRetryAfter } from '../../src/bridge/http';
import { parseWriteResponse } from '../../src/bridge/response';
import { buildSingleResourceRequest } from '../../src/bridge/request';
import { createUpdate, makeRid } from './support/queue-harness';

const room: CreateBody<'room'> = {
  children: [],
  metadata: { name: 'Workshop', archetype: 'other' },
};

const operations: Record<string, (client: BridgeClient) => Promise<unknown>> = {
  list: (client) => client.list('light'),
  get: (client) => client.get('light', lampId),
  create: (client) => client.create('room', room),
  update: (client) => client.update('light', lampId, { on: { on: true } }),
  delete: (client) => client.remove('room', lampId),
};

async function expectError(promise: Promise<unknown>): Promise<BridgeError> {
  try {
    await promise;
  } catch (error) {
    assert.ok(isBridgeError(error), `not a BridgeError: ${String(error)}`);
    return error;
  }
  throw new Error('it did not fail');
}

describe('Answers of the bridge', () => {
  let bridge: ScriptedBridge;
  before(async () => (bridge = await startScriptedBridge()));
  after(() => bridge.stop());

  for (const [status, code] of Object.entries(errorCodesByStatus)) {
    it(`turn status ${status} into ${code}, on every operation`, async () => {
      bridge.setScript(respondWith(Number(status), { errors: [{ description: 'so it is' }] }));
      const client = bridge.client({ limits: { maxAttempts: 1, initialBackoff: 1 } });
      for (const [operation, performOperation] of Object.entries(operations)) {
        const error = await expectError(performOperation(client));
        assert.equal(error.code, code);
        assert.equal(error.cause.status, Number(status));
        assert.equal(error.cause.operation, operation);
        assert.deepEqual(error.cause.descriptions, ['so it is']);
        assert.match(error.message, /^Could not (list|read|create|change|delete) .*"so it is"\.$/);
      }
    });
  }

  it('end with one full stop, the bridge’s or ours', async () => {
    bridge.setScript(respondWith(404, { errors: [{ description: 'Not here.' }] }));
    const { message } = await expectError(bridge.client().list('light'));
    assert.match(message, / The bridge says: "Not here\."$/);
  });

  it('with any other status are errors too', async () => {
    for (const status of [204, 302, 418, 502]) {
      bridge.setScript(respondWith(status));
      const error = await expectError(bridge.client().list('light'));
      assert.equal(error.code, 'ERR_BRIDGE_UNEXPECTED_STATUS');
      assert.equal(error.cause.status, status);
    }
  });

  it('that redirect are refused, and the key goes nowhere else', async () => {
    const elsewhere = await startScriptedBridge();
    const location = `https://127.0.0.1:${elsewhere.port}/clip/v2/resource/light`;
    for (const status of [301, 302, 307, 308]) {
      bridge.setScript(respondWith(status, '', { location }));
      const error = await expectError(bridge.client().list('light'));
      assert.equal(error.code, 'ERR_BRIDGE_UNEXPECTED_STATUS');
    }
    assert.equal(elsewhere.connections(), 0);
    await elsewhere.stop();
  });

  const malformedBodies = {
    'nothing at all': '',
    null: 'null',
    'a bare list': '[]',
    'an empty object': '{}',
    'half an envelope': '{"errors":[],"data":[{"id":',
    'a text': '"light"',
    'a number': '7',
    HTML: '<html><body>Welcome</body></html>',
    'data of the wrong type': '{"errors":[],"data":"none"}',
    'invalid UTF-8 and no JSON': '\u0000\u0001',
  };
  for (const [name, body] of Object.entries(malformedBodies)) {
    it(`that are ${name} are malformed, on every operation`, async () => {
      bridge.setScript(respondWith(200, body));
      const client = bridge.client();
      for (const performOperation of Object.values(operations)) {
        const error = await expectError(performOperation(client));
        assert.equal(error.code, 'ERR_BRIDGE_MALFORMED_ANSWER');
      }
    });
  }

  it('that do not name the resource are malformed', async () => {
    bridge.setScript(
      respondWith(200, { errors: [], data: [{ rid: otherLampId, rtype: 'light' }] }),
    );
    const error = await expectError(bridge.client().update('light', lampId, { on: { on: true } }));
    assert.equal(error.code, 'ERR_BRIDGE_MALFORMED_ANSWER');
  });

  it('that hold another resource than the one that was read, or none of its type, are malformed', async () => {
    for (const data of [
      [{ id: otherLampId, type: 'light' }],
      [{ id: lampId, type: 'room' }],
      [{ id: otherLampId, type: 'light' }, { type: 'light' }],
    ]) {
      bridge.setScript(respondWith(200, { errors: [], data }));
      const error = await expectError(bridge.client().get('light', lampId));
      assert.equal(error.code, 'ERR_BRIDGE_MALFORMED_ANSWER');
      assert.equal(error.cause.rid, lampId);
    }
  });

  it('are found by the id of the resource, wherever in the answer it stands', async () => {
    const data = [
      { id: otherLampId, type: 'light' },
      { id: lampId, type: 'light', on: { on: true } },
    ];
    bridge.setScript(respondWith(200, { errors: [], data }));
    const { data: lamp } = await bridge.client().get('light', lampId);
    assert.deepEqual(lamp, data[1]);
    const references = data.map(({ id: rid, type: rtype }) => ({ rid, rtype, extra: true }));
    bridge.setScript(respondWith(200, { errors: [], data: references }));
    const { data: changed } = await bridge.client().update('light', lampId, { on: { on: true } });
    assert.deepEqual(changed, { rid: lampId, rtype: 'light' });
  });

  it('to a creation name the new resource by its type', async () => {
    const references = [
      { rid: otherLampId, rtype: 'grouped_light' },
      { rid: lampId, rtype: 'room' },
    ];
    bridge.setScript(respondWith(201, { errors: [], data: references }));
    const { data } = await bridge.client().create('room', room);
    assert.deepEqual(data, { rid: lampId, rtype: 'room' });
    bridge.setScript(respondWith(201, { errors: [], data: references.slice(0, 1) }));
    const error = await expectError(bridge.client().create('room', room));
    assert.equal(error.code, 'ERR_BRIDGE_MALFORMED_ANSWER');
  });

  it('keep the first twenty remarks, and all of them beside what was left out', async () => {
    const errors = Array.from({ length: 25 }, (_, number) => ({ description: `no ${number}` }));
    bridge.setScript(respondWith(200, { errors, data: [{ id: lampId, type: 'light' }, 7] }));
    const { warnings } = await bridge.client().list('light');
    assert.deepEqual(
      warnings.slice(0, -1),
      errors.slice(0, 20).map(({ description }) => description),
    );
    assert.match(warnings.at(-1) ?? '', /^1 of 2 entries/);
  });

  it('say how long to wait, in the error too', async () => {
    for (const status of [429, 503]) {
      bridge.setScript(respondWith(status, '', { 'retry-after': '7' }));
      const client = bridge.client({ limits: { maxAttempts: 1 } });
      const error = await expectError(client.list('light'));
      assert.equal(error.cause.retryAfter, 7_000);
      assert.equal(client.connectionState.reason?.cause.retryAfter, 7_000);
    }
  });

  it('with errors beside the resource are successes with warnings', async () => {
    for (const status of [200, 207]) {
      bridge.setScript(
        respondWith(status, {
          errors: [{ description: 'may not have effect' }],
          data: [{ rid: lampId, rtype: 'light' }],
        }),
      );
      const { warnings, data } = await bridge
        .client()
        .update('light', lampId, { on: { on: true } });
      assert.deepEqual(warnings, ['may not have effect']);
      assert.deepEqual(data, { rid: lampId, rtype: 'light' });
    }
  });

  it('with errors and no resource are refusals', async () => {
    for (const body of [
      { errors: [{ description: 'not supported' }], data: [] },
      { errors: [{ description: 'not supported' }] },
    ]) {
      bridge.setScript(respondWith(207, body));
      const client = bridge.client();
      for (const performOperation of Object.values(operations)) {
        const error = await expectError(performOperation(client));
        assert.equal(error.code, 'ERR_BRIDGE_REFUSED');
        assert.match(error.message, /"not supported"/);
      }
    }
  });

  it('may hold types, members and values that nobody has heard of', async () => {
    const data = [
      { id: lampId, type: 'light', novelty: { deep: [1, null] }, on: 'perhaps' },
      { id: otherLampId, type: 'teleporter' },
    ];
    bridge.setScript(respondWith(200, { errors: [], data }));
    const all = await bridge.client().listAll();
    assert.deepEqual(all.data, data);
  });

  it('may hold entries that are no resources: they are left out, with a warning', async () => {
    const data = [null, 7, {}, { id: lampId, type: 'light' }];
    bridge.setScript(respondWith(200, { errors: [], data }));
    const list = await bridge.client().list('light');
    assert.deepEqual(list.data, [{ id: lampId, type: 'light' }]);
    assert.equal(list.warnings.length, 1);
  });

  it('that repeat the key, or are full of control characters, are reported without them', async () => {
    const description = `bad key ${scriptedKey}\u0000\u202e\n${'x'.repeat(5_000)}`;
    bridge.setScript(respondWith(403, { errors: [{ description }] }));
    const error = await expectError(bridge.client().list('light'));
    const shown = error.message + JSON.stringify(error.cause);
    assert.ok(!shown.includes(scriptedKey));
    assert.ok(!/[\p{Cc}\p{Cf}]/u.test(shown));
    assert.ok(error.message.length < 1_000);
  });

  it('keep their words where the key is as short as one of them', async () => {
    const resource = { id: lampId, type: 'room', metadata: {} };
    bridge.setScript(respondWith(200, { errors: [], data: [resource] }));
    const { data } = await bridge.client({ key: 'data' }).list('room');
    assert.deepEqual(data, [resource]);
  });

  it('that repeat the key escaped as JSON are reported without it too', async () => {
    const keys = [scriptedKey, 'a/key"with\\marks.and+more'];
    for (const key of keys) {
      const codes = Array.from(key, (character) => character.charCodeAt(0).toString(16));
      const lowerCaseEscapes = codes.map((code) => `\\u${code.padStart(4, '0')}`).join('');
      const encodings = [
        lowerCaseEscapes,
        lowerCaseEscapes.replace(/[a-f]/g, (digit) => digit.toUpperCase()),
        `\\u${codes[0]?.padStart(4, '0')}${JSON.stringify(key.slice(1)).slice(1, -1)}`,
        JSON.stringify(key).slice(1, -1).replaceAll('/', '\\/'),
      ];
      for (const encoding of encodings) {
        const text = `{"errors":[{"description":"bad key ${encoding}, \\"sorry\\""}]}`;
        bridge.setScript(respondWith(403, text));
        const error = await expectError(bridge.client({ key }).list('light'));
        assert.match(error.message, /bad key …, "sorry"/);
        assert.deepEqual(error.cause.descriptions, ['bad key …, "sorry"']);
      }
    }
  });

  it('that come as HTML with 403 have no description', async () => {
    bridge.setScript(respondWith(403, '<html>no</html>'));
    const error = await expectError(bridge.client().list('light'));
    assert.deepEqual(error.cause.descriptions, []);
  });
});

describe('Commands that the client refuses', () => {
  let bridge: ScriptedBridge;
  before(async () => (bridge = await startScriptedBridge()));
  after(() => bridge.stop());

  it('are those with ids that could reach another path', async () => {
    const client = bridge.client();
    const ids = ['../config', '%2f', '', lampId.toUpperCase().replace('1', 'A'), `${lampId}/x`];
    for (const rid of [...ids, `${lampId}\n`, 'a'.repeat(1_000_000)]) {
      for (const performOperation of [
        client.get('light', rid),
        client.update('light', rid, { on: { on: true } }),
        client.remove('room', rid),
      ]) {
        assert.equal((await expectError(performOperation)).code, 'ERR_BRIDGE_INVALID_COMMAND');
      }
    }
    assert.equal(bridge.connections(), 0);
  });

  it('are those with bodies that the table does not allow, each with its path', async () => {
    const client = bridge.client();
    const wrong = await expectError(
      client.update('light', lampId, { dimming: { brightness: 101 } }),
    );
    assert.match(wrong.message, /dimming\.brightness: expected .*100.*, got 101/);
    const misspelled = { on: { on: true }, dimmming: { brightness: 50 } };
    const unknown = await expectError(client.update('light', lampId, misspelled));
    assert.match(unknown.message, /Did you mean dimming\?$/);
    assert.equal(bridge.connections(), 0);
  });

  it('are those with ids or intervals of another kind, whatever the types say', async () => {
    const client = bridge.client();
    const request = { operation: 'get', rtype: 'light' } as const;
    const lookalike = Object.assign({ ...request, rid: lampId }, { rid: [lampId] });
    assert.equal((await expectError(client.send(lookalike))).code, 'ERR_BRIDGE_INVALID_COMMAND');
    for (const interval of [0, -1, Number.NaN]) {
      assert.throws(() => client.watch({ rtype: 'light', interval }), {
        code: 'ERR_BRIDGE_INVALID_COMMAND',
        message: /above 0/,
      });
    }
    assert.equal(bridge.connections(), 0);
  });

  it('say five problems at most, and how many more there are', async () => {
    const wrong = {
      on: { on: 1 },
      dimming: { brightness: 'full' },
      color_temperature: { mirek: 'warm' },
      dynamics: { duration: 'long' },
      metadata: { name: 5 },
      alert: { action: 1 },
    };
    const describe = async (members: object): Promise<string> => {
      const request = { operation: 'update', rtype: 'light', rid: lampId, body: members } as const;
      return (await expectError(bridge.client().send(request))).message;
    };
    const { alert, ...five } = wrong;
    assert.equal((await describe(five)).match(/expected/g)?.length, 5);
    assert.doesNotMatch(await describe(five), /more\.$/);
    const six = await describe({ ...five, alert });
    assert.equal(six.match(/expected/g)?.length, 5);
    assert.match(six, / And 1 more\.$/);
  });

  it('are those with bodies that no JSON can hold, or that are too large', async () => {
    const client = bridge.client({ limits: { maxRequestBodySize: 500 } });
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    const script = lampId;
    for (const configuration of [circular, { n: 1n }, { text: 'x'.repeat(600) }]) {
      const body = { script_id: script, enabled: true, configuration };
      const error = await expectError(client.create('behavior_instance', body));
      assert.equal(error.code, 'ERR_BRIDGE_INVALID_COMMAND');
    }
    assert.equal(bridge.connections(), 0);
  });

  it('are those for operations that a type does not have', async () => {
    const error = await expectError(bridge.client().remove('light', lampId));
    assert.equal(error.code, 'ERR_BRIDGE_INVALID_COMMAND');
  });

  it('cannot be changed any more once they were given', async () => {
    const client = bridge.client();
    const configuration = { where: { room: 'kitchen' } };
    const body = { script_id: lampId, enabled: true, configuration };
    bridge.setScript(
      respondWith(201, { errors: [], data: [{ rid: otherLampId, rtype: 'behavior_instance' }] }),
    );
    const created = client.create('behavior_instance', body);
    configuration.where.room = 'cellar';
    await created;
    assert.match(bridge.requests.at(-1)?.body ?? '', /kitchen/);
  });
});

const now = Date.parse('2026-03-01T12:00:00Z');

describe('Retry-After', () => {
  it('is a number of seconds, whole or not', () => {
    assert.equal(parseRetryAfter('7', now), 7_000);
    assert.equal(parseRetryAfter(' 0 ', now), 0);
    assert.equal(parseRetryAfter('1.5', now), 1_500);
  });

  it('is a date, from which the wait is counted', () => {
    assert.equal(parseRetryAfter('Sun, 01 Mar 2026 12:00:30 GMT', now), 30_000);
  });

  it('is no wait at all where the date has passed', () => {
    assert.equal(parseRetryAfter('Sun, 01 Mar 2026 11:59:30 GMT', now), 0);
  });

  it('is not there where it is neither, or comes twice', () => {
    for (const header of [undefined, '', 'soon', '-', '12345678901234567890s', ['1', '2']]) {
      assert.equal(parseRetryAfter(header, now), undefined, String(header));
    }
  });
});

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

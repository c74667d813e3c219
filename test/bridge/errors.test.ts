import assert from 'node:assert/strict';
import { BridgeError, isBridgeError, getErrorCode, sanitizeText } from '../../src/bridge/errors';
import {
  createStatusError,
  describeRequestedOperation,
  explainStatus,
  quoteDescriptions,
} from '../../src/bridge/error-messages';
import {
  timeoutFailure,
  toTransportFailureError,
  toConnectFailure,
  toRequestError,
  toMissingResponseFailure,
  TransportError,
} from '../../src/bridge/transport-failure';
import { inspect } from 'node:util';
import { BridgeClient } from '../../src/bridge';
import {
  startScriptedBridge,
  lampId,
  otherLampId,
  scriptedBridgeId,
  respondWith,
} from '../support/network/scripted-bridge';
import type { ScriptedBridge } from '../support/network/scripted-bridge';

describe('The words of an error', () => {
  it('name the operation and what it was for', () => {
    const rid = 'some-id';
    assert.equal(describeRequestedOperation({ operation: 'list' }), 'list all resources');
    assert.equal(
      describeRequestedOperation({ operation: 'list', rtype: 'room' }),
      'list all room resources',
    );
    assert.equal(
      describeRequestedOperation({ operation: 'get', rtype: 'room', rid }),
      'read room some-id',
    );
    assert.equal(
      describeRequestedOperation({ operation: 'create', rtype: 'room' }),
      'create a new room',
    );
    const deletion = { operation: 'delete', rtype: 'room', rid } as const;
    assert.equal(describeRequestedOperation(deletion), 'delete room some-id');
  });

  it('name the resource by room and name where they are known, otherwise by its id', () => {
    const request = { operation: 'update', rtype: 'light', rid: 'some-id' } as const;
    const describeNamed = (name?: string, room?: string): string =>
      describeRequestedOperation({
        ...request,
        names: {
          displayNames: () => ({ ...(name && { name }), ...(room && { room }) }),
        },
      });
    assert.equal(describeNamed('Desk', 'Office'), 'change light "Office/Desk"');
    assert.equal(describeNamed('Office', 'Office'), 'change light "Office"');
    assert.equal(describeNamed('Desk'), 'change light "Desk"');
    assert.equal(describeNamed('De\u202esk'), 'change light "De sk"');
    assert.equal(describeNamed(), 'change light some-id');
  });

  it('say of a list that the bridge lacks its type, and which one may have been meant', () => {
    const getMessage = (rtype?: 'room' | 'rooom'): string =>
      createStatusError({ operation: 'list', ...(rtype && { rtype }) }, 404, []).message;
    assert.match(
      getMessage('room'),
      /the bridge has no resource type room \(status 404\)\. Choose a/,
    );
    assert.match(getMessage('rooom'), /no resource type rooom .*Did you mean room\?$/);
    assert.match(getMessage(), /the bridge has no list of everything/);
    assert.doesNotMatch(getMessage('room'), /probably deleted/);
    const getOther = (rid: string | undefined, status: number): string =>
      createStatusError({ operation: 'get', rtype: 'room', ...(rid && { rid }) }, status, [])
        .message;
    assert.match(getOther('some-id', 404), /probably deleted/);
    assert.doesNotMatch(getOther(undefined, 403), /no resource type/);
  });

  it('say of another refusal that the bridge refuses, and not that its address is wrong', () => {
    assert.equal(explainStatus(422).detail, 'the bridge does not accept it');
    assert.equal(explainStatus(422).code, 'ERR_BRIDGE_UNEXPECTED_STATUS');
  });

  it('say of 300 to 399, and of no other status, that the bridge points elsewhere', () => {
    for (const status of [300, 301, 399])
      assert.match(explainStatus(status).hint, /never followed/);
    for (const status of [204, 299, 402, 418, 502]) {
      assert.match(explainStatus(status).hint, /belongs to a bridge/);
    }
    assert.equal(explainStatus(400).code, 'ERR_BRIDGE_BAD_REQUEST');
  });

  it('quote what the bridge says, harmless and with one full stop', () => {
    assert.equal(quoteDescriptions([]), '');
    assert.equal(quoteDescriptions(['one', 'two']), ' The bridge says: "one", "two".');
    assert.equal(quoteDescriptions(['one.']), ' The bridge says: "one."');
    assert.equal(quoteDescriptions(['a\u0000\u202eb']), ' The bridge says: "a b".');
  });

  it('come with status, descriptions and the wait that was asked for', () => {
    const request = { operation: 'get', rtype: 'light', rid: 'some-id' } as const;
    assert.deepEqual(createStatusError(request, 429, ['slow down'], 7_000).cause, {
      ...request,
      status: 429,
      descriptions: ['slow down'],
      retryAfter: 7_000,
    });
    assert.equal('retryAfter' in createStatusError(request, 500, []).cause, false);
  });
});

describe('An error', () => {
  it('of this package is known by its name and code, also one of another copy of it', () => {
    assert.ok(isBridgeError(new BridgeError('ERR_BRIDGE_BUSY', 'It is busy.')));
    assert.ok(
      isBridgeError(
        Object.assign(new Error('x'), { name: 'BridgeError', code: 'ERR_BRIDGE_BUSY' }),
      ),
    );
    for (const other of [
      Object.assign(new Error('x'), { code: 'ECONNRESET' }),
      Object.assign(new Error('x'), { name: 'BridgeError' }),
      Object.assign(new Error('x'), { name: 'BridgeError', code: 7 }),
      { name: 'BridgeError', code: 'ERR_BRIDGE_BUSY' },
      undefined,
    ]) {
      assert.equal(isBridgeError(other), false);
    }
  });

  it('of another library has a code where that is a text', () => {
    assert.equal(getErrorCode(Object.assign(new Error('x'), { code: 'EPIPE' })), 'EPIPE');
    assert.equal(getErrorCode(Object.assign(new Error('x'), { code: 7 })), undefined);
    assert.equal(getErrorCode({ code: 'EPIPE' }), undefined);
  });
});

describe('Text from the network', () => {
  it('is kept up to its bound, and marked where it is cut', () => {
    assert.equal(sanitizeText('12345', 5), '12345');
    assert.equal(sanitizeText('123456', 5), '1234…');
    assert.equal(sanitizeText('x'.repeat(300)), 'x'.repeat(300));
    assert.equal(sanitizeText('x'.repeat(301)).length, 300);
  });

  it('loses its hidden characters before it is measured', () => {
    assert.equal(sanitizeText('\u0000\u0000\u000012345', 5), '12345');
    assert.equal(sanitizeText('a\u0007\u202eb'), 'a b');
  });
});

const endpoint = '192.0.2.1:443';

const withCode = (code: string): Error => Object.assign(new Error('It failed.'), { code });

describe('A connection that cannot be set up', () => {
  const sentences: readonly (readonly [string, RegExp])[] = [
    ['ENOTFOUND', /^the network does not know the name 192\.0\.2\.1:443$/],
    ['EAI_AGAIN', /^the network does not know the name/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', /does not speak HTTPS/],
    ['EPROTO', /does not speak HTTPS/],
    ['ECONNREFUSED', /^nothing listens at 192\.0\.2\.1:443$/],
    ['EHOSTUNREACH', /^there is no route to 192\.0\.2\.1:443$/],
    ['ECONNRESET', /^there is no connection to 192\.0\.2\.1:443$/],
    ['ETIMEDOUT', /^there is no connection to/],
  ];
  for (const [code, sentence] of sentences) {
    it(`with ${code} has a sentence and keeps the code`, () => {
      for (const failure of [
        toConnectFailure(withCode(code), endpoint),
        toMissingResponseFailure(withCode(code), endpoint, false),
      ]) {
        assert.match(failure.detail, sentence);
        assert.equal(failure.kind, 'away');
        assert.equal(failure.code, 'ERR_BRIDGE_UNREACHABLE');
        assert.equal(failure.reason, code);
      }
    });
  }

  it('without a code has none in its error either', () => {
    for (const reason of [undefined, new Error('none'), 'a text']) {
      const { cause } = toTransportFailureError(
        'reach the bridge',
        toConnectFailure(reason, endpoint),
      );
      assert.deepEqual(cause, {});
    }
  });
});

describe('A request without an answer', () => {
  it('that was sent is lost, and may have been done', () => {
    const failure = toMissingResponseFailure(withCode('ECONNRESET'), endpoint, true);
    assert.equal(failure.kind, 'lost');
    assert.equal(failure.reason, 'ECONNRESET');
    const write = { operation: 'update', rtype: 'light', rid: 'some-id' } as const;
    assert.match(toRequestError(write, failure, 'maybe').message, /look before you repeat it/);
    assert.match(toRequestError(write, failure, 'no').message, /Nothing was sent/);
    const read = { operation: 'list', rtype: 'light' } as const;
    assert.doesNotMatch(toRequestError(read, failure, 'maybe').message, /repeat|sent/);
    assert.equal('reason' in toMissingResponseFailure(new Error('none'), endpoint, true), false);
  });

  it('for an answer that is no HTTP, or whose head is too long, is malformed', () => {
    const parserError = Object.assign(withCode('HPE_INVALID'), { name: 'HTTPParserError' });
    for (const error of [parserError, withCode('UND_ERR_HEADERS_OVERFLOW')]) {
      for (const isSent of [true, false]) {
        assert.equal(toMissingResponseFailure(error, endpoint, isSent).kind, 'malformed');
      }
    }
  });

  it('has the failure that was carried through a library, sent or not', () => {
    const failure = timeoutFailure(endpoint, 10_000);
    for (const isSent of [true, false]) {
      assert.equal(
        toMissingResponseFailure(new TransportError(failure), endpoint, isSent),
        failure,
      );
    }
    assert.equal(toConnectFailure(new TransportError(failure), endpoint), failure);
  });

  it('says which resource it was for, and why, in the error', () => {
    const request = { operation: 'update', rtype: 'light', rid: 'some-id' } as const;
    const failure = toMissingResponseFailure(withCode('ECONNRESET'), endpoint, true);
    const error = toRequestError(request, failure, 'maybe');
    assert.match(error.message, /^Could not change light some-id: the connection to /);
    assert.deepEqual(error.cause, { ...request, sent: 'maybe', reason: 'ECONNRESET' });
  });
});

describe('The cause of an error', () => {
  it('holds the caught error beside the facts, for people who look and for programs', async () => {
    const bridge = await startScriptedBridge();
    await bridge.stop();
    const { host, port, fingerprint } = bridge;
    const client = new BridgeClient({ host, port, key: 'a-key', trust: { fingerprint } });
    const error: unknown = await client.list('light').catch((caught: unknown) => caught);
    await client.close();
    assert.ok(isBridgeError(error));
    const { cause } = error;
    assert.equal(cause.operation, 'list');
    assert.equal(cause.reason, 'ECONNREFUSED');
    assert.match(cause.error?.message ?? '', /ECONNREFUSED/);
    assert.match(
      inspect(error),
      /cause: \{[^]+operation: 'list'[^]+error: Error: connect ECONNREFUSED/,
    );
  });

  it('stays plain data in messages and logs', () => {
    const underlying = Object.assign(new Error('reset'), { socket: { self: {} } });
    underlying.socket.self = underlying;
    const { cause } = new BridgeError('ERR_BRIDGE_UNREACHABLE', 'Lost.', {
      status: 500,
      error: underlying,
    });
    assert.equal(cause.error, underlying);
    assert.deepEqual(Object.keys(cause), ['status']);
    assert.equal(JSON.stringify(cause), '{"status":500}');
    assert.deepEqual(structuredClone(cause), { status: 500 });
  });

  it('has no error where none was caught', () => {
    const { cause } = new BridgeError('ERR_BRIDGE_NOT_FOUND', 'Gone.', { status: 404 });
    assert.equal(cause.error, undefined);
    assert.equal(inspect(cause), '{ status: 404 }');
  });
});

describe('Errors of answers', () => {
  let bridge: ScriptedBridge;
  before(async () => (bridge = await startScriptedBridge()));
  after(() => bridge.stop());

  const expectError = async (promise: Promise<unknown>): Promise<BridgeError> => {
    const error: unknown = await promise.catch((thrown: unknown) => thrown);
    assert.ok(isBridgeError(error));
    return error;
  };

  for (const [what, body] of [
    ['the envelope', { errors: [{ description: 'out of range' }] }],
    ['a list, as the older interface does', [{ error: { type: 7, description: 'out of range' } }]],
    ['another JSON', { error: 'out of range' }],
    ['a message', { message: 'out of range' }],
    ['plain text', 'out of range'],
  ] as const) {
    it(`have their words quoted from ${what}, whatever the status`, async () => {
      for (const status of [400, 422, 500]) {
        bridge.setScript(respondWith(status, body));
        const update = bridge.client().update('light', lampId, { on: { on: true } });
        const { message, cause } = await expectError(update);
        assert.match(message, /The bridge says: "out of range"\.$/);
        assert.deepEqual(cause.descriptions, ['out of range']);
      }
    });
  }

  for (const [body, problem] of [
    ['', 'the answer is empty'],
    ['<html>', 'the answer is not JSON'],
    [[1], 'the answer is no object'],
    ['7', 'the answer is no object'],
    [{}, 'the answer has no data'],
    [{ data: {} }, 'the answer has no data'],
  ] as const) {
    it(`say of ${JSON.stringify(body)} that ${problem}`, async () => {
      bridge.setScript(respondWith(200, body));
      const { message, code } = await expectError(bridge.client().list('light'));
      assert.equal(code, 'ERR_BRIDGE_MALFORMED_ANSWER');
      assert.ok(message.includes(`: ${problem}`), message);
    });
  }

  it('name the lamp that an error is about, where it is known', async () => {
    const home: Record<string, unknown>[] = [
      { id: scriptedBridgeId, type: 'bridge' },
      { id: lampId, type: 'light', metadata: { name: 'Desk' } },
      {
        id: otherLampId,
        type: 'room',
        metadata: { name: 'Office' },
        children: [{ rid: lampId, rtype: 'light' }],
      },
    ];
    bridge.setScript((request, response) =>
      request.path.endsWith('/resource')
        ? respondWith(200, { errors: [], data: home })(request, response)
        : respondWith(404, { errors: [] })(request, response),
    );
    const client = bridge.client();
    const update = (): Promise<unknown> => client.update('light', lampId, { on: { on: true } });
    const missing = new RegExp(`^Could not change light ${lampId}: `);
    assert.match((await expectError(update())).message, missing);
    await client.stateCache.refresh();
    const named = /^Could not change light "Office\/Desk": /;
    assert.match((await expectError(update())).message, named);
    await client.close();
    assert.match((await expectError(update())).message, named);
  });
});

import assert from 'node:assert/strict';
import {
  timeoutFailure,
  toTransportFailureError,
  toConnectFailure,
  toRequestError,
  toMissingResponseFailure,
  TransportError,
} from '../../../src/bridge/transport-failure';

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

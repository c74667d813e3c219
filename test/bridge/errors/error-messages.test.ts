import assert from 'node:assert/strict';
import { BridgeError, isBridgeError, getErrorCode } from '../../../src/bridge/errors';
import {
  createStatusError,
  describeRequestedOperation,
  explainStatus,
  quoteDescriptions,
} from '../../../src/bridge/error-messages';

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

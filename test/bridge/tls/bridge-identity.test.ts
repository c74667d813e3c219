import assert from 'node:assert/strict';
import {
  abbreviateFingerprint,
  isSameFingerprint,
  parseFingerprint,
  isBridgeId,
} from '../../../src/bridge/bridge-identity';

const normal = Array.from({ length: 32 }, (_, index) =>
  (0xa0 + index).toString(16).toUpperCase(),
).join(':');
const spellings = [
  normal,
  normal.toLowerCase(),
  normal.replaceAll(':', ''),
  normal.replaceAll(':', ' '),
  ` ${normal}\n`,
  normal.replaceAll(':', '').replace(/(.{32})/, '$1\n'),
];

describe('A fingerprint', () => {
  it('may be written with colons, spaces or nothing between its digits, in either case', () => {
    for (const spelling of spellings) assert.equal(parseFingerprint(spelling), normal, spelling);
  });

  it('is the same in every spelling', () => {
    for (const one of spellings) {
      for (const other of spellings) assert.equal(isSameFingerprint(one, other), true);
    }
    assert.equal(isSameFingerprint(normal.replace('A0', 'A1'), normal), false);
    assert.equal(isSameFingerprint(undefined, normal), false);
    assert.equal(isSameFingerprint(undefined, ''), false);
  });

  it('has 64 digits, no more, no fewer, and nothing else', () => {
    const digits = normal.replaceAll(':', '');
    for (const text of [
      '',
      digits.slice(1),
      `${digits}0`,
      digits.replace('A', 'G'),
      `${digits}-`,
    ]) {
      assert.equal(parseFingerprint(text), undefined, text);
    }
  });

  it('is shown by its ends', () => {
    assert.equal(abbreviateFingerprint(normal), 'A0:A1:A2:A3…BE:BF');
  });
});

describe('A bridge id', () => {
  it('has 16 hexadecimal digits', () => {
    for (const id of ['0123456789abcdef', '001788FFFE23A4B5']) assert.equal(isBridgeId(id), true);
    for (const id of [
      '',
      '0123456789abcde',
      '0123456789abcdef0',
      '0123456789abcdeg',
      ' 123456789abcdef',
    ]) {
      assert.equal(isBridgeId(id), false, id);
    }
  });
});

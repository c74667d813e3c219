import assert from 'node:assert/strict';
import { getOnOrEnabledState } from '../../../src/runtime/requests';

const states: readonly [Record<string, unknown>, boolean | undefined][] = [
  [{ on: { on: true } }, true],
  [{ on: { on: false } }, false],
  [{ enabled: true }, true],
  [{ enabled: false }, false],
  [{ recall: { action: 'activate' } }, true],
  [{ recall: { action: 'deactivate' } }, false],
  [{ state: 'active' }, true],
  [{ state: 'inactive' }, false],
  [{ recall: { action: 'deactivate' }, state: 'active' }, false],
  [{ dimming: { brightness: 1 } }, undefined],
  [{ on: {}, state: 'unknown' }, undefined],
];

describe('Whether a resource is on, enabled or active', () => {
  for (const [resource, expected] of states) {
    it(`is ${expected ?? 'not known'} for ${JSON.stringify(resource)}`, () => {
      assert.equal(getOnOrEnabledState(resource), expected);
    });
  }
});

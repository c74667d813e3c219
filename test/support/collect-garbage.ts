import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  assert.ok(typeof collect === 'function');
  // A finished turn refers to some objects until a later turn.
  for (let round = 0; round < 5; round += 1) {
    await setImmediate();
    Reflect.apply(collect, undefined, []);
  }
}

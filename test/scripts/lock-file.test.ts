import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../scripts/node-red/user-directory';
import { isObject } from '../../src/resources/members';

const lock: unknown = JSON.parse(readFileSync(join(packageFolder, 'package-lock.json'), 'utf8'));
const packages = isObject(lock) && isObject(lock['packages']) ? lock['packages'] : {};

const isFromRegistry = (entry: unknown): boolean =>
  isObject(entry) && String(entry['resolved']).startsWith('http');

describe('package-lock.json', () => {
  it('lets `npm ci` be silent on Node 20, where Node-RED 5 runs although its command does not', () => {
    const entry = packages['node_modules/node-red-5'];
    assert.ok(isObject(entry), 'There is no node-red-5.');
    assert.equal(entry['engines'], undefined, 'Remove "engines" from node_modules/node-red-5.');
  });

  it('names no registry, so that everybody uses their own', () => {
    const named = Object.entries(packages).filter(([, entry]) => isFromRegistry(entry));
    assert.deepEqual(
      named.map(([name]) => name),
      [],
      'Run: npm config set omit-lockfile-registry-resolved true && npm install',
    );
  });
});

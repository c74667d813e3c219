import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isObject } from '../../../src/resources/members';
import { packageFolder } from '../../../scripts/node-red/user-directory';

/** All that is in memory once files were loaded, by default those that Node-RED loads, in a fresh process. */
function listLoadedModules(files: readonly string[] = listNodeFiles()): string[] {
  const script = `
    Intl.Collator = class { constructor() { throw new Error('This takes as long as loading all files.'); } };
    for (const file of ${JSON.stringify(files)}) require(file);
    console.log(Object.keys(require.cache).join('\\n'));`;
  return execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }).trim().split('\n');
}

function listNodeFiles(): string[] {
  const manifest: unknown = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  assert.ok(isObject(manifest) && isObject(manifest['node-red']));
  const { nodes } = manifest['node-red'];
  assert.ok(isObject(nodes));
  return Object.values(nodes).map((file) => join(packageFolder, String(file)));
}

describe('Loading the palette', () => {
  it('brings neither a library nor the table into memory before a node is deployed', () => {
    const modules = listLoadedModules();
    assert.ok(modules.some((file) => file.endsWith(join('nodes', 'bridge-light.js'))));
    const tooEarly = modules.filter(
      (file) => file.includes('node_modules') || /resources[/\\]table\.js$/.test(file),
    );
    assert.deepEqual(tooEarly, []);
  });

  it('takes few files, and none of what runs when a node is deployed', () => {
    const modules = listLoadedModules().map((file) => relative(packageFolder, file));
    const bundled = modules.filter((file) => file.startsWith(join('dist', 'bundle')));
    assert.ok(bundled.length > 0 && bundled.length <= 4, bundled.join());
    for (const name of ['runtime.js', 'later.js'])
      assert.ok(!bundled.includes(join('dist', 'bundle', name)), name);
    const others = modules.filter((file) => !bundled.includes(file));
    assert.deepEqual(new Set(others.map(dirname)), new Set([join('dist', 'nodes')]));
    const size = bundled.reduce((sum, file) => sum + statSync(file).size, 0);
    assert.ok(size < 80_000, `${size} bytes`);
  });

  it('takes for the start of a bridge, polls and lamps nothing that other nodes need', () => {
    const folder = join(packageFolder, 'dist', 'bundle');
    const names = listLoadedModules([join(folder, 'runtime.js')])
      .filter((file) => dirname(file) === folder)
      .map((file) => relative(folder, file));
    assert.ok(names.includes('runtime.js') && !names.includes('later.js'), names.join());
    const size = names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    assert.ok(size < 680_000, `${size} bytes`);
  });

  it('has no character for which a file would take twice the memory', () => {
    const folder = join(packageFolder, 'dist', 'bundle');
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.js'))) {
      const found = /[^\0-\x7f]/.exec(readFileSync(join(folder, file), 'utf8'));
      assert.equal(found, null, file);
    }
  });

  it('copies no module of its own when a node imports it on first use', () => {
    const folder = join(packageFolder, 'dist', 'bundle');
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.js'))) {
      const copies = readFileSync(join(folder, file), 'utf8').match(/__toESM\(require\("\.\/.*/g);
      assert.deepEqual(copies ?? [], [], file);
    }
  });

  it('leaves no getters between the files, through which every call of a function would go', () => {
    const folder = join(packageFolder, 'dist', 'bundle');
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.js'))) {
      const exported: unknown = require(join(folder, file));
      const members = Object.entries(Object.getOwnPropertyDescriptors(exported));
      assert.ok(members.length > 1, file);
      const getters = members.filter(([, member]) => !('value' in member)).map(([name]) => name);
      assert.deepEqual(getters, [], file);
    }
  });
});

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getNestedMember, isObject } from '../src/resources/members';

const root = process.cwd();
const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** What a package may hold, one pattern for each kind of file. */
const allowedFiles: readonly RegExp[] = [
  /^(?:package\.json|README\.md|CHANGELOG\.md|LICENSE)$/,
  /^docs\/[\w-]+\.md$/,
  /^examples\/[\w -]+\.json$/,
  /^resources\/examples\/[\w-]+\.json$/,
  /^dist\/nodes\/[\w-]+\.(?:js|html)$/,
  /^dist\/nodes\/icons\/[\w-]+\.svg$/,
  /^dist\/nodes\/locales\/[\w-]+\/[\w-]+\.(?:json|html)$/,
  /^dist\/bundle\/(?:palette|runtime|later|client|shared-[0-9A-Z]{8})\.js$/,
  /^dist\/(?:backup|import|simulator)\/cli\/command\.js$/,
  /^dist\/simulator\/page\/(?:page\.js|[\w-]+\.(?:css|html)|locales\/[\w-]+\.json)$/,
  /^dist\/src\/editor\/(?:plugin\.html|locales\/[\w-]+\/[\w-]+\.json)$/,
  /^dist\/types\/src\/(?:bridge|logbook|resources|units|vocabulary)\/(?:[\w-]+\/)*[\w-]+\.d\.ts$/,
];

/** Bytes of the archive in English, of one more language and of its examples in it, and of the declarations: about a tenth more than at the time of writing. */
const largest = { archive: 870_000, language: 53_000, examples: 22_000, declarations: 515_000 };

/** Of a later TypeScript: of 5.2, 5.4, 5.6 and 5.7. TypeScript before 5.6 knows one type argument of an iterable iterator. */
const newerTypes =
  /\b(?:Async)?Disposable\b|\bNoInfer\b|\b(?:\w*IteratorObject|BuiltinIteratorReturn|(?:Array|Map|Set|String|RegExpString)Iterator)\b|\b(?:Async)?Itera(?:ble|bleIterator)<(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*,|\b(?:Uint8Array|Buffer)</gu;

interface PackedFile {
  path: string;
  size: number;
}

const isPackedFile = (value: unknown): value is PackedFile =>
  isObject(value) && typeof value['path'] === 'string' && typeof value['size'] === 'number';

describe('The package', () => {
  let files: readonly PackedFile[];
  let size: unknown;
  before(async () => {
    const words = ['pack', '--dry-run', '--json', '--ignore-scripts'];
    const { stdout } = await promisify(execFile)('npm', words, {
      cwd: root,
      maxBuffer: 10_000_000,
    });
    const output: unknown = JSON.parse(stdout);
    const packed: unknown = Array.isArray(output) ? output.at(0) : undefined;
    const listed = getNestedMember(packed, 'files');
    files = Array.isArray(listed) ? listed.filter(isPackedFile) : [];
    size = getNestedMember(packed, 'size');
  });

  it('holds what it runs on and its documentation: no tests, no source maps, no source', () => {
    assert.ok(files.length > 150);
    const strangers = files
      .map(({ path }) => path)
      .filter((path) => !allowedFiles.some((pattern) => pattern.test(path)));
    assert.deepEqual(strangers, []);
  });

  it('holds declarations of the client only, and stays small', () => {
    const languages = files.filter(({ path }) => path.endsWith('/plugin.json')).length - 1;
    const examples = files.filter(({ path }) => path.startsWith('resources/examples/')).length;
    const maxSize = largest.archive + languages * largest.language + examples * largest.examples;
    assert.ok(Number(size) > 0 && Number(size) < maxSize, String(size));
    const declarations = files.filter(({ path }) => path.endsWith('.d.ts'));
    const bytes = declarations.reduce((sum, file) => sum + file.size, 0);
    assert.ok(bytes > 0 && bytes < largest.declarations, String(bytes));
  });

  it('has the types of the client where compilers look that do not know exports', () => {
    const types = getNestedMember(manifest, 'exports', './client', 'types');
    assert.equal(typeof types, 'string');
    assert.deepEqual(getNestedMember(manifest, 'typesVersions', '*', 'client'), [types]);
    const path = String(types).replace('./', '');
    assert.ok(files.some((file) => file.path === path));
    assert.ok(statSync(join(root, path)).isFile());
  });

  it('has types that TypeScript 5.0 knows', () => {
    const types = files.flatMap(({ path }) => (path.endsWith('.d.ts') ? [path] : []));
    assert.ok(types.length > 30);
    const unknown = types.flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(newerTypes)].map(
        ([found]) => `${path}: ${found}`,
      ),
    );
    assert.deepEqual(unknown, []);
  });
});

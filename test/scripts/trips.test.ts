import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Most files that a command passes from the input of a node to the HTTP library. */
const mostCommandFiles = 25;

/** Runs a script that records which functions are called. @returns the files by the title of their trip */
function recordTrips(): ReadonlyMap<string, readonly string[]> {
  const script = join(process.cwd(), 'dist', 'scripts', 'trips.js');
  const { stdout, stderr, status } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  const trips = new Map<string, string[]>();
  let files: string[] = [];
  for (const line of stdout.split('\n')) {
    const [, title] = /^(\S.*): \d+ files$/.exec(line) ?? [];
    if (title !== undefined) trips.set(title, (files = []));
    else if (line.startsWith('  ')) files.push(line.trim());
  }
  return trips;
}

/** Files that CONTRIBUTING draws for the trip of a command, in their order. */
function readDrawnFiles(): string[] {
  const text = readFileSync(join(process.cwd(), 'CONTRIBUTING.md'), 'utf8');
  const [, drawing = ''] =
    /^```\n([^`]*)^```/m.exec(text.slice(text.indexOf('### A command,'))) ?? [];
  return drawing.split('\n').flatMap((line) => /^\S+\.ts/.exec(line) ?? []);
}

describe('The trip of a command on an idle bridge', () => {
  let title: string;
  let files: readonly string[];
  before(() => {
    [title, files] = [...recordTrips()][0] ?? ['', []];
  });

  it('ends in the turn in which the message came', () => {
    assert.equal(title, 'From the message to the request, in one turn');
  });

  it(`passes at most ${mostCommandFiles} files`, () => {
    assert.ok(files.includes('src/runtime/actions/light.ts'), files.join(', '));
    assert.ok(files.length <= mostCommandFiles, `${files.length} files: ${files.join(', ')}`);
  });

  it('is drawn in CONTRIBUTING with all of them', () => {
    const drawn = readDrawnFiles();
    assert.deepEqual(
      files.filter((file) => !drawn.includes(file)),
      [],
    );
  });
});

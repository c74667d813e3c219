import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

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

/** Files that docs/architecture.md draws for a trip, in their order. @param heading how its chapter begins */
function readDrawnFiles(heading: string): string[] {
  const text = readFileSync(join(process.cwd(), 'docs', 'architecture.md'), 'utf8');
  const [, drawing = ''] = /^```\n([^`]*)^```/m.exec(text.slice(text.indexOf(heading))) ?? [];
  return drawing.split('\n').flatMap((line) => /^\S+\.ts/.exec(line) ?? []);
}

const findUndrawn = (files: readonly string[], heading: string): string[] => {
  const drawn = readDrawnFiles(heading);
  return files.filter((file) => !drawn.includes(file));
};

describe('The trips through the code', () => {
  let trips: (readonly [title: string, files: readonly string[]])[];
  before(() => {
    trips = [...recordTrips()];
  });

  describe('of a command on an idle bridge', () => {
    it('ends in the turn in which the message came', () => {
      assert.equal(trips[0]?.[0], 'From the message to the request, in one turn');
    });

    it('is drawn in docs/architecture.md with all its files', () => {
      const [, files = []] = trips[0] ?? [];
      assert.ok(files.includes('src/runtime/nodes/light.ts'), files.join(', '));
      assert.deepEqual(findUndrawn(files, '### A command,'), []);
    });
  });

  describe('of an event', () => {
    it('ends in the turn in which its bytes came', () => {
      assert.equal(trips[1]?.[0], 'From the bytes of an event to the message, in one turn');
    });

    it('is drawn in docs/architecture.md with all its files', () => {
      const [, files = []] = trips[1] ?? [];
      assert.ok(files.includes('src/runtime/message.ts'), files.join(', '));
      assert.deepEqual(findUndrawn(files, '### An event,'), []);
    });
  });

  it('are gone without what other nodes need in memory', () => {
    const [title, files = []] = trips[2] ?? [];
    assert.equal(title, 'What was loaded for both');
    assert.ok(files.includes(join('dist', 'bundle', 'runtime.js')), files.join(', '));
    assert.ok(!files.includes(join('dist', 'bundle', 'later.js')), files.join(', '));
  });
});

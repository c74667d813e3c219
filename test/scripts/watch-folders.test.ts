import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watchFolders } from '../../scripts/dev/watch-folders';
import { waitUntil } from '../support/wait-until';

describe('Watched folders', () => {
  let folder: string;
  let changed: string[];
  let unwatch: () => void;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'watch-test-'));
    mkdirSync(join(folder, 'deep', 'deeper'), { recursive: true });
    changed = [];
    unwatch = watchFolders([folder, join(folder, 'not-there')], (path) => changed.push(path));
  });
  afterEach(() => {
    unwatch();
    rmSync(folder, { recursive: true, force: true });
  });

  const isTold = (path: string): Promise<void> =>
    waitUntil(`news of ${path}, after ${changed.join()}`, () => changed.includes(path));

  it('report files at every depth, also where an editor puts a new file in their place', async () => {
    const file = join(folder, 'deep', 'deeper', 'file.ts');
    writeFileSync(`${file}~`, '1');
    renameSync(`${file}~`, file);
    await isTold(file);
    changed = [];
    writeFileSync(file, '2');
    await isTold(file);
  });

  it('report files in folders that were made later', async () => {
    const later = join(folder, 'later');
    mkdirSync(later);
    await isTold(later);
    const file = join(later, 'file.ts');
    writeFileSync(file, '1');
    await isTold(file);
  });

  it('are silent about what editors write aside', async () => {
    for (const name of ['.file.ts.swp', 'file.ts~', '4913']) writeFileSync(join(folder, name), '1');
    const last = join(folder, 'last.ts');
    writeFileSync(last, '1');
    await isTold(last);
    assert.deepEqual([...new Set(changed)], [last]);
  });
});

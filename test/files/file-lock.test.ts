import assert from 'node:assert/strict';
import { execFileSync, fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withFileLock } from '../../src/files/file-lock';

describe('The lock of a file', () => {
  let folder: string;
  let path: string;
  let lockPath: string;
  const children = new Set<ChildProcess>();
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lock-'));
    path = join(folder, 'counter');
    lockPath = `${path}.lock`;
  });
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL');
    children.clear();
    await rm(folder, { recursive: true });
  });

  const startChild = (count: number): ChildProcess => {
    const child = fork(join(__dirname, 'support', 'locking-child.js'), [path, String(count)]);
    children.add(child);
    return child;
  };
  /** Starts a process that keeps the lock. */
  const startHolder = async (): Promise<ChildProcess> => {
    const child = startChild(0);
    assert.deepEqual(await once(child, 'message'), ['held', undefined]);
    return child;
  };
  const tryLock = (options: { timeout?: number; maxAge?: number } = {}): Promise<string> =>
    withFileLock(path, () => Promise.resolve('locked'), options);

  it('is held by one action at a time, and gone afterwards', async () => {
    const running: number[] = [];
    let most = 0;
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        withFileLock(path, async () => {
          running.push(index);
          most = Math.max(most, running.length);
          await readdir(folder);
          running.pop();
        }),
      ),
    );
    assert.equal(most, 1);
    assert.deepEqual(await readdir(folder), []);
  });

  it('is released by an action that fails, whose error is passed on', async () => {
    const failure = new Error('no');
    await assert.rejects(
      withFileLock(path, () => Promise.reject(failure)),
      failure,
    );
    assert.equal(await tryLock({ timeout: 0 }), 'locked');
  });

  it('lets no process lose what another wrote, also when some are killed', async () => {
    const counts = [100, 100, 100, 100];
    const counters = counts.map(startChild);
    let acknowledged = 0;
    for (const [index, child] of counters.entries()) {
      let counted = 0;
      child.on('message', () => {
        acknowledged += 1;
        counted += 1;
        if (index % 2 === 0 && counted === 30 + index) child.kill('SIGKILL');
      });
    }
    await Promise.all(counters.map((child) => once(child, 'close')));
    assert.ok(acknowledged >= 262, String(acknowledged));
    const written = Number(await readFile(path, 'utf8'));
    // A killed process may have written once more than it could say.
    assert.ok(written >= acknowledged && written <= acknowledged + 2, `${written} ${acknowledged}`);
  });

  it('is not taken from a process that is running: the error for whoever waits says which one', async () => {
    const holder = await startHolder();
    const start = performance.now();
    await assert.rejects(tryLock({ timeout: 200 }), {
      name: 'FileError',
      message: `Cannot lock ${path}: process ${holder.pid} did not release ${lockPath} within 0.2 s. Delete that file if no process needs it`,
    });
    assert.ok(performance.now() - start >= 200);
    holder.send('release');
    assert.equal(await tryLock(), 'locked');
  });

  it('is taken at once from a process that was killed', async () => {
    const holder = await startHolder();
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    assert.equal(await tryLock({ timeout: 100 }), 'locked');
    assert.deepEqual(await readdir(folder), []);
  });

  it('is taken from a process before this one that had the same pid, as in a container', async () => {
    const own = await withFileLock(path, () => readFile(lockPath, 'utf8'));
    await writeFile(lockPath, own.replace(/"token":"[^"]*"/, '"token":"before"'));
    assert.equal(await tryLock({ timeout: 100 }), 'locked');
  });

  const others: readonly (readonly [string, string, number])[] = [
    ['of another host', JSON.stringify({ pid: 1, space: 'elsewhere', token: 'x' }), 31],
    ['that was cut off while it was written', '{"pid":', 2],
    ['with nothing in it', '', 2],
  ];
  for (const [which, text, seconds] of others) {
    it(`is left alone where it is one ${which}, and taken after ${seconds} s`, async () => {
      await writeFile(lockPath, text);
      await assert.rejects(tryLock({ timeout: 50 }), /did not release/);
      assert.equal(await readFile(lockPath, 'utf8'), text);
      for (const offset of [-seconds, seconds]) {
        await writeFile(lockPath, text);
        const time = Date.now() / 1_000 + offset;
        await utimes(lockPath, time, time);
        assert.equal(await tryLock({ timeout: 100 }), 'locked');
        assert.deepEqual(await readdir(folder), []);
      }
    });
  }

  it('that was taken over is noticed before the file is replaced, and is not released', async () => {
    await withFileLock(path, async (assertHeld) => {
      assertHeld();
      await writeFile(lockPath, JSON.stringify({ pid: 1, space: 'elsewhere', token: 'x' }));
      assert.throws(() => assertHeld(), /another process took over the lock/);
    });
    assert.match(await readFile(lockPath, 'utf8'), /elsewhere/);
  });

  it('is shared by a file and a symbolic link to it', async () => {
    await symlink('counter', join(folder, 'link'));
    await startHolder();
    await assert.rejects(
      withFileLock(join(folder, 'link'), () => Promise.resolve(), { timeout: 50 }),
      /did not release/,
    );
  });

  const obstacles: readonly (readonly [string, () => Promise<unknown> | void])[] = [
    ['a folder', () => mkdir(lockPath)],
    ['a pipe', () => void execFileSync('mkfifo', [lockPath])],
    ['a symbolic link', () => symlink('counter', lockPath)],
  ];
  for (const [kind, create] of obstacles) {
    it(`cannot be had where ${kind} is in its place`, async () => {
      await create();
      await assert.rejects(tryLock(), new RegExp(`Cannot lock .*: it is ${kind}, not a file`));
    });
  }

  it('cannot be had in a folder that does not exist', async () => {
    await assert.rejects(
      withFileLock(join(folder, 'no', 'file'), () => Promise.resolve()),
      /Cannot lock .*: ENOENT/,
    );
  });
});

import assert from 'node:assert/strict';
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readFile,
  readdir,
  readlink,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isObject } from '../../src/resources/members';
import { FileError } from '../../src/files/file-system';
import { readTextFile, writeFileAtomically } from '../../src/files/text-file';

/** Reads a file in a new process. */
const startScript = join(__dirname, 'support', 'reading-child.js');

/** Runs something while a method of all open files fails. */
async function withFailingFiles(
  method: 'sync' | 'writeFile',
  code: string,
  run: () => Promise<void>,
): Promise<void> {
  const probe = await open(__filename);
  const prototype: unknown = Object.getPrototypeOf(probe);
  await probe.close();
  assert.ok(isObject(prototype));
  const original = prototype[method];
  const fail = async function (this: FileHandle): Promise<void> {
    await this.write('part of the n');
    throw Object.assign(new Error(`${code}: no space left on device, write`), { code });
  };
  Object.assign(prototype, { [method]: fail });
  try {
    await run();
  } finally {
    Object.assign(prototype, { [method]: original });
  }
}

describe('A file that is written atomically', () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'files-'));
    path = join(folder, 'state.json');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const permissionsOf = async (file: string): Promise<number> => (await stat(file)).mode & 0o777;

  it('holds the new content, and leaves nothing else behind', async () => {
    await writeFileAtomically(path, 'old');
    await writeFileAtomically(path, 'new');
    assert.equal(await readTextFile(path), 'new');
    assert.deepEqual(await readdir(folder), ['state.json']);
  });

  for (const method of ['writeFile', 'sync'] as const) {
    it(`keeps its old content whole when the disk is full at ${method}`, async () => {
      await writeFileAtomically(path, 'old');
      await withFailingFiles(method, 'ENOSPC', async () => {
        await assert.rejects(writeFileAtomically(path, 'new'), (error) => {
          assert.ok(error instanceof FileError);
          assert.equal(
            error.message,
            `Cannot write ${path}: ENOSPC: no space left on device, write`,
          );
          return true;
        });
      });
      assert.equal(await readTextFile(path), 'old');
      assert.deepEqual(await readdir(folder), ['state.json']);
    });
  }

  it('keeps its old content when the caller withdraws it at the last moment', async () => {
    await writeFileAtomically(path, 'old');
    const beforeReplace = (): void => {
      throw new Error('too late');
    };
    await assert.rejects(writeFileAtomically(path, 'new', { beforeReplace }), /too late/);
    assert.equal(await readTextFile(path), 'old');
    assert.deepEqual(await readdir(folder), ['state.json']);
  });

  it('has the permissions that were asked for, and keeps narrower ones', async () => {
    await writeFileAtomically(path, 'secret', { mode: 0o600 });
    assert.equal(await permissionsOf(path), 0o600);
    await chmod(path, 0o644);
    await writeFileAtomically(path, 'secret', { mode: 0o600 });
    assert.equal(await permissionsOf(path), 0o600);
    await writeFileAtomically(path, 'open', { mode: 0o644 });
    assert.equal(await permissionsOf(path), 0o600);
  });

  it('may be behind symbolic links, which stay, even to a file that does not exist yet', async () => {
    const elsewhere = join(folder, 'elsewhere');
    await mkdir(elsewhere);
    await symlink('elsewhere/link.json', path);
    await symlink('real.json', join(elsewhere, 'link.json'));
    for (const content of ['first', 'second']) {
      await writeFileAtomically(path, content);
      assert.equal(await readFile(join(elsewhere, 'real.json'), 'utf8'), content);
      assert.equal(await readlink(path), 'elsewhere/link.json');
      assert.ok((await lstat(join(elsewhere, 'link.json'))).isSymbolicLink());
      assert.deepEqual((await readdir(elsewhere)).toSorted(), ['link.json', 'real.json']);
    }
  });

  it('is refused where symbolic links go in a circle', async () => {
    await symlink('state.json', path);
    await assert.rejects(writeFileAtomically(path, 'new'), /Cannot write .*state\.json: ELOOP/);
  });

  const others: readonly (readonly [string, () => Promise<unknown> | void])[] = [
    ['a folder', () => mkdir(path)],
    ['a pipe', () => void execFileSync('mkfifo', [path])],
    ['a device', () => symlink('/dev/null', path)],
  ];
  for (const [kind, create] of others) {
    it(`is refused where there is ${kind}, which is neither replaced nor waited for`, async () => {
      await create();
      const reason = `it is ${kind}, not a file. Move it away or choose another path`;
      await assert.rejects(writeFileAtomically(path, 'new'), {
        message: `Cannot write ${path}: ${reason}`,
      });
      await assert.rejects(readTextFile(path), { message: `Cannot read ${path}: ${reason}` });
      assert.ok(!(await stat(path)).isFile());
      assert.deepEqual(await readdir(folder), ['state.json']);
    });
  }

  it('is refused in a folder that does not exist', async () => {
    await assert.rejects(writeFileAtomically(join(folder, 'no', 'state.json'), 'new'), /ENOENT/);
    assert.equal(await readTextFile(join(folder, 'no', 'state.json')), undefined);
  });

  it('is never seen half written, however many write it at once', async () => {
    const contents = Array.from({ length: 20 }, (_, index) => String(index).repeat(50_000));
    await writeFileAtomically(path, contents[0] ?? '');
    const seen = new Set<string>();
    await Promise.all(
      contents.map(async (text) => {
        await writeFileAtomically(path, text);
        seen.add(await readFile(path, 'utf8'));
      }),
    );
    assert.ok([...seen].every((text) => contents.includes(text)));
    assert.deepEqual(await readdir(folder), ['state.json']);
  });

  it('has its temporary file removed at the next start if the process was killed meanwhile, and only then', async () => {
    const child = fork(join(__dirname, 'support', 'stopping-child.js'), [path]);
    await once(child, 'message');
    const countFiles = async (): Promise<number> => (await readdir(folder)).length;
    const strangers = ['state.json.bak', 'state.json.tmp', 'other.json.00000000-1-00000000.tmp'];
    for (const name of strangers) await writeFile(join(folder, name), 'of somebody else');
    const readAtStart = (): unknown => execFileSync(process.execPath, [startScript, path]);

    readAtStart();
    assert.equal(await countFiles(), strangers.length + 1, 'the child still writes');
    child.kill('SIGKILL');
    await once(child, 'exit');
    readAtStart();
    assert.deepEqual((await readdir(folder)).toSorted(), strangers.toSorted());
  });

  it('keeps the fresh temporary file of another host, and removes an old one', async () => {
    const [fresh, old] = ['00000000-1-00000001', '00000000-1-00000002'].map(
      (name) => `${path}.${name}.tmp`,
    );
    assert.ok(fresh !== undefined && old !== undefined);
    await Promise.all([writeFile(fresh, ''), writeFile(old, '')]);
    await utimes(old, 0, 0);
    await readTextFile(path);
    assert.deepEqual(await readdir(folder), [basename(fresh)]);
  });
});

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { exampleFlows } from '../../scripts/example-flows';
import { packageFolder } from '../../scripts/user-directory';

type Started = ChildProcessByStdio<null, Readable, Readable>;

const listen = (port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });

const close = async (server: Server): Promise<void> => {
  const closed = once(server, 'close');
  server.close();
  await closed;
};

/** The first of four ports in a row that are free. */
async function freePorts(from = 20_000 + (process.pid % 20_000)): Promise<number> {
  const results = await Promise.allSettled([0, 1, 2, 3].map((offset) => listen(from + offset)));
  const servers = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  await Promise.all(servers.map(close));
  return servers.length === results.length ? from : freePorts(from + 4);
}

describe('npm start', () => {
  let port: number;
  let folder: string;
  before(async () => {
    port = await freePorts();
    folder = mkdtempSync(join(tmpdir(), 'start-test-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const start = (): Started =>
    spawn(process.execPath, [join(packageFolder, 'dist', 'scripts', 'start.js'), folder], {
      env: { ...process.env, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });

  const firstLine = (stream: Readable): Promise<string> =>
    new Promise((resolve) => {
      createInterface({ input: stream }).once('line', resolve);
    });

  const ended = (child: Started): Promise<number | null> =>
    new Promise((resolve) => {
      if (child.exitCode !== null) resolve(child.exitCode);
      child.once('exit', resolve);
    });

  it('says what to open, has the examples ready, and ends with Ctrl-C', async () => {
    const child = start();
    try {
      const line = await firstLine(child.stdout);
      assert.ok(line.includes(`http://127.0.0.1:${port} `), line);
      assert.ok(line.includes(`http://127.0.0.1:${port + 1} `), line);
      const flows: unknown = await (await fetch(`http://127.0.0.1:${port}/flows`)).json();
      assert.ok(Array.isArray(flows));
      assert.equal(flows.length, exampleFlows().length);
      const page = await fetch(`http://127.0.0.1:${port + 1}/`);
      assert.match(await page.text(), /<html/);
    } finally {
      child.kill('SIGINT');
    }
    assert.equal(await ended(child), 0);
  }).timeout(20_000);

  it('says which port is taken, and what to do', async () => {
    const blocker = await listen(port + 1);
    try {
      const child = start();
      assert.match(await firstLine(child.stderr), new RegExp(`^Port ${port + 1} is taken.*PORT=`));
      assert.equal(await ended(child), 1);
    } finally {
      await close(blocker);
    }
  }).timeout(20_000);
});

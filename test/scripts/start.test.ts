import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { exampleFlows, withSettings } from '../../scripts/example-flows';
import { readdress } from '../../scripts/kept-flows';
import { packageFolder, readFlow, writeJson } from '../../scripts/user-directory';
import type { FlowNode } from '../../scripts/user-directory';
import { isObject } from '../../src/resources';

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
async function freePorts(from = 10_000 + (process.pid % 20_000)): Promise<number> {
  const results = await Promise.allSettled([0, 1, 2, 3].map((offset) => listen(from + offset)));
  const servers = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  await Promise.all(servers.map(close));
  return servers.length === results.length ? from : freePorts(from + 4);
}

const settingOf = (flow: readonly FlowNode[], id: string, name: string): unknown =>
  flow.find((node) => node.id === id)?.[name];

describe('npm start', () => {
  let port: number;
  let folder: string;
  before(async () => {
    port = await freePorts();
    folder = mkdtempSync(join(tmpdir(), 'start-test-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const start = (at = port): Started =>
    spawn(process.execPath, [join(packageFolder, 'dist', 'scripts', 'start.js'), folder], {
      env: { ...process.env, PORT: String(at) },
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
  }).timeout(60_000);

  it('keeps changed flows and connects them at the ports of another start', async () => {
    const file = join(folder, 'node-red', 'flows.json');
    const flows = withSettings(readFlow(file), 'example-bridge', { name: 'My bridge' });
    writeJson(file, flows);
    const other = await freePorts(port + 4);
    const child = start(other);
    try {
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      assert.match(String((await lines.next()).value), /^Your changed flows were kept\./);
      assert.match(String((await lines.next()).value), /the ports of this start/);
      assert.match(String((await lines.next()).value), new RegExp(`^Open .*:${other} `));
      const kept = readFlow(file);
      assert.equal(settingOf(kept, 'example-bridge', 'name'), 'My bridge');
      assert.equal(settingOf(kept, 'example-mqtt-broker', 'port'), String(other + 3));
      const answer = await fetch(`http://127.0.0.1:${other}/lighting-bridge/resources`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ bridge: 'example-bridge', refresh: true }),
      });
      const told: unknown = await answer.json();
      assert.ok(isObject(told) && Array.isArray(told['resources']), JSON.stringify(told));
      assert.ok(told['resources'].length > 0);
    } finally {
      child.kill('SIGINT');
    }
    assert.equal(await ended(child), 0);
  }).timeout(60_000);

  it('leaves an address that somebody has chosen', () => {
    const files = { flows: join(folder, 'chosen.json'), asWritten: join(folder, 'written.json') };
    copyFileSync(join(folder, 'flows-as-written.json'), files.asWritten);
    const chosen = { host: '192.0.2.7', port: '443' };
    writeJson(files.flows, withSettings(readFlow(files.asWritten), 'example-bridge', chosen));
    const address = { host: '127.0.0.1', port: '4242' };
    assert.equal(readdress(files, { 'example-bridge': address }), false);
    assert.equal(settingOf(readFlow(files.flows), 'example-bridge', 'host'), '192.0.2.7');
  });

  it('says which port is taken, and what to do', async () => {
    const blocker = await listen(port + 1);
    try {
      const child = start();
      assert.match(await firstLine(child.stderr), new RegExp(`^Port ${port + 1} is taken.*PORT=`));
      assert.equal(await ended(child), 1);
    } finally {
      await close(blocker);
    }
  }).timeout(60_000);
});

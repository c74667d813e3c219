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
import { readExampleFlows, withNodeSettings } from '../../scripts/node-red/example-flows';
import { updateAddresses } from '../../scripts/start/start-flows';
import { packageFolder, readFlow, writeJson } from '../../scripts/node-red/user-directory';
import type { FlowNode } from '../../scripts/node-red/user-directory';
import { isObject } from '../../src/resources/members';

type StartProcess = ChildProcessByStdio<null, Readable, Readable>;

const listenOn = (port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });

const closeServer = async (server: Server): Promise<void> => {
  const closed = once(server, 'close');
  server.close();
  await closed;
};

/** The first of four ports in a row that are free. */
async function findFreePorts(from = 10_000 + (process.pid % 20_000)): Promise<number> {
  const results = await Promise.allSettled([0, 1, 2, 3].map((offset) => listenOn(from + offset)));
  const servers = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  await Promise.all(servers.map(closeServer));
  return servers.length === results.length ? from : findFreePorts(from + 4);
}

const getSetting = (flow: readonly FlowNode[], id: string, name: string): unknown =>
  flow.find((node) => node.id === id)?.[name];

describe('npm start', () => {
  let port: number;
  let folder: string;
  before(async () => {
    port = await findFreePorts();
    folder = mkdtempSync(join(tmpdir(), 'start-test-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const startProcess = (basePort = port): StartProcess =>
    spawn(process.execPath, [join(packageFolder, 'dist', 'scripts', 'start.js'), folder], {
      env: { ...process.env, PORT: String(basePort) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });

  const readFirstLine = (stream: Readable): Promise<string> =>
    new Promise((resolve) => {
      createInterface({ input: stream }).once('line', resolve);
    });

  const waitForExit = (child: StartProcess): Promise<number | null> =>
    new Promise((resolve) => {
      if (child.exitCode !== null) resolve(child.exitCode);
      child.once('exit', resolve);
    });

  it('says what to open, has the examples ready, and ends with Ctrl-C', async () => {
    const child = startProcess();
    try {
      const line = await readFirstLine(child.stdout);
      assert.ok(line.includes(`http://127.0.0.1:${port} `), line);
      assert.ok(line.includes(`http://127.0.0.1:${port + 1} `), line);
      const flows: unknown = await (await fetch(`http://127.0.0.1:${port}/flows`)).json();
      assert.ok(Array.isArray(flows));
      assert.equal(flows.length, readExampleFlows().length);
      const page = await fetch(`http://127.0.0.1:${port + 1}/`);
      assert.match(await page.text(), /<html/);
    } finally {
      child.kill('SIGINT');
    }
    assert.equal(await waitForExit(child), 0);
  });

  it('keeps changed flows and connects them at the ports of another start', async () => {
    const file = join(folder, 'node-red', 'flows.json');
    const flows = withNodeSettings(readFlow(file), 'example-bridge', { name: 'My bridge' });
    writeJson(file, flows);
    const other = await findFreePorts(port + 4);
    const child = startProcess(other);
    try {
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      assert.match(String((await lines.next()).value), /^Your changed flows were kept\./);
      assert.match(String((await lines.next()).value), /the ports of this start/);
      assert.match(String((await lines.next()).value), new RegExp(`^Open .*:${other} `));
      const keptFlows = readFlow(file);
      assert.equal(getSetting(keptFlows, 'example-bridge', 'name'), 'My bridge');
      assert.equal(getSetting(keptFlows, 'example-mqtt-broker', 'port'), String(other + 3));
      const answer = await fetch(`http://127.0.0.1:${other}/lighting-bridge/resources`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ bridge: 'example-bridge', refresh: true }),
      });
      const response: unknown = await answer.json();
      assert.ok(
        isObject(response) && Array.isArray(response['resources']),
        JSON.stringify(response),
      );
      assert.ok(response['resources'].length > 0);
    } finally {
      child.kill('SIGINT');
    }
    assert.equal(await waitForExit(child), 0);
  });

  it('leaves an address that somebody has chosen', () => {
    const files = {
      flows: join(folder, 'chosen.json'),
      generatedCopy: join(folder, 'written.json'),
    };
    copyFileSync(join(folder, 'flows-as-written.json'), files.generatedCopy);
    const chosen = { host: '192.0.2.7', port: '443' };
    writeJson(
      files.flows,
      withNodeSettings(readFlow(files.generatedCopy), 'example-bridge', chosen),
    );
    const address = { host: '127.0.0.1', port: '4242' };
    assert.equal(updateAddresses(files, { 'example-bridge': address }), false);
    assert.equal(getSetting(readFlow(files.flows), 'example-bridge', 'host'), '192.0.2.7');
  });

  it('says which port is taken, and what to do', async () => {
    const blockingServer = await listenOn(port + 1);
    try {
      const child = startProcess();
      assert.match(
        await readFirstLine(child.stderr),
        new RegExp(`^Port ${port + 1} is taken.*PORT=`),
      );
      assert.equal(await waitForExit(child), 1);
    } finally {
      await closeServer(blockingServer);
    }
  });
});

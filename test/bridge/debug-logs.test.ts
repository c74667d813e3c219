import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { announceRepeatedly, freeUdpPort } from '../support/network/mdns';
import { respondWith, startScriptedBridge } from '../support/network/scripted-bridge';
import type { ScriptedBridge } from '../support/network/scripted-bridge';
import type { DebugLogScenario } from './support/debug-log-child';

describe('Debug output', () => {
  let simulator: Simulator;
  let echo: ScriptedBridge;
  let scenario: DebugLogScenario;
  let stopAnnouncing: () => Promise<void>;

  before(async () => {
    simulator = await startSimulator();
    echo = await startScriptedBridge();
    echo.setScript((seen, response) => {
      const description = `the key ${String(seen.headers['home-application-key'])} is not known`;
      respondWith(400, { errors: [{ description }], data: [] })(seen, response);
    });
    const discoveryPort = await freeUdpPort();
    stopAnnouncing = await announceRepeatedly(discoveryPort, simulator);
    const { host, port, fingerprint, home } = simulator;
    const trust = { fingerprint };
    scenario = {
      bridge: { host, port, trust },
      lampId: home.byType('light')[0]?.id ?? '',
      echo: { host, port: echo.port, trust: { fingerprint: echo.fingerprint } },
      impostor: { host, port: echo.port, trust },
      discoveryPort,
    };
  });
  after(async () => {
    await stopAnnouncing();
    await echo.stop();
    await simulator.stop();
  });

  /** Runs the scenario in a process of its own. @returns all that it printed, and the key that it got */
  async function capture(nodeDebug: string): Promise<{ output: string; key: string }> {
    const child = fork(join(__dirname, 'support', 'debug-log-child.js'), {
      env: { ...process.env, NODE_DEBUG: nodeDebug },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    assert.ok(child.stdout && child.stderr);
    const keyReceived = once(child, 'message');
    const exited = once(child, 'exit');
    const printed = Promise.all([text(child.stdout), text(child.stderr)]);
    simulator.pressLinkButton(30_000);
    child.send(scenario);
    const message: readonly unknown[] = await Promise.race([
      keyReceived,
      exited.then(() => Promise.reject(new Error('The process ended without a key.'))),
    ]);
    await exited;
    return { output: (await printed).join('\n'), key: String(message[0]) };
  }

  it('of all areas says what was asked, decided and found, and never the key', async () => {
    const { output, key } = await capture('lighting-bridge');
    const expectedLines = [
      /http 127\.0\.0\.1:\d+ POST \/api \(\d+ bytes\): 200, \d+ bytes after \d+ ms/,
      /http \S+ PUT \/clip\/v2\/resource\/light\/[-0-9a-f]+ \(\d+ bytes\): 200,/,
      /http \S+ GET \/clip\/v2\/resource\/light: 403,/,
      /http \S+ GET \/clip\/v2\/resource\/light: 400,/,
      /http .*: untrusted ERR_BRIDGE_UNTRUSTED after/,
      /http .*: away ERR_BRIDGE_UNREACHABLE ECONNREFUSED/,
      /queue lamps: sends PUT \S+, attempt 1, merged [2-4], waited \d+ ms, \d+ waiting/,
      /queue lamps: \S+ waits, [1-4] waiting/,
      /queue connection: down: nothing listens at /,
      /events stream: status 200, text\/event-stream/,
      /events stream: live/,
      /events update: \d+ \(.*\blight\b.*\)/,
      /trust \S+ shows \S+ of "\S+": accepted/,
      /trust \S+ shows .*: rejected: .* instead of the pinned/,
      /discovery announced: "[^"]+" at \S+, id [0-9a-f]{16}/,
      /discovery _hue\._tcp: 1 found/,
    ];
    assertSecret(output, key);
    for (const line of expectedLines) assert.match(output, line);
    assert.doesNotMatch(output, /connects again/, 'a stream that was closed');
  });

  it('of one area is of that area alone', async () => {
    const { output, key } = await capture('lighting-bridge-trust');
    const lines = output.split('\n').filter((line) => line.trim() !== '');
    assert.ok(lines.length > 3, output);
    for (const line of lines) assert.match(line, /^LIGHTING-BRIDGE-TRUST \d+: [\d:.]{12} /);
    assertSecret(output, key);
  });

  it('is none where nobody asks for it', async () => {
    const { output } = await capture('');
    assert.equal(output.trim(), '');
  });
});

/** Fails when the output holds the key, in any of the ways in which it could be written. */
function assertSecret(output: string, key: string): void {
  assert.ok(key.length >= 20, 'The bridge gave a key.');
  const { length } = key;
  const parts = [key.slice(0, 8), key.slice(length / 2, length / 2 + 8), key.slice(-8)];
  const bytes = Buffer.from(key);
  for (const form of [...parts, bytes.toString('hex'), bytes.toString('base64').slice(0, 16)]) {
    assert.equal(output.includes(form), false, 'The output holds the key or a part of it.');
  }
  assert.doesNotMatch(output, /application-key|username|clientkey/i);
}

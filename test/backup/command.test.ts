import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { createFixtureId } from '../../src/simulator/fixtures/fixture';
import { createFixtureHome } from '../../src/simulator/fixtures/home';
import { giveNewIds } from '../../src/simulator/new-ids';

/** As the package ships it. */
const program = join(__dirname, '..', '..', 'backup', 'cli', 'command.js');
const fixture = createFixtureHome('02aabbfffe010203');
const relax = createFixtureId('scene/hallway/relax');

interface Outcome {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

describe('The command lighting-bridge-backup', () => {
  let folder: string;
  let file: string;
  const simulators: Simulator[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'backup-'));
    file = join(folder, 'backup.json');
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true });
    await Promise.all(simulators.splice(0).map((simulator) => simulator.stop()));
  });

  const start = async (home = fixture): Promise<Simulator> => {
    const simulator = await startSimulator({ home });
    simulators.push(simulator);
    return simulator;
  };

  async function run(
    { host, port, key, fingerprint }: Simulator,
    ...args: readonly string[]
  ): Promise<Outcome> {
    const address = ['--bridge', `${host}:${port}`, '--fingerprint', fingerprint];
    const child = spawn(process.execPath, [program, ...args, ...address], {
      env: { ...process.env, LIGHTING_BRIDGE_KEY: key },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(child, 'close');
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
    await ended;
    return { status: child.exitCode, output, errors };
  }

  it('saves a home to a new file for its owner only, without the key', async () => {
    const simulator = await start();
    const { status, errors } = await run(simulator, 'save', file);
    assert.equal(status, 0, errors);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.ok(!readFileSync(file, 'utf8').includes(simulator.key));
    const again = await run(simulator, 'save', file);
    assert.equal(again.status, 1);
    assert.match(again.errors, /exists already: name another file/);
  });

  it('plans without a change, and brings a deleted scene back', async () => {
    const simulator = await start();
    await run(simulator, 'save', file);
    simulator.home.remove(relax);
    const planned = await run(simulator, 'plan', file);
    assert.equal(planned.status, 0, planned.errors);
    assert.match(planned.output, /^create {2}Scene Relax \(Hallway\)/m);
    assert.match(planned.output, /1 to create, 0 to change, 0 to delete/);
    assert.equal(simulator.home.byType('scene').length, 23);
    const restored = await run(simulator, 'restore', file, '--part', relax);
    assert.equal(restored.status, 0, restored.errors);
    assert.match(restored.errors, /1\/1 done: Scene Relax \(Hallway\)/);
    assert.equal(simulator.home.byType('scene').length, 24);
    const second = await run(simulator, 'plan', file);
    assert.match(second.output, /^0 to create, 0 to change/);
  });

  it('rewrites flows for the ids of another bridge', async () => {
    await run(await start(), 'save', file);
    const flows = join(folder, 'flows.json');
    writeFileSync(flows, JSON.stringify([{ id: 'n1', type: 'bridge-scene', target: relax }]));
    const { status, output, errors } = await run(
      await start(giveNewIds(fixture, 'kept')),
      'flows',
      file,
      flows,
    );
    assert.equal(status, 0, errors);
    assert.deepEqual(JSON.parse(output), [
      { id: 'n1', type: 'bridge-scene', target: createFixtureId(`new/${relax}`) },
    ]);
    assert.match(errors, /bridge-scene.*target: .* becomes /);
  });

  it('says what is wrong with a file or a word, and sends nothing', async () => {
    const simulator = await start();
    writeFileSync(file, '{"format": "lighting-bridge-backup", "version": 9}');
    for (const [args, sentence] of [
      [['plan', file], /version 9.*Update the package/],
      [['plan', join(folder, 'none.json')], /none\.json cannot be read: ENOENT/],
      [['destroy', file], /one of save, plan, restore, flows/],
      [['restore', file, '--choose', 'x=y'], /--choose: expected <id>=<id>/],
    ] as const) {
      const { status, errors } = await run(simulator, ...args);
      assert.equal(status, 1);
      assert.match(errors, sentence);
      assert.doesNotMatch(errors, /\n +at /);
    }
    assert.equal(simulator.requests.length, 0);
  });
});

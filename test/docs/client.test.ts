import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';
import { getNestedMember } from '../../src/resources/members';
import { startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';

const page = readFileSync(join(process.cwd(), 'docs', 'client.md'), 'utf8');

/** Programs of the page by the word behind `js`. */
const programs = new Map(
  [...page.matchAll(/^```js (\w+)\n([^]*?)^```$/gm)].map(([, name = '', code = '']) => [
    name,
    code,
  ]),
);
const programOf = (...names: readonly string[]): string =>
  names.map((name) => programs.get(name) ?? assert.fail(`No program ${name}.`)).join('\n');

/** A program of the page that runs: its lines as they come. */
class RunningProgram {
  readonly lines: string[] = [];
  readonly #child: ChildProcessByStdio<null, Readable, Readable>;
  readonly #output: NodeJS.EventEmitter;
  #errors = '';

  /** The package finds itself by its name, as a program finds it that has it installed. */
  constructor(code: string, { host, port, key, fingerprint }: Simulator) {
    const source = code.replaceAll("host: '192.0.2.10',", `host: '${host}', port: ${port},`);
    assert.notEqual(source, code);
    this.#child = spawn(process.execPath, ['--input-type=module', '-e', source], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, BRIDGE_KEY: key, BRIDGE_FINGERPRINT: fingerprint },
    });
    this.#child.stderr.on('data', (data: Buffer) => (this.#errors += data.toString()));
    this.#output = createInterface({ input: this.#child.stdout }).on('line', (line) =>
      this.lines.push(line),
    );
  }

  async waitForLine(pattern: RegExp): Promise<void> {
    while (!this.lines.some((line) => pattern.test(line))) await once(this.#output, 'line');
  }

  interrupt(): void {
    this.#child.kill('SIGINT');
  }

  /** Waits until it has ended by itself. */
  async end(): Promise<readonly string[]> {
    const closed: readonly unknown[] = await once(this.#child, 'close');
    assert.deepEqual({ status: closed[0], errors: this.#errors }, { status: 0, errors: '' });
    return this.lines;
  }

  stop(): void {
    this.#child.kill('SIGKILL');
  }
}

describe('docs/client.md', () => {
  let simulator: Simulator;
  let program: RunningProgram;
  beforeEach(async () => (simulator = await startSimulator({ port: 0, events: { batch: 0 } })));
  afterEach(async () => {
    program.stop();
    await simulator.stop();
  });

  const run = (...names: readonly string[]): RunningProgram =>
    (program = new RunningProgram(programOf(...names), simulator));
  const floorLamp = (): string => {
    const named = simulator.home
      .byType('light')
      .find((lamp) => getNestedMember(lamp, 'metadata', 'name') === 'Floor lamp');
    return named?.id ?? '';
  };
  const changeBrightness = (brightness: number): void => {
    simulator.home.change(floorLamp(), { dimming: { brightness } });
  };

  it('finds a lamp, and ends when it is closed', async () => {
    assert.deepEqual(await run('open', 'find', 'close').end(), ['Floor lamp true 40.32']);
  });

  it('sets a colour', async () => {
    assert.deepEqual(await run('open', 'set', 'close').end(), []);
    const lamp = simulator.home.get(floorLamp());
    assert.equal(Math.round(Number(getNestedMember(lamp, 'dimming', 'brightness'))), 50);
    assert.ok(Number(getNestedMember(lamp, 'color', 'xy', 'x')) > 0.5);
  });

  it('watches changes', async () => {
    const watching = run('open', 'watch', 'close');
    const ended = watching.end();
    // The first state is no change: change the lamp until the program knows it.
    let brightness = 10;
    const timer = setInterval(() => changeBrightness((brightness += 1)), 200);
    const lines = await ended.finally(() => clearInterval(timer));
    assert.match(lines.join('\n'), /^Floor lamp: \d+ %$/);
  });

  it('handles errors', async () => {
    const [line = ''] = await run('open', 'errors', 'close').end();
    assert.match(line, /^ERR_BRIDGE_UNKNOWN_TARGET name: expected .*Did you mean.*Floor lamp/);
  });

  it('monitors a home until Ctrl+C', async () => {
    const monitor = run('monitor');
    await monitor.waitForLine(/^bridge \w+, stream$/);
    changeBrightness(77);
    await monitor.waitForLine(/^Floor lamp changed: dimming\.brightness/);
    monitor.interrupt();
    await monitor.end();
  });

  it('has no program that no test runs', () => {
    assert.deepEqual(
      [...programs.keys()],
      ['open', 'find', 'set', 'watch', 'errors', 'close', 'monitor'],
    );
    assert.equal([...page.matchAll(/^```js/gm)].length, programs.size);
  });
});

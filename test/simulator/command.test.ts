import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getNestedMember } from '../../src/resources/members';
import { createFixtureId, createUnusualHome, startSimulator } from '../../src/simulator';
import { parseCommandLine } from '../../src/simulator/cli/command-line';

/** As the package ships it. */
const program = join(__dirname, '..', '..', 'simulator', 'cli', 'command.js');

interface CommandResult {
  code: number | null;
  output: string;
  errors: string;
}

describe('The command lighting-bridge-simulator', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'simulator-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const startCommand = (...args: string[]): ChildProcessWithoutNullStreams =>
    spawn(process.execPath, [
      program,
      '--port=0',
      '--control-port=0',
      `--certificate-folder=${folder}/identity`,
      ...args,
    ]);
  /** What the command does with its arguments, in this process. */
  const start = async (args: readonly string[]): Promise<void> => {
    const commandLine = parseCommandLine(
      ['--port=0', '--control-port=0', `--certificate-folder=${folder}/identity`, ...args],
      {},
    );
    assert.ok(commandLine.kind === 'start', args.join(' '));
    const simulator = await startSimulator(commandLine.options);
    await simulator.stop();
  };
  const waitForEnd = async (child: ChildProcessWithoutNullStreams): Promise<CommandResult> => {
    let [output, errors] = ['', ''];
    child.stdout.on('data', (chunk) => (output += String(chunk)));
    child.stderr.on('data', (chunk) => (errors += String(chunk)));
    await once(child, 'close');
    return { code: child.exitCode, output, errors };
  };
  const waitForStart = async (child: ChildProcessWithoutNullStreams): Promise<string> => {
    let text = '';
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
      text += String(chunk);
      if (text.includes('ends it')) break;
    }
    return text;
  };

  it('prints one block with addresses, key and fingerprint, and ends cleanly', async () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const faults = ['--status', '503', '--delay', '5', '--rate-limit', '7'];
      const child = startCommand('--key', 'my-key', ...faults);
      const startText = await waitForStart(child);
      const [page] = /http:\S+/.exec(startText) ?? [];
      const state: unknown = await (await fetch(`${page}/api/state`)).json();
      assert.deepEqual(getNestedMember(state, 'faults'), {
        answers: [{ status: 503, delay: 5 }],
        rateLimit: { perSecond: 7 },
        stream: {},
        handshakeDelay: 0,
      });
      assert.match(
        startText,
        /^Lighting bridge simulator\n {2}Bridge +https:\/\/127\.0\.0\.1:\d+\n {2}Page +http:\/\/127\.0\.0\.1:\d+\n {2}Key +my-key\n {2}Bridge id +[0-9a-f]{16}\n {2}Fingerprint +(?:[0-9A-F]{2}:){31}[0-9A-F]{2}\n/,
      );
      child.kill(signal);
      assert.deepEqual(await waitForEnd(child), { code: 0, output: '', errors: '' });
    }
  });

  it('starts a bridge of this machine alone, on the ports of its help, where no argument says more', () => {
    assert.deepEqual(parseCommandLine([], { XDG_STATE_HOME: '/state' }), {
      kind: 'start',
      options: {
        port: 8_443,
        controlPort: 8_580,
        host: '127.0.0.1',
        key: 'simulator-key',
        requestLog: 1_000,
        alive: false,
        events: {},
        announce: false,
        certificateFolder: join('/state', 'lighting-bridge-simulator'),
        createdStatus: 200,
        unauthorizedStatus: 403,
      },
    });
  });

  it('has a home of unusual bridges and devices, and events without mirek_valid, where it is asked to', () => {
    const parsed = parseCommandLine(['--unusual', '--no-mirek-valid'], {});
    assert.ok(parsed.kind === 'start');
    assert.deepEqual(parsed.options.home, createUnusualHome());
    assert.deepEqual(parsed.options.events, { mirekValid: false });
  });

  it('takes the largest and the smallest number of each argument, and none beyond', () => {
    for (const [name, least, most, beside] of [
      ['--port', 0, 65_535],
      ['--control-port', 0, 65_535],
      ['--status', 200, 599],
      ['--delay', 0, 3_600_000],
      ['--rate-limit', 1, 10_000],
      ['--at-once', 1, 10_000],
      ['--retry-after', 0, 3_600, '--rate-limit=5'],
    ] as const) {
      const parse = (value: number): unknown =>
        parseCommandLine([`${name}=${value}`, ...(beside === undefined ? [] : [beside])], {});
      for (const value of [least, most])
        assert.doesNotThrow(() => parse(value), `${name} ${value}`);
      for (const value of [least - 1, most + 1, least + 0.5])
        assert.throws(() => parse(value), {
          message: `${name}: expected a number from ${least} to ${most}, got "${value}".`,
        });
    }
  });

  it('never changes the file with the state that it was given, unless asked to', async () => {
    const file = join(folder, 'dump.json');
    const dump = `{"data": [{"id": "${createFixtureId('a')}", "type": "light"}]}`;
    await writeFile(file, dump);
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const child = startCommand('--state', file);
      assert.match(await waitForStart(child), /State +\S+dump\.json \(is not changed\)\n/);
      child.kill(signal);
      assert.equal((await waitForEnd(child)).code, 0);
      assert.equal(await readFile(file, 'utf8'), dump);
    }
    const child = startCommand('--state', file, '--save');
    assert.match(await waitForStart(child), /State +\S+dump\.json\n/);
    child.kill('SIGTERM');
    await waitForEnd(child);
    assert.notEqual(await readFile(file, 'utf8'), dump);
  });

  it('shows a twin of a home from a diagnostics file, and never writes to it', async () => {
    const file = join(folder, 'diagnostics.json');
    const light = { id: createFixtureId('light/of-the-file'), type: 'light', on: { on: true } };
    const text = JSON.stringify({ versions: {}, home: { errors: [], data: [light] } });
    await writeFile(file, text);
    const child = startCommand('--home', file);
    assert.match(await waitForStart(child), /State +.*diagnostics\.json \(is not changed\)/);
    child.kill('SIGTERM');
    await waitForEnd(child);
    assert.equal(await readFile(file, 'utf8'), text);
  });

  it('saves the state at the end and finds it again, with the same certificate', async () => {
    const file = join(folder, 'state.json');
    const child = startCommand('--state', file, '--save');
    const first = await waitForStart(child);
    child.kill('SIGTERM');
    await waitForEnd(child);
    const state: unknown = JSON.parse(await readFile(file, 'utf8'));
    assert.ok(JSON.stringify(state).includes('Zoë’s room'));
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.endsWith('.tmp')),
      [],
    );
    const again = startCommand('--state', file);
    const second = await waitForStart(again);
    again.kill('SIGTERM');
    await waitForEnd(again);
    assert.equal(/Fingerprint.*/.exec(second)?.[0], /Fingerprint.*/.exec(first)?.[0]);
  });

  it('saves the state also where Ctrl-C reaches it twice, as it does under npm', async () => {
    const file = join(folder, 'state.json');
    const child = startCommand('--save', '--state', file);
    await waitForStart(child);
    child.kill('SIGINT');
    child.kill('SIGINT');
    assert.equal((await waitForEnd(child)).code, 0);
    assert.match(await readFile(file, 'utf8'), /"data"/);
  });

  it('has a key that nobody can guess where it listens beyond loopback', async () => {
    const child = startCommand('--host', '0.0.0.0');
    assert.match(await waitForStart(child), /Key +[0-9a-f]{40}\n/);
    child.kill('SIGTERM');
    await waitForEnd(child);
  });

  it('explains itself', async () => {
    const { code, output } = await waitForEnd(startCommand('--help'));
    assert.equal(code, 0);
    assert.match(output, /^Usage: lighting-bridge-simulator/);
    assert.match(output, /--rate-limit/);
  });

  it('says what is wrong with its arguments, its files and its ports', async () => {
    const blockingServer = createServer();
    blockingServer.listen(0, '127.0.0.1');
    await once(blockingServer, 'listening');
    const address = blockingServer.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    await writeFile(join(folder, 'broken.json'), '{"data": [');
    await mkdir(join(folder, 'broken'));
    await writeFile(join(folder, 'broken', 'certificate.pem'), 'no certificate');
    await writeFile(join(folder, 'broken', 'private-key.pem'), 'no key');
    await writeFile(join(folder, 'other.json'), '{"data": [{"name": "x"}]}');
    const [first, second] = [createFixtureId('a'), '../../etc/passwd'];
    const homes: Readonly<Record<string, unknown>> = {
      empty: [],
      'no-home': { home: { rooms: [] } },
      'no-id': [
        { id: first, type: 'light' },
        { id: second, type: 'light' },
      ],
      'no-type': { home: { data: [{ id: first, type: '<b>' }] } },
      twice: [
        { id: first, type: 'light' },
        { id: first, type: 'light' },
      ],
    };
    for (const [name, content] of Object.entries(homes))
      await writeFile(join(folder, `${name}.json`), JSON.stringify(content));
    const invalidArguments: [string[], RegExp][] = [
      [['--port', '70000'], /--port: expected a number from 0 to 65535, got "70000"/],
      [['--created-status', '204'], /expected 200 or 201, got "204"/],
      [['--bridge-id', 'zz'], /--bridge-id: expected 16 hex digits/],
      [['--key', ''], /--key: expected a key, got nothing/],
      [['--key', 'a b'], /--key: expected letters, digits and signs of ASCII/],
      [['--key', 'a\nb'], /--key: expected letters, digits and signs of ASCII/],
      [['--host', ''], /host: Expected a text/],
      [['--retry-after', '3'], /--retry-after: give --rate-limit or --at-once with it/],
      [['--nonsense'], /Unknown option '--nonsense'/],
      [['--state', join(folder, 'broken.json')], /broken\.json is not JSON/],
      [['--state', join(folder, 'other.json')], /other\.json: entry 0 has no `id` and `type`/],
      [['--state', folder], /Cannot read .*: it is a folder, not a file/],
      [
        ['--state', join(folder, 'none.json')],
        /There is no file .*none\.json\. With --state and --save/,
      ],
      [
        ['--home', join(folder, 'none.json')],
        /There is no file .*none\.json\. Check the path\. To get such a file, use "Download diagnostics"/,
      ],
      [['--home', join(folder, 'broken.json')], /broken\.json is not JSON/],
      [['--home', join(folder, 'empty.json')], /empty\.json holds an empty home/],
      [['--home', join(folder, 'no-home.json')], /no-home\.json holds no resources: expected/],
      [['--home', join(folder, 'no-id.json')], /the `id` of entry 1 is no UUID/],
      [['--home', join(folder, 'no-type.json')], /the `type` of entry 0 is no name/],
      [['--home', join(folder, 'twice.json')], /entries 0 and 1 have the same `id`/],
      [['--home', 'x.json', '--save'], /--home: give it without --state and --save/],
      [['--home', 'x.json', '--unusual'], /--unusual: give it without --home/],
      [['--no-events', '--no-mirek-valid'], /--no-mirek-valid: give it without --no-events/],
      [['--save'], /--save: give --state with it/],
      [
        ['--save', '--state', join(folder, 'nowhere', 'state.json')],
        /Cannot write .*state\.json: ENOENT/,
      ],
      [['--certificate-folder', join(folder, 'broken')], /delete them to get new ones/],
      [['--certificate-folder', join(folder, 'broken.json')], /Cannot read .*: ENOTDIR/],
      [['--port', String(port)], new RegExp(`Cannot listen on 127.0.0.1:${port}: .*EADDRINUSE`)],
    ];
    for (const [args, expected] of invalidArguments) {
      await assert.rejects(start(args), { message: expected }, args.join(' '));
    }
    blockingServer.close();
  });

  it('prints what is wrong as a sentence, and ends', async () => {
    for (const args of [
      ['--port', '70000'],
      ['--state', join(folder, 'none.json')],
    ]) {
      const { code, errors, output } = await waitForEnd(startCommand(...args));
      assert.deepEqual({ code, output }, { code: 1, output: '' });
      assert.match(errors, /^(?:--port: expected a number|There is no file ).*\n$/);
    }
  });
});

describe('The state of the simulator', () => {
  it('may be the answer of a bridge, or the bare array in it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'simulator-'));
    const lamp = { id: '00000000-0000-4000-8000-000000000001', type: 'light', on: { on: true } };
    const unknown = { id: '00000000-0000-4000-8000-000000000002', type: 'not_known_yet' };
    for (const content of [[lamp, unknown], { errors: [], data: [lamp, unknown] }]) {
      const stateFile = join(folder, 'dump.json');
      await writeFile(stateFile, JSON.stringify(content));
      const simulator = await startSimulator({ stateFile });
      assert.deepEqual(simulator.home.all(), [lamp, unknown]);
      await simulator.stop();
    }
    await rm(folder, { recursive: true });
  });
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getNestedMember } from '../../src/resources/members';
import { code, debug, inject, key, lampId, oldBridge, oldNode, tab } from './import-harness';

/** As the package ships it. */
const program = join(__dirname, '..', '..', 'import', 'cli', 'command.js');

describe('The command lighting-bridge-import', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'import-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const lamp = oldNode('hue-light', { lightid: lampId });
  const flow = [tab, oldBridge, lamp, inject({ on: true }), debug];
  const writeFlow = (content: unknown, text = JSON.stringify(content, null, 4)): string => {
    const file = join(folder, 'flows.json');
    writeFileSync(file, text);
    return file;
  };
  /** A member of one of the objects in a list. */
  const readMember = (text: string, index: number, member: string): unknown => {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? getNestedMember(list[index], member) : undefined;
  };
  const run = (
    args: readonly string[],
    input = '',
  ): { status: number | null; output: string; errors: string } => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
      encoding: 'utf8',
      input,
    });
    return { status, output: stdout, errors: stderr };
  };

  it('writes the new flows to the standard output, the report to the standard error, and leaves the file', () => {
    const file = writeFlow(flow);
    const before = readFileSync(file, 'utf8');
    const { status, output, errors } = run([file]);
    assert.equal(status, 0);
    assert.equal(readFileSync(file, 'utf8'), before);
    assert.match(output, /^\[\n {4}\{\n {8}"id": "tab"/);
    const nodes: unknown = JSON.parse(output);
    assert.ok(Array.isArray(nodes));
    assert.equal(nodes.length, 5);
    assert.match(errors, /^rewritten \(2\)\n {2}Home \(hue-bridge, bridge\)\n/);
    assert.match(
      errors,
      /Old one \(hue-light, Living room, old\)\n {4}The node becomes a light node/,
    );
    assert.ok(!errors.includes(key));
    assert.equal(output.split(key).length, 2);
    assert.deepEqual(readMember(output, 1, 'credentials'), { key });
  });

  it('reads the standard input, and keeps a file on one line', () => {
    const { status, output } = run(['-'], JSON.stringify(flow));
    assert.equal(status, 0);
    assert.equal(output.trimEnd().split('\n').length, 1);
  });

  it('writes no flows with --check, and leaves the key out with --no-key', () => {
    const file = writeFlow(flow);
    assert.equal(run([file, '--check']).output, '');
    const { output, errors } = run([file, '--no-key']);
    assert.ok(!output.includes(key));
    assert.match(errors, /Get a key/);
  });

  it('writes flows and report to files, the flows for their owner only', () => {
    const [output, report, json] = ['new.json', 'report.txt', 'report.json'].map((name) =>
      join(folder, name),
    );
    assert.ok(output !== undefined && report !== undefined && json !== undefined);
    const result = run([writeFlow(flow), '--output', output, '--report', report]);
    assert.deepEqual(result, { status: 0, output: '', errors: '' });
    assert.equal(statSync(output).mode & 0o777, 0o600);
    assert.match(readFileSync(report, 'utf8'), /^rewritten \(2\)/);
    run([writeFlow(flow), '--check', '--report', json]);
    assert.equal(readMember(readFileSync(json, 'utf8'), 0, 'outcome'), 'rewritten');
    assert.ok(!(readFileSync(report, 'utf8') + readFileSync(json, 'utf8')).includes(key));
  });

  it('replaces no file that it reads, and writes no two texts to one file', () => {
    const file = writeFlow(flow);
    const before = readFileSync(file, 'utf8');
    const link = join(folder, 'link.json');
    symlinkSync(file, link);
    const report = join(folder, 'new.json');
    for (const args of [
      [file, '--output', file],
      [file, '--output', link],
      [file, '--output', join(folder, '.', 'flows.json')],
      [file, '--report', file],
      [file, '--resources', file, '--output', file],
      [file, '--output', report, '--report', report],
    ]) {
      const { status, output, errors } = run(args);
      assert.equal(status, 1);
      assert.equal(output, '');
      assert.match(errors, /is named twice\. Choose another file for --output or --report/);
      assert.equal(readFileSync(file, 'utf8'), before);
    }
  });

  it('says by its exit status that something needs a look or has no counterpart', () => {
    const rules = oldNode('hue-rules', { id: 'rules', ruleid: '1' });
    const { status, output, errors } = run([writeFlow([...flow, rules])]);
    assert.equal(status, 2);
    assert.match(errors, /^no counterpart \(1\)\n[^]*\nneeds a look \(1\)\n {2}Home/);
    assert.equal(output.split(key).length, 2);
    assert.equal(run([writeFlow([tab, code])]).status, 0);
  });

  it('finds old ids in what the bridge answered', () => {
    const old = { ...lamp, lightid: '3' };
    const resources = join(folder, 'resources.json');
    writeFileSync(
      resources,
      JSON.stringify({ data: [{ id: lampId, type: 'light', id_v1: '/lights/3' }] }),
    );
    const file = writeFlow([tab, oldBridge, old, debug]);
    assert.equal(run([file, '--check']).status, 2);
    const { status, output } = run([file, '--resources', resources]);
    assert.equal(status, 0);
    assert.equal(readMember(output, 2, 'target'), lampId);
  });

  it('lets no name move the cursor of a terminal', () => {
    const { errors } = run([writeFlow([tab, oldBridge, { ...lamp, name: '\u001B[2J\nfine' }])]);
    assert.ok(!errors.includes('\u001B'));
    assert.match(errors, / {2} \[2J fine \(hue-light/);
  });

  const mistakes: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['no file', [], /^Name the flow file/],
    ['two files', ['a', 'b'], /^Name one flow file; "b" is another/],
    ['a file that is not there', ['nowhere.json'], /^nowhere\.json cannot be read: ENOENT\.\n$/],
    ['an unknown option', ['--loud'], /^Unknown option '--loud'/],
  ];
  for (const [what, args, sentence] of mistakes) {
    it(`says what is wrong in a sentence: ${what}`, () => {
      const { status, output, errors } = run(args);
      assert.equal(status, 1);
      assert.equal(output, '');
      assert.match(errors, sentence);
      assert.doesNotMatch(errors, /\n +at /);
    });
  }

  it('says what is wrong with a file, without its text', () => {
    for (const [text, sentence] of [
      [`[{"key": "${key}"`, /^This is not JSON\./],
      ['{"a": 1}', /^This JSON holds no flow\./],
    ] as const) {
      const { status, errors } = run([writeFlow(undefined, text)]);
      assert.equal(status, 1);
      assert.match(errors, sentence);
      assert.ok(!errors.includes(key));
    }
    const file = writeFlow(flow);
    assert.match(run([file, '--resources', file]).errors, /does not hold the answer of a bridge/);
    assert.match(run([file, '--output', folder]).errors, /cannot be written: EISDIR/);
  });

  it('prints its help', () => {
    const { status, output } = run(['--help']);
    assert.equal(status, 0);
    assert.match(output, /^Usage: lighting-bridge-import/);
    assert.ok(output.split('\n').every((line) => line.length <= 115));
  });
});

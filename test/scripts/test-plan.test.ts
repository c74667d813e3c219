import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findTestNeeds } from '../../scripts/test-runs/test-needs';
import {
  findFilesByFragment,
  longTests,
  planRuns,
  unitFiles,
  versionDependentTests,
} from '../../scripts/test-runs/test-plan';
import type { TestFile } from '../../scripts/test-runs/test-plan';

const compiledTests = join(__dirname, '..');

const files: readonly TestFile[] = readdirSync(compiledTests, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.test.js'))
  .map((name) => ({ name, needs: findTestNeeds(join(compiledTests, name)) }));

const needsOf = (name: string): unknown => files.find((file) => file.name === name)?.needs;
const namesOf = (found: readonly TestFile[]): readonly string[] => found.map(({ name }) => name);

describe('A test needs', () => {
  it('Node-RED where it starts one, in this process or in another', () => {
    const both = { nodeRed: true, browser: false, otherProcess: true, eachNodeRed: true };
    assert.deepEqual(needsOf('nodes/poll/poll.test.js'), both);
    assert.deepEqual(needsOf('nodes/wrong-input/wrong-messages.test.js'), both);
    assert.deepEqual(needsOf('faults/faults.test.js'), both);
    assert.deepEqual(needsOf('scripts/start.test.js'), { ...both, eachNodeRed: false });
  });

  it('a browser where it opens a page', () => {
    assert.deepEqual(needsOf('simulator/page.test.js'), {
      nodeRed: false,
      browser: true,
      otherProcess: false,
      eachNodeRed: false,
    });
  });

  it('another process where it starts one', () => {
    assert.deepEqual(needsOf('simulator/command.test.js'), {
      nodeRed: false,
      browser: false,
      otherProcess: true,
      eachNodeRed: false,
    });
  });

  it('none of these where it looks at modules and texts alone', () => {
    const units = namesOf(unitFiles(files));
    for (const name of [
      'units/color',
      'bridge/tls',
      'editor/dialog-texts',
      'examples/flow-files',
    ]) {
      assert.ok(units.includes(`${name}.test.js`), `${name} is no unit test`);
    }
  });
});

describe('The runs of all tests', () => {
  const runs = planRuns(files);
  const runsOf = (version: number): readonly string[] =>
    runs.filter(({ nodeRedVersion }) => nodeRedVersion === version).flatMap((run) => run.files);

  it('hold every test once on Node-RED 4', () => {
    assert.deepEqual(runsOf(4).toSorted(), namesOf(files).toSorted());
  });

  it('are planned with the durations of tests that are there', () => {
    const present = namesOf(files);
    const unknown = Object.keys(longTests).filter((name) => !present.includes(`${name}.test.js`));
    assert.deepEqual(unknown, []);
  });

  it('of one kind are as long as each other: the longest files are in different runs', () => {
    const browserRuns = runs.filter(({ title }) => title.startsWith('In the browser'));
    const longest = ['editor/dialogs', 'simulator/page', 'editor/command/light-command-builder'];
    const holders = longest.map((name) =>
      browserRuns.findIndex((run) => run.files.includes(`${name}.test.js`)),
    );
    assert.deepEqual(new Set(holders), new Set([0, 1, 2]));
  });

  it('begin with at most three that open a browser', () => {
    const isWithBrowser = (name: string): boolean =>
      files.some((file) => file.name === name && file.needs.browser);
    const first = runs.slice(0, 5).filter((run) => run.files.some(isWithBrowser));
    assert.equal(first.length, 3);
  });

  it('hold on Node-RED 5 once more what a version of Node-RED decides', () => {
    const wanted = versionDependentTests.map((name) => `${name}.test.js`);
    assert.deepEqual(runsOf(5).toSorted(), wanted.toSorted());
    const unaware = wanted.filter(
      (wantedName) => !files.some(({ name, needs }) => name === wantedName && needs.eachNodeRed),
    );
    assert.deepEqual(unaware, [], 'These run on no Node-RED that NODE_RED_VERSION names.');
  });
});

describe('Tests are named', () => {
  const named = (...fragments: string[]): readonly string[] =>
    namesOf(findFilesByFragment(files, fragments).named);

  it('by a part of their path', () => {
    assert.deepEqual(named('deploy/close'), ['nodes/deploy/close.test.js']);
    assert.deepEqual(named('test/nodes/deploy/close.test.ts'), ['nodes/deploy/close.test.js']);
    assert.deepEqual(named('test\\nodes\\deploy\\close'), ['nodes/deploy/close.test.js']);
  });

  it('by a folder, and several at once', () => {
    const found = named('units/', 'nodes/poll');
    assert.ok(found.includes('units/color.test.js'), found.join());
    assert.ok(found.includes('nodes/poll/poll.test.js'), found.join());
    assert.deepEqual(
      found.filter((name) => !/(^units\/|nodes\/poll)/.test(name)),
      [],
    );
  });

  it('and a name that none has is reported', () => {
    assert.deepEqual(findFilesByFragment(files, ['units/', 'no-such']).unknown, ['no-such']);
  });
});

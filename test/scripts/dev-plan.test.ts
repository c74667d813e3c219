import assert from 'node:assert/strict';
import { join } from 'node:path';
import { buildSteps } from '../../scripts/dev/build-steps';
import { changedFiles } from '../../scripts/dev/built-files';
import { planOf } from '../../scripts/dev/dev-plan';
import type { BuildChange, DevPlan } from '../../scripts/dev/dev-plan';
import { packageFolder } from '../../scripts/node-red/user-directory';

const inProject = (path: string): string => join(packageFolder, path);
const modules = (...paths: string[]): ReadonlySet<string> => new Set(paths.map(inProject));

const loaded = {
  simulator: modules('dist/src/simulator/timers.js', 'dist/src/resources/types/light.js'),
  nodeRed: modules('dist/nodes/bridge-poll.js', 'dist/src/resources/types/light.js'),
  loop: modules('dist/scripts/dev.js'),
};
const nothing: DevPlan = {
  restartSimulator: false,
  restartNodeRed: false,
  reloadPage: false,
  restartLoop: false,
};

const plan = ({ built = [], sources = [] }: Partial<BuildChange>): DevPlan =>
  planOf({ built: built.map(inProject), sources: sources.map(inProject) }, loaded);

describe('After a build of `npm run dev`', () => {
  it('starts again who has loaded what changed', () => {
    assert.deepEqual(plan({ built: ['dist/src/simulator/timers.js'] }), {
      ...nothing,
      restartSimulator: true,
    });
    assert.deepEqual(plan({ built: ['dist/nodes/bridge-poll.js'] }), {
      ...nothing,
      restartNodeRed: true,
    });
    assert.deepEqual(plan({ built: ['dist/src/resources/types/light.js'] }), {
      ...nothing,
      restartSimulator: true,
      restartNodeRed: true,
    });
  });

  it('leaves the simulator alone where the editor has changed', () => {
    for (const file of ['dist/nodes/bridge-poll.html', 'dist/src/editor/plugin.html']) {
      assert.deepEqual(plan({ built: [file] }), { ...nothing, restartNodeRed: true });
    }
    assert.deepEqual(plan({ sources: ['examples/poll.json'] }), {
      ...nothing,
      restartNodeRed: true,
    });
  });

  it('starts nobody again for a page, a test or a comment', () => {
    assert.deepEqual(plan({ built: ['dist/src/simulator/page/page.css'] }), {
      ...nothing,
      reloadPage: true,
    });
    assert.deepEqual(plan({ built: ['dist/test/nodes/poll/poll.test.js'] }), nothing);
    assert.deepEqual(plan({ sources: ['src/simulator/timers.ts'] }), nothing);
  });

  it('says that the loop itself is another one', () => {
    assert.deepEqual(plan({ built: ['dist/scripts/dev.js'] }), { ...nothing, restartLoop: true });
  });
});

describe('The build', () => {
  it('checks the types of everything before it makes anything', () => {
    const words = buildSteps().map(([, ...step]) => step.join(' '));
    const compiled = words.findIndex((step) => step.endsWith('-p tsconfig.json'));
    const checks = ['tsconfig.editor.json', 'src/simulator/page/tsconfig.json'];
    for (const check of checks) {
      const checked = words.findIndex((step) => step.endsWith(`-p ${check}`));
      assert.ok(checked >= 0 && checked < compiled, words.join('\n'));
    }
  });

  it('has changed what is new, gone or another one', () => {
    const before = new Map(['a', 'b', 'c'].map((name) => [name, '1']));
    const after = new Map([
      ['a', '1'],
      ['b', '2'],
      ['d', '1'],
    ]);
    assert.deepEqual(changedFiles(before, after).toSorted(), ['b', 'c', 'd']);
  });
});

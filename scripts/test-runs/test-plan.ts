import type { TestNeeds } from './test-needs';

/** A compiled test, relative to the compiled tests, such as `nodes/poll/poll.test.js`. */
export interface TestFile {
  name: string;
  needs: TestNeeds;
}

/** One run of mocha over some of the test files. */
export interface TestRun {
  title: string;
  nodeRedVersion: 4 | 5;
  files: readonly string[];
}

/**
 * Most test files of one run: as many as let the runs that go on side by side end together, since each run takes
 * seconds of CPU to load what its files share, such as a browser and its Node-RED.
 */
const maxFiles = 24;
/** Unit tests are many and short. */
const maxUnitFiles = 25;

/**
 * Tests of what a version of Node-RED decides: its editor, its deploys and what they keep, the order in which it closes
 * nodes, its credentials, its server, the import of examples and of the flows in the help, which hold every node type.
 * What nodes make of messages is the same code in each version and runs on Node-RED 4 alone.
 */
export const versionDependentTests: readonly string[] = [
  'editor/help-pages',
  'editor/help-panel',
  'editor/home/home-canvas',
  'editor/home/home-tab',
  'editor/import-huemagic',
  'editor/journey',
  'editor/language-loading',
  'examples/mqtt',
  'examples/nodes',
  'nodes/deploy/close',
  'nodes/deploy/commands-across-deploys',
  'nodes/deploy/deploy',
  'nodes/deploy/lifecycle',
  'nodes/deploy/programs-across-deploys',
  'nodes/deploy/unchanged-bridge',
  'runtime/routes/permissions',
  'runtime/bridge/unreadable-credentials',
];

const dependsOnVersion = ({ name }: TestFile): boolean =>
  versionDependentTests.includes(name.replace(/\.test\.js$/, ''));
const isFault = ({ name }: TestFile): boolean => name.startsWith('faults/');
const isInFlow = (file: TestFile): boolean =>
  file.needs.eachNodeRed && !file.needs.browser && !isFault(file);

/**
 * Plans the runs: every test on Node-RED 4, and on Node-RED 5 once more those of what a version decides.
 *
 * @returns the longest first, so that none is left to end alone
 */
export const planRuns = (files: readonly TestFile[]): TestRun[] => [
  ...splitIntoRuns(
    'In the browser',
    4,
    files.filter(({ needs }) => needs.browser),
  ),
  ...splitIntoRuns('Node-RED 5', 5, files.filter(dependsOnVersion)),
  ...splitIntoRuns('Node-RED 4', 4, files.filter(isInFlow)),
  ...splitIntoRuns('Faults', 4, files.filter(isFault)),
  ...splitIntoRuns(
    'Everything else',
    4,
    files.filter((file) => !file.needs.eachNodeRed && !file.needs.browser && !isFault(file)),
    maxUnitFiles,
  ),
];

function splitIntoRuns(
  title: string,
  nodeRedVersion: TestRun['nodeRedVersion'],
  files: readonly TestFile[],
  max = maxFiles,
): TestRun[] {
  const count = Math.ceil(files.length / max);
  return Array.from({ length: count }, (_, part) => ({
    title: count > 1 ? `${title}, ${part + 1} of ${count}` : title,
    nodeRedVersion,
    files: files.filter((_file, index) => index % count === part).map(({ name }) => name),
  }));
}

/**
 * The tests that are named by fragments of their paths, such as `nodes/poll`, `units/` or `test/nodes/poll/poll.test.ts`.
 *
 * @param fragments none for all
 * @returns also the fragments that name nothing
 */
export function findFilesByFragment(
  files: readonly TestFile[],
  fragments: readonly string[],
): { named: readonly TestFile[]; unknown: readonly string[] } {
  const names = (fragment: string, { name }: TestFile): boolean =>
    `test/${name}`.replace(/\.js$/, '.ts').includes(fragment.replaceAll('\\', '/'));
  const isNamed = (file: TestFile): boolean =>
    fragments.length === 0 || fragments.some((fragment) => names(fragment, file));
  return {
    named: files.filter(isNamed),
    unknown: fragments.filter((fragment) => !files.some((file) => names(fragment, file))),
  };
}

/** Those that need no Node-RED, no browser and no process beside their own. */
export const unitFiles = (files: readonly TestFile[]): readonly TestFile[] =>
  files.filter(
    ({ needs: { nodeRed, browser, otherProcess } }) => !nodeRed && !browser && !otherProcess,
  );

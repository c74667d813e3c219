import type { TestNeeds } from './test-needs';

/** `name` is relative to the compiled tests, such as `nodes/poll/poll.test.js`. */
export interface TestFile {
  name: string;
  needs: TestNeeds;
}

/** One run of mocha. */
export interface TestRun {
  title: string;
  nodeRedVersion: 4 | 5;
  files: readonly string[];
}

/**
 * Each run takes seconds of CPU to load shared modules, such as a browser; with this many files, parallel runs end
 * together.
 */
const maxFiles = 24;
/** Unit tests are many and short. */
const maxUnitFiles = 18;

/**
 * What differs between versions of Node-RED: editor, deploys and what they keep, closing order of nodes, credentials,
 * server, import of examples and flows of the help, which have every node type. Other tests run on Node-RED 4 alone.
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
 * Runs all tests on Node-RED 4, version-dependent tests also on Node-RED 5.
 *
 * @returns the longest first, so that no long run ends alone
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
 * @param fragments such as `nodes/poll`, `units/` or `test/nodes/poll/poll.test.ts`; none for all
 * @returns also fragments without a file
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

export const unitFiles = (files: readonly TestFile[]): readonly TestFile[] =>
  files.filter(
    ({ needs: { nodeRed, browser, otherProcess } }) => !nodeRed && !browser && !otherProcess,
  );

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

/** In s, measured in a whole run on two busy cores. Files of one kind are shared out by them. */
export const longTests: Readonly<Record<string, number>> = {
  'editor/command/light-command-builder': 31,
  'editor/dialog-button': 28,
  'editor/dialog-validation': 29,
  'editor/dialogs': 56,
  'editor/dialogs/bridge-config/bridge-setup': 30,
  'editor/dialogs/bridge-config/open-bridge-dialog': 24,
  'editor/dialogs/smart-scene/week-editor': 26,
  'editor/fresh-nodes': 25,
  'editor/home/home-live': 24,
  'editor/home/home-tab': 22,
  'editor/journey': 27,
  'editor/languages/dialogs': 24,
  'editor/picker/picker': 24,
  'examples/nodes': 26,
  'examples/recipes': 45,
  'faults/faults': 100,
  'nodes/button': 45,
  'nodes/daylight': 25,
  'nodes/deploy/commands-across-deploys': 24,
  'nodes/deploy/programs-across-deploys': 35,
  'nodes/light/programs': 30,
  'nodes/light/random-messages': 55,
  'nodes/poll/poll': 46,
  'nodes/several-bridges/watching': 21,
  'nodes/wrong-input/wrong-messages': 60,
  'simulator/page': 39,
};
const otherTest = 7;
const unitTest = 1;
/** In s. Each run loads shared modules, and may start a browser or Node-RED: shorter runs take more CPU in all. */
const longestRun = 220;
const longestUnitRun = 30;

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

const withoutEnding = ({ name }: TestFile): string => name.replace(/\.test\.js$/, '');
const dependsOnVersion = (file: TestFile): boolean =>
  versionDependentTests.includes(withoutEnding(file));
const isFault = ({ name }: TestFile): boolean => name.startsWith('faults/');
const isInFlow = (file: TestFile): boolean =>
  file.needs.eachNodeRed && !file.needs.browser && !isFault(file);

/**
 * Runs all tests on Node-RED 4, version-dependent tests also on Node-RED 5.
 *
 * @returns long ones first, so that no long run ends alone
 */
export const planRuns = (files: readonly TestFile[]): TestRun[] => [
  ...splitIntoRuns(
    'In the browser',
    4,
    files.filter(({ needs }) => needs.browser),
  ),
  ...splitIntoRuns('Node-RED 4', 4, files.filter(isInFlow)),
  // Half of it opens a browser, too: beside the runs above, five browsers would share two cores.
  ...splitIntoRuns('Node-RED 5', 5, files.filter(dependsOnVersion)),
  ...splitIntoRuns('Faults', 4, files.filter(isFault)),
  ...splitIntoRuns(
    'Everything else',
    4,
    files.filter((file) => !file.needs.eachNodeRed && !file.needs.browser && !isFault(file)),
    { longest: longestUnitRun, otherFile: unitTest },
  ),
];

/** Gives the next longest file to the run that is the shortest so far. */
function splitIntoRuns(
  title: string,
  nodeRedVersion: TestRun['nodeRedVersion'],
  files: readonly TestFile[],
  { longest, otherFile } = { longest: longestRun, otherFile: otherTest },
): TestRun[] {
  const durationOf = (file: TestFile): number => longTests[withoutEnding(file)] ?? otherFile;
  const sum = (some: readonly TestFile[]): number =>
    some.reduce((total, file) => total + durationOf(file), 0);
  const parts = Array.from({ length: Math.ceil(sum(files) / longest) }, (): TestFile[] => []);
  for (const file of files.toSorted((one, other) => durationOf(other) - durationOf(one)))
    parts.toSorted((one, other) => sum(one) - sum(other))[0]?.push(file);
  return parts
    .toSorted((one, other) => sum(other) - sum(one))
    .map((part, index) => ({
      title: parts.length > 1 ? `${title}, ${index + 1} of ${parts.length}` : title,
      nodeRedVersion,
      files: part.map(({ name }) => name),
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

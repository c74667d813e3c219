import type { RootHookObject } from 'mocha';

const longestStay = 3_000;

/** Mocha is not told to exit, so what a test leaves open is seen: it is named here and fails the run. */
export const mochaHooks: RootHookObject = {
  afterEach(this: Mocha.Context) {
    const { currentTest } = this;
    // A busy machine may be forgiven once, but not in silence.
    if (currentTest !== undefined && currentTest.state !== 'passed') {
      process.stderr.write(`Did not pass: ${currentTest.fullTitle()}\n`);
    }
  },
  afterAll() {
    setTimeout(reportWhatStaysOpen, longestStay).unref();
  },
};

// Mocha sets its own exit code in an exit handler; a later handler has the last word.
function reportWhatStaysOpen(): void {
  const open = process.getActiveResourcesInfo().join(', ');
  process.stderr.write(`A test left something open: ${open}\n`);
  process.on('exit', () => {
    process.exitCode = 1;
  });
  process.exit();
}

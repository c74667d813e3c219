import type { RootHookObject } from 'mocha';

const longestStay = 3_000;

/** Mocha is not told to exit, so what a test leaves open is seen: it is named here and fails the run. */
export const mochaHooks: RootHookObject = {
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

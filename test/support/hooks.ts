import type { RootHookObject } from 'mocha';

const gracePeriod = 3_000;

/** Mocha runs without --exit, so that open resources of a test are detected: they fail the run. */
export const mochaHooks: RootHookObject = {
  afterAll() {
    setTimeout(failOnOpenResources, gracePeriod).unref();
  },
};

// Mocha sets its exit code in an exit handler; a later handler overrides it.
function failOnOpenResources(): void {
  const openResources = process.getActiveResourcesInfo().join(', ');
  process.stderr.write(`A test left something open: ${openResources}\n`);
  process.on('exit', () => {
    process.exitCode = 1;
  });
  process.exit();
}

import { Hook, Runnable } from 'mocha';
import type { Done, RootHookObject, Suite } from 'mocha';

const gracePeriod = 3_000;

/** Without --exit, open resources of a test fail the run. */
export const mochaHooks: RootHookObject = {
  afterAll() {
    setTimeout(failOnOpenResources, gracePeriod).unref();
  },
};

// Mocha's exit handler sets its exit code; a later one overrides it.
function failOnOpenResources(): void {
  const openResources = process.getActiveResourcesInfo().join(', ');
  process.stderr.write(`A test left something open: ${openResources}\n`);
  process.on('exit', () => {
    process.exitCode = 1;
  });
  process.exit();
}

const unpreparedSuites = new WeakSet<Suite>();

/** After a failed preparing hook, a TypeError of the cleanup is only a consequence. */
Hook.prototype.run = function runHook(this: Hook, done: Done): void {
  Runnable.prototype.run.call(this, (error?: unknown) => {
    const suite = this.parent;
    if (suite === undefined || error === undefined) return done(error);
    if (this.title.startsWith('"before')) unpreparedSuites.add(suite);
    const isConsequence = this.title.startsWith('"after') && unpreparedSuites.has(suite);
    return isConsequence && error instanceof TypeError ? done() : done(error);
  });
};

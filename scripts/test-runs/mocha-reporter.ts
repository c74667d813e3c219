import { relative } from 'node:path';
import { Runner, reporters } from 'mocha';
import type { MochaOptions, Runnable } from 'mocha';
import { formatFailedFiles } from './failed-files-line';
import { packageFolder } from '../node-red/user-directory';

/** Mocha's `spec` reporter, then files with a failed test or hook. Mocha calls it with `new`. */
module.exports = function reportFailedFiles(runner: Runner, options: MochaOptions): reporters.Spec {
  const files = new Set<string>();
  const { EVENT_RUN_END, EVENT_TEST_FAIL } = Runner.constants;
  runner.on(EVENT_TEST_FAIL, (failed: Runnable) => {
    files.add(relative(packageFolder, failed.file ?? failed.parent?.file ?? ''));
  });
  const spec = new reporters.Spec(runner, options);
  runner.once(EVENT_RUN_END, () => {
    const { user, system } = process.cpuUsage();
    console.log(`CPU without other processes: ${Math.round((user + system) / 1e6)} s`);
    if (files.size > 0) console.log(formatFailedFiles(files));
  });
  return spec;
};

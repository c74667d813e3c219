import { after } from 'mocha';
import type { Browser } from 'playwright-core';
import { startBrowser } from './browser';

let starting: Promise<Browser> | undefined;

/**
 * All test files of a run share the browser: its start, and compiling the editor, cost more than most tests. A test
 * opens and closes only a context.
 */
export function getSharedBrowser(): Promise<Browser> {
  starting ??= startBrowser();
  return starting;
}

// Loaded outside of any suite, this runs once, after all test files.
after(async () => {
  await (await starting)?.close();
});

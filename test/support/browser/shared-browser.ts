import { after } from 'mocha';
import type { Browser } from 'playwright-core';
import { startBrowser } from './browser';

let starting: Promise<Browser> | undefined;

/**
 * The browser that all test files of a run share: its start, and what it compiles of the editor, cost
 * more than most tests. Each test opens a context of its own and closes that only.
 */
export function getSharedBrowser(): Promise<Browser> {
  starting ??= startBrowser();
  return starting;
}

// Test files are loaded outside of any suite, so this runs once, after all of them.
after(async () => {
  await (await starting)?.close();
});

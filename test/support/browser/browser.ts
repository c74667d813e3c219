import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { packageFolder } from '../../../scripts/node-red/user-directory';
import { preparePackagedBrowser } from './packaged-browser';

/**
 * Starts a browser that reaches this machine only: the packaged one on Linux x64, an installed Chrome or Chromium
 * elsewhere, or that of CHROME_PATH.
 *
 * @param hostNames names of this machine, such as `*.example`
 */
export async function startBrowser(hostNames: readonly string[] = []): Promise<Browser> {
  const rules = [
    ...hostNames.map((name) => `MAP ${name} 127.0.0.1`),
    'MAP * ~NOTFOUND',
    'EXCLUDE 127.0.0.1',
  ];
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--font-render-hinting=none',
    `--host-resolver-rules=${rules.join(', ')}`,
  ];
  const chromePath = process.env['CHROME_PATH'];
  if (chromePath !== undefined && chromePath !== '') {
    return chromium.launch({ executablePath: chromePath, args });
  }
  if (process.platform === 'linux' && process.arch === 'x64') {
    const { executablePath, env } = await preparePackagedBrowser();
    return chromium.launch({ executablePath, args, env: { ...currentEnvironment(), ...env } });
  }
  return chromium.launch({ channel: 'chrome', args });
}

/** Writes `build/screenshots/<name>.png`. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  const folder = join(packageFolder, 'build', 'screenshots');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** Saves only with SCREENSHOTS=1: each takes a short test's time. */
export async function saveRequestedScreenshot(page: Page, name: string): Promise<void> {
  if (process.env['SCREENSHOTS'] === '1') await saveScreenshot(page, name);
}

const currentEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  );

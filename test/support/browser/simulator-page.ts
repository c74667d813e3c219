import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { Agent, request } from 'undici';
import { startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { getSharedBrowser } from './shared-browser';

/** Opens a page whose clock can be put forward. Waits until the home is drawn. */
export async function openSimulatorPage(
  browser: Browser,
  { controlUrl }: Simulator,
  settings: BrowserContextOptions = {},
): Promise<Page> {
  if (controlUrl === undefined) throw new Error('The simulator has no control port.');
  const context = await browser.newContext(settings);
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(controlUrl);
  await page.locator('.lamp').first().waitFor();
  return page;
}

/** In the shared browser. */
export interface SimulatorWithPage {
  readonly simulator: Simulator;
  readonly page: Page;
}

/** @param prepare called before the page is opened */
export async function startSimulatorWithPage(
  prepare: (simulator: Simulator) => void = () => undefined,
): Promise<SimulatorWithPage> {
  const simulator = await startSimulator({ port: 0, controlPort: 0 });
  prepare(simulator);
  return { simulator, page: await openSimulatorPage(await getSharedBrowser(), simulator) };
}

export async function stopSimulatorWithPage({ simulator, page }: SimulatorWithPage): Promise<void> {
  await page.context().close();
  await simulator.stop();
}

/**
 * @param path below `/clip/v2/resource/`
 * @returns status
 */
export async function requestBridge(
  { url, key, certificate }: Simulator,
  method: 'GET' | 'PUT',
  path: string,
  body?: object,
): Promise<number> {
  const connect = { ca: certificate, checkServerIdentity: () => undefined };
  const dispatcher = new Agent({ connect });
  try {
    const response = await request(`${url}/clip/v2/resource/${path}`, {
      method,
      dispatcher,
      headers: { 'home-application-key': key, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    await response.body.dump();
    return response.statusCode;
  } finally {
    await dispatcher.close();
  }
}

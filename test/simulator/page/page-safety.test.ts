import assert from 'node:assert/strict';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { isObject } from '../../../src/resources/members';
import type { Simulator } from '../../../src/simulator';
import { getSharedBrowser } from '../../support/browser/shared-browser';
import {
  openSimulatorPage,
  requestBridge,
  startSimulatorWithPage,
  stopSimulatorWithPage,
} from '../../support/browser/simulator-page';

/** A text with a mark on both sides, for a page whose texts are told apart from what it shows of the home. */
const mark = (text: string): string => `«${text}»`;

/** Texts, labels and titles of a page, hidden ones included, without what it shows of the bridge and of requests. */
const listTexts = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const found = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode())
      if (!walker.currentNode.parentElement.closest('dd, pre, time, .method, .path'))
        found.push(walker.currentNode.data);
    for (const element of document.querySelectorAll('*'))
      for (const name of ['aria-label', 'aria-valuetext', 'title'])
        found.push(element.getAttribute(name) ?? '');
    return [...new Set(found.map((text) => text.trim()))];
  })()`);

/** All texts in a value, such as names of resources. */
const listTextsOf = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value.trim()]
    : isObject(value) || Array.isArray(value)
      ? Object.values(value).flatMap(listTextsOf)
      : [];

const hostileName = '<img src=x onerror="document.title=1">';

describe('The page of the simulator, whoever looks at it', () => {
  let simulator: Simulator;
  let page: Page;

  before(async () => {
    ({ simulator, page } = await startSimulatorWithPage());
  });

  after(() => stopSimulatorWithPage({ simulator, page }));

  it('shows the address, the bridge id and the fingerprint, and never the key', async () => {
    const text = await page.locator('#top').innerText();
    assert.ok(text.includes(simulator.url), text);
    assert.ok(text.includes(simulator.bridgeId), text);
    assert.ok(text.includes(simulator.fingerprint), text);
    assert.ok(!(await page.content()).includes(simulator.key));
  });

  it('shows hostile names as the texts they are', async () => {
    const [room] = simulator.home.byType('room');
    assert.ok(room);
    simulator.home.change(room.id, { metadata: { name: hostileName } });
    await page.getByRole('heading', { name: hostileName }).waitFor();
    assert.equal(await page.locator('img').count(), 0);
    assert.equal(await page.title(), 'Simulated bridge');
    simulator.home.change(room.id, { metadata: { name: ' ' } });
    await page.getByRole('heading', { name: 'room', exact: true }).waitFor();
  });

  it('asks nobody but the simulator for anything', async () => {
    const requestedOrigins = new Set<string>();
    page.on('request', (sent) => requestedOrigins.add(new URL(sent.url()).origin));
    await page.reload();
    await page.locator('.lamp').first().waitFor();
    assert.deepEqual(
      [...requestedOrigins].filter((origin) => origin !== 'null'),
      [simulator.controlUrl],
    );
  });

  it('speaks the language of the browser, with every text from its catalogue', async () => {
    const browser = await getSharedBrowser();
    const german = await openSimulatorPage(browser, simulator, { locale: 'de-AT' });
    assert.equal(await german.getAttribute('html', 'lang'), 'de');
    await german.getByRole('switch', { name: 'Alle Lampen im ganzen Zuhause' }).waitFor();
    await german.getByText('23,1 °C').waitFor();
    await german.getByText('20 %, 2732 K', { exact: true }).first().waitFor();
    await german.getByText(/^Software von \d+ Geräten$/).waitFor();

    await german.route('**/locales/*', async (route) => {
      const response = await route.fetch();
      const catalogue: unknown = await response.json();
      const marked = Object.entries(isObject(catalogue) ? catalogue : {})
        .filter(([name]) => name !== 'requests.title')
        .map(([name, text]): [string, string] => [name, mark(String(text))]);
      await route.fulfill({ response, json: Object.fromEntries(marked) });
    });
    simulator.pressLinkButton();
    await german.reload();
    await german.locator('.lamp').first().waitFor();
    const [lamp] = simulator.home.byType('light');
    await requestBridge(simulator, 'PUT', `light/${lamp?.id}`, { on: { on: true } });
    await german.locator('#requests summary').first().click();
    await german.getByText(mark('Antwort'), { exact: true }).first().waitFor();
    await german.getByText('«Gedrückt: ').waitFor();
    const texts = await listTexts(german);
    const shownOfHome = new Set(listTextsOf(simulator.home.all()));
    const strangers = texts.filter(
      (text) => !/^«.*»$/s.test(text) && /[A-Za-z]{2}/.test(text) && !shownOfHome.has(text),
    );
    // The catalogue lacks this text, so it is in English.
    assert.deepEqual(strangers, ['Last requests']);
    await german.context().close();
  });

  it('shows the requests that the bridge got', async () => {
    await requestBridge(simulator, 'GET', 'light');
    await page.locator('#requests summary').first().click();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1_400, 390]) {
      it(`is accessible in ${colorScheme} colours on a screen ${width} wide`, async () => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await page.evaluate(axe.source);
        const found: unknown = await page.evaluate(
          'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))',
        );
        assert.deepEqual(found, []);
        const tooWide: unknown = await page.evaluate(
          'document.documentElement.scrollWidth > document.documentElement.clientWidth',
        );
        assert.equal(tooWide, false);
        if (width > 390) return;
        const tops = await page
          .locator('#link-button, #faults, #home, #requests')
          .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top));
        assert.deepEqual(
          tops,
          tops.toSorted((one, other) => one - other),
          'link button and faults, then the home',
        );
      });
    }
  }
});

import assert from 'node:assert/strict';
import type { Locator, Request } from 'playwright-core';
import { getNestedMember } from '../../../../src/resources/members';
import { createDeferred } from '../../../support/deferred';
import { bridgeId, startDialogHarness } from '../../support/dialog-harness';
import type { DialogHarness } from '../../support/dialog-harness';

/** An address other than that of the bridge. */
const otherAddress = '192.168.1.20';

describe('The open dialog of a bridge', () => {
  let harness: DialogHarness;

  before(async () => {
    harness = await startDialogHarness();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    await harness.open(bridgeId);
    await harness.expandDetails();
  });
  afterEach(async () => {
    await harness.editor.page.unrouteAll({ behavior: 'wait' });
    await harness.closeOpenDialogs();
  });

  const locateButton = (name: string): Locator => harness.editor.page.getByRole('button', { name });
  const locateText = (content: string | RegExp): Locator => harness.editor.page.getByText(content);
  const isRequest =
    (method: string, path: string) =>
    (request: Request): boolean =>
      request.method() === method && new URL(request.url()).pathname.startsWith(`/${path}`);

  /** Holds back the response of a route until it is released, and the page has processed it. */
  async function holdResponse(method: string, path: string): Promise<() => Promise<void>> {
    const { page } = harness.editor;
    const released = createDeferred();
    const release = released.promise;
    await page.route(`**/${path}`, async (route) => {
      if (route.request().method() !== method) return route.fallback();
      const response = await route.fetch();
      await release;
      await route.fulfill({ response });
    });
    return async () => {
      const finished = page.waitForEvent('requestfinished', isRequest(method, path));
      released.resolve();
      await finished;
      await page.evaluate(
        'new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))',
      );
    };
  }

  const getKey = async (): Promise<void> => {
    harness.simulator.pressLinkButton();
    await locateButton('Get a key').click();
    await locateText('The bridge gave a key.').waitFor();
  };

  it('does not show the certificate of an address that was changed meanwhile', async () => {
    const release = await holdResponse('POST', 'lighting-bridge/certificate');
    const asked = harness.editor.page.waitForRequest('**/lighting-bridge/certificate');
    await locateButton('Fetch').click();
    await asked;
    await harness.field('Address').fill(otherAddress);
    await release();
    assert.equal(await harness.editor.page.locator('#bridge-config-seen').textContent(), '');
    assert.equal(await locateButton('Fetch').isDisabled(), false, 'Fetch is disabled');
  });

  it('neither shows nor takes what the test of an address says that was changed meanwhile', async () => {
    const release = await holdResponse('POST', 'lighting-bridge/test');
    await harness.field('Certificate').fill('');
    const asked = harness.editor.page.waitForRequest('**/lighting-bridge/test');
    await locateButton('Test connection').click();
    await asked;
    await harness.field('Address').fill(otherAddress);
    await release();
    assert.equal(await harness.editor.page.locator('#bridge-config-result').textContent(), '');
    assert.equal(await harness.field('Certificate').inputValue(), '');
    assert.equal(await locateButton('Test connection').isDisabled(), false, 'the test is disabled');
  });

  it('ends a pairing that is cancelled before the runtime has said that it began', async () => {
    const { page } = harness.editor;
    const release = await holdResponse('POST', 'lighting-bridge/pair');
    const asked = page.waitForRequest('**/lighting-bridge/pair');
    await locateButton('Get a key').click();
    await asked;
    await page.locator('#bridge-config-pairing').getByRole('button', { name: 'Cancel' }).click();
    const ended = page.waitForRequest(isRequest('DELETE', 'lighting-bridge/pair/'));
    await release();
    assert.equal((await (await ended).response())?.status(), 200);
    await locateText('Cancelled. The key did not change.').waitFor();
  });

  it('says why a pairing or a search cannot begin', async () => {
    const { page } = harness.editor;
    for (const [route, button] of [
      ['pair', 'Get a key'],
      ['discover', 'Find bridges'],
    ] as const) {
      await page.route(`**/lighting-bridge/${route}`, (request) =>
        request.fulfill({ json: { error: { code: 'NO', message: `No ${route}.` } } }),
      );
      await locateButton(button).click();
      await locateText(`No ${route}.`).waitFor();
    }
  });

  it('ends a pairing under way when it is closed, confirmed or not', async () => {
    await harness.editor.closeDialog('cancel');
    for (const button of ['ok', 'cancel'] as const) {
      await harness.open(bridgeId);
      await locateButton('Get a key').click();
      await locateText('Press the button on the bridge now').waitFor();
      const ended = harness.editor.page.waitForRequest(
        isRequest('DELETE', 'lighting-bridge/pair/'),
      );
      await harness.editor.closeDialog(button);
      assert.equal((await (await ended).response())?.status(), 200);
    }
  });

  it('gives the key of a pairing back when it is cancelled itself', async () => {
    const { page } = harness.editor;
    await getKey();
    const withdrawn = page.waitForRequest(isRequest('DELETE', 'lighting-bridge/pair/'));
    await harness.editor.closeDialog('cancel');
    assert.equal((await (await withdrawn).response())?.status(), 200);
  });

  it('keeps the key of a pairing when it is confirmed', async () => {
    const withdrawals: string[] = [];
    const record = (request: Request): void => {
      if (isRequest('DELETE', 'lighting-bridge/pair/')(request)) withdrawals.push(request.url());
    };
    await getKey();
    harness.editor.page.on('request', record);
    await harness.editor.closeDialog('ok');
    await harness.open(bridgeId);
    const asked = harness.editor.page.waitForRequest('**/lighting-bridge/test');
    await locateButton('Test connection').click();
    assert.equal(typeof getNestedMember((await asked).postDataJSON(), 'pairing'), 'string');
    await locateText(/^Connected to /).waitFor();
    harness.editor.page.off('request', record);
    assert.deepEqual(withdrawals, []);
  });

  it('takes a key that is typed before the one of a pairing', async () => {
    await getKey();
    await harness.field('Key').fill(harness.simulator.key);
    const asked = harness.editor.page.waitForRequest('**/lighting-bridge/test');
    await locateButton('Test connection').click();
    const body: unknown = (await asked).postDataJSON();
    assert.equal(getNestedMember(body, 'key'), harness.simulator.key);
    assert.equal(getNestedMember(body, 'pairing'), undefined);
    await locateText(/^Connected to /).waitFor();
  });

  it('says once that an address is none, and asks no bridge then', async () => {
    const { page } = harness.editor;
    const asked: string[] = [];
    const record = (request: Request): void => void asked.push(request.url());
    await harness.field('Address').fill('999.1.1.1');
    await harness.field('Address').press('Tab');
    page.on('request', record);
    for (const button of ['Test connection', 'Get a key']) await locateButton(button).click();
    page.off('request', record);
    const sentences = await page
      .locator('.lighting-bridge-form :is(.lighting-bridge-problem, .lighting-bridge-bad):visible')
      .allTextContents();
    assert.equal(sentences.length, 1, sentences.join());
    assert.match(sentences.join(), /An IP address has four numbers/);
    assert.deepEqual(asked, []);
  });

  it('opens the section that holds what is wrong', async () => {
    const { page } = harness.editor;
    const setRate = (value: string): Promise<unknown> =>
      page.evaluate(`RED.nodes.node('${bridgeId}').lampsPerSecond = '${value}'`);
    await harness.editor.closeDialog('cancel');
    await setRate('0');
    await harness.open(bridgeId);
    await page.locator('details .lighting-bridge-problem').waitFor({ state: 'visible' });
    await harness.editor.closeDialog('cancel');
    await setRate('');
  });

  it('reports nothing wrong on the console in all of this', () => {
    assert.deepEqual(harness.editor.problems, []);
  });
});

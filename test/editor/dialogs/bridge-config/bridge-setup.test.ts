import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { getNestedMember } from '../../../../src/resources/members';
import { startSimulator } from '../../../../src/simulator';
import type { Simulator } from '../../../../src/simulator';
import { createLoopbackNetwork, freeUdpPort } from '../../../support/network/mdns';
import { saveRequestedScreenshot } from '../../../support/browser/browser';
import { bridgeId, startDialogHarness } from '../../support/dialog-harness';
import type { DialogHarness } from '../../support/dialog-harness';

const lamp = 'bridge-light';
/** A node for which no bridge was chosen yet. */
const unconfiguredNode = 'bridge-poll';

describe('The dialog of a new bridge', () => {
  let harness: DialogHarness;
  let simulator: Simulator | undefined;
  let discoveryPort: number;

  before(async () => {
    discoveryPort = await freeUdpPort();
    harness = await startDialogHarness(
      {
        [bridgeId]: { name: '', host: '', port: '443', fingerprint: '' },
        [unconfiguredNode]: { bridge: '' },
        [lamp]: { target: 'Floor lamp', targetType: 'str', command: 'payload', commandType: 'msg' },
      },
      { discoveryPort, withoutKey: true },
    );
  });

  after(() => harness.stop());

  afterEach(async () => {
    await harness.closeOpenDialogs();
    await simulator?.stop();
  });

  const locateButton = (name: string): Locator => harness.editor.page.getByRole('button', { name });
  const locateText = (content: string | RegExp): Locator => harness.editor.page.getByText(content);

  /** Searches, lets a bridge come into the network meanwhile, and takes it. */
  async function findBridge(): Promise<Simulator> {
    // The dialog says so before the search listens, and a bridge announces itself once.
    const listening = harness.editor.page.waitForResponse(
      (response) => response.request().method() === 'GET' && response.url().includes('/discover/'),
    );
    await locateButton('Find bridges').click();
    await locateText('Searching the network').waitFor();
    await listening;
    simulator = await startSimulator({ announce: createLoopbackNetwork(discoveryPort) });
    await locateButton('Lighting bridge simulator').waitFor();
    const problem = harness.editor.page.locator('.lighting-bridge-problem');
    assert.equal(await problem.getByText('Write the address').isVisible(), false);
    await saveRequestedScreenshot(harness.editor.page, 'find-bridges');
    await locateButton('Lighting bridge simulator').click();
    return simulator;
  }

  /** A node without a bridge is offered the only one, and what it holds, though it is not deployed. */
  async function assertPickableBeforeDeploy(): Promise<void> {
    await harness.open(unconfiguredNode);
    assert.equal(await harness.field('Bridge').inputValue(), bridgeId);
    await harness.field('Resources: choose').click();
    await locateText('Living room').waitFor();
    await harness.editor.page.keyboard.press('Escape');
    await harness.editor.closeDialog('ok');
  }

  it('asks for the address while none is written', async () => {
    await harness.open(bridgeId);
    await locateText('Write the address of the bridge').waitFor();
    await harness.editor.closeDialog('cancel');
  });

  it('lists the bridges of the network and takes the one that is chosen', async () => {
    await harness.open(bridgeId);
    const found = await findBridge();
    await harness.expandDetails();
    assert.equal(await harness.field('Address').inputValue(), found.host);
    assert.equal(await harness.field('Port').inputValue(), String(found.port));
    assert.equal(await harness.field('Bridge id').inputValue(), found.bridgeId);
  });

  it('drops the certificate of the bridge before when another one is chosen, and keeps that of the same', async () => {
    await harness.open(bridgeId);
    await harness.expandDetails();
    const fingerprint = Array.from({ length: 32 }, () => 'AB').join(':');
    await harness.field('Bridge id').fill('fedcba9876543210');
    await harness.field('Certificate').fill(fingerprint);
    const found = await findBridge();
    assert.equal(await harness.field('Certificate').inputValue(), '');
    assert.equal(await harness.field('Bridge id').inputValue(), found.bridgeId);
    await harness.field('Certificate').fill(found.fingerprint);
    await locateButton('Find bridges').click();
    await locateButton('Lighting bridge simulator').click();
    assert.equal(await harness.field('Certificate').inputValue(), found.fingerprint);
  });

  it('ends the search when it is closed', async () => {
    await harness.open(bridgeId);
    await locateButton('Find bridges').click();
    await locateText('Searching the network').waitFor();
    const ended = harness.editor.page.waitForRequest(
      (request) => request.method() === 'DELETE' && request.url().includes('/discover/'),
    );
    await harness.editor.closeDialog('cancel');
    assert.equal((await (await ended).response())?.status(), 200);
  });

  it('shows the time left to press the button on the bridge, and can be cancelled', async () => {
    await harness.open(bridgeId);
    await findBridge();
    await locateButton('Get a key').click();
    await locateText(/Press the button on the bridge now: \d+ s left\./).waitFor();
    assert.equal(await locateButton('Get a key').isDisabled(), true);
    await harness.editor.page
      .locator('#bridge-config-pairing')
      .getByRole('button', { name: 'Cancel' })
      .click();
    await locateText('Cancelled. The key did not change.').waitFor();
    assert.equal(await locateButton('Get a key').isDisabled(), false);
    assert.equal(await harness.field('Key').inputValue(), '');
  });

  it('ends the pairing, and says nothing more of it, when the address changes', async () => {
    await harness.open(bridgeId);
    await findBridge();
    await locateButton('Get a key').click();
    await locateText('Press the button on the bridge now').waitFor();
    await harness.field('Address').fill('192.168.1.20');
    assert.equal(await harness.editor.page.locator('#bridge-config-pairing').textContent(), '');
    assert.equal(await locateButton('Get a key').isDisabled(), false);
  });

  it('gets a key that the browser never sees, picks with it at once, and connects with it after the deploy', async () => {
    const { editor, nodeRed } = harness;
    const answers: string[] = [];
    editor.page.on('response', (response) => {
      if (response.url().includes('/lighting-bridge/')) {
        void response.text().then(
          (body) => answers.push(body),
          (error: unknown) => answers.push(String(error)),
        );
      }
    });
    await harness.open(bridgeId);
    const found = await findBridge();
    await locateButton('Get a key').click();
    await locateText('Press the button on the bridge now').waitFor();
    await saveRequestedScreenshot(editor.page, 'get-a-key');
    found.pressLinkButton();
    await locateText('The bridge gave a key.').waitFor();
    await saveRequestedScreenshot(editor.page, 'got-a-key');
    assert.equal(await harness.field('Certificate').inputValue(), found.fingerprint);
    await editor.closeDialog('ok');
    await assertPickableBeforeDeploy();
    await harness.editor.deploy();

    nodeRed.send(lamp, { payload: true });
    await nodeRed.nextCompletion(lamp);
    const request = found.requests.findLast(({ method }) => method === 'PUT');
    const key = String(getNestedMember(request, 'headers', 'home-application-key'));
    assert.ok(key.length > 10, key);
    assert.ok(answers.length > 0);
    assert.ok(!answers.some((answer) => answer.includes(key)), 'an answer holds the key');

    await harness.open(bridgeId);
    await locateButton('Test connection').click();
    await locateText(/^Connected to /).waitFor();
  });

  it('reports nothing wrong on the console in all of this', () => {
    assert.deepEqual(harness.editor.problems, []);
  });
});

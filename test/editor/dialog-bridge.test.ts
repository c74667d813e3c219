import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { member } from '../../src/resources';
import { startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { announceTo, freeUdpPort } from '../support/announcing';
import { saveScreenshot } from '../support/browser';
import { bridgeId, openStage } from './dialog-stage';
import type { DialogStage } from './dialog-stage';

const lamp = 'bridge-light';
/** A node for which no bridge was chosen yet. */
const fresh = 'bridge-poll';

describe('The dialog of a new bridge', function () {
  this.timeout(90_000);
  let stage: DialogStage;
  let simulator: Simulator | undefined;
  let discoveryPort: number;

  before(async () => {
    discoveryPort = await freeUdpPort();
    stage = await openStage(
      {
        [bridgeId]: { name: '', host: '', port: '443', fingerprint: '' },
        [fresh]: { bridge: '' },
        [lamp]: { target: 'Floor lamp', targetType: 'str', command: 'payload', commandType: 'msg' },
      },
      { discoveryPort, withoutKey: true },
    );
  });

  after(() => stage.end());

  afterEach(async () => {
    await stage.tidy();
    await simulator?.stop();
  });

  const button = (name: string): Locator => stage.editor.page.getByRole('button', { name });
  const text = (words: string | RegExp): Locator => stage.editor.page.getByText(words);

  /** Searches, lets a bridge come into the network meanwhile, and takes it. */
  async function findBridge(): Promise<Simulator> {
    await button('Find bridges').click();
    await text('Searching the network').waitFor();
    simulator = await startSimulator({ announce: announceTo(discoveryPort) });
    await button('Lighting bridge simulator').waitFor();
    const problem = stage.editor.page.locator('.lighting-bridge-problem');
    assert.equal(await problem.getByText('Write the address').isVisible(), false);
    await saveScreenshot(stage.editor.page, 'find-bridges');
    await button('Lighting bridge simulator').click();
    return simulator;
  }

  /** A node without a bridge is offered the only one, and what it holds, though it is not deployed. */
  async function canPickBeforeDeploy(): Promise<void> {
    await stage.open(fresh);
    assert.equal(await stage.field('Bridge').inputValue(), bridgeId);
    await stage.field('Which: choose').click();
    await text('Living room').waitFor();
    await stage.editor.page.keyboard.press('Escape');
    await stage.editor.closeDialog('ok');
  }

  it('asks for the address while none is written', async () => {
    await stage.open(bridgeId);
    await text('Write the address of the bridge').waitFor();
    await stage.editor.closeDialog('cancel');
  });

  it('lists the bridges of the network and takes the one that is chosen', async () => {
    await stage.open(bridgeId);
    const found = await findBridge();
    await stage.unfold();
    assert.equal(await stage.field('Address').inputValue(), found.host);
    assert.equal(await stage.field('Port').inputValue(), String(found.port));
    assert.equal(await stage.field('Bridge id').inputValue(), found.bridgeId);
  });

  it('shows the time left to press the button on the bridge, and can be cancelled', async () => {
    await stage.open(bridgeId);
    await findBridge();
    await button('Get a key').click();
    await text(/Press the button on the bridge now: \d+ s left\./).waitFor();
    assert.equal(await button('Get a key').isDisabled(), true);
    await stage.editor.page
      .locator('#bridge-config-pairing')
      .getByRole('button', { name: 'Cancel' })
      .click();
    await text('Cancelled. The key is as it was.').waitFor();
    assert.equal(await button('Get a key').isDisabled(), false);
    assert.equal(await stage.field('Key').inputValue(), '');
  });

  it('ends the pairing, and says nothing more of it, when the address changes', async () => {
    await stage.open(bridgeId);
    await findBridge();
    await button('Get a key').click();
    await text('Press the button on the bridge now').waitFor();
    await stage.field('Address').fill('192.168.1.20');
    assert.equal(await stage.editor.page.locator('#bridge-config-pairing').textContent(), '');
    assert.equal(await button('Get a key').isDisabled(), false);
  });

  it('gets a key that the browser never sees, picks with it at once, and connects with it after the deploy', async () => {
    const { editor, nodeRed } = stage;
    const answers: string[] = [];
    editor.page.on('response', (response) => {
      if (response.url().includes('/lighting-bridge/')) {
        void response.text().then(
          (body) => answers.push(body),
          (error: unknown) => answers.push(String(error)),
        );
      }
    });
    await stage.open(bridgeId);
    const found = await findBridge();
    await button('Get a key').click();
    await text('Press the button on the bridge now').waitFor();
    await saveScreenshot(editor.page, 'get-a-key');
    found.pressLinkButton();
    await text('The bridge gave a key.').waitFor();
    await saveScreenshot(editor.page, 'got-a-key');
    assert.equal(await stage.field('Certificate').inputValue(), found.fingerprint);
    await editor.closeDialog('ok');
    await canPickBeforeDeploy();
    await stage.editor.deploy();

    nodeRed.send(lamp, { payload: true });
    await nodeRed.completion(lamp);
    const request = found.requests.findLast(({ method }) => method === 'PUT');
    const key = String(member(request, 'headers', 'home-application-key'));
    assert.ok(key.length > 10, key);
    assert.ok(answers.length > 0);
    assert.ok(!answers.some((answer) => answer.includes(key)), 'an answer holds the key');

    await stage.open(bridgeId);
    await button('Test connection').click();
    await text(/^Connected to /).waitFor();
  });

  it('reports nothing wrong on the console in all of this', () => {
    assert.deepEqual(stage.editor.problems, []);
  });
});

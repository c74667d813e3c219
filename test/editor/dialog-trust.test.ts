import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { saveScreenshot } from '../support/browser';
import { bridgeId, openStage } from './dialog-stage';
import type { DialogStage } from './dialog-stage';

const lamp = 'bridge-light';
/** Level of warnings in Node-RED's log. */
const warning = 30;

describe('A bridge that shows a new certificate', function () {
  this.timeout(60_000);
  let stage: DialogStage;
  let renewed: Simulator;

  before(async () => {
    stage = await openStage({
      [bridgeId]: { fingerprint: '' },
      [lamp]: { target: 'Floor lamp', targetType: 'str', command: 'payload', commandType: 'msg' },
    });
    stage.nodeRed.send(lamp, { payload: true });
    await stage.nodeRed.completion(lamp);
    const { port, key } = stage.simulator;
    await stage.simulator.stop();
    renewed = await startSimulator({ port, key, bridgeId: '02a1b2fffec3d4e9' });
  });
  after(async () => {
    await stage.end();
    await renewed.stop();
  });

  const button = (name: string): Locator => stage.editor.page.getByRole('button', { name });
  const text = (words: string | RegExp): Locator => stage.editor.page.getByText(words);

  it('gets nothing, and the nodes say so', async () => {
    for (let count = 0; count < 3; count += 1) {
      stage.nodeRed.send(lamp, { payload: true });
      const { code } = await stage.nodeRed.failure(lamp);
      assert.equal(code, 'ERR_BRIDGE_UNTRUSTED');
    }
    await stage.nodeRed.status(lamp, ({ text: words }) => words === 'not trusted');
    assert.equal(renewed.requests.length, 0);
  });

  it('is told of in one warning', () => {
    const told = stage.nodeRed.observations.filter(
      (seen) =>
        seen.kind === 'log' &&
        seen.level === warning &&
        seen.text.includes('instead of the pinned'),
    );
    assert.equal(told.length, 1);
  });

  it('is tried before a deploy with a key that a person enters again', async () => {
    await stage.open(bridgeId);
    await stage.unfold();
    await button('Fetch').click();
    await button('Trust the new certificate').click();
    await stage.field('Key').fill(renewed.key);
    await button('Test connection').click();
    await text(/^Connected to /).waitFor();
    await stage.editor.closeDialog('cancel');
  });

  it('is trusted again in its dialog, by a person who compares', async () => {
    const { editor, nodeRed } = stage;
    await stage.open(bridgeId);
    await button('Test connection').click();
    await text(/Trust it only if you know why it changed/).waitFor();
    await saveScreenshot(editor.page, 'trust-the-new-certificate');
    await button('Trust the new certificate').click();
    assert.equal(await stage.field('Certificate').inputValue(), renewed.fingerprint);
    assert.equal(await editor.page.locator('#bridge-config-result').textContent(), '');
    assert.equal(await editor.page.locator('.lighting-bridge-bad').count(), 0);
    await saveScreenshot(editor.page, 'trusted-the-new-certificate');
    const seen = renewed.requests.length;
    await button('Test connection').click();
    await text(/Deploy first and try again, or enter the key/).waitFor();
    assert.equal(renewed.requests.length, seen, 'the key goes there only after the deploy');
    await saveScreenshot(editor.page, 'deploy-the-new-certificate-first');
    await editor.closeDialog('ok');
    await stage.editor.deploy();
    nodeRed.send(lamp, { payload: true });
    await nodeRed.completion(lamp);
    assert.ok(renewed.requests.some(({ method }) => method === 'PUT'));
    await stage.open(bridgeId);
    await button('Test connection').click();
    await text(/^Connected to /).waitFor();
    await editor.closeDialog('cancel');
  });

  it('is known by its fingerprint, whichever way that is written', async () => {
    await stage.open(bridgeId);
    await stage.unfold();
    const certificate = stage.field('Certificate');
    await certificate.fill(renewed.fingerprint.replaceAll(':', '').toLowerCase());
    await certificate.dispatchEvent('change');
    await button('Fetch').click();
    await text('The bridge shows the certificate that you trust.').waitFor();
    assert.equal(await certificate.getAttribute('aria-invalid'), null);
    await stage.editor.closeDialog('cancel');
  });
});

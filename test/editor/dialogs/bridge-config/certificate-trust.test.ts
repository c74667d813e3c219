import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { startSimulator } from '../../../../src/simulator';
import type { Simulator } from '../../../../src/simulator';
import { saveRequestedScreenshot } from '../../../support/browser/browser';
import { bridgeId, startDialogHarness } from '../../support/dialog-harness';
import type { DialogHarness } from '../../support/dialog-harness';

const lamp = 'bridge-light';
/** Level of warnings in Node-RED's log. */
const warning = 30;

describe('A bridge that shows a new certificate', () => {
  let harness: DialogHarness;
  let renewed: Simulator;

  before(async () => {
    harness = await startDialogHarness({
      [bridgeId]: { fingerprint: '' },
      [lamp]: { target: 'Floor lamp', targetType: 'str', command: 'payload', commandType: 'msg' },
    });
    harness.nodeRed.send(lamp, { payload: true });
    await harness.nodeRed.nextCompletion(lamp);
    const { port, key } = harness.simulator;
    await harness.simulator.stop();
    renewed = await startSimulator({ port, key, bridgeId: '02a1b2fffec3d4e9' });
  });
  after(async () => {
    await harness.stop();
    await renewed.stop();
  });

  const locateButton = (name: string): Locator => harness.editor.page.getByRole('button', { name });
  const text = (words: string | RegExp): Locator => harness.editor.page.getByText(words);

  it('gets nothing, and the nodes say so', async () => {
    for (let count = 0; count < 3; count += 1) {
      harness.nodeRed.send(lamp, { payload: true });
      const { code } = await harness.nodeRed.nextFailure(lamp);
      assert.equal(code, 'ERR_BRIDGE_UNTRUSTED');
    }
    await harness.nodeRed.nextStatus(lamp, ({ text: words }) => words === 'not trusted');
    assert.equal(renewed.requests.length, 0, 'requests to the new certificate');
  });

  it('is reported in one warning', () => {
    const trustWarnings = harness.nodeRed.observations.filter(
      (seen) =>
        seen.kind === 'log' &&
        seen.level === warning &&
        seen.text.includes('instead of the pinned'),
    );
    assert.equal(trustWarnings.length, 1, 'warnings about the certificate');
  });

  it('is tried before a deploy with a key that a person enters again', async () => {
    await harness.open(bridgeId);
    await harness.expandDetails();
    await locateButton('Fetch').click();
    await locateButton('Trust the new certificate').click();
    await harness.field('Key').fill(renewed.key);
    await locateButton('Test connection').click();
    await text(/^Connected to /).waitFor();
    await harness.editor.closeDialog('cancel');
  });

  it('is trusted again in its dialog, by a person who compares', async () => {
    const { editor, nodeRed } = harness;
    await harness.open(bridgeId);
    await locateButton('Test connection').click();
    await text(/only if you know why it changed/).waitFor();
    await saveRequestedScreenshot(editor.page, 'trust-the-new-certificate');
    await locateButton('Trust the new certificate').click();
    assert.equal(await harness.field('Certificate').inputValue(), renewed.fingerprint);
    assert.equal(await editor.page.locator('#bridge-config-result').textContent(), '');
    assert.equal(await editor.page.locator('.lighting-bridge-bad').count(), 0);
    await saveRequestedScreenshot(editor.page, 'trusted-the-new-certificate');
    const seen = renewed.requests.length;
    await locateButton('Test connection').click();
    await text(/Deploy first and try again, or enter the key/).waitFor();
    assert.equal(renewed.requests.length, seen, 'the key goes there only after the deploy');
    await saveRequestedScreenshot(editor.page, 'deploy-the-new-certificate-first');
    await editor.closeDialog('ok');
    await harness.editor.deploy();
    nodeRed.send(lamp, { payload: true });
    await nodeRed.nextCompletion(lamp);
    assert.ok(renewed.requests.some(({ method }) => method === 'PUT'));
    await harness.open(bridgeId);
    await locateButton('Test connection').click();
    await text(/^Connected to /).waitFor();
    await editor.closeDialog('cancel');
  });

  it('is known by its fingerprint, whichever way that is written', async () => {
    await harness.open(bridgeId);
    await harness.expandDetails();
    const certificate = harness.field('Certificate');
    await certificate.fill(renewed.fingerprint.replaceAll(':', '').toLowerCase());
    await certificate.dispatchEvent('change');
    await locateButton('Fetch').click();
    await text('The bridge shows the certificate that you trust.').waitFor();
    assert.equal(await certificate.getAttribute('aria-invalid'), null);
    await harness.editor.closeDialog('cancel');
  });
});

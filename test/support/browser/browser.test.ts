import assert from 'node:assert/strict';
import { startBrowser } from './browser';

describe('The browser of the tests', () => {
  it('draws text in a font of its own', async () => {
    const browser = await startBrowser();
    try {
      const page = await browser.newPage();
      await page.setContent('<span id="text">brightness</span>');
      const box = await page.locator('#text').boundingBox();
      assert.ok(box !== null && box.width > 30, JSON.stringify(box));
    } finally {
      await browser.close();
    }
  });
});

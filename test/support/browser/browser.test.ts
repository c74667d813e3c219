import assert from 'node:assert/strict';
import { startBrowser } from './browser';

describe('The browser of the tests', () => {
  it('has its own font for texts of all weights, whatever fonts the machine has', async () => {
    const browser = await startBrowser();
    try {
      const page = await browser.newPage();
      for (const weight of [400, 600, 700]) {
        await page.setContent(
          `<div style="font-weight: ${weight}"><span style="font-family: sans-serif">brightness</span> <span style="font-family: 'Open Sans'">brightness</span></div>`,
        );
        const [usual, own] = await Promise.all(
          (await page.locator('span').all()).map((text) => text.boundingBox()),
        );
        assert.ok(usual && own);
        assert.equal(usual.width, own.width, `weight ${weight}`);
      }
    } finally {
      await browser.close();
    }
  });

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

import assert from 'node:assert/strict';
import { on } from 'node:events';
import { getNestedMember } from '../../../../src/resources/members';
import { createFixtureId, startSimulator } from '../../../../src/simulator';
import { getSharedBrowser } from '../../../support/browser/shared-browser';
import { openSimulatorPage } from '../../../support/browser/simulator-page';

describe('The card of the whole home on the page of the simulator', () => {
  it('comes first, and switches all lamps', async () => {
    const simulator = await startSimulator({ port: 0, controlPort: 0 });
    const page = await openSimulatorPage(await getSharedBrowser(), simulator);
    try {
      assert.equal(
        await page.locator('section.card:has(.group) h2').first().textContent(),
        'Whole home',
      );
      const changes = on(simulator.home, 'change', { signal: AbortSignal.timeout(30_000) });
      const card = page.getByRole('region', { name: 'Whole home', exact: true });
      await card.getByRole('switch', { name: 'All lamps of the whole home' }).click();
      const isLit = (): boolean =>
        simulator.home.byType('light').some((lamp) => getNestedMember(lamp, 'on', 'on') === true);
      while (isLit()) await changes.next();
      const group = simulator.home.get(createFixtureId('grouped_light/home'));
      assert.equal(getNestedMember(group, 'on', 'on'), false);
    } finally {
      await page.context().close();
      await simulator.stop();
    }
  });
});

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Simulator } from '../../src/simulator';
import { startSimulatorWithPage, stopSimulatorWithPage } from '../support/browser/simulator-page';
import { waitUntil } from '../support/wait-until';

/** What a tile shows: its text, and which of its parts are pressed, on, active, low or disabled. */
interface Shown {
  text: string;
  marks: readonly string[];
}

/** A state of the first resource of a type, and what its tile shows then. */
const states: readonly (readonly [string, Readonly<Record<string, unknown>>, Shown])[] = [
  ['light', { on: { on: false } }, { text: 'off', marks: [] }],
  [
    'light',
    {
      on: { on: true },
      dimming: { brightness: 40 },
      color_temperature: { mirek: 250 },
      effects: { status: 'no_effect' },
    },
    { text: '40 %, 4000 K', marks: ['pressed', 'on'] },
  ],
  [
    'light',
    { effects: { status: 'candle' }, color_temperature: { mirek: null } },
    { text: '40 %, candle', marks: ['pressed', 'on'] },
  ],
  ['grouped_light', { on: { on: true } }, { text: '', marks: ['checked'] }],
  ['grouped_light', { on: { on: false } }, { text: '', marks: [] }],
  [
    'motion',
    { enabled: true, motion: { motion: true, motion_report: { motion: true } } },
    { text: 'motion', marks: ['active'] },
  ],
  [
    'motion',
    { motion: { motion: false, motion_report: { motion: false } } },
    { text: 'no motion', marks: [] },
  ],
  ['motion', { enabled: false }, { text: 'disabled', marks: ['disabled'] }],
  [
    'contact',
    { enabled: true, contact_report: { state: 'no_contact' } },
    { text: 'open', marks: ['active'] },
  ],
  ['contact', { contact_report: { state: 'contact' } }, { text: 'closed', marks: [] }],
  ['contact', { enabled: false }, { text: 'disabled', marks: ['disabled'] }],
  [
    'tamper',
    { tamper_reports: [{ source: 'battery_door', state: 'tampered' }] },
    { text: 'tampered with', marks: ['pressed', 'active'] },
  ],
  [
    'tamper',
    { tamper_reports: [{ source: 'battery_door', state: 'not_tampered' }] },
    { text: 'not tampered with', marks: [] },
  ],
  [
    'temperature',
    { enabled: true, temperature: { temperature_report: { temperature: 23.14 } } },
    { text: '23.1 °C', marks: [] },
  ],
  ['temperature', { enabled: false }, { text: 'disabled', marks: ['disabled'] }],
  ['device_power', { power_state: { battery_level: 80 } }, { text: 'battery 80 %', marks: [] }],
  ['device_power', { power_state: { battery_level: 4 } }, { text: 'battery 4 %', marks: ['low'] }],
  [
    'button',
    { button: { button_report: { event: 'long_press' }, last_event: 'long_press' } },
    { text: 'held', marks: [] },
  ],
  [
    'smart_scene',
    { state: 'active', metadata: { name: 'Day' } },
    { text: 'Day', marks: ['pressed'] },
  ],
  ['smart_scene', { state: 'inactive' }, { text: 'Day', marks: [] }],
  [
    'behavior_instance',
    { enabled: true, status: 'running', metadata: { name: 'Alarm' } },
    { text: 'Alarm: running', marks: ['pressed'] },
  ],
  [
    'behavior_instance',
    { enabled: false, status: 'disabled' },
    { text: 'Alarm: disabled', marks: [] },
  ],
  [
    'geofence_client',
    { is_at_home: true, name: 'Tablet' },
    { text: 'Tablet: at home', marks: ['pressed'] },
  ],
  ['geofence_client', { is_at_home: false }, { text: 'Tablet: away', marks: [] }],
];

/** Runs in the page. */
const readTile = (rid: string): string => `(() => {
  const tile = document.querySelector('[data-rid="${rid}"]');
  const parts = [tile, ...tile.querySelectorAll('*')];
  const reading = tile.querySelector('.reading') ?? tile.querySelector('[aria-pressed]') ?? tile;
  const marks = {
    pressed: '[aria-pressed=true]',
    checked: '[aria-checked=true]',
    on: '.is-on',
    active: '.is-active',
    low: '.is-low',
    disabled: ':disabled',
  };
  return {
    text: reading.textContent,
    marks: Object.keys(marks).filter((mark) => parts.some((part) => part.matches(marks[mark]))),
  };
})()`;

describe('What the page of the simulator shows', () => {
  let simulator: Simulator;
  let page: Page;
  before(async () => {
    ({ simulator, page } = await startSimulatorWithPage());
  });
  after(() => stopSimulatorWithPage({ simulator, page }));

  const expectShown = async (script: string, expected: unknown): Promise<void> => {
    let shown: unknown;
    const wanted = JSON.stringify(expected);
    await waitUntil(
      'what the page is to show',
      async () => {
        shown = await page.evaluate(script);
        return JSON.stringify(shown) === wanted;
      },
      { timeout: 2_000 },
    ).catch(() => assert.deepEqual(shown, expected));
  };

  for (const [rtype, change, shown] of states) {
    it(`is “${shown.text}”, ${shown.marks.join(' and ') || 'unmarked'}, for a ${rtype} with ${JSON.stringify(change)}`, async () => {
      const [resource] = simulator.home.byType(rtype);
      assert.ok(resource);
      simulator.home.change(resource.id, change);
      await expectShown(readTile(resource.id), shown);
    });
  }

  it('is every fault that a program sets, and that none is left', async () => {
    const { faults } = simulator;
    const readFaults = `[
      !document.querySelector('#faults-active').hidden,
      !document.querySelector('#stop-faults').hidden,
      ...[...document.querySelectorAll('#faults .fault')].map((row) =>
        [...row.querySelectorAll('input, select')]
          .map((field) => (field.type === 'checkbox' ? (field.checked ? 'on' : 'off') : field.value))
          .join(' ')),
    ]`;
    const none = [false, false, 'off 429', 'off 2', 'off', 'off', 'off 5', 'off', 'off', 'off'];
    await expectShown(readFaults, none);
    faults.delayHandshakes(5);
    await expectShown(readFaults, [true, true, ...none.slice(2)]);
    faults.delayHandshakes(0);
    await expectShown(readFaults, none);
    faults.inject({ status: 418, delay: 3_000, cut: 'before', stall: true });
    faults.inject({ match: { path: '/eventstream/' }, status: 404 });
    faults.setRateLimit({ perSecond: 7 });
    faults.setStreamFault({ silent: true, duplicates: true });
    const all = ['on 418', 'on 3', 'on', 'on', 'on 7', 'on', 'on', 'on'];
    await expectShown(readFaults, [true, true, ...all]);
    faults.clear();
    const last = ['off 418', 'off 3', 'off', 'off', 'off 7', 'off', 'off', 'off'];
    await expectShown(readFaults, [false, false, ...last]);
  });
});

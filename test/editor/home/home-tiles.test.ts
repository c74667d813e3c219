import assert from 'node:assert/strict';
import type { HomeItem } from '../../../src/runtime/home/home-item';
import { openEditor } from '../../support/browser/editor';
import type { Editor } from '../../support/browser/editor';
import { getSharedBrowser } from '../../support/browser/shared-browser';
import type { RunningNodeRed } from '../../support/node-red/node-red';
import { deployOnSharedNodeRed } from '../../support/node-red/shared-node-red';
import { createHomePage, makeUpFeed, toHomeFrame } from './home-page';
import type { MadeUpFeed } from './home-page';

const toId = (number: number): string =>
  `${String(number).padStart(8, '0')}-0000-4000-8000-000000000000`;
const roomId = toId(1);
let count = 0;
/** Id, name and room of another item. */
const next = (): { id: string; name: string; room: string } => {
  count += 1;
  return { id: toId(count + 1), name: `Item ${count}`, room: roomId };
};
const light = { rtype: 'light', colorCapable: false, mirekCapable: false } as const;
const motion = { rtype: 'motion', value: false } as const;
/** Its blue is beyond that of the lamp. */
const deepBlue = { x: 0.15, y: 0.06 };
const gamut = {
  red: { x: 0.704, y: 0.296 },
  green: { x: 0.2151, y: 0.7106 },
  blue: { x: 0.138, y: 0.08 },
};

/** What a tile shows: its state in words, its icon or switch, and whether that is on. */
type Shown = readonly [state: string, lead: string];

/** Items of a home by their names, and what their tiles show. */
const tiles: readonly (readonly [HomeItem, Shown])[] = [
  [{ ...next(), ...light, on: true }, ['on', 'bulb Item 1: on true on lit #ffad59 1']],
  [
    { ...next(), ...light, on: false, brightness: 40, mirek: 300 },
    ['off', 'bulb Item 2: on false #ffc282 0'],
  ],
  [
    { ...next(), ...light, on: true, brightness: 39.6, mirek: 250 },
    ['4000 K, 40 %', 'bulb Item 3: on true on lit #ffd3a5 0.396'],
  ],
  [
    { ...next(), ...light, on: true, brightness: 30, color: deepBlue },
    ['30 %', 'bulb Item 4: on true on lit #0038ff 0.3'],
  ],
  [
    { ...next(), ...light, on: true, brightness: 30, effect: 'candle_light' },
    ['effect candle light', 'bulb Item 5: on true on lit #ffad59 0.3'],
  ],
  [
    {
      ...next(),
      rtype: 'scene',
      group: roomId,
      active: true,
      palette: [{ mirek: 400 }, { x: 0.2, y: 0.2 }],
    },
    [
      'active',
      'palette Recall Item 6 true on active conic-gradient(#ffa44a 0deg 180deg, #76a1ff 180deg 360deg)',
    ],
  ],
  [
    { ...next(), rtype: 'scene', group: roomId, active: false },
    ['', 'palette Recall Item 7 false none'],
  ],
  [
    { ...next(), rtype: 'smart_scene', group: roomId, active: true },
    ['active', 'palette Item 8: active true on active'],
  ],
  [
    { ...next(), rtype: 'behavior_instance', enabled: true, status: 'running' },
    ['enabled', 'switch Item 9: active true on'],
  ],
  [
    { ...next(), rtype: 'behavior_instance', enabled: true, status: 'errored' },
    ['has an error', 'switch Item 10: active true on'],
  ],
  [
    { ...next(), rtype: 'behavior_instance', enabled: false, status: 'errored' },
    ['disabled', 'switch Item 11: active false'],
  ],
  [{ ...next(), ...motion, value: true }, ['motion', 'fa-male']],
  [{ ...next(), ...motion, enabled: false }, ['disabled', 'fa-male']],
  [{ ...next(), ...motion, value: null }, ['no value', 'fa-male']],
  [
    { ...next(), rtype: 'temperature', value: -21.34, unit: '°C' },
    ['-21.3 °C', 'fa-thermometer-half'],
  ],
  [{ ...next(), rtype: 'light_level', value: 1234.5, unit: 'lux' }, ['1235 lux', 'fa-sun-o']],
  [{ ...next(), rtype: 'temperature', value: 100, unit: '°C' }, ['100 °C', 'fa-thermometer-half']],
  [{ ...next(), rtype: 'contact', value: false }, ['closed', 'fa-sign-in']],
  [
    { ...next(), rtype: 'button', control: '2', events: [], lastPress: 'long_press' },
    ['held', 'fa-dot-circle-o'],
  ],
  [{ ...next(), rtype: 'button', control: '', events: [] }, ['not pressed yet', 'fa-dot-circle-o']],
  [
    { ...next(), rtype: 'relative_rotary', control: 'dial', events: [], lastPress: 'new_turn' },
    ['new turn', 'fa-circle-o-notch'],
  ],
  [
    { ...next(), ...light, on: true, brightness: 30, color: deepBlue, gamut },
    ['30 %', 'bulb Item 22: on true on lit #3b00ff 0.3'],
  ],
];

/** Runs in the page. */
const readTiles = `Object.fromEntries([...document.querySelectorAll('.tile[data-rid]')].map((tile) => {
  const lead = tile.querySelector('.bulb, .palette, .switch, .tile-icon');
  const icon = lead?.querySelector('.fa')?.className.split(' ').at(-1);
  const style = ['--lamp', '--level', '--palette'].map((name) => tile.style.getPropertyValue(name));
  const marks = [lead?.classList.contains('is-on') && 'on', tile.matches('.is-lit') && 'lit', tile.matches('.is-active') && 'active'];
  return [tile.dataset.rid, [
    tile.querySelector('.tile-state').textContent,
    [icon ?? lead?.classList[0], lead?.getAttribute('aria-label'), lead?.getAttribute('aria-pressed'), ...marks, ...style]
      .filter(Boolean).join(' '),
  ]];
}))`;

describe('The tile of what is in a home', () => {
  let nodeRed: RunningNodeRed;
  let editor: Editor;
  let feed: MadeUpFeed;
  before(async () => {
    nodeRed = await deployOnSharedNodeRed([
      { id: 'tab', type: 'tab', label: 'Home' },
      { id: 'bridge', type: 'bridge-config', name: 'Upstairs', host: '127.0.0.1', port: '1' },
    ]);
    editor = await openEditor(await getSharedBrowser(), nodeRed);
    const home = createHomePage(editor.page);
    feed = await makeUpFeed(editor.page, 'bridge');
    await home.show();
    await editor.page.waitForFunction('madeUpFeed.count() === 1');
  });
  after(async () => {
    await editor.close();
    await nodeRed.stop();
  });

  it('shows its state in words, its colours, and whether it is on', async () => {
    const room = { rtype: 'room', id: roomId, name: 'Room', members: [], on: false } as const;
    const items = tiles.map(([item]) => item);
    await feed.send(toHomeFrame([room, ...items]));
    const last = items.at(-1)?.id ?? '';
    await editor.page.locator(`.tile[data-rid="${last}"]`).waitFor({ state: 'attached' });
    const shown = await editor.page.evaluate<Record<string, Shown>>(readTiles);
    assert.deepEqual(
      items.map(({ id }) => shown[id]),
      tiles.map(([, expected]) => expected),
    );
  });

  it('stands in a section that names its active scene, or counts its lamps or items', async () => {
    const rooms = ['Active', 'Lit', 'Empty'].map((name, index) => ({
      rtype: 'room' as const,
      id: toId(index + 101),
      name,
      members: [],
      on: false,
    }));
    const [active, lit] = rooms.map(({ id }) => ({ room: id, group: id }));
    await feed.send(
      toHomeFrame([
        ...rooms,
        { ...next(), ...light, ...active, on: true },
        { ...next(), ...active, rtype: 'scene', active: true, name: 'Relax' },
        { ...next(), ...active, rtype: 'scene', active: false, name: 'Read' },
        { ...next(), ...light, ...lit, on: true },
        { ...next(), ...light, ...lit, on: false },
        { id: toId(200), name: 'Alarm', rtype: 'behavior_instance', enabled: true },
        { id: toId(201), name: 'Timer', rtype: 'behavior_instance', enabled: true },
      ]),
    );
    await editor.page.getByText('Empty', { exact: true }).waitFor();
    const sections = await editor.page.evaluate<string[]>(
      `[...document.querySelectorAll('.lighting-bridge-home .section')].map((section) =>
        ['.section-name', '.section-summary']
          .map((part) => section.querySelector(part)?.textContent ?? '')
          .join(': '))`,
    );
    assert.deepEqual(sections, [
      'Active: Relax',
      'Empty: ',
      'Lit: 1 of 2 lamps on',
      'Automations: 2 in all',
      'Health of the home: ',
      'Backup: ',
    ]);
  });

  it('stands below the name and the charge of its device', async () => {
    const room = { rtype: 'room', id: roomId, name: 'Room', members: [], on: false } as const;
    const sensor = { ...next(), ...motion, name: 'Sensor', owner: toId(300), battery: 64 };
    const device = editor.page.locator('.device');
    await feed.send(toHomeFrame([room, sensor]));
    await device.getByText('battery 64 %', { exact: true }).waitFor();
    await feed.send({ kind: 'changes', changed: [{ ...sensor, battery: 4 }], removed: [] });
    await device.locator('.device-battery.is-low').waitFor();
    assert.equal(await device.locator('h4').textContent(), 'Sensorbattery 4 %');
  });
});

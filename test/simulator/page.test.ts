import assert from 'node:assert/strict';
import { on, once } from 'node:events';
import type { Locator, Page } from 'playwright-core';
import { getNestedMember, isObject } from '../../src/resources/members';
import type { Resource } from '../../src/resources/resource';
import { createFixtureId, startSimulator } from '../../src/simulator';
import type { SimulatedHomeChange, Simulator } from '../../src/simulator';
import { createDeferred } from '../support/deferred';
import {
  requestBridge,
  startSimulatorWithPage,
  stopSimulatorWithPage,
  openSimulatorPage,
} from '../support/browser/simulator-page';
import { getSharedBrowser } from '../support/browser/shared-browser';
import axe from 'axe-core';

describe('The page of the simulator', () => {
  let simulator: Simulator;
  let page: Page;

  beforeEach(async () => {
    ({ simulator, page } = await startSimulatorWithPage());
  });

  afterEach(() => stopSimulatorWithPage({ simulator, page }));

  const getResource = (rid: string): Resource => {
    const resource = simulator.home.get(rid);
    assert.ok(resource, `no resource ${rid}`);
    return resource;
  };

  /** The first resource of a type for which something holds. */
  const findFirst = (
    rtype: string,
    condition: (resource: Resource) => boolean = () => true,
  ): Resource => {
    const found = simulator.home.byType(rtype).find(condition);
    assert.ok(found, `no such ${rtype}`);
    return found;
  };

  const locateTile = ({ id }: Resource): Locator => page.locator(`[data-rid="${id}"]`);

  /** Does something on the page, and waits until a resource has become as it should. */
  async function actAndWait(
    { id }: Resource,
    condition: (resource: Resource) => boolean,
    act: () => Promise<unknown>,
  ): Promise<void> {
    const end = AbortSignal.timeout(30_000);
    const changes = on(simulator.home, 'change', { signal: end });
    await act();
    while (!condition(getResource(id))) await changes.next();
    await changes.return?.();
  }

  const isOn = (resource: Resource): boolean => getNestedMember(resource, 'on', 'on') === true;

  it('draws every room with a card, and every lamp with a tile', async () => {
    for (const room of simulator.home.byType('room')) {
      const name = String(getNestedMember(room, 'metadata', 'name'));
      await page.getByRole('region', { name, exact: true }).waitFor();
    }
    assert.equal(await page.locator('.lamp').count(), simulator.home.byType('light').length);
  });

  it('toggles a lamp by a click and by the keyboard', async () => {
    const lamp = findFirst('light', isOn);
    const bulb = locateTile(lamp).locator('.bulb');
    await actAndWait(
      lamp,
      (now) => !isOn(now),
      () => bulb.click(),
    );
    await locateTile(lamp).locator('.bulb[aria-pressed=false]').waitFor();
    await actAndWait(lamp, isOn, () => bulb.press('Enter'));
    await locateTile(lamp).locator('.bulb[aria-pressed=true]').waitFor();
  });

  it('shows what a program does to a lamp', async () => {
    const lamp = findFirst('light', ({ color }) => color !== undefined);
    const red = { on: { on: true }, color: { xy: { x: 0.675, y: 0.322 } } };
    assert.equal(
      await requestBridge(simulator, 'PUT', `light/${lamp.id}`, {
        ...red,
        dimming: { brightness: 40 },
      }),
      200,
    );
    const tile = locateTile(lamp);
    await tile.getByText('40 %').waitFor();
    await page.clock.fastForward(1_000);
    await tile.getByText(/^40 %$/).waitFor();
    const style = (await tile.getAttribute('style')) ?? '';
    const [, red16 = '', green16 = ''] = /--lamp: #(..)(..)../.exec(style) ?? [];
    assert.equal(red16, 'ff', style);
    assert.ok(Number.parseInt(green16, 16) < 100, style);
  });

  it('sets brightness by a slider, colour by a colour field and warmth by another slider', async () => {
    const lamp = findFirst('light', ({ color }) => color !== undefined);
    const tile = locateTile(lamp);
    await actAndWait(
      lamp,
      (now) => Math.round(Number(getNestedMember(now, 'dimming', 'brightness'))) === 31,
      () => tile.locator('input.brightness').fill('31'),
    );
    await actAndWait(
      lamp,
      (now) => Number(getNestedMember(now, 'color', 'xy', 'x')) < 0.2 && isOn(now),
      () => tile.locator('input[type=color]').fill('#0000ff'),
    );
    await actAndWait(
      lamp,
      (now) => getNestedMember(now, 'color_temperature', 'mirek') === 300,
      () => tile.locator('input.warmth').fill('300'),
    );
  });

  it('switches all lamps of a room at once', async () => {
    const group = findFirst('grouped_light', isOn);
    const countLit = (): number => simulator.home.byType('light').filter(isOn).length;
    const before = countLit();
    await actAndWait(
      group,
      (now) => !isOn(now),
      () => locateTile(group).getByRole('switch').click(),
    );
    assert.ok(countLit() < before);
  });

  it('lets a person walk past a motion sensor, for ten seconds', async () => {
    const sensor = findFirst('motion', ({ enabled }) => enabled === true);
    const hasMotion = (now: Resource): boolean =>
      getNestedMember(now, 'motion', 'motion_report', 'motion') === true;
    await actAndWait(sensor, hasMotion, () => locateTile(sensor).getByRole('button').click());
    await locateTile(sensor).getByText('motion', { exact: true }).waitFor();
    await actAndWait(
      sensor,
      (now) => !hasMotion(now),
      () => page.clock.fastForward(10_000),
    );
  });

  it('opens and closes a contact', async () => {
    const contact = findFirst('contact');
    const state = (now: Resource): unknown => getNestedMember(now, 'contact_report', 'state');
    const wasOpen = state(contact) === 'no_contact';
    const [opened, closed] = ['no_contact', 'contact'];
    const next = wasOpen ? closed : opened;
    await actAndWait(
      contact,
      (now) => state(now) === next,
      () => locateTile(contact).getByRole('button').click(),
    );
  });

  it('mutes a speaker, and says so', async () => {
    const speaker = findFirst('speaker');
    const tile = locateTile(speaker);
    for (const text of ['silent, muted', 'silent']) {
      await tile.getByRole('button').click();
      await tile.getByText(text, { exact: true }).waitFor();
    }
  });

  it('sets temperature and light by sliders', async () => {
    const temperature = findFirst('temperature', ({ enabled }) => enabled === true);
    await actAndWait(
      temperature,
      (now) => getNestedMember(now, 'temperature', 'temperature_report', 'temperature') === 27.5,
      () => locateTile(temperature).locator('input').fill('27.5'),
    );
    const lightLevel = findFirst('light_level', ({ enabled }) => enabled === true);
    await actAndWait(
      lightLevel,
      (now) => getNestedMember(now, 'light', 'light_level_report', 'light_level') === 20_000,
      () => locateTile(lightLevel).locator('input').fill('20000'),
    );
    await locateTile(lightLevel).getByText('100 lux').waitFor();
  });

  it('presses a button for a short and for a long time, as a hand does, and a bell as it lists', async () => {
    const button = findFirst('button');
    const seen: unknown[] = [];
    simulator.home.on('change', ({ resource }: SimulatedHomeChange) => {
      if (resource.id === button.id) {
        seen.push(getNestedMember(resource, 'button', 'button_report', 'event'));
      }
    });
    // What the button reports from before is no press of now.
    const wasReported = (event: string) => (): boolean => seen.includes(event);
    const clickButton = (name: RegExp) => () =>
      locateTile(button).getByRole('button', { name }).click();
    await actAndWait(button, wasReported('short_release'), clickButton(/^Press/));
    await actAndWait(button, wasReported('long_release'), clickButton(/^Hold/));
    assert.deepEqual(seen.slice(-5), [
      'initial_press',
      'short_release',
      'initial_press',
      'long_press',
      'long_release',
    ]);
    const bell = locateTile(findFirst('bell_button'));
    assert.deepEqual(await bell.getByRole('button').allTextContents(), ['Press']);
  });

  it('turns a dial', async () => {
    const dial = findFirst('relative_rotary');
    const name = /counter-clockwise$/;
    await actAndWait(
      dial,
      (now) =>
        getNestedMember(now, 'relative_rotary', 'rotary_report', 'rotation', 'direction') ===
        'counter_clock_wise',
      () => locateTile(dial).getByRole('button', { name }).click(),
    );
  });

  it('starts and stops a smart scene', async () => {
    const scene = findFirst('smart_scene', ({ state }) => state === 'inactive');
    await actAndWait(
      scene,
      ({ state }) => state === 'active',
      () => locateTile(scene).click(),
    );
    await locateTile(scene).and(page.locator('[aria-pressed=true]')).waitFor();
    await actAndWait(
      scene,
      ({ state }) => state === 'inactive',
      () => locateTile(scene).click(),
    );
  });

  it('sends a person away', async () => {
    const person = findFirst('geofence_client', (client) => client['is_at_home'] === true);
    await actAndWait(
      person,
      (now) => now['is_at_home'] === false,
      () => locateTile(person).click(),
    );
  });

  it('lets an automation fire', async () => {
    const alarm = findFirst('behavior_instance');
    const hasFired = ({ state }: Resource): boolean =>
      getNestedMember(state, 'last_triggered') !== undefined;
    await actAndWait(alarm, hasFired, () => locateTile(alarm).getByText('Fire').click());
  });

  it('makes new software ready', async () => {
    await page.locator('#home summary').click();
    const software = findFirst('device_software_update', ({ state }) => state === 'no_update');
    await actAndWait(
      software,
      ({ state }) => state === 'ready_to_install',
      () => locateTile(software).locator('select').selectOption('ready_to_install'),
    );
  });

  it('lists requests as they come, with body and answer, and keeps the key out', async () => {
    const lamp = findFirst('light');
    await requestBridge(simulator, 'PUT', `light/${lamp.id}`, { on: { on: true } });
    const entry = page.locator('#requests li').filter({ hasText: lamp.id });
    await entry.locator('summary').click();
    await entry.getByRole('region', { name: 'Body' }).waitFor();
    const text = await entry.innerText();
    assert.match(text, /^200\s+PUT/);
    assert.ok(text.includes('"on": true') && text.includes('"errors"'), text);
    await requestBridge(simulator, 'GET', 'light');
    await page.locator('#requests li.read').first().waitFor();
    await page.getByLabel('Writes only').check();
    await page.locator('#requests li.read').first().waitFor({ state: 'hidden' });
    assert.ok(!(await page.content()).includes(simulator.key));
  });

  it('switches faults on and off, and still shows them after a reload', async () => {
    const { faults } = simulator;
    await page.getByLabel('Status code').selectOption('503');
    await page.getByLabel('Answer with').check();
    await page.locator('#faults-active').waitFor();
    assert.equal(await requestBridge(simulator, 'GET', 'light'), 503);
    await page.reload();
    await page.locator('#faults-active').waitFor();
    assert.ok(await page.getByLabel('Answer with').isChecked());
    assert.equal(await page.getByLabel('Status code').inputValue(), '503');
    await page.getByRole('button', { name: 'Switch all off' }).click();
    await page.locator('#faults-active').waitFor({ state: 'hidden' });
    assert.equal(await requestBridge(simulator, 'GET', 'light'), 200);
    await page.getByLabel('Allow only').check();
    await page.locator('#faults-active').waitFor();
    assert.deepEqual(faults.activeRateLimit, { perSecond: 5, retryAfter: 1 });
  });

  it('delays, cuts and stalls connections', async () => {
    for (const label of ['Delay answers by', 'Cut connections', 'Never answer']) {
      await page.getByLabel(label).check();
    }
    const expected = JSON.stringify([{ delay: 2_000, cut: 'before', stall: true }]);
    while (JSON.stringify(simulator.faults.list()) !== expected)
      await once(simulator.faults, 'change');
  });

  it('takes every switch that is moved while one is on its way, and moves none back', async () => {
    const faultsRequest = createDeferred();
    await page.route('**/api/faults', async (route) => {
      await faultsRequest.promise;
      await route.continue();
    });
    await page.getByLabel('Cut connections').check();
    simulator.faults.setRateLimit({ perSecond: 5, retryAfter: 1 });
    await page.getByLabel('Never answer').check();
    await page.getByLabel('Have no event stream').check();
    faultsRequest.resolve();
    while (simulator.faults.list().length < 2) await once(simulator.faults, 'change');
    for (const label of ['Cut connections', 'Never answer', 'Have no event stream']) {
      assert.ok(await page.getByLabel(label).isChecked(), label);
    }
    assert.deepEqual(
      simulator.faults.list().map(({ match, cut, stall }) => ({ match, cut, stall })),
      [
        { match: { path: '/eventstream/' }, cut: undefined, stall: undefined },
        { match: undefined, cut: 'before', stall: true },
      ],
    );
  });

  it('shows what changes while it reads everything', async () => {
    const lamp = findFirst('light', ({ color }) => color !== undefined);
    const [stateRequested, stateResponse] = [createDeferred(), createDeferred()];
    await page.route('**/api/state', async (route) => {
      const response = await route.fetch();
      stateRequested.resolve();
      await stateResponse.promise;
      await route.fulfill({ response });
    });
    await page.reload();
    await stateRequested.promise;
    const eventReceived = page.evaluate(
      `new Promise((resolve) => {
        const source = new EventSource('api/events');
        source.addEventListener('resource', resolve, { once: true });
        source.addEventListener('open', () =>
          fetch('api/resource/${lamp.id}', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: '{"dimming":{"brightness":40}}',
          }));
      })`,
    );
    await eventReceived;
    stateResponse.resolve();
    await locateTile(lamp).getByText('40 %').waitFor();
  });

  it('takes the event stream away, silences it, and leaves alone what a program has set', async () => {
    simulator.faults.inject({ match: { method: 'DELETE' }, status: 503 });
    await page.locator('#faults-active').waitFor();
    await page.getByLabel('Have no event stream').check();
    await page.getByLabel('Silence the event stream').check();
    await page.getByLabel('Send every event twice').check();
    const expected = [
      { match: { method: 'DELETE' }, status: 503 },
      { match: { path: '/eventstream/' }, status: 404 },
    ];
    while (!simulator.faults.streamFault.duplicates) await once(simulator.faults, 'change');
    assert.deepEqual(
      simulator.faults.list().map(({ match, status }) => ({ match, status })),
      expected,
    );
    assert.equal(simulator.faults.streamFault.silent, true);
  });

  it('presses the link button and counts its thirty seconds down', async () => {
    await page.locator('#link-button').click();
    await page.getByText(/Pressed: \d+ s left/).waitFor();
    await page.clock.fastForward(31_000);
    await page.getByText('Not pressed').waitFor();
  });

  it('follows the home when a room is renamed, and when a lamp is taken away', async () => {
    const room = findFirst('room');
    simulator.home.change(room.id, { metadata: { name: 'Orangery' } });
    await page.getByRole('region', { name: 'Orangery' }).waitFor();
    const lamp = findFirst('light');
    simulator.home.remove(lamp.id);
    await locateTile(lamp).waitFor({ state: 'detached' });
  });

  it('keeps the keyboard where it was when the home is drawn anew', async () => {
    const lamp = findFirst('light', ({ dimming }) => dimming !== undefined);
    await locateTile(lamp).locator('input.brightness').focus();
    simulator.home.change(findFirst('room').id, { metadata: { name: 'Orangery' } });
    await page.getByRole('region', { name: 'Orangery' }).waitFor();
    await locateTile(lamp).locator('input.brightness:focus').waitFor();
  });

  it('says so when the simulator is gone', async () => {
    await simulator.stop();
    await page.getByText('Waiting for the simulator').waitFor();
  });
});

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

describe('A lamp on the page of the simulator', () => {
  const lamp = createFixtureId('light/living-floor');
  let simulator: Simulator;
  let page: Page;
  let tile: Locator;
  beforeEach(async () => {
    ({ simulator, page } = await startSimulatorWithPage(({ home }) =>
      home.change(lamp, { on: { on: true }, dimming: { brightness: 100 } }),
    ));
    tile = page.locator(`[data-rid="${lamp}"]`);
    await tile.getByText(/^100 %[^(]*$/).waitFor();
  });
  afterEach(() => stopSimulatorWithPage({ simulator, page }));

  const put = async (body: object): Promise<void> => {
    assert.equal(await requestBridge(simulator, 'PUT', `light/${lamp}`, body), 200);
  };
  const getLevel = (): Promise<number> =>
    tile.evaluate((element) => Number(element.style.getPropertyValue('--level')));
  const isLit = async (): Promise<boolean> =>
    /is-lit/.test((await tile.getAttribute('class')) ?? '');

  it('fades to off as long as the transition takes, though it is reported as off', async () => {
    await put({ on: { on: false }, dynamics: { duration: 60_000 } });
    await tile.getByText(/^off \(now \d+ %\)$/).waitFor();
    await page.clock.fastForward(30_000);
    await tile.getByText(/^off \(now [45]\d %\)$/).waitFor();
    assert.ok(await isLit());
    const level = await getLevel();
    assert.ok(level > 0.4 && level < 0.6, `${level} is about half`);
    await page.clock.fastForward(31_000);
    await tile.getByText(/^off$/).waitFor();
    assert.equal(await isLit(), false);
  });

  it('goes on fading when the page is loaded anew', async () => {
    await put({ dimming: { brightness: 1 }, dynamics: { duration: 600_000 } });
    await page.reload();
    await tile.getByText(/^1 %.*\(now (?:9\d|100) %\)$/).waitFor();
  });

  it('blinks while it identifies itself, and then no more', async () => {
    await put({ identify: { action: 'identify', duration: 20_000 } });
    await tile.getByText('(blinking)').waitFor();
    await tile.evaluate(
      (element) =>
        new Promise<void>((resolve) => {
          const observer = new MutationObserver(() => {
            if (!element.classList.contains('is-lit')) resolve();
          });
          observer.observe(element, { attributes: true });
        }),
    );
    await page.clock.fastForward(20_000);
    await tile.getByText(/^100 %[^(]*$/).waitFor();
    assert.ok(await isLit());
  });

  it('flickers with a candle', async () => {
    await put({ effects: { effect: 'candle' } });
    await tile.getByText('candle').waitFor();
    const levels = new Set<number>();
    for (let look = 0; look < 5; look += 1) {
      await page.clock.fastForward(170);
      levels.add(await getLevel());
    }
    assert.ok(levels.size > 3, [...levels].join());
  });

  it('stays as it is reported for people who want little motion', async () => {
    await page.context().close();
    page = await openSimulatorPage(await getSharedBrowser(), simulator, {
      reducedMotion: 'reduce',
    });
    tile = page.locator(`[data-rid="${lamp}"]`);
    await put({ dimming: { brightness: 50 }, dynamics: { duration: 60_000 } });
    await tile.getByText(/^50 %[^(]*$/).waitFor();
    assert.equal(Math.round((await getLevel()) * 100), 50);
  });
});

/** A text with a mark on both sides, for a page whose texts are told apart from what it shows of the home. */
const mark = (text: string): string => `«${text}»`;

/** Texts, labels and titles of a page, hidden ones included, without what it shows of the bridge and of requests. */
const listTexts = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const found = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode())
      if (!walker.currentNode.parentElement.closest('dd, pre, time, .method, .path'))
        found.push(walker.currentNode.data);
    for (const element of document.querySelectorAll('*'))
      for (const name of ['aria-label', 'aria-valuetext', 'title'])
        found.push(element.getAttribute(name) ?? '');
    return [...new Set(found.map((text) => text.trim()))];
  })()`);

/** All texts in a value, such as names of resources. */
const listTextsOf = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value.trim()]
    : isObject(value) || Array.isArray(value)
      ? Object.values(value).flatMap(listTextsOf)
      : [];

const hostileName = '<img src=x onerror="document.title=1">';

describe('The page of the simulator, whoever looks at it', () => {
  let simulator: Simulator;
  let page: Page;

  before(async () => {
    ({ simulator, page } = await startSimulatorWithPage());
  });

  after(() => stopSimulatorWithPage({ simulator, page }));

  it('shows the address, the bridge id and the fingerprint, and never the key', async () => {
    const text = await page.locator('#top').innerText();
    assert.ok(text.includes(simulator.url), text);
    assert.ok(text.includes(simulator.bridgeId), text);
    assert.ok(text.includes(simulator.fingerprint), text);
    assert.ok(!(await page.content()).includes(simulator.key));
  });

  it('shows hostile names as the texts they are', async () => {
    const [room] = simulator.home.byType('room');
    assert.ok(room);
    simulator.home.change(room.id, { metadata: { name: hostileName } });
    await page.getByRole('heading', { name: hostileName }).waitFor();
    assert.equal(await page.locator('img').count(), 0);
    assert.equal(await page.title(), 'Simulated bridge');
    simulator.home.change(room.id, { metadata: { name: ' ' } });
    await page.getByRole('heading', { name: 'room', exact: true }).waitFor();
  });

  it('asks nobody but the simulator for anything', async () => {
    const requestedOrigins = new Set<string>();
    page.on('request', (sent) => requestedOrigins.add(new URL(sent.url()).origin));
    await page.reload();
    await page.locator('.lamp').first().waitFor();
    assert.deepEqual(
      [...requestedOrigins].filter((origin) => origin !== 'null'),
      [simulator.controlUrl],
    );
  });

  it('speaks the language of the browser, with every text from its catalogue', async () => {
    const browser = await getSharedBrowser();
    const german = await openSimulatorPage(browser, simulator, { locale: 'de-AT' });
    assert.equal(await german.getAttribute('html', 'lang'), 'de');
    await german.getByRole('switch', { name: 'Alle Lampen im ganzen Zuhause' }).waitFor();
    await german.getByText('23,1 °C').waitFor();
    await german.getByText('20 %, 2732 K', { exact: true }).first().waitFor();
    await german.getByText(/^Software von \d+ Geräten$/).waitFor();

    await german.route('**/locales/*', async (route) => {
      const response = await route.fetch();
      const catalogue: unknown = await response.json();
      const marked = Object.entries(isObject(catalogue) ? catalogue : {})
        .filter(([name]) => name !== 'requests.title')
        .map(([name, text]): [string, string] => [name, mark(String(text))]);
      await route.fulfill({ response, json: Object.fromEntries(marked) });
    });
    simulator.pressLinkButton();
    await german.reload();
    await german.locator('.lamp').first().waitFor();
    const [lamp] = simulator.home.byType('light');
    await requestBridge(simulator, 'PUT', `light/${lamp?.id}`, { on: { on: true } });
    await german.locator('#requests summary').first().click();
    await german.getByText(mark('Antwort'), { exact: true }).first().waitFor();
    await german.getByText('«Gedrückt: ').waitFor();
    const texts = await listTexts(german);
    const shownOfHome = new Set(listTextsOf(simulator.home.all()));
    const strangers = texts.filter(
      (text) => !/^«.*»$/s.test(text) && /[A-Za-z]{2}/.test(text) && !shownOfHome.has(text),
    );
    // The catalogue lacks this text, so it is in English.
    assert.deepEqual(strangers, ['Last requests']);
    await german.context().close();
  });

  it('shows the requests that the bridge got', async () => {
    await requestBridge(simulator, 'GET', 'light');
    await page.locator('#requests summary').first().click();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1_400, 390]) {
      it(`is accessible in ${colorScheme} colours on a screen ${width} wide`, async () => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await page.evaluate(axe.source);
        const found: unknown = await page.evaluate(
          'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))',
        );
        assert.deepEqual(found, []);
        const tooWide: unknown = await page.evaluate(
          'document.documentElement.scrollWidth > document.documentElement.clientWidth',
        );
        assert.equal(tooWide, false);
        if (width > 390) return;
        const tops = await page
          .locator('#link-button, #faults, #home, #requests')
          .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top));
        assert.deepEqual(
          tops,
          tops.toSorted((one, other) => one - other),
          'link button and faults, then the home',
        );
      });
    }
  }
});

import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { getNestedMember, isObject } from '../../../src/resources/members';
import type { Resource } from '../../../src/resources/resource';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import { checkProgramStartCommand } from '../../../src/programs/parse-program';
import { parseLightCommand } from '../../../src/vocabulary/light/command';
import { startFlowHarness } from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';
import { waitUntil } from '../../support/wait-until';
import { toEnglish } from '../../../src/resources/problems';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  getBrightnessForTimeOfDay,
  getMirekForTimeOfDay,
} from '../../../src/units/light-for-time-of-day';

const page = readFileSync(join(process.cwd(), 'docs', 'moving.md'), 'utf8');

const parseJson = (text: string): unknown => JSON.parse(text);

/** A row of a table of the page: what HueMagic takes, and what is sent here instead. */
interface Row {
  source: unknown;
  payload: unknown;
}

/** Rows of the first table below a heading whose first two cells are JSON. */
function readRows(heading: string): readonly Row[] {
  const [, section = ''] = page.split(`### ${heading}\n`);
  const [table = ''] = section.split(/^#/m);
  const cells = [...table.matchAll(/^\| `([^`]+)` +\| `([^`]+)` +\|/gm)];
  const rows = cells.filter(([, source]) => source !== 'msg.payload');
  return rows.map(([, source = '', payload = '']) => ({
    source: parseJson(source),
    payload: parseJson(payload),
  }));
}

/** A lamp that takes all words, with gradients and effects. */
const lamp = createFixtureId('light/tv-strip');
const red = { x: 0.6915, y: 0.3083 };
/** What HueMagic 5.0.1 sends to a lamp of gamut C for red, green and blue from 0 to 255. */
const [hotPink, orange, mixed, paleRed] = [
  { x: 0.4661, y: 0.2374 },
  { x: 0.6067, y: 0.372 },
  { x: 0.6033, y: 0.2656 },
  { x: 0.5297, y: 0.2961 },
];
/** A lamp before each row: on at 50 %, with a colour or with a white. */
const redLamp = { color: { xy: red } };
const whiteLamp = { color_temperature: { mirek: 370 } };

/** What a row leads to, by what HueMagic does with the message on its left. */
interface Expected {
  source: unknown;
  /** State before, where it is not red at 50 %. */
  before?: object;
  /** True for a state of the lamp that HueMagic leads to. */
  shows(lamp: Resource, written: unknown): boolean;
}

const near = (one: unknown, other: number, tolerance: number): boolean =>
  typeof one === 'number' && Math.abs(one - other) <= tolerance;
const isOn = (resource: Resource): unknown => getNestedMember(resource, 'on', 'on');
const hasBrightness =
  (percent: number) =>
  (resource: Resource): boolean =>
    isOn(resource) === true &&
    near(getNestedMember(resource, 'dimming', 'brightness'), percent, 0.5);
const hasMirek =
  (mirek: number) =>
  (resource: Resource): boolean =>
    near(getNestedMember(resource, 'color_temperature', 'mirek'), mirek, 1);
const hasXy =
  (xy: { x: number; y: number }) =>
  (resource: Resource): boolean =>
    near(getNestedMember(resource, 'color', 'xy', 'x'), xy.x, 0.025) &&
    near(getNestedMember(resource, 'color', 'xy', 'y'), xy.y, 0.025);
const hasWritten =
  (value: unknown, ...path: readonly string[]) =>
  (_resource: Resource, written: unknown): boolean =>
    isDeepStrictEqual(getNestedMember(written, ...path), value);
const countPoints = (resource: Resource): number => {
  const points = getNestedMember(resource, 'gradient', 'points');
  return Array.isArray(points) ? points.length : 0;
};

const lampRows: readonly Expected[] = [
  { source: true, before: { on: { on: false } }, shows: (state) => isOn(state) === true },
  { source: { on: false }, shows: (state) => isOn(state) === false },
  { source: { toggle: true }, shows: (state) => isOn(state) === false },
  { source: { brightness: 40 }, shows: hasBrightness(40) },
  { source: { brightness: 0 }, shows: (state) => isOn(state) === false },
  {
    source: { brightness: 'auto' },
    shows: (state) => hasBrightness(getBrightnessForTimeOfDay(new Date()))(state),
  },
  { source: { brightnessLevel: 127 }, shows: hasBrightness(50) },
  { source: { incrementBrightness: 10 }, shows: hasBrightness(60) },
  { source: { incrementBrightness: true }, shows: hasBrightness(51) },
  { source: { decrementBrightness: 10 }, shows: hasBrightness(40) },
  { source: { decrementBrightness: 60 }, shows: (state) => isOn(state) === false },
  { source: { color: 'red' }, before: whiteLamp, shows: hasXy(red) },
  { source: { color: 'hotpink 3' }, shows: hasXy(hotPink) },
  {
    source: { color: 'random' },
    before: whiteLamp,
    shows: (state) => getNestedMember(state, 'color_temperature', 'mirek') === null,
  },
  { source: { hex: 'f80' }, shows: hasXy(orange) },
  { source: { hex: '#ff8800cc' }, shows: hasXy(orange) },
  { source: { rgb: [255, 136, 0] }, shows: hasXy(orange) },
  { source: { xyColor: { x: 0.4, y: 0.4 } }, shows: hasXy({ x: 0.4, y: 0.4 }) },
  {
    source: { mixColor: { color: 'blue', amount: 70 } },
    shows: hasXy(mixed),
  },
  { source: { mixColor: { hex: '#0000ff', amount: 70 } }, shows: hasXy(mixed) },
  { source: { saturation: 50 }, shows: hasXy(paleRed) },
  { source: { colorTemp: 370 }, shows: hasMirek(370) },
  { source: { colorTemp: 'cold' }, shows: hasMirek(153) },
  { source: { colorTemp: 'normal' }, shows: hasMirek(240) },
  { source: { colorTemp: 'warm' }, shows: hasMirek(400) },
  { source: { colorTemp: 'hot' }, shows: hasMirek(500) },
  {
    source: { colorTemp: 'auto' },
    shows: (state) => hasMirek(getMirekForTimeOfDay(new Date()))(state),
  },
  { source: { incrementColorTemp: 20 }, before: whiteLamp, shows: hasMirek(390) },
  { source: { decrementColorTemp: 20 }, before: whiteLamp, shows: hasMirek(350) },
  {
    source: { brightness: 30, transitionTime: 2 },
    shows: hasWritten({ duration: 2_000 }, 'dynamics'),
  },
  {
    source: { gradient: { hex: ['#ff0000', '#0000ff'] } },
    shows: (state) => countPoints(state) === 2,
  },
  {
    source: {
      gradient: {
        rgb: [
          [255, 0, 0],
          [0, 0, 255],
        ],
        mode: 'interpolated_palette_mirrored',
      },
    },
    shows: (state) =>
      countPoints(state) === 2 &&
      getNestedMember(state, 'gradient', 'mode') === 'interpolated_palette_mirrored',
  },
  {
    source: {
      gradient: {
        xyColor: [
          { x: 0.6, y: 0.3 },
          { x: 0.2, y: 0.1 },
        ],
      },
    },
    shows: (state) => countPoints(state) === 2,
  },
  {
    source: { effect: 'candle' },
    shows: (state) => getNestedMember(state, 'effects', 'status') === 'candle',
  },
  {
    source: { effect: 'candle', effectSpeed: 0.5 },
    shows: (state) => getNestedMember(state, 'effects_v2', 'status', 'parameters', 'speed') === 0.5,
  },
  {
    source: { effect: false },
    shows: (state) => getNestedMember(state, 'effects', 'status') === 'no_effect',
  },
  {
    source: { timedEffect: 'sunrise', duration: 600 },
    shows: hasWritten({ effect: 'sunrise', duration: 600_000 }, 'timed_effects'),
  },
  {
    source: { timedEffect: false },
    shows: hasWritten({ effect: 'no_effect' }, 'timed_effects'),
  },
  {
    source: { powerUp: 'safety' },
    shows: (state) => getNestedMember(state, 'powerup', 'preset') === 'safety',
  },
  {
    source: { powerUp: { preset: 'custom', on: true, brightness: 50, colorTemp: 400 } },
    shows: (state) =>
      getNestedMember(state, 'powerup', 'preset') === 'custom' &&
      getNestedMember(state, 'powerup', 'color', 'color_temperature', 'mirek') === 400,
  },
  {
    source: {
      powerUp: { preset: 'custom', on: true, brightness: 50, xyColor: { x: 0.4, y: 0.4 } },
    },
    shows: (state) =>
      getNestedMember(state, 'powerup', 'preset') === 'custom' &&
      getNestedMember(state, 'powerup', 'color', 'color', 'xy', 'x') === 0.4,
  },
  {
    source: { alert: 5 },
    shows: hasWritten({ signal: 'on_off', duration: 5_000 }, 'signaling'),
  },
  {
    source: { alert: 5, color: 'red' },
    shows: (_state, written) =>
      getNestedMember(written, 'signaling', 'signal') === 'on_off_color' &&
      getNestedMember(written, 'signaling', 'duration') === 5_000,
  },
  {
    source: { alert: 5, on: true, hex: '#ff0000' },
    shows: (_state, written) =>
      getNestedMember(written, 'signaling', 'signal') === 'on_off_color' &&
      getNestedMember(written, 'signaling', 'duration') === 5_000,
  },
  { source: { colorloop: 10 }, before: whiteLamp, shows: hasXy(red) },
  {
    source: { colorloop: 10, brightness: 40 },
    shows: (state) => hasBrightness(40)(state) && hasXy(red)(state),
  },
  { source: { status: true }, shows: hasBrightness(50) },
];

/** Words that mean something else here: no error can name the new one. */
const otherMeanings: readonly unknown[] = [{ saturation: 50 }];

const speaker = createFixtureId('speaker/chime');

const alarm = createFixtureId('behavior_instance/wake-up');

const motion = createFixtureId('motion/kitchen-motion');

describe('docs/moving.md: what HueMagic does by the message on the left, the message on the right does here', () => {
  let harness: FlowHarness;
  before(async () => {
    const simulator = await startSimulator({ events: { batch: 20 } });
    harness = await startFlowHarness(
      [
        { id: 'lamp', type: 'bridge-light', target: lamp },
        { id: 'group', type: 'bridge-light', target: createFixtureId('grouped_light/living-room') },
        { id: 'scene', type: 'bridge-scene', operation: '', target: 'Kitchen', targetType: 'str' },
        { id: 'automation', type: 'bridge-automation', target: alarm },
        { id: 'speaker', type: 'bridge-speaker', target: speaker },
        { id: 'sensor', type: 'bridge-sensor', target: motion, action: '' },
      ],
      { simulator },
    );
  });
  after(() => harness.stop());

  const getState = (rid: string): Resource => {
    const state = harness.simulator.home.get(rid);
    assert.ok(state);
    return state;
  };
  const getLastBody = (): unknown => harness.writes().at(-1)?.body;

  /** Sends the payloads of a table to a node, and looks at one resource after each. */
  const checkTable = (
    heading: string,
    node: string,
    expectations: readonly ((row: Row, answer: unknown) => void)[],
  ): void => {
    const rows = readRows(heading);
    it('is checked row by row', () => assert.equal(rows.length, expectations.length));
    for (const [index, row] of rows.entries()) {
      it(`${JSON.stringify(row.source)} is ${JSON.stringify(row.payload)}`, async () => {
        const { payload } = await harness.request(node, { payload: row.payload });
        expectations[index]?.(row, payload);
      });
    }
  };

  describe('for a lamp', () => {
    const rows = readRows('Lamps and groups');

    it('is checked row by row', () => {
      const sources = rows.map(({ source }) => source);
      assert.deepEqual(
        sources,
        lampRows.map(({ source }) => source),
      );
    });

    for (const { source, payload } of rows) {
      const expected = lampRows.find((row) => isDeepStrictEqual(row.source, source));
      it(`${JSON.stringify(source)} is ${JSON.stringify(payload)}`, async () => {
        assert.ok(expected);
        await harness.request('lamp', { payload: 'stop' });
        const reset = { on: { on: true }, dimming: { brightness: 50 }, ...redLamp };
        harness.simulator.home.change(lamp, { ...reset, ...expected.before });
        await harness.request('lamp', { payload });
        await waitUntil('what the row says', () => expected.shows(getState(lamp), getLastBody()));
      });

      if (
        isDeepStrictEqual(source, payload) ||
        otherMeanings.some((each) => isDeepStrictEqual(each, source))
      )
        continue;
      it(`${JSON.stringify(source)} itself is an error that names a word of the light node`, () => {
        const parsed = parseLightCommand(source, getState(lamp), 'light');
        assert.ok(!parsed.ok);
        const { suggestion } = parsed.problem;
        const takes = toEnglish(parsed.problem.expected);
        assert.ok(suggestion !== undefined || !takes.includes('the help of the light node'), takes);
      });
    }
  });

  it('says for each row whether it waits with "turnOn": "later"', () => {
    const [, section = ''] = page.split('### Lamps and groups\n');
    const [table = ''] = section.split(/^#/m);
    const rows = [...table.matchAll(/^\| `([^`]+)` +\| `([^`]+)` +\| (yes|) *\|/gm)];
    assert.ok(rows.length > 40, `${rows.length} rows`);
    for (const [, , payload = '', waits] of rows) {
      const words = parseJson(payload);
      const context = { at: 'payload', lamp: getState(lamp), kind: 'light' } as const;
      const isTaken =
        isObject(words) && checkProgramStartCommand({ ...words, turnOn: 'later' }, context).ok;
      assert.equal(isTaken, waits === 'yes', payload);
    }
  });

  describe('for a group', () => {
    for (const { payload } of readRows('Lamps and groups')) {
      it(`${JSON.stringify(payload)} is taken by the lamps that can`, async () => {
        harness.simulator.home.change(lamp, { on: { on: true }, ...redLamp });
        const { bridge } = await harness.request('group', { payload });
        assert.ok([200, 202, 207].includes(Number(getNestedMember(bridge, 'status'))));
        await harness.request('group', { payload: 'stop' });
      });
    }
  });

  describe('for scenes', () => {
    const recalled = (_row: Row): void => {
      const relax = harness.simulator.home
        .byType('scene')
        .find(
          ({ group, metadata }) =>
            getNestedMember(group, 'rid') === createFixtureId('room/kitchen') &&
            getNestedMember(metadata, 'name') === 'Relax',
        );
      assert.equal(getNestedMember(relax, 'status', 'active'), 'static');
    };
    checkTable('Scenes, to the scene node with a room', 'scene', [
      recalled,
      (row) => {
        recalled(row);
        const recall = { action: 'active', duration: 2_000, dimming: { brightness: 50 } };
        assert.deepEqual(getNestedMember(getLastBody(), 'recall'), recall);
      },
    ]);
  });

  describe('for automations', () => {
    const isEnabled = (enabled: boolean) => (): void =>
      assert.equal(getState(alarm)['enabled'], enabled);
    const isDisabled = (_row: Row, answer: unknown): void => {
      assert.equal(getNestedMember(answer, 'enabled'), false);
      assert.equal(getNestedMember(answer, 'status'), 'disabled');
    };
    checkTable('Automations', 'automation', [
      isEnabled(false),
      isEnabled(true),
      isEnabled(false),
      isDisabled,
      isDisabled,
    ]);
  });

  describe('for speakers', () => {
    const plays = (kind: string, sound: string) => (): void =>
      assert.equal(getNestedMember(getState(speaker), kind, 'status', 'sound'), sound);
    const isChiming = (_row: Row, answer: unknown): void => {
      assert.equal(getNestedMember(answer, 'playing'), 'ding_dong_classic');
      assert.equal(getNestedMember(answer, 'muted'), true);
    };
    checkTable('Speakers', 'speaker', [
      plays('chime', 'ding_dong_classic'),
      () =>
        assert.deepEqual(getNestedMember(getLastBody(), 'chime'), {
          sound: 'ding_dong_classic',
          volume: { level: 30 },
        }),
      () => {
        plays('alarm', 'siren')();
        assert.deepEqual(getNestedMember(getLastBody(), 'alarm'), {
          sound: 'siren',
          volume: { level: 50 },
          duration: 5_000,
        });
      },
      plays('alarm', 'no_sound'),
      () => assert.equal(getNestedMember(getState(speaker), 'mute', 'mute'), 'mute'),
      isChiming,
      isChiming,
    ]);
  });

  describe('for sensors', () => {
    checkTable('Sensors', 'sensor', [
      () => assert.equal(getState(motion)['enabled'], false),
      () => {
        assert.equal(getNestedMember(getState(motion), 'sensitivity', 'sensitivity'), 1);
        const seen = { motion: true, motion_valid: true };
        harness.simulator.home.change(motion, { enabled: true, motion: seen });
      },
      (_row, answer) => assert.equal(answer, true),
      (_row, answer) => assert.equal(answer, true),
    ]);
  });

  describe('for presets', () => {
    const rows = [...page.matchAll(/^\| (\d{3}-[^|]+?) *\| `([^`]+)` *\|$/gm)];

    it('has all of HueMagic', () => {
      const numbers = rows.flatMap(([, names = '']) => names.match(/\d{3}/g) ?? []).map(Number);
      assert.deepEqual(
        numbers.toSorted((one, other) => one - other),
        Array.from({ length: 21 }, (_, index) => index + 1),
      );
    });

    for (const [, names = '', payload = ''] of rows) {
      it(`${names} is ${payload}`, async () => {
        const { bridge } = await harness.request('lamp', { payload: parseJson(payload) });
        assert.deepEqual(getNestedMember(bridge, 'warnings'), []);
      });
    }
  });

  describe('for animations', () => {
    /** The colour before each row, and what the lamp shows after it. */
    const steps: readonly { before: string; shows(state: Resource): boolean }[] = [
      { before: 'red', shows: hasXy(red) },
      { before: 'blue', shows: hasXy(red) },
      { before: 'blue', shows: hasXy(red) },
      { before: 'red', shows: (state) => isOn(state) === true },
    ];
    const rows = readRows('Animations').filter(({ source }) => isObject(source));
    before(() => harness.request('lamp', { payload: 'stop' }));

    it('is checked row by row', () => assert.equal(rows.length, steps.length));
    for (const [index, { source, payload }] of rows.entries()) {
      it(`${JSON.stringify(source)} is ${JSON.stringify(payload)}`, async () => {
        const step = steps[index];
        assert.ok(step);
        await harness.request('lamp', { payload: { color: step.before, brightness: 50 } });
        await harness.request('lamp', { payload });
        await waitUntil('the step', () => step.shows(getState(lamp)));
      });
    }
  });
});

const contact = createFixtureId('contact/front-door');

const dial = createFixtureId('relative_rotary/bedroom-dial');

/** Sources whose row names what a change of a lamp holds. */
const isOfLamp = (source: string): boolean =>
  /^(?:`payload\.(?!effect)|`info|`msg\.(?:updated|lastState))/.test(source);

const reportMotion = (seen: boolean): Record<string, unknown> => ({
  motion: {
    motion: seen,
    motion_valid: true,
    motion_report: { changed: new Date().toISOString(), motion: seen },
  },
});

describe('docs/moving.md: what comes out', () => {
  const [, section = ''] = page.split('## What comes out\n');

  const floorLamp = createFixtureId('light/living-floor');

  let harness: FlowHarness;
  before(async () => {
    const simulator = await startSimulator({ events: { batch: 20 } });
    simulator.home.change(motion, { enabled: true, ...reportMotion(false) });
    const wires = [['out']];
    const target = { targetType: 'resource' };
    harness = await startFlowHarness(
      [
        {
          id: 'lamp',
          type: 'bridge-light',
          target: floorLamp,
          changes: 'value',
          wires: [[], ['out']],
        },
        { id: 'motion', type: 'bridge-sensor', target: motion, emitAtStart: true, wires },
        { id: 'contact', type: 'bridge-sensor', target: contact, emitAtStart: true, wires },
        { id: 'button', type: 'bridge-button', ...target, target: '', wires },
      ].map((node) => ({ ...node, bridge: 'bridge' })),
      { simulator },
    );
  });
  after(() => harness.stop());

  const nextAbout = (rid: string, isWanted: (payload: unknown) => boolean = () => true) =>
    harness.nextMessage(
      'out',
      ({ resource, payload }) => getNestedMember(resource, 'id') === rid && isWanted(payload),
    );

  it('of a lamp is what the page says', async () => {
    const paths = listPaths(isOfLamp);
    assert.ok(paths.length >= 12, paths.join());
    const isLit =
      (brightness: number) =>
      (payload: unknown): boolean =>
        getNestedMember(payload, 'brightness') === brightness;
    const { home } = harness.simulator;
    const redShown = nextAbout(floorLamp, isLit(33));
    home.change(floorLamp, {
      dimming: { brightness: 33 },
      color: { xy: { x: 0.6915, y: 0.3083 } },
      color_temperature: { mirek: null, mirek_valid: false },
    });
    const events = [await redShown];
    const white = nextAbout(floorLamp, isLit(66));
    home.change(floorLamp, {
      dimming: { brightness: 66 },
      color_temperature: { mirek: 300, mirek_valid: true },
    });
    events.push(await white);
    for (const path of paths) {
      const isThere = events.some(
        (event) => getNestedMember(event, ...path.split('.')) !== undefined,
      );
      assert.ok(isThere, path);
    }
  });

  it('of a motion sensor and a contact is true for motion, and while open', async () => {
    const { home } = harness.simulator;
    const seen = nextAbout(motion, (payload) => payload === true);
    home.change(motion, reportMotion(true));
    await seen;
    for (const [state, isOpen] of [
      ['no_contact', true],
      ['contact', false],
    ] as const) {
      const reported = nextAbout(contact, (payload) => payload === isOpen);
      home.change(contact, { contact_report: { state, changed: new Date().toISOString() } });
      await reported;
    }
  });

  it('of a dial has the names of the page, negative counter-clockwise', async () => {
    const turned = nextAbout(dial);
    const report = {
      action: 'start',
      rotation: { direction: 'counter_clock_wise', steps: 60, duration: 400 },
    };
    harness.simulator.home.change(dial, {
      relative_rotary: {
        last_event: report,
        rotary_report: { updated: new Date().toISOString(), ...report },
      },
    });
    const message = await turned;
    const paths = listPaths((source) => source.startsWith('dial'));
    assert.ok(paths.length >= 2, paths.join());
    for (const path of paths)
      assert.ok(Number(getNestedMember(message, ...path.split('.'))) < 0, path);
  });

  /** Paths that the right column names, by what the left column begins with. */
  function listPaths(isOfSource: (source: string) => boolean): readonly string[] {
    const rows = [...section.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)];
    return rows
      .filter(([, source = '']) => isOfSource(source))
      .flatMap(([, , target = '']) => target.match(/`(?:msg|payload)\.[a-z_.]+`/gi) ?? [])
      .map((path) => path.replaceAll('`', '').replace(/^msg\./, ''));
  }
});

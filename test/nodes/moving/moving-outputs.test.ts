import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getNestedMember } from '../../../src/resources/members';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import { startFlowHarness } from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';

const page = readFileSync(join(process.cwd(), 'docs', 'moving.md'), 'utf8');
const [, section = ''] = page.split('## What comes out\n');

/** Paths that the right column names, by what the left column begins with. */
function listPaths(isOfSource: (source: string) => boolean): readonly string[] {
  const rows = [...section.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)];
  return rows
    .filter(([, source = '']) => isOfSource(source))
    .flatMap(([, , target = '']) => target.match(/`(?:msg|payload)\.[a-z_.]+`/gi) ?? [])
    .map((path) => path.replaceAll('`', '').replace(/^msg\./, ''));
}

const lamp = createFixtureId('light/living-floor');
const motion = createFixtureId('motion/kitchen-motion');
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
  let harness: FlowHarness;
  before(async () => {
    const simulator = await startSimulator({ events: { batch: 20 } });
    simulator.home.change(motion, { enabled: true, ...reportMotion(false) });
    const wires = [['out']];
    const target = { targetType: 'resource' };
    harness = await startFlowHarness(
      [
        { id: 'lamp', type: 'bridge-light', target: lamp, changes: 'value', wires: [[], ['out']] },
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
    const red = nextAbout(lamp, isLit(33));
    home.change(lamp, {
      dimming: { brightness: 33 },
      color: { xy: { x: 0.6915, y: 0.3083 } },
      color_temperature: { mirek: null, mirek_valid: false },
    });
    const events = [await red];
    const white = nextAbout(lamp, isLit(66));
    home.change(lamp, {
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
});

import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { getNestedMember } from '../../src/resources/members';
import { parseFade } from './support/parse-words';
import { parseSequence } from '../../src/programs/sequence';
import type { Program } from '../../src/programs/program';
import { expectValue, id } from '../vocabulary/support/sample-resources';
import { FakeHome, groupId } from './support/fake-home';

const lamps = [id(800), id(801)];
const shortestStep = 100;

/** One program, or a plain command, and how long until the next. */
interface Action {
  target: string;
  brightness: readonly number[];
  /** In ms. */
  step: number;
  rounds: number;
  restores: boolean;
  kind: 'fade' | 'sequence' | 'command';
  wait: number;
  isAway: boolean;
}

const actions = fc.array(
  fc.record<Action>({
    target: fc.constantFrom(...lamps, groupId),
    brightness: fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 4 }),
    step: fc.integer({ min: shortestStep, max: 5_000 }),
    rounds: fc.integer({ min: 1, max: 4 }),
    restores: fc.boolean(),
    kind: fc.constantFrom('fade', 'sequence', 'command'),
    wait: fc.integer({ min: 0, max: 60_000 }),
    isAway: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8 },
);

/** Brightness that each lamp must have when all has ended. */
type Expected = Map<string, unknown>;

const brightnessOf = (home: FakeHome, rid: string): unknown =>
  getNestedMember(home.lamps.get(rid), 'dimming', 'brightness');

const listLamps = (target: string): readonly string[] => (target === groupId ? lamps : [target]);

function createProgram(home: FakeHome, action: Action): Program {
  const { target, kind, brightness, step, rounds, restores } = action;
  const rtype = target === groupId ? 'grouped_light' : 'light';
  const lamp = home.lamps.get(lamps[0] ?? '');
  const context = { at: 'payload', lamp, kind: rtype, shortestStep, seed: 3 } as const;
  const steps = brightness.map((value) => ({ brightness: value, for: step }));
  const parsed = expectValue(
    kind === 'fade'
      ? parseFade({ brightness: brightness.at(-1), transition: '2h' }, context, lamp)
      : parseSequence({ play: steps, repeat: rounds }, context),
  );
  const before = listLamps(target).flatMap((rid) => home.lamps.get(rid) ?? []);
  const { content, properties } = parsed;
  return {
    target: { rid: target, rtype },
    lamps: listLamps(target),
    properties,
    content: restores && content.kind === 'sequence' ? { ...content, before } : content,
    startedAt: home.clock.wallTime(),
  };
}

/** Carries out an action, and notes what its lamps must show in the end. */
async function run(home: FakeHome, action: Action, expected: Expected): Promise<void> {
  const { target, kind, brightness, restores, wait, isAway } = action;
  home.answer = isAway ? 'failed' : 'sent';
  // A group program that ends by a program for one of its lamps leaves the others as they are then.
  const affected = home.programs
    .list()
    .filter((program) => program.lamps.some((rid) => listLamps(target).includes(rid)))
    .flatMap((program) => program.lamps);
  for (const rid of affected) expected.delete(rid);
  if (kind === 'command') {
    const members = { dimming: { brightness: brightness[0] } };
    home.programs.observeWrite({ rid: target, members });
    for (const rid of listLamps(target)) home.change(rid, members, true);
    for (const rid of listLamps(target)) expected.set(rid, brightness[0]);
  } else {
    // What runs already and returns a lamp leaves that state to the program that replaces it.
    const earlier = new Map(
      home.programs
        .list()
        .flatMap(({ content }) => ('before' in content ? (content.before ?? []) : []))
        .map((lamp) => [lamp.id, getNestedMember(lamp, 'dimming', 'brightness')]),
    );
    const restored = new Map(
      listLamps(target).map((rid) => [rid, earlier.get(rid) ?? brightnessOf(home, rid)]),
    );
    home.programs.start(createProgram(home, action));
    for (const rid of listLamps(target)) {
      const isRestored = restores && kind === 'sequence';
      expected.set(rid, isRestored ? restored.get(rid) : brightness.at(-1));
    }
  }
  await home.clock.advance(wait);
}

describe('200 random rows of programs, commands and outages', () => {
  it('leave the lamps as the words say, one program for a property, and nothing that runs', async () => {
    await fc.assert(
      fc.asyncProperty(actions, async (row) => {
        const home = new FakeHome();
        const expected: Expected = new Map();
        for (const action of row) {
          await run(home, action, expected);
          const claims = home.programs
            .list()
            .flatMap(({ lamps: own, properties }) =>
              own.flatMap((rid) => properties.map((property) => `${rid} ${property}`)),
            );
          assert.equal(new Set(claims).size, claims.length, claims.join());
        }
        home.answer = 'sent';
        await home.clock.advance(3 * 3_600_000);
        assert.deepEqual(home.programs.list(), []);
        for (const [rid, brightness] of expected)
          assert.equal(brightnessOf(home, rid), brightness, JSON.stringify(row));
        assert.equal(home.clock.pendingTimers, 0);
      }),
      { numRuns: 200, seed: 20_261_122 },
    );
  });

  it('never send faster than the shortest step', async () => {
    await fc.assert(
      fc.asyncProperty(actions, async (row) => {
        const [action] = row;
        if (action?.kind !== 'sequence') return;
        const home = new FakeHome();
        home.programs.start(createProgram(home, { ...action, restores: false }));
        await home.clock.advance(100_000);
        for (const [index, { at }] of home.sent.slice(1).entries())
          assert.ok(at - (home.sent[index]?.at ?? 0) >= shortestStep);
      }),
      { numRuns: 100, seed: 20_261_123 },
    );
  });
});

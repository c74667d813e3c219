import assert from 'node:assert/strict';
import type { ProgramSpecification, UpdateMembers } from '../../src/programs/program';
import { id } from '../vocabulary/support/sample-resources';
import { FakeHome, groupId } from './support/fake-home';

const [lamp, other] = [id(800), id(801)];
const off = { on: { on: false } };
const stop = { dimming_delta: { action: 'stop' } };
const steps = [
  { members: { on: { on: true }, dimming: { brightness: 90 } }, duration: 1_000 },
  { members: { dimming: { brightness: 10 } }, duration: 1_000 },
];
const kinds = ['later', 'sequence', 'flash', 'fade', 'return'] as const;
type Kind = (typeof kinds)[number];

/** What becomes of a lamp: its program goes on, it is left to whoever set it, or it returns to what it was. */
type Outcome = 'goes on' | 'is left' | 'returns';

const origin = { nodeId: 'node', digest: 'one' };

function start(home: FakeHome, content: ProgramSpecification, properties?: 'brightness'): void {
  const isLater = content.kind === 'later';
  home.programs.start({
    target: isLater ? { rid: lamp, rtype: 'light' } : { rid: groupId, rtype: 'grouped_light' },
    lamps: isLater ? [lamp] : [lamp, other],
    properties: properties === undefined ? ['power', 'brightness', 'color'] : [properties],
    content,
    startedAt: home.clock.wallTime(),
    origin,
  });
}

/** A home in which a program of a kind runs on a lamp, and has begun. */
async function createHome(kind: Kind): Promise<FakeHome> {
  const home = new FakeHome(2);
  const before = [...home.lamps.values()];
  const sequence = { kind: 'sequence', steps, rounds: null, seed: null } as const;
  if (kind === 'later') {
    home.change(lamp, off);
    start(home, { kind, members: { dimming: { brightness: 20 } } }, 'brightness');
  } else if (kind === 'fade')
    start(
      home,
      { kind, from: { brightness: 50 }, to: { brightness: 1 }, duration: 7_200_000 },
      'brightness',
    );
  else start(home, { ...sequence, ...(kind === 'sequence' ? {} : { before }) });
  await home.clock.advance(500);
  if (kind !== 'return') return home;
  home.answer = 'failed';
  home.programs.observeWrite({ rid: groupId, members: stop });
  await home.clock.advance(0);
  return home;
}

const setByHand = (home: FakeHome, members: UpdateMembers): void => {
  const state = home.lamps.get(lamp);
  assert.ok(state);
  home.lamps.set(lamp, { ...state, ...members });
};

const command =
  (rid: string, members: UpdateMembers | undefined) =>
  (home: FakeHome): void =>
    void home.programs.observeWrite({ rid, members });

/** Node-RED is gone for a while, and takes up what was kept. */
const restart =
  (duration: number, meanwhile: (home: FakeHome) => void) => async (home: FakeHome) => {
    const { kept } = home;
    home.programs.close();
    meanwhile(home);
    await home.clock.advance(duration);
    home.programs = home.createPrograms();
    home.programs.suspend();
    for (const program of kept) home.programs.start(program, { isResumed: true });
    home.programs.resume();
  };

const outage = (meanwhile: (home: FakeHome) => void) => async (home: FakeHome) => {
  home.programs.suspend();
  meanwhile(home);
  await home.clock.advance(5_000);
  home.programs.resume();
};

const nothing = (): void => undefined;
const all = (outcome: Outcome): Readonly<Record<Kind, Outcome>> => ({
  later: outcome,
  sequence: outcome,
  flash: outcome,
  fade: outcome,
  return: outcome,
});
const goesOn: Readonly<Record<Kind, Outcome>> = { ...all('goes on'), return: 'returns' };
const isLeft = all('is left');
const isEnded: Readonly<Record<Kind, Outcome>> = { ...isLeft, flash: 'returns', return: 'returns' };

/** What happens to the lamp or its program, and what becomes of the lamp then. */
const events: Readonly<
  Record<
    string,
    readonly [(home: FakeHome) => void | Promise<void>, Readonly<Record<Kind, Outcome>>]
  >
> = {
  'a command sets its brightness': [command(lamp, { dimming: { brightness: 3 } }), isLeft],
  'a command sets the brightness of its room': [
    command(groupId, { dimming: { brightness: 3 } }),
    isLeft,
  ],
  'a command turns it off': [command(lamp, off), { ...isLeft, later: 'goes on' }],
  'a scene sets it': [command(groupId, { recall: { action: 'active' } }), isLeft],
  'a toggle sets it': [command(lamp, undefined), isLeft],
  'a command sets another lamp': [command(other, { dimming: { brightness: 3 } }), goesOn],
  'an alert runs on it': [command(lamp, { alert: { action: 'breathe' } }), goesOn],
  '"stop" comes for it': [command(lamp, stop), isEnded],
  'another program starts on it': [
    (home) =>
      void home.programs.start({
        target: { rid: lamp, rtype: 'light' },
        lamps: [lamp],
        properties: ['power', 'brightness', 'color'],
        content: { kind: 'alert', steps: [{ members: {}, duration: 100 }], rounds: 1, seed: null },
        startedAt: home.clock.wallTime(),
      }),
    isLeft,
  ],
  'a person turns it off': [(home) => home.change(lamp, off), { ...isLeft, later: 'goes on' }],
  'it is deleted': [(home) => home.delete(lamp), isLeft],
  'another lamp is deleted': [(home) => home.delete(other), goesOn],
  'it leaves its room': [(home) => void home.groupLamps.delete(lamp), goesOn],
  'another lamp joins its room': [(home) => void home.groupLamps.add(id(850)), goesOn],
  'it cannot be reached': [(home) => void home.unreachable.add(lamp), goesOn],
  'it loses its power': [(home) => void home.withoutPower.add(lamp), goesOn],
  'the bridge is away': [outage(nothing), goesOn],
  'the bridge is away, and a person turns it off': [
    outage((home) => setByHand(home, off)),
    { ...isLeft, later: 'goes on' },
  ],
  'the bridge refuses for a while': [
    async (home) => {
      home.answer = 'failed';
      await home.clock.advance(7_000);
    },
    goesOn,
  ],
  'a deploy leaves its node as it is': [(home) => home.programs.keepOnly(() => true), goesOn],
  'its node, tab or subflow does not run any more': [
    (home) => home.programs.keepOnly(() => false),
    isEnded,
  ],
  'its bridge is deleted': [(home) => void home.programs.endAll(), isEnded],
  'Node-RED starts again': [restart(2_000, nothing), goesOn],
  'Node-RED starts again, and a person has turned it off': [
    restart(2_000, (home) => setByHand(home, off)),
    { ...isLeft, later: 'goes on' },
  ],
  'Node-RED stands still for a minute': [
    async (home) => {
      home.clock.stall(60_000);
      await home.clock.advance(0);
    },
    goesOn,
  ],
  'the clock is set forwards': [(home) => home.clock.suspend(86_400_000), goesOn],
  'the clock is set backwards': [(home) => home.clock.suspend(-86_400_000), goesOn],
  'the clock is set by an hour': [(home) => home.clock.suspend(3_600_000), goesOn],
};

function check(home: FakeHome, outcome: Outcome): void {
  const programs = home.programs
    .list()
    .filter(({ lamps, content }) => lamps.includes(lamp) && content.kind !== 'alert');
  const isReturning = programs.length === 1 && programs[0]?.content.kind === 'restore';
  const hasReturned =
    programs.length === 0 &&
    home.lamps.get(lamp)?.['dimming'] !== undefined &&
    JSON.stringify(home.lamps.get(lamp)?.['dimming']).includes('"brightness":50');
  if (outcome === 'is left') assert.deepEqual(programs, []);
  else if (outcome === 'returns') assert.ok(isReturning || hasReturned, JSON.stringify(programs));
  else assert.ok(programs.length === 1 && !isReturning, JSON.stringify(programs));
}

for (const kind of kinds)
  describe(`A lamp with a program of the kind ${kind}`, () => {
    for (const [event, [happen, outcomes]] of Object.entries(events))
      it(`${outcomes[kind]} when ${event}`, async () => {
        const home = await createHome(kind);
        await happen(home);
        await home.clock.advance(1_500);
        check(home, outcomes[kind]);
      });
  });

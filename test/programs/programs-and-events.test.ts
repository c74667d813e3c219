import assert from 'node:assert/strict';
import { createTableCurve } from '../../src/programs/daylight-curve';
import { DaylightFollower } from '../../src/programs/daylight-follower';
import type { LampProperty, ProgramSpecification, Program } from '../../src/programs/program';
import { getNestedMember } from '../../src/resources/members';
import type { Members } from '../../src/resources/members';
import { colorLamp, id } from '../vocabulary/support/sample-resources';
import { FakeHome, groupId } from './support/fake-home';
import { programEvents, programKinds } from './support/program-events';
import type { LampFate, ProgramEvent, ProgramKind } from './support/program-events';

const [lamp, other, newcomer] = [id(800), id(801), id(850)];
const minute = 60_000;
const [on, off] = [{ on: { on: true } }, { on: { on: false } }];
const dim = { dimming: { brightness: 3 } };
const white = { color_temperature: { mirek: 400 } };
const stop = { dimming_delta: { action: 'stop' } };
const steps = [
  { members: { on: { on: true }, dimming: { brightness: 90 } }, duration: 1_000 },
  { members: { dimming: { brightness: 10 } }, duration: 1_000 },
];
const starter = { nodeId: 'node', digest: 'one' };
const timeZone = 'Europe/Amsterdam';
/** The light of the day differs from one minute to the next, and from one hour to the next. */
const curve = createTableCurve(
  [
    { minute: 0, kelvin: 2_500, brightness: 20 },
    { minute: 720, kelvin: 5_000, brightness: 100 },
  ],
  () => timeZone,
);

/** A home in which a program of a kind runs on two lamps of a room. */
interface RunningHome {
  readonly home: FakeHome;
  readonly kind: ProgramKind;
  /** Lets the daylight node start as it does after a deploy or a start of Node-RED. */
  readonly startDaylight: () => void;
  /** What the node of the program does when it is not deployed any more. */
  readonly endDaylight: () => void;
  /** What the daylight node does when the lamps of its room may have changed, and once a minute. */
  readonly refreshDaylight: () => void;
}

const createProgram = (
  home: FakeHome,
  rids: readonly string[],
  content: ProgramSpecification,
  properties: readonly LampProperty[],
): Program => ({
  target:
    rids.length === 1
      ? { rid: rids[0] ?? '', rtype: 'light' }
      : { rid: groupId, rtype: 'grouped_light' },
  lamps: rids,
  properties,
  content,
  startedAt: home.clock.wallTime(),
  starter,
});

const all = ['power', 'brightness', 'color'] as const;

async function startKind(kind: ProgramKind, date: number): Promise<RunningHome> {
  const home = new FakeHome(2);
  home.clock.suspend(date - home.clock.wallTime());
  const before = [...home.lamps.values()];
  let follower: DaylightFollower | undefined;
  const running: RunningHome = {
    home,
    kind,
    startDaylight: () => {
      if (kind !== 'daylight') return;
      follower = createFollower(home);
      follower.start();
    },
    endDaylight: () => void follower?.stop(),
    refreshDaylight: () => follower?.refreshLamps(),
  };
  const start = (content: ProgramSpecification, properties: readonly LampProperty[] = all): void =>
    void home.programs.start(createProgram(home, [lamp, other], content, properties));
  const sequence = { kind: 'sequence', steps, rounds: null, seed: null } as const;
  const alert = { members: { alert: { action: 'breathe' } }, duration: 600_000 };
  switch (kind) {
    case 'later':
      for (const rid of [lamp, other]) {
        home.change(rid, off);
        const content = { kind, members: { dimming: { brightness: 20 } } } as const;
        home.programs.start(createProgram(home, [rid], content, ['brightness']));
      }
      break;
    case 'sequence':
      start(sequence);
      break;
    case 'alert with restore':
      start({ kind: 'alert', steps: [alert], rounds: 1, seed: null, before });
      break;
    case 'long fade':
      start(
        { kind: 'fade', from: { brightness: 50 }, to: { brightness: 1 }, duration: 7_200_000 },
        ['brightness'],
      );
      break;
    case 'daylight':
      running.startDaylight();
      break;
    case 'sequence with restore':
    case 'return':
      start({ ...sequence, before });
  }
  await home.clock.advance(500);
  if (kind !== 'return') return running;
  home.answer = 'failed';
  home.programs.observeWrite({ rid: groupId, members: stop });
  await home.clock.advance(0);
  return running;
}

const createFollower = (home: FakeHome): DaylightFollower =>
  new DaylightFollower(
    home.programs,
    {
      listLamps: () => [...home.groupLamps],
      onChange: () => undefined,
      onBusy: () => undefined,
    },
    { node: { id: 'node', name: 'Hall' }, curve, resumeAfter: Infinity },
  );

type Happening = (running: RunningHome) => void | Promise<void>;

const setUnseen = (home: FakeHome, members: Members): void => {
  const state = home.lamps.get(lamp);
  assert.ok(state);
  home.lamps.set(lamp, { ...state, ...members });
};

/** A command, which the bridge carries out. */
const command =
  (rid: string, members: Members, shown = members): Happening =>
  ({ home }) => {
    home.programs.observeWrite({ rid, members });
    home.programs.findAddition({ rid, members })?.onAnswer(true);
    for (const changed of rid === groupId ? [lamp, other] : [rid])
      home.change(changed, shown, true);
  };

/** A toggle, of which is known what it sets when the bridge has said that the lamp is on. */
const toggleOff: Happening = ({ home }) => {
  home.programs.observeWrite({ rid: lamp, members: undefined, memberNames: ['on'] });
  home.programs.findAddition({ rid: lamp, members: off })?.onAnswer(true);
  home.change(lamp, off, true);
};

const startAnother =
  (content: ProgramSpecification, properties: readonly LampProperty[]): Happening =>
  ({ home }) => {
    const { starter: _starter, ...program } = createProgram(home, [lamp], content, properties);
    home.programs.start(program);
  };

/** Node-RED is gone for a while, and takes up what was kept. */
const restart =
  (meanwhile: (home: FakeHome) => void): Happening =>
  async ({ home, startDaylight }) => {
    const kept = home.kept.filter(({ content }) => content.kind !== 'daylight');
    home.programs.close();
    meanwhile(home);
    await home.clock.advance(2_000);
    home.programs = home.createPrograms();
    home.programs.suspend();
    for (const program of kept) home.programs.start(program, { isResumed: true });
    home.programs.resume();
    startDaylight();
  };

const outage =
  (meanwhile: (home: FakeHome) => void): Happening =>
  async ({ home }) => {
    home.programs.suspend();
    meanwhile(home);
    await home.clock.advance(5_000);
    home.programs.resume();
  };

const setDate =
  (jump: number): Happening =>
  async ({ home, refreshDaylight }) => {
    home.clock.suspend(jump);
    await home.clock.advance(minute);
    refreshDaylight();
  };

/** The clocks on the wall are set; system time goes on. */
const passHourChange: Happening = async ({ home }) => {
  await home.clock.advance(2 * minute);
};

const deploy =
  (isKept: boolean, hasDaylightNode: boolean): Happening =>
  ({ home, startDaylight, endDaylight }) => {
    endDaylight();
    if (hasDaylightNode) startDaylight();
    home.programs.keepOnly(() => isKept);
  };

const nothing = (): void => undefined;

const happenings: Readonly<Record<string, Happening>> = {
  'a command sets its brightness': command(lamp, dim),
  'a command sets its colour': command(lamp, white),
  'a command turns it on': command(lamp, on),
  'a command turns it off': command(lamp, off),
  'a toggle turns it off': toggleOff,
  'a command sets the brightness of its room': command(groupId, dim),
  'a scene of its room is recalled': command(groupId, { recall: { action: 'active' } }, {}),
  'an alert runs on it': command(lamp, { alert: { action: 'breathe' } }, {}),
  '"stop" comes for it': command(lamp, stop, {}),
  '"stop" comes for its room': command(groupId, stop, {}),
  'a sequence starts on it': startAnother(
    { kind: 'sequence', steps: [{ members: {}, duration: 100 }], rounds: 1, seed: null },
    all,
  ),
  'a long fade of its colour starts on it': startAnother(
    { kind: 'fade', from: { mirek: 300 }, to: { mirek: 400 }, duration: 500 },
    ['color'],
  ),
  'a person turns it off': ({ home }) => home.change(lamp, off),
  'a person sets its brightness': ({ home }) => home.change(lamp, dim),
  'a person recalls a scene with it in an app': ({ home }) =>
    home.programs.observeExternalScene(new Set([lamp])),
  'it is deleted': ({ home }) => home.delete(lamp),
  'it leaves its room': ({ home, refreshDaylight }) => {
    home.groupLamps.delete(lamp);
    refreshDaylight();
  },
  'another lamp joins its room': ({ home, refreshDaylight }) => {
    home.lamps.set(newcomer, { ...colorLamp, id: newcomer });
    home.groupLamps.add(newcomer);
    refreshDaylight();
  },
  'it cannot be reached': ({ home }) => {
    home.unreachable.add(lamp);
    home.programs.observeConnectivity([lamp]);
  },
  'it loses its power': ({ home }) => void home.withoutPower.add(lamp),
  'the bridge answers 207, since the lamp did not take it': ({ home }) =>
    void home.withoutPower.add(lamp),
  'the bridge answers 429 for a while': async ({ home }) => {
    // The queue sends each request again, later and later.
    home.latency = 2_500;
    await home.clock.advance(7_000);
    home.latency = 0;
  },
  'the bridge answers 503 for a while': async ({ home }) => {
    home.answer = 'failed';
    await home.clock.advance(7_000);
  },
  'the bridge is away for a while': outage(nothing),
  'the bridge is away, and a person turns it off': outage((home) => setUnseen(home, off)),
  'a full deploy leaves its node as it is': deploy(true, true),
  'its node is changed': deploy(false, true),
  'its node is disabled': deploy(false, false),
  'Node-RED is stopped and starts again': restart(nothing),
  'Node-RED is stopped, and a person turns it off': restart((home) => setUnseen(home, off)),
  'Node-RED stands still for a while': async ({ home }) => {
    home.clock.stall(minute);
    await home.clock.advance(0);
  },
  'the date is set forwards by a day': setDate(24 * 60 * minute + 60 * minute),
  'the date is set backwards by a day': setDate(-25 * 60 * minute),
  'summer time begins': passHourChange,
  'summer time ends': passHourChange,
};

/** When events happen that have a date of their own: a minute before it. */
const dates: Readonly<Record<string, number>> = {
  'summer time begins': Date.UTC(2027, 2, 28, 0, 59),
  'summer time ends': Date.UTC(2027, 9, 31, 0, 59),
};

/** How long it takes at most until a program that goes on sends its next request, in ms. */
const nextRequest: Readonly<Record<ProgramKind, number>> = {
  later: 2 * minute,
  sequence: 4_000,
  'sequence with restore': 4_000,
  'alert with restore': 0,
  'long fade': 31 * minute,
  daylight: 31 * minute,
  return: 2 * minute,
};

const storedKinds: Readonly<Record<ProgramKind, ProgramSpecification['kind']>> = {
  later: 'later',
  sequence: 'sequence',
  'sequence with restore': 'sequence',
  'alert with restore': 'alert',
  'long fade': 'fade',
  daylight: 'daylight',
  return: 'restore',
};

/** Kinds of the programs of the node on a lamp; those that the event started have no node. */
const listKinds = ({ home }: RunningHome, rid: string): readonly string[] =>
  home.programs
    .list()
    .filter(
      ({ lamps, content, starter: by }) =>
        lamps.includes(rid) && (by ?? content.kind === 'daylight'),
    )
    .map(({ content }) => content.kind);

/** True where a lamp was sent a brightness, which the programs of the node set, and what starts on it in an event does not. */
const isSentTo = ({ home }: RunningHome, rid: string, from: number): boolean =>
  home.sent
    .slice(from)
    .filter(({ members }) => 'dimming' in members)
    .some(
      ({ target }) => target.rid === rid || (target.rid === groupId && home.groupLamps.has(rid)),
    );

/** Makes the home whole, and lets the time pass until what goes on has sent something. */
async function letGoOn(running: RunningHome): Promise<void> {
  const { home, kind } = running;
  home.answer = 'sent';
  const lost = [...home.unreachable, ...home.withoutPower];
  home.unreachable.clear();
  home.withoutPower.clear();
  if (lost.length > 0) home.programs.observeConnectivity(lost);
  if (kind === 'later') for (const rid of [lamp, other]) home.change(rid, on);
  await home.clock.advance(nextRequest[kind]);
}

const readBrightness = ({ home }: RunningHome, rid: string): unknown =>
  getNestedMember(home.lamps.get(rid), 'dimming', 'brightness');

/** True where a lamp has the light of the day, give or take one change that is worth a request. */
const isNearCurve = (running: RunningHome, rid: string): boolean =>
  Math.abs(
    Number(readBrightness(running, rid)) -
      (curve(running.home.clock.wallTime()).brightness ?? Infinity),
  ) < 3;

async function check(running: RunningHome, fates: Readonly<Record<string, LampFate>>) {
  const { home, kind } = running;
  const waiting = new Map(Object.keys(fates).map((rid) => [rid, listKinds(running, rid)]));
  const from = home.sent.length;
  await letGoOn(running);
  if (home.lamps.has(newcomer))
    assert.equal(readBrightness(running, newcomer) !== 50, kind === 'daylight');
  for (const [rid, fate] of Object.entries(fates)) {
    if (fate === 'goes on') {
      const kinds = kind === 'later' ? waiting.get(rid) : listKinds(running, rid);
      assert.deepEqual(kinds, [storedKinds[kind]], rid);
      if (kind === 'daylight') assert.ok(isNearCurve(running, rid), `${rid} has another light`);
      if (nextRequest[kind] > 0) assert.ok(isSentTo(running, rid, from), `nothing sent to ${rid}`);
      continue;
    }
    assert.deepEqual(listKinds(running, rid), [], rid);
    if (fate === 'returns') assert.equal(readBrightness(running, rid), 50, rid);
    else assert.ok(!isSentTo(running, rid, from), `something sent to ${rid}`);
    if (fate !== 'follows once on') continue;
    home.change(rid, off);
    home.change(rid, on);
    assert.deepEqual(listKinds(running, rid), ['daylight'], rid);
  }
}

const eventsOfPrograms = programEvents.filter(({ testedIn }) => testedIn !== 'Node-RED');

describe('The table of programs and events', () => {
  it('has a test for each event that concerns the programs alone', () => {
    assert.deepEqual(
      eventsOfPrograms.map(({ event }) => event).toSorted(),
      Object.keys(happenings).toSorted(),
    );
  });
});

const run = async ({ event, fields }: ProgramEvent, kind: ProgramKind): Promise<void> => {
  const running = await startKind(kind, dates[event] ?? Date.UTC(2026, 10, 24));
  await happenings[event]?.(running);
  await running.home.clock.advance(1_500);
  await check(running, { [lamp]: fields[kind].lamp, [other]: fields[kind].others });
};

for (const kind of programKinds)
  describe(`A program of the kind ${kind}`, () => {
    for (const programEvent of eventsOfPrograms)
      it(`when ${programEvent.event}: ${programEvent.fields[kind].sentence}`, () =>
        run(programEvent, kind));
  });

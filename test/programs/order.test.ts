import assert from 'node:assert/strict';
import { PendingPrograms } from '../../src/programs/pending-programs';
import type { PendingProgram } from '../../src/programs/pending-programs';
import type { ProgramSpecification, Program } from '../../src/programs/program';
import { getNestedMember } from '../../src/resources/members';
import type { Members } from '../../src/resources/members';
import { id } from '../vocabulary/support/sample-resources';
import { FakeHome, groupId } from './support/fake-home';

const [lamp, other] = [id(800), id(801)];

const off = { on: { on: false } };

const stop = { dimming_delta: { action: 'stop' } };

const red = { on: { on: true }, color: { xy: { x: 0.6, y: 0.3 } } };

const flash: ProgramSpecification = {
  kind: 'sequence',
  steps: [
    { members: red, duration: 1_000 },
    { members: { dimming: { brightness: 10 } }, duration: 1_000 },
  ],
  rounds: null,
  seed: null,
};

function createProgram(home: FakeHome, content: ProgramSpecification, target = lamp): Program {
  return {
    target: { rid: target, rtype: target === groupId ? 'grouped_light' : 'light' },
    lamps: target === groupId ? [...home.groupLamps] : [target],
    properties: ['power', 'brightness', 'color'],
    content,
    startedAt: home.clock.wallTime(),
  };
}

/** Flashes until it is ended, and returns to what the lamps show now. */
const startFlash = (home: FakeHome, target = groupId, rounds: number | null = null): void => {
  const before = [...home.lamps.values()];
  home.programs.start(createProgram(home, { ...flash, rounds, before }, target));
};

const isOn = (home: FakeHome, rid: string): unknown =>
  getNestedMember(home.lamps.get(rid), 'on', 'on');

const brightnessOf = (home: FakeHome, rid: string): unknown =>
  getNestedMember(home.lamps.get(rid), 'dimming', 'brightness');

/** A person commands lamps by a message, which the bridge takes at once. */
function command(home: FakeHome, rid: string, members: Members): void {
  home.programs.observeWrite({ rid, members });
  for (const each of rid === groupId ? home.groupLamps : [rid]) home.change(each, members, true);
}

describe('Messages take effect in their order:', () => {
  let home: FakeHome;
  let pending: PendingPrograms;
  let announced: PendingProgram;
  beforeEach(() => {
    home = new FakeHome();
    pending = new PendingPrograms(() => () => undefined);
    announced = pending.add(undefined);
  });
  const start = (target: string): Program | undefined => {
    const since = pending.listLater(announced, (rid) =>
      rid === groupId ? [...home.groupLamps] : [rid],
    );
    return home.programs.start(createProgram(home, flash, target), { since });
  };

  for (const [what, members] of Object.entries({
    off,
    stop,
    brightness: { dimming: { brightness: 3 } },
  }))
    it(`a program that still waits for the state of its lamp does not start after a later ${what}`, () => {
      pending.observeWrite({ rid: lamp, members });
      assert.equal(start(lamp), undefined);
      assert.deepEqual([home.sent, home.programs.list()], [[], []]);
    });

  it('a program that still waits for the state of its room starts on the lamps that nobody has set since', async () => {
    pending.observeWrite({ rid: lamp, members: off });
    assert.deepEqual(start(groupId)?.lamps, [other]);
    await home.clock.advance(0);
    assert.deepEqual(
      home.sent.map(({ target }) => target.rid),
      [other],
    );
  });

  it('of two programs that wait for the state of a lamp, the one of the later message runs', () => {
    const later = pending.add(undefined);
    const program = home.programs.start(createProgram(home, { ...flash, rounds: 1 }));
    assert.ok(program);
    pending.observeStart(later, program);
    assert.equal(start(lamp), undefined);
    assert.deepEqual(home.programs.list(), [program]);
  });

  it('commands are looked at as long as any program waits', () => {
    const calls: string[] = [];
    const waiting = new PendingPrograms(() => {
      calls.push('begin');
      return () => void calls.push('end');
    });
    const [one, two] = [waiting.add(undefined), waiting.add(undefined)];
    one.end();
    assert.deepEqual(calls, ['begin']);
    two.end();
    waiting.add(undefined);
    assert.deepEqual(calls, ['begin', 'end', 'begin']);
  });

  it('what waits to start counts for the rate', () => {
    announced.reserved = createProgram(home, flash);
    assert.equal(
      pending.usedRate(() => 2),
      2,
    );
    announced.end();
    assert.equal(
      pending.usedRate(() => 2),
      0,
    );
  });
});

describe('A command for a lamp', () => {
  let home: FakeHome;
  beforeEach(() => {
    home = new FakeHome(80);
  });

  it('takes that lamp out of the return of its room, and all others return', async () => {
    startFlash(home);
    await home.clock.advance(1_500);
    home.latency = 5;
    command(home, groupId, stop);
    const members = { dimming: { brightness: 3 } };
    home.programs.observeWrite({ rid: lamp, members });
    // The bridge takes one write of a lamp after the other.
    await home.clock.advance(5);
    home.change(lamp, members, true);
    await home.clock.advance(60_000);
    assert.equal(brightnessOf(home, lamp), 3);
    const others = [...home.groupLamps].filter((rid) => rid !== lamp);
    assert.deepEqual(
      others.filter((rid) => brightnessOf(home, rid) !== 50),
      [],
    );
    assert.deepEqual(home.programs.list(), []);
  });

  it('takes that lamp out of the program of its room, which goes on with the others and returns them', async () => {
    home = new FakeHome(3);
    startFlash(home, groupId, 5);
    await home.clock.advance(500);
    command(home, lamp, off);
    await home.clock.advance(1_000);
    assert.deepEqual([isOn(home, lamp), brightnessOf(home, other)], [false, 10]);
    await home.clock.advance(60_000);
    assert.deepEqual([isOn(home, lamp), brightnessOf(home, other)], [false, 50]);
  });
});

describe('A lamp that joins a room in which a program runs', () => {
  it('does not belong to the program: it gets no step of it', async () => {
    const home = new FakeHome(2);
    startFlash(home, groupId, 3);
    await home.clock.advance(500);
    const added = id(899);
    const state = home.lamps.get(lamp);
    assert.ok(state);
    home.lamps.set(added, {
      ...state,
      id: added,
      dimming: { brightness: 77 },
      color: { xy: { x: 0.3, y: 0.3 } },
    });
    home.groupLamps.add(added);
    await home.clock.advance(60_000);
    assert.equal(brightnessOf(home, added), 77);
    assert.equal(brightnessOf(home, other), 50);
    assert.deepEqual(home.programs.list(), []);
  });
});

describe('What somebody has set while nothing was learnt of a lamp', () => {
  let home: FakeHome;
  beforeEach(() => {
    home = new FakeHome(2);
  });
  /** Node-RED is killed, and started again after a while. */
  const restart = async (duration: number, meanwhile: () => void): Promise<void> => {
    const { kept } = home;
    home.programs.close();
    meanwhile();
    await home.clock.advance(duration);
    home.programs = home.createPrograms();
    home.programs.suspend();
    for (const program of kept) home.programs.start(program, { isResumed: true });
    assert.equal(home.clock.pendingTimers, 0);
    home.programs.resume();
    await home.clock.advance(0);
  };
  const setByHand = (rid: string, members: Members): void => {
    const state = home.lamps.get(rid);
    assert.ok(state);
    home.lamps.set(rid, { ...state, ...members });
  };

  it('stays off after an outage where it was turned off, while the sequence goes on with the other lamp', async () => {
    startFlash(home);
    await home.clock.advance(500);
    home.programs.suspend();
    const sent = home.sent.length;
    setByHand(lamp, off);
    await home.clock.advance(5_000);
    assert.equal(home.sent.length, sent, 'nothing is sent before the lamps are read');
    home.programs.resume();
    await home.clock.advance(5_000);
    assert.deepEqual([isOn(home, lamp), isOn(home, other)], [false, true]);
    assert.ok(home.sent.slice(sent).every(({ target }) => target.rid === other));
  });

  it('stays off after a restart where it was turned off', async () => {
    startFlash(home, lamp);
    await home.clock.advance(500);
    const sent = home.sent.length;
    await restart(1_000, () => setByHand(lamp, off));
    await home.clock.advance(10_000);
    assert.deepEqual([home.sent.length, isOn(home, lamp), home.programs.list()], [sent, false, []]);
    assert.match(home.warnings[0] ?? '', /^Somebody else has set .+ meanwhile/);
  });

  it('is left alone hours after a flash was due to be over, and a lamp that still shows the flash returns without a step', async () => {
    startFlash(home, groupId, 3);
    await home.clock.advance(500);
    const sent = home.sent.length;
    await restart(8 * 3_600_000, () =>
      setByHand(lamp, { color: { xy: { x: 0.2, y: 0.2 } }, dimming: { brightness: 100 } }),
    );
    await home.clock.advance(10_000);
    assert.deepEqual(
      home.sent.slice(sent).map(({ target }) => target.rid),
      [other],
    );
    assert.deepEqual([brightnessOf(home, lamp), brightnessOf(home, other)], [100, 50]);
  });

  it('is left alone by a long fade that is taken up after its end', async () => {
    const fade = {
      kind: 'fade',
      from: { brightness: 50 },
      to: { brightness: 1 },
      duration: 10_800_000,
    } as const;
    home.programs.start({ ...createProgram(home, fade), properties: ['brightness'] });
    await home.clock.advance(60_000);
    await restart(15 * 3_600_000, () => setByHand(lamp, { dimming: { brightness: 100 } }));
    assert.deepEqual([brightnessOf(home, lamp), home.programs.list()], [100, []]);
    assert.deepEqual(home.warnings, [], 'nothing was to return');
  });

  it('is read first after the process stood still', async () => {
    startFlash(home, lamp);
    await home.clock.advance(500);
    home.clock.stall(60_000);
    setByHand(lamp, off);
    const sent = home.sent.length;
    await home.clock.advance(5_000);
    assert.deepEqual([home.timeGaps, home.sent.length, isOn(home, lamp)], [1, sent, false]);
  });
});

describe('A lamp that the bridge cannot reach', () => {
  let home: FakeHome;
  beforeEach(() => {
    home = new FakeHome(2);
  });

  it('returns to what it was as soon as it can be reached', async () => {
    startFlash(home);
    await home.clock.advance(1_500);
    home.withoutPower.add(lamp);
    command(home, groupId, stop);
    await home.clock.advance(120_000);
    assert.equal(brightnessOf(home, other), 50);
    assert.deepEqual(
      home.programs.list().map(({ content, lamps }) => [content.kind, lamps]),
      [['restore', [lamp]]],
    );
    home.withoutPower.delete(lamp);
    home.programs.observeConnectivity([lamp]);
    await home.clock.advance(0);
    assert.deepEqual([brightnessOf(home, lamp), home.programs.list()], [50, []]);
  });

  it('gets what waits for it once it took it', async () => {
    home.change(lamp, off);
    const members = { dimming: { brightness: 20 } };
    const content = { kind: 'later', members } as const;
    home.programs.start({ ...createProgram(home, content), properties: ['brightness'] });
    home.withoutPower.add(lamp);
    home.change(lamp, { on: { on: true } });
    await home.clock.advance(1_000);
    assert.equal(home.programs.list().length, 1);
    home.withoutPower.delete(lamp);
    await home.clock.advance(60_000);
    assert.deepEqual([brightnessOf(home, lamp), home.programs.list()], [20, []]);
  });

  it('gets the last step of a sequence that has ended meanwhile', async () => {
    home.programs.start(createProgram(home, { ...flash, rounds: 1 }, groupId));
    home.unreachable.add(lamp);
    await home.clock.advance(60_000);
    assert.deepEqual([brightnessOf(home, lamp), brightnessOf(home, other)], [50, 10]);
    home.unreachable.delete(lamp);
    home.programs.observeConnectivity([lamp]);
    await home.clock.advance(0);
    assert.deepEqual([brightnessOf(home, lamp), home.programs.list()], [10, []]);
  });
});

describe('The clock of the machine', () => {
  it('may be set while a program runs: it lasts as long as it was to, across a restart too', async () => {
    const home = new FakeHome(1);
    const decades = 50 * 365 * 86_400_000;
    home.clock.suspend(-decades);
    startFlash(home, lamp, 100);
    await home.clock.advance(500);
    home.clock.suspend(decades);
    await home.clock.advance(1_000);
    assert.equal(home.programs.list().length, 1);
    const { kept } = home;
    home.programs.close();
    home.programs = home.createPrograms();
    for (const program of kept) home.programs.start(program, { isResumed: true });
    await home.clock.advance(190_000);
    assert.equal(home.programs.list().length, 1);
    await home.clock.advance(10_000);
    assert.deepEqual([home.programs.list(), brightnessOf(home, lamp)], [[], 50]);
  });

  it('may be set between the last time that a program was kept and the restart', async () => {
    const home = new FakeHome(1);
    const decades = 50 * 365 * 86_400_000;
    home.clock.suspend(-decades);
    startFlash(home, lamp, 100);
    await home.clock.advance(500);
    const { kept } = home;
    home.programs.close();
    home.clock.suspend(decades);
    home.programs = home.createPrograms();
    for (const program of kept) home.programs.start(program, { isResumed: true });
    await home.clock.advance(150_000);
    assert.equal(home.programs.list().length, 1);
  });
});

describe('A command that turns a lamp on', () => {
  it('carries what waits for that, which stays where the lamp did not take it', async () => {
    const home = new FakeHome(1);
    home.change(lamp, off);
    const content = { kind: 'later', members: { dimming: { brightness: 20 } } } as const;
    home.programs.start({ ...createProgram(home, content), properties: ['brightness'] });
    const turnOn = { rid: lamp, members: { on: { on: true } } };
    home.programs.findAddition(turnOn)?.onAnswer(false);
    assert.equal(home.programs.list().length, 1);
    const addition = home.programs.findAddition(turnOn);
    assert.deepEqual(addition?.members, content.members);
    home.change(lamp, { on: { on: true } }, true);
    addition?.onAnswer(true);
    await home.clock.advance(0);
    assert.deepEqual([home.sent, home.programs.list()], [[], []]);
  });
});

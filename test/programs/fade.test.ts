import assert from 'node:assert/strict';
import { brightnessToLightness } from '../../src/units/lightness';
import { createFadePlan } from '../../src/programs/fade';
import { parseFade } from './support/parse-words';
import type { FadeSpecification, FadeEndpoint } from '../../src/programs/program';
import { getNestedMember } from '../../src/resources/members';
import type { Members } from '../../src/resources/members';
import type { Resource } from '../../src/resources/resource';
import { describeProblem } from '../../src/resources/describe-problem';
import { colorLamp, expectProblem, expectValue, id } from '../vocabulary/support/sample-resources';
import { FakeHome } from './support/fake-home';

const lamp = id(800);
const hour = 3_600_000;
const minute = 60_000;

const parse = (words: Members, resource: Resource): FadeSpecification => {
  const context = { at: 'payload', lamp: resource, kind: 'light' } as const;
  const { content } = expectValue(parseFade(words, context, resource));
  assert.ok(content.kind === 'fade');
  return content;
};

function fade(home: FakeHome, words: Members): void {
  const resource = home.lamps.get(lamp);
  assert.ok(resource);
  const context = { at: 'payload', lamp: resource, kind: 'light' } as const;
  const { content, properties } = expectValue(parseFade(words, context, resource));
  const startedAt = home.clock.wallTime();
  const target = { rid: lamp, rtype: 'light' } as const;
  home.programs.start({ target, lamps: [lamp], properties, content, startedAt });
}

const sentAt = (home: FakeHome, ...path: string[]): (readonly [number, unknown])[] =>
  home.sent.map(({ at, members }) => [at, getNestedMember(members, ...path)]);

describe('A long fade', () => {
  let home: FakeHome;
  beforeEach(() => {
    home = new FakeHome();
  });

  it('begins in the dark where a lamp does not say how bright it is', () => {
    const from = (resource: Resource): unknown =>
      parse({ brightness: 50, transition: '3h' }, resource).from;
    const lit = { ...colorLamp, on: { on: true } };
    assert.deepEqual(from({ ...lit, dimming: { brightness: 20 } }), { brightness: 20 });
    assert.deepEqual(from({ ...lit, dimming: {} }), { brightness: 0 });
    const off = { ...lit, on: { on: false }, dimming: { brightness: 20 } };
    assert.deepEqual(from(off), { brightness: 0 });
  });

  it('to on alone ends at the brightness that the lamp had, and at all of it where that is not known', () => {
    const to = (dimming: object): unknown =>
      parse({ on: true, transition: '3h' }, { ...colorLamp, on: { on: false }, dimming }).to;
    assert.deepEqual(to({ brightness: 20 }), { brightness: 20 });
    assert.deepEqual([to({}), to({ brightness: 0 })], [{ brightness: 100 }, { brightness: 100 }]);
  });

  it('to on with a colour ends at the brightness that the lamp had, and leaves that of a lit lamp', () => {
    const to = (on: boolean, words: object): unknown => {
      const resource = { ...colorLamp, on: { on }, dimming: { brightness: 20 } };
      return parse({ ...words, mirek: 300, transition: '3h' }, resource).to;
    };
    assert.deepEqual(to(false, { on: true }), { mirek: 300, brightness: 20 });
    assert.deepEqual(to(true, { on: true }), { mirek: 300 });
    assert.deepEqual(to(true, {}), { mirek: 300 });
  });

  it('reaches its value on time with few requests, each a transition of the bridge', async () => {
    fade(home, { brightness: 100, kelvin: 6500, transition: '3h' });
    await home.clock.advance(3 * hour - 1);
    assert.equal(home.programs.list().length, 1);
    await home.clock.advance(1);
    assert.deepEqual(home.programs.list(), []);
    assert.ok(home.sent.length <= 12, `${home.sent.length} requests`);
    const last = home.sent.at(-1);
    assert.deepEqual(getNestedMember(last?.members, 'dimming'), { brightness: 100 });
    assert.deepEqual(getNestedMember(last?.members, 'color_temperature'), { mirek: 154 });
    for (const [index, { at, members }] of home.sent.entries()) {
      const end = home.sent[index + 1]?.at ?? 3 * hour;
      assert.ok(
        Math.abs(Number(getNestedMember(members, 'dynamics', 'duration')) - (end - at)) <= 100,
      );
    }
  });

  it('looks even: the lightness changes at one speed', () => {
    const duration = 2 * hour;
    const content: FadeSpecification = {
      kind: 'fade',
      from: { brightness: 0 },
      to: { brightness: 100 },
      duration,
    };
    const plan = createFadePlan(content);
    let [start, from] = [0, 0];
    for (let elapsed = 0; elapsed < duration; elapsed = start) {
      const { members, until } = plan.at(elapsed, false);
      const to = Number(getNestedMember(members, 'dimming', 'brightness'));
      for (const share of [0.25, 0.5, 0.75]) {
        // A bridge changes the brightness of a transition at one speed.
        const lightness = brightnessToLightness(from + (to - from) * share);
        const expected = (100 * (start + (until - start) * share)) / duration;
        assert.ok(Math.abs(lightness - expected) < 3, `${lightness} at ${expected} %`);
      }
      [start, from] = [until, to];
    }
  });

  for (const [what, from, to, path] of [
    ['white', { mirek: 200 }, { mirek: 400 }, ['color_temperature', 'mirek']],
    ['colour', { xy: { x: 0.2, y: 0.2 } }, { xy: { x: 0.6, y: 0.3 } }, ['color', 'xy', 'x']],
  ] as readonly (readonly [string, FadeEndpoint, FadeEndpoint, readonly string[]])[]) {
    it(`goes straight from one ${what} to the other`, () => {
      const plan = createFadePlan({ kind: 'fade', from, to, duration: 4 * hour });
      const values = [0, 1, 2, 3].map((time) =>
        Number(getNestedMember(plan.at(time * hour, false).members, ...path)),
      );
      assert.deepEqual(
        values,
        values.toSorted((one, other) => one - other),
      );
      assert.equal(new Set(values).size, 4);
    });
  }

  it('ends by a colour off its course that somebody sets, and not by the colour of a lamp that was only dimmed', () => {
    const plan = createFadePlan({
      kind: 'fade',
      from: { brightness: 20, xy: { x: 0.2, y: 0.2 } },
      to: { brightness: 80, xy: { x: 0.6, y: 0.3 } },
      duration: hour,
    });
    // A lamp shows the nearest colour that it can, which may lie off the course.
    const report = { on: true, brightness: 20, mirek: undefined, xy: { x: 0.2, y: 0.6 } };
    const isExternal = (changed: readonly string[]): boolean =>
      plan.isExternal({ ...report, changed, own: false }, minute);
    assert.equal(isExternal(['color.xy']), true);
    assert.equal(isExternal(['dimming.brightness']), false);
  });

  it('ends in white from a colour, and in off from a brightness', async () => {
    home.change(lamp, { color: { xy: { x: 0.6915, y: 0.3083 } } });
    fade(home, { kelvin: 2700, transition: '2h' });
    await home.clock.advance(2 * hour);
    assert.deepEqual(getNestedMember(home.sent.at(-1)?.members, 'color_temperature'), {
      mirek: 370,
    });
    fade(home, { on: false, transition: '2h' });
    await home.clock.advance(2 * hour);
    assert.deepEqual(getNestedMember(home.sent.at(-1)?.members, 'on'), { on: false });
  });

  it('brings a lamp that is off slowly to the brightness that it had', () => {
    const off: Resource = { ...colorLamp, on: { on: false } };
    const { from, to } = parse({ on: true, transition: '2h' }, off);
    assert.deepEqual([from, to], [{ brightness: 0 }, { brightness: 50 }]);
  });

  it('of 2 h over an outage of 10 minutes and a restart ends on time at the right value', async () => {
    fade(home, { brightness: 100, transition: '2h' });
    await home.clock.advance(30 * minute - 1);
    home.answer = 'failed';
    await home.clock.advance(10 * minute);
    home.answer = 'sent';
    await home.clock.advance(10 * minute);
    const { kept } = home;
    home.programs.close();
    await home.clock.advance(25 * minute);
    const requests = home.sent.length;
    const successor = home.createPrograms();
    for (const program of structuredClone(kept)) successor.start(program);
    await home.clock.advance(10);
    const [, caughtUp] = sentAt(home, 'dimming', 'brightness')[requests] ?? [];
    // From 50 %, whose lightness is 57, to 100 % in 120 minutes, 75 of which are over.
    assert.ok(Math.abs(brightnessToLightness(Number(caughtUp)) - 84) < 2, String(caughtUp));
    await home.clock.advance(45 * minute);
    assert.deepEqual(successor.list(), []);
    const last = home.sent.at(-1);
    assert.deepEqual(getNestedMember(last?.members, 'dimming'), { brightness: 100 });
    const endsAt =
      Number(last?.at) + Number(getNestedMember(last?.members, 'dynamics', 'duration'));
    assert.ok(Math.abs(endsAt - 2 * hour) <= 100, `ends after ${endsAt} ms`);
    assert.ok(home.sent.length <= 14, `${home.sent.length} requests`);
  });

  it('ends at once after a restart that came after its end, at the right value', async () => {
    fade(home, { brightness: 100, transition: '2h' });
    await home.clock.advance(minute);
    const { kept } = home;
    home.programs.close();
    await home.clock.advance(5 * hour);
    const successor = home.createPrograms();
    for (const program of structuredClone(kept)) successor.start(program);
    await home.clock.advance(10);
    assert.deepEqual(successor.list(), []);
    assert.equal(getNestedMember(home.lamps.get(lamp), 'dimming', 'brightness'), 100);
  });

  it('ends when somebody else sets the lamp, and not by what it reports of its own way', async () => {
    fade(home, { brightness: 100, transition: '2h' });
    await home.clock.advance(30 * minute);
    home.change(lamp, { dimming: { brightness: 58 } });
    home.change(lamp, { color_temperature: { mirek: 200, mirek_valid: true } });
    assert.equal(home.programs.list().length, 1);
    home.change(lamp, { dimming: { brightness: 5 } });
    assert.deepEqual(home.programs.list(), []);
    fade(home, { brightness: 100, transition: '2h' });
    home.change(lamp, { on: { on: false } });
    assert.deepEqual(home.programs.list(), []);
  });

  it('of the brightness goes on beside a command for the colour', async () => {
    fade(home, { brightness: 100, transition: '2h' });
    const write = { rid: lamp };
    home.programs.observeWrite({ ...write, members: { color: { xy: { x: 0.3, y: 0.3 } } } });
    assert.equal(home.programs.list().length, 1);
    home.programs.observeWrite({ ...write, members: { dimming: { brightness: 7 } } });
    assert.deepEqual(home.programs.list(), []);
    await home.clock.advance(0);
  });

  for (const [words, pattern] of [
    [{ brightness: 50, transition: '8 days' }, /^payload\.transition: expected a time/],
    [{ brightness: 50, transition: '200h' }, /^payload\.transition: expected a time of at most/],
    [
      { brightness: 500, transition: '2h' },
      /^payload\.brightness: expected a number from 0 to 100/,
    ],
    [{ transition: '2h' }, /^payload: expected something to do/],
    [{ brightness: '+10', transition: '2h' }, /^payload: expected on, off, a brightness/],
    [{ effect: 'candle', transition: '2h' }, /^payload: expected on, off, a brightness/],
    [{ name: 'Lamp', transition: '2h' }, /^payload: expected on, off, a brightness/],
    [{ gradient: ['red', 'blue'], transition: '2h' }, /^payload: expected on, off, a brightness/],
    [{ color: 'red', kelvin: 2700, transition: '2h' }, /^payload: expected either color or kelvin/],
  ] as const) {
    it(`refuses ${JSON.stringify(words)} in a sentence`, () => {
      const context = { at: 'payload', lamp: colorLamp, kind: 'light' } as const;
      const problem = expectProblem(parseFade(words, context, colorLamp));
      assert.match(describeProblem(problem), pattern);
    });
  }
});

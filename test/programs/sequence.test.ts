import assert from 'node:assert/strict';
import { describeProblem } from '../../src/resources/describe-problem';
import { getNestedMember } from '../../src/resources/members';
import type { Members } from '../../src/resources/members';
import {
  parseAlertSequence,
  parseSequence,
  createSequencePlan,
  mayShowSequenceStep,
  selectSequenceLamps,
} from '../../src/programs/sequence';
import { namedSequences } from '../../src/programs/named-sequences';
import type { NamedSequence } from '../../src/programs/named-sequences';
import type { ParsedProgram } from '../../src/programs/program';
import {
  colorLamp,
  expectProblem,
  expectValue,
  id,
  whiteLamp,
  plug,
} from '../vocabulary/support/sample-resources';
import { watchEventLoop } from '../support/longest-block';
import { waitUntil } from '../support/wait-until';
import { FakeHome, groupId } from './support/fake-home';
import { toEnglish } from '../../src/resources/problems';
import { context } from './support/parse-words';
import type { Resource } from '../../src/resources/resource';
import type { TimedUpdatePlan } from '../../src/programs/timed-run';

const parse = (words: Members): ParsedProgram => expectValue(parseSequence(words, context));

const blink = [
  { on: true, brightness: 80, for: '1s' },
  { brightness: 10, for: 500 },
];

const brightnessSent = (home: FakeHome): readonly (readonly [number, unknown])[] =>
  home.sent.map(({ at, members }) => [at, getNestedMember(members, 'dimming', 'brightness')]);

describe('A sequence', () => {
  const lamp = id(800);

  let home: FakeHome;
  beforeEach(() => {
    home = new FakeHome();
  });

  it('sends each step at its time, as often as it is repeated', async () => {
    play({ play: blink, repeat: 2 });
    await home.clock.advance(10_000);
    assert.deepEqual(brightnessSent(home), [
      [0, 80],
      [1_000, 10],
      [1_500, 80],
      [2_500, 10],
    ]);
    assert.deepEqual(home.programs.list(), []);
    assert.equal(home.clock.pendingTimers, 0);
  });

  it('ends when the time that it has in all is over, in the middle of a round too', async () => {
    play({ play: blink, for: '3500ms', restore: true });
    await home.clock.advance(60_000);
    const sent = brightnessSent(home);
    assert.deepEqual(sent.slice(0, 5), [
      [0, 80],
      [1_000, 10],
      [1_500, 80],
      [2_500, 10],
      [3_000, 80],
    ]);
    assert.ok(sent.slice(5).every(([at]) => at >= 3_500 && at < 5_000));
    assert.equal(home.programs.list().length, 0);
  });

  it('goes on for ever with repeat: true, until a command for the lamp comes', async () => {
    play({ play: blink, repeat: true });
    await home.clock.advance(60_000);
    assert.equal(home.sent.length, 81);
    home.programs.observeWrite({ rid: lamp, members: { alert: {} } });
    assert.equal(home.programs.list().length, 1, 'an alert sets nothing that it sets');
    home.programs.observeWrite({ rid: groupId, members: { on: { on: false } } });
    await home.clock.advance(60_000);
    assert.equal(home.sent.length, 81);
  });

  it('returns to what the lamps were, after its end and after stop, and not after a plain command', async () => {
    const state = home.lamps.get(lamp);
    play({ play: blink, restore: true }, groupId);
    await home.clock.advance(2_000);
    assert.deepEqual(home.lamps.get(lamp)?.['dimming'], state?.['dimming']);
    assert.equal(home.sent.length, 2 + home.lamps.size);
    play({ play: blink, repeat: true, restore: true });
    const stop = { dimming_delta: { action: 'stop' } };
    home.programs.observeWrite({ rid: lamp, members: stop });
    await home.clock.advance(0);
    assert.deepEqual(home.lamps.get(lamp)?.['dimming'], state?.['dimming']);
    play({ play: blink, repeat: true, restore: true });
    await home.clock.advance(0);
    const sent = home.sent.length;
    home.programs.observeWrite({
      rid: lamp,
      members: { dimming: { brightness: 3 } },
    });
    await home.clock.advance(1_000);
    assert.equal(home.sent.length, sent);
  });

  it('that is started again while it runs returns to what the lamps were before the first time', async () => {
    const state = home.lamps.get(lamp);
    play({ play: blink, restore: true }, groupId);
    await home.clock.advance(200);
    assert.notDeepEqual(home.lamps.get(lamp)?.['dimming'], state?.['dimming']);
    play({ play: blink, restore: true });
    await home.clock.advance(600);
    play({ play: blink, restore: true });
    await home.clock.advance(10_000);
    assert.deepEqual(home.lamps.get(lamp)?.['dimming'], state?.['dimming']);
    assert.equal(home.programs.list().length, 0);
  });

  it('that was stopped while the bridge was away returns after a restart and a deploy, and is not played again', async () => {
    const state = home.lamps.get(lamp);
    play({ play: blink, repeat: true, restore: true });
    await home.clock.advance(1_200);
    home.answer = 'failed';
    const stop = { dimming_delta: { action: 'stop' } };
    home.programs.observeWrite({ rid: lamp, members: stop });
    await home.clock.advance(1_000);
    const { kept } = home;
    home.programs.close();
    const successor = home.createPrograms();
    for (const program of kept)
      successor.start({ ...program, starter: { nodeId: 'node', digest: 'one' } });
    successor.keepOnly(() => false);
    const sent = home.sent.length;
    home.answer = 'sent';
    await home.clock.advance(60_000);
    assert.equal(home.sent.length, sent + 1);
    assert.deepEqual(home.lamps.get(lamp)?.['dimming'], state?.['dimming']);
    assert.deepEqual(successor.list(), []);
    assert.equal(home.clock.pendingTimers, 0);
  });

  it('that returns its lamps is not begun with that anew by a deploy, and nothing starts after the close', async () => {
    play({ play: blink, repeat: true, restore: true });
    await home.clock.advance(1_200);
    home.answer = 'failed';
    const stop = { dimming_delta: { action: 'stop' } };
    home.programs.observeWrite({ rid: lamp, members: stop });
    const [returning] = home.programs.list();
    assert.equal(returning?.content.kind, 'restore');
    assert.ok(returning);
    home.programs.end(returning);
    assert.deepEqual(home.programs.list(), []);
    home.answer = 'sent';
    const sent = home.sent.length;
    await home.clock.advance(60_000);
    assert.equal(home.sent.length, sent);
    home.programs.close();
    play({ play: blink });
    await home.clock.advance(1_000);
    assert.deepEqual([home.programs.list(), home.sent.length], [[], sent]);
    assert.equal(home.clock.pendingTimers, 0);
  });

  it('that ends with a pause ends when its time was over before it was taken up', async () => {
    const startedAt = home.clock.wallTime();
    await home.clock.advance(60_000);
    const { content, properties } = parse({ play: [{ brightness: 10, for: '1s' }, { for: '1s' }] });
    home.programs.start({
      target: { rid: lamp, rtype: 'light' },
      lamps: [lamp],
      properties,
      content,
      startedAt,
    });
    assert.deepEqual([home.programs.list(), home.sent, home.clock.pendingTimers], [[], [], 0]);
  });

  it('returns 167 lamps to what they were without blocking anything else for long', async () => {
    home = new FakeHome(167);
    play({ play: blink, repeat: true, restore: true }, groupId);
    await home.clock.advance(0);
    const sent = home.sent.length;
    home.work = 0.5;
    const loop = watchEventLoop();
    const stop = { dimming_delta: { action: 'stop' } };
    home.programs.observeWrite({ rid: groupId, members: stop });
    await waitUntil('the lamps to return', () => home.programs.list().length === 0);
    loop.stop();
    assert.equal(home.sent.length, sent + 167);
    assert.ok(loop.longest < 40, `${loop.longest} ms`);
  });

  it('leaves a lamp off that was off, with the brightness and colour that it had', async () => {
    home.change(lamp, { on: { on: false }, dimming: { brightness: 33 } });
    play({ play: [{ color: 'red', brightness: 100, for: '1s' }], restore: true });
    await home.clock.advance(2_000);
    assert.equal(getNestedMember(home.lamps.get(lamp), 'on', 'on'), false);
    assert.equal(getNestedMember(home.lamps.get(lamp), 'dimming', 'brightness'), 33);
    assert.equal(getNestedMember(home.lamps.get(lamp), 'color_temperature', 'mirek'), 370);
  });

  it('skips what was due while the bridge was away, and goes on where it is by then', async () => {
    play({ play: blink, repeat: 20 });
    await home.clock.advance(1_200);
    home.answer = 'failed';
    await home.clock.advance(9_000);
    home.answer = 'sent';
    await home.clock.advance(60_000);
    const missed = 2 * 20 - home.sent.length;
    assert.ok(missed >= 12 && missed <= 20, `${missed} steps missed`);
    assert.equal(home.sent.at(-1)?.at, 29_500);
  });

  it('has one request under way, however long the bridge takes', async () => {
    home.latency = 2_200;
    play({ play: blink, repeat: 10 });
    await home.clock.advance(30_000);
    const gaps = home.sent.map(({ at }, index) => at - (home.sent[index - 1]?.at ?? -Infinity));
    assert.ok(Math.min(...gaps) >= 2_200, gaps.join());
  });

  it('ends when a person turns the lamp off', async () => {
    play({ play: blink, repeat: true });
    await home.clock.advance(3_000);
    home.change(lamp, { on: { on: false } });
    assert.deepEqual(home.programs.list(), []);
  });

  it('of a group goes on without a lamp that is deleted, and ends with the last one', async () => {
    play({ play: blink, repeat: true, restore: true }, groupId);
    home.delete(lamp);
    await home.clock.advance(3_000);
    assert.deepEqual(
      home.programs.list().map(({ lamps }) => lamps),
      [[id(801)]],
    );
    home.delete(id(801));
    assert.deepEqual(home.programs.list(), []);
    assert.equal(home.clock.pendingTimers, 0);
  });

  it('takes the place of a sequence on the same lamp, which goes on with the other lamps of its group', async () => {
    play({ play: blink, repeat: true }, groupId);
    play({ play: [{ color: 'red', for: '10s' }] });
    assert.deepEqual(
      home.programs.list().map(({ lamps }) => lamps),
      [[id(801)], [lamp]],
    );
    await home.clock.advance(1_200);
    assert.deepEqual(
      home.sent.map(({ target }) => target.rid),
      [groupId, lamp, id(801)],
    );
  });

  it('has each step once in a round of random order, and the same ones after a restart', () => {
    const steps = ['red', 'lime', 'blue', 'gold', 'cyan'].map((color) => ({ color, for: '1s' }));
    const { content } = parse({ play: steps, random: true, repeat: 3 });
    assert.ok(content.kind === 'sequence');
    const [plan, again] = [createSequencePlan(content), createSequencePlan(content)];
    const rounds = [0, 1, 2].map((round) =>
      [0, 1, 2, 3, 4].map((step) => {
        const { members } = plan.at(1_000 * (5 * round + step), false);
        assert.deepEqual(members, again.at(1_000 * (5 * round + step), false).members);
        return JSON.stringify(members);
      }),
    );
    for (const round of rounds) assert.equal(new Set(round).size, 5);
    assert.notDeepEqual(rounds[0], rounds[1]);
  });

  it('knows how much of the rate sequences use', () => {
    play({ play: blink, repeat: true });
    assert.ok(Math.abs(home.programs.usedRate('light') - 2 / 1.5) < 1e-9);
    assert.equal(home.programs.usedRate('grouped_light'), 0);
  });

  it('of a group uses the rate of groups, and that of lamps once a lamp takes no part', () => {
    play({ play: blink, repeat: true }, groupId);
    assert.ok(Math.abs(home.programs.usedRate('grouped_light') - 2 / 1.5) < 1e-9);
    assert.equal(home.programs.usedRate('light'), 0);
    home.groupLamps.add(id(899));
    assert.equal(home.programs.usedRate('grouped_light'), 0);
    assert.ok(Math.abs(home.programs.usedRate('light') - (2 * home.lamps.size) / 1.5) < 1e-9);
  });

  it('takes a name in capitals, with spaces around it or with _ between its words', () => {
    for (const name of [' Sunset Glow ', 'sunset_glow', 'SUNSET_GLOW'])
      assert.deepEqual(parse({ play: name }), parse({ play: 'sunset glow' }), name);
  });

  for (const name of Object.keys(namedSequences)) {
    it(`plays ${name} on colour lamps, on white ones and on groups, within the rate`, () => {
      for (const target of [
        { lamp: colorLamp, kind: 'light', shortestStep: 100 },
        { lamp: whiteLamp, kind: 'light', shortestStep: 100 },
        { lamp: undefined, kind: 'grouped_light', shortestStep: 1_000 },
      ] as const) {
        const { content } = expectValue(parseSequence({ play: name }, { ...context, ...target }));
        assert.ok(content.kind === 'sequence');
        assert.ok(content.steps.every(({ duration }) => duration >= target.shortestStep));
      }
    });
  }

  for (const [words, pattern] of [
    [{ play: 'candel' }, /^payload\.play: expected one of candle, .+ Did you mean candle\?/],
    [{ play: '' }, /^payload\.play: expected one of candle/],
    [{ play: [] }, /^payload\.play: expected a list of 1 to 200 steps/],
    [{ play: 5 }, /^payload\.play: expected a list/],
    [{ play: [true] }, /^payload\.play\[0\]: expected a step such as/],
    [{ play: [{ color: 'red' }] }, /^payload\.play\[0\]\.for: expected a time/],
    [{ play: [{ color: 'red', for: 'soon' }] }, /^payload\.play\[0\]\.for: expected a time/],
    [{ play: [{ color: 'red', for: '2 days' }] }, /^payload\.play\[0\]\.for: expected a time/],
    [{ play: [{ colour: 'red', for: 500 }] }, /^payload\.play\[0\]\.colour: .+ Did you mean color/],
    [{ play: [{ color: 'rad', for: 500 }] }, /^payload\.play\[0\]\.color: expected/],
    [{ play: [{ toggle: true, for: 500 }] }, /^payload\.play\[0\]\.toggle: expected/],
    [
      { play: [{ brightness: '+10', for: 500 }] },
      /^payload\.play\[0\]: expected what a lamp shows/,
    ],
    [{ play: [{ name: 'Lamp', for: 500 }] }, /^payload\.play\[0\]: expected what a lamp shows/],
    [{ play: [{ play: 'candle', for: 500 }] }, /^payload\.play\[0\]\.play: expected/],
    [{ play: [{ for: 500 }] }, /^payload\.play: expected at least one step/],
    [{ play: 'candle', repeat: 0 }, /^payload\.repeat: expected a whole number from 1/],
    [{ play: 'candle', repeat: 1.5 }, /^payload\.repeat: expected a whole number/],
    [{ play: 'candle', repeat: 'often' }, /^payload\.repeat: expected a whole number/],
    [{ play: 'candle', random: 'yes' }, /^payload\.random: expected true or false/],
    [{ play: 'candle', color: 'red' }, /^payload\.color: expected one of play, brightness/],
    [{ play: 'candle', brightness: 0 }, /^payload\.brightness: expected a number from 1 to 100/],
  ] as const) {
    it(`refuses ${JSON.stringify(words)} in a sentence`, () => {
      const problem = expectProblem(parseSequence(words, context));
      assert.match(describeProblem(problem), pattern);
    });
  }

  it('lasts as long as the bridge needs for each step, and says so', () => {
    const steps = [0, '1s', 99].map((time) => ({ color: 'red', for: time }));
    const { content, warnings } = expectValue(parseSequence({ play: steps }, context));
    const durations = 'steps' in content ? content.steps.map(({ duration }) => duration) : [];
    assert.deepEqual(durations, [100, 1_000, 100]);
    assert.match(
      warnings.map(toEnglish).join(),
      /^payload\.play: shorter steps last 100 ms: the bridge takes only/,
    );
  });

  it('is refused while others use up the rate', () => {
    for (const words of [{ play: 'candle' }, { play: blink }]) {
      const problem = expectProblem(parseSequence(words, { ...context, shortestStep: Infinity }));
      assert.match(describeProblem(problem), /expected fewer sequences at a time/);
    }
  });

  /** Starts a sequence on a lamp, or on all. */
  function play(words: Members, target = lamp): void {
    const lamps = [...home.lamps.values()].filter(({ id: rid }) => [rid, groupId].includes(target));
    const { content, properties } = parse(words);
    const before = words['restore'] === true ? { before: lamps } : {};
    home.programs.start({
      target: { rid: target, rtype: target === groupId ? 'grouped_light' : 'light' },
      lamps: lamps.map(({ id: rid }) => rid),
      properties,
      content: { ...content, ...before },
      startedAt: home.clock.wallTime(),
    });
  }
});

describe('An alert that returns', () => {
  it('lasts as long as its signal, and a breathe cycle at least', () => {
    for (const [words, duration] of [
      [{ alert: true, restore: true }, 2_000],
      [{ signal: { signal: 'on_off', duration: '8s' }, restore: true }, 8_000],
    ] as const) {
      const { content } = expectValue(parseAlertSequence(words, context));
      assert.ok(content.kind === 'alert');
      assert.equal(content.steps[0]?.duration, duration);
    }
  });

  it('refuses an alert or a signal that no bridge knows, and says which word is wrong', () => {
    for (const [words, path] of [
      [{ alert: 'brethe', restore: true }, /^payload\.alert: /],
      [{ signal: 'nonsense', restore: true }, /^payload\.signal/],
    ] as const) {
      const problem = expectProblem(parseAlertSequence(words, context));
      assert.match(describeProblem(problem), path);
    }
  });

  it('refuses restore alone', () => {
    const problem = expectProblem(parseAlertSequence({ restore: true, brightness: 5 }, context));
    assert.match(
      describeProblem(problem),
      /^payload: expected play, alert or signal beside restore/,
    );
  });
});

describe('The brightness beside a sequence', () => {
  const colorLampContext = { at: 'payload', lamp: colorLamp, kind: 'light', seed: 7 } as const;

  it('is that of the brightest step, and the other steps keep their proportion to it', () => {
    assert.deepEqual([...new Set(readBrightness({ play: 'rainbow', brightness: 40 }))], [40]);
    const candle = readBrightness({ play: 'candle', brightness: 100 });
    assert.equal(Math.max(...candle.map(Number)), 100);
    assert.equal(candle[0], 77.78, '42 of 54');
  });

  it('is that of a step without one, and leaves steps as they are that show none', () => {
    const play = [
      { color: 'red', for: 500 },
      { brightness: '50%', for: 500 },
      { brightness: 25, for: 500 },
      { brightness: 0, for: 500 },
      { on: false, for: 500 },
      { for: 500 },
    ];
    const none = undefined;
    assert.deepEqual(readBrightness({ play, brightness: '80%' }), [80, 80, 40, none, none, none]);
  });

  /** Brightness of each step of a sequence; undefined for a step that sets none. */
  function readBrightness(words: Readonly<Record<string, unknown>>): readonly unknown[] {
    const parsed = parseSequence(words, {
      ...colorLampContext,
      shortestStep: 100,
      transition: undefined,
      brightnessLimits: undefined,
    });
    const { content } = expectValue(parsed);
    assert.ok('steps' in content);
    return content.steps.map(({ members }) => getNestedMember(members, 'dimming', 'brightness'));
  }
});

const red = { color: { xy: { x: 0.69, y: 0.31 } } };

const blue = { color: { xy: { x: 0.15, y: 0.06 } } };

const lampWith = (members: Members): Resource => ({
  ...colorLamp,
  on: { on: true },
  dimming: { brightness: 50 },
  color_temperature: { mirek: null, mirek_valid: false },
  ...members,
});

const running = (effect: string): Members => ({ effects_v2: { status: { effect } } });

const mayShow = (lamp: Resource, members: Members): boolean =>
  mayShowSequenceStep(
    lamp,
    [{ members: { on: { on: true }, dimming: { brightness: 50 }, ...members }, duration: 1_000 }],
    [],
  );

describe('A lamp of a sequence', () => {
  const candle = { effects_v2: { action: { effect: 'candle' } } };

  it('may show the colour of a step, and no other', () => {
    assert.equal(mayShow(lampWith(red), red), true);
    assert.equal(mayShow(lampWith(red), blue), false);
    assert.equal(
      mayShow(lampWith(red), { ...blue, effects_v2: { action: { effect: 'no_effect' } } }),
      false,
    );
  });

  it('may show the effect of a step in any colour, and no other effect', () => {
    assert.equal(mayShow(lampWith({ ...red, ...running('candle') }), { ...blue, ...candle }), true);
    assert.equal(mayShow(lampWith({ ...red, ...running('fire') }), { ...red, ...candle }), false);
    assert.equal(mayShow(lampWith(red), { ...red, ...candle }), false);
  });

  it('may show any colour in a step with a gradient or a signal', () => {
    for (const name of ['gradient', 'signaling'])
      assert.equal(mayShow(lampWith(red), { ...blue, [name]: {} }), true);
  });

  it('may show that it was off before, whatever light it would show', () => {
    const off = { on: { on: false } };
    const steps = [{ members: { on: { on: true }, ...red }, duration: 1_000 }];
    const former = lampWith({ ...off, ...red, dimming: { brightness: 90 } });
    assert.equal(mayShowSequenceStep(lampWith({ ...off, ...blue }), steps, [former]), true);
    assert.equal(mayShowSequenceStep(lampWith(off), steps, [lampWith(red)]), false);
    assert.equal(mayShowSequenceStep(lampWith(off), steps, []), false);
    assert.equal(mayShowSequenceStep(lampWith(off), [{ members: red, duration: 1 }], []), true);
    assert.equal(
      mayShowSequenceStep(
        lampWith(off),
        [...steps, { members: off, duration: 1 }],
        [lampWith(red)],
      ),
      true,
    );
  });

  it('shows no step with another brightness', () => {
    assert.equal(mayShow(lampWith({ ...red, dimming: { brightness: 90 } }), red), false);
  });
});

describe('The lamps of a group that take part in a sequence', () => {
  const named = { metadata: { archetype: 'plug' } };
  const group = [colorLamp, whiteLamp, plug, { ...whiteLamp, id: id(14), ...named }];
  for (const [what, steps, lamps] of [
    ['dims', [{ members: { on: { on: true }, dimming: {} } }], [colorLamp, whiteLamp]],
    ['switches', [{ members: { on: { on: false } } }], [colorLamp, whiteLamp]],
    ['colours', [{ members: { on: { on: true }, color: {} } }], [colorLamp]],
    [
      'colours and dims',
      [{ members: { color: {} } }, { members: { dimming: {} } }],
      [colorLamp, whiteLamp],
    ],
  ] as const) {
    it(`that ${what} can show it, and are no plugs`, () => {
      const timed = steps.map((step) => ({ ...step, duration: 1_000 }));
      assert.deepEqual(selectSequenceLamps(timed, group), lamps);
    });
  }
});

for (const returns of [false, true])
  describe(`A sequence that ${returns ? 'returns its lamps' : 'leaves its lamps as they are'}`, () => {
    const steps = [
      { members: { on: { on: true }, dimming: { brightness: 80 } }, duration: 1_000 },
      { members: { dimming: { brightness: 10 } }, duration: 500 },
    ];

    it('begins on lamps that are off also where the bridge is away before it has taken the first step', async () => {
      const home = new FakeHome();
      for (const rid of home.lamps.keys()) home.change(rid, { on: { on: false } });
      home.answer = 'failed';
      const before = returns ? { before: [...home.lamps.values()] } : {};
      home.programs.start({
        target: { rid: groupId, rtype: 'grouped_light' },
        lamps: [...home.lamps.keys()],
        properties: ['power', 'brightness'],
        content: { kind: 'sequence', steps, rounds: 20, seed: null, ...before },
        startedAt: home.clock.wallTime(),
      });
      await home.clock.advance(100);
      home.programs.suspend();
      await home.clock.advance(1_000);
      home.answer = 'sent';
      home.programs.resume();
      await home.clock.advance(3_000);
      for (const lamp of home.lamps.values()) assert.equal(getNestedMember(lamp, 'on', 'on'), true);
      assert.equal(home.programs.list().length, 1);
    });
  });

describe('A sequence with random lengths', () => {
  it('gives a step a random length between two times, the same ones after a restart', () => {
    const parsed = parseSequence(
      {
        play: [
          { on: true, for: ['20min', '50min'] },
          { on: false, for: '10min' },
        ],
        repeat: 30,
      },
      context,
    );
    const { content } = expectValue(parsed);
    assert.ok(content.kind === 'sequence');
    const minute = 60_000;
    const listLengths = (plan: TimedUpdatePlan): number[] => {
      const lengths: number[] = [];
      let elapsed = 0;
      while (elapsed < plan.duration) {
        const { until } = plan.at(elapsed, false);
        lengths.push(until - elapsed);
        elapsed = until;
      }
      return lengths;
    };
    const lengths = listLengths(createSequencePlan(content));
    assert.equal(lengths.length, 60);
    for (const [index, length] of lengths.entries())
      if (index % 2 === 1) assert.equal(length, 10 * minute);
      else assert.ok(length >= 20 * minute && length <= 50 * minute, String(length));
    assert.ok(new Set(lengths).size > 20);
    const stored: unknown = JSON.parse(JSON.stringify(content));
    assert.deepEqual(stored, content);
    assert.deepEqual(listLengths(createSequencePlan(content)), lengths);
    const plan = createSequencePlan(content);
    const late = plan.at(plan.duration - 1, false);
    assert.deepEqual(plan.at(0, false).until, lengths[0]);
    assert.deepEqual(plan.at(plan.duration - 1, false), late);
  });

  it('refuses a random length that is no two times in order', () => {
    for (const time of [['50min', '20min'], ['20min'], ['20min', 'x'], [10, 20]])
      assert.equal(
        parseSequence({ play: [{ on: true, for: time }] }, context).ok,
        false,
        String(time),
      );
  });
});

/** How a step looks: its time in ms, how fast the lamp takes it, brightness in percent, and colour or kelvin. */
function describeStep({ for: time, ...words }: NamedSequence['steps'][number]): string {
  const { transition, brightness, color, kelvin } = words;
  if (transition === undefined) return `${time} as before`;
  assert.ok(transition === time || transition === 0);
  return `${time} ${transition === time ? 'slowly' : 'at once'} ${String(brightness)} ${String(color ?? kelvin)}`;
}

const looks: Readonly<Record<string, readonly string[]>> = {
  candle: [
    '700 slowly 42 #ff8a1f',
    '400 slowly 50 #ff8a1f',
    '900 slowly 46 #ff8a1f',
    '300 slowly 30 #ff8a1f',
    '600 slowly 54 #ff8a1f',
    '500 slowly 38 #ff8a1f',
    '800 slowly 48 #ff8a1f',
    '250 slowly 22 #ff8a1f',
    '650 slowly 44 #ff8a1f',
  ],
  fire: [
    '350 slowly 75 #ff3d00',
    '250 slowly 100 #ff6a00',
    '500 slowly 50 #ff2200',
    '300 slowly 90 #ff8c1a',
    '400 slowly 65 #ff5200',
    '250 slowly 40 #e63000',
  ],
  sea: [
    '7000 slowly 60 #0077be',
    '9000 slowly 80 #00a3a3',
    '6000 slowly 45 #1ca9c9',
    '10000 slowly 35 #004f98',
  ],
  aurora: [
    '6000 slowly 40 #00ff88',
    '7500 slowly 50 #00d4aa',
    '9000 slowly 60 #3355ff',
    '10500 slowly 70 #8a2be2',
    '12000 slowly 80 #22ff66',
  ],
  'sunset glow': [
    '20000 slowly 70 #ff9a3c',
    '20000 slowly 55 #ff6b3d',
    '20000 slowly 40 #d9487d',
    '20000 slowly 50 #ff7f50',
  ],
  forest: [
    '8000 slowly 35 #3cb043',
    '8000 slowly 45 #2e8b57',
    '8000 slowly 55 #7ba05b',
    '8000 slowly 65 #9acd32',
  ],
  rainbow: ['red', 'orange', 'yellow', 'lime', 'cyan', 'blue', 'magenta'].map(
    (color) => `3000 slowly 100 ${color}`,
  ),
  party: ['red', 'yellow', 'lime', 'cyan', 'blue', 'magenta'].map(
    (color) => `1000 at once 100 ${color}`,
  ),
  police: [
    '500 at once 100 blue',
    '300 at once 1 blue',
    '500 at once 100 red',
    '300 at once 1 red',
  ],
  'traffic light': [
    '8000 at once 100 red',
    '1500 at once 100 orange',
    '8000 at once 100 lime',
    '2500 at once 100 gold',
  ],
  alarm: ['600 at once 100 red', '600 at once 5 red'],
  heartbeat: [
    '200 slowly 90 #c00000',
    '250 slowly 25 #c00000',
    '200 slowly 75 #c00000',
    '900 slowly 10 #c00000',
  ],
  lighthouse: ['600 slowly 100 5000', '600 slowly 3 5000', '4000 as before'],
  storm: [
    '200 at once 100 6500',
    '3000 slowly 10 #33415c',
    '4000 slowly 6 #22304a',
    '250 at once 70 6500',
    '5000 slowly 12 #33415c',
  ],
  doorbell: ['500 at once 100 4000', '500 at once 10 4000'],
};

describe('The named sequences', () => {
  for (const [name, steps] of Object.entries(looks)) {
    it(`show, step by step: ${name}`, () => {
      assert.deepEqual(namedSequences[name]?.steps.map(describeStep), steps);
    });
  }

  it('are these, go on until they are stopped but for the doorbell, and some come in any order', () => {
    const list = Object.entries(namedSequences);
    assert.deepEqual(
      list.map(([name]) => name),
      Object.keys(looks),
    );
    const ending = list.filter(([, { rounds }]) => rounds !== undefined);
    assert.deepEqual(
      ending.map(([name, { rounds }]) => [name, rounds]),
      [['doorbell', 3]],
    );
    const random = list.filter(([, { isRandom }]) => isRandom === true);
    assert.deepEqual(
      random.map(([name]) => name),
      ['candle', 'fire', 'aurora', 'forest', 'party', 'storm'],
    );
  });

  it('has a random order where its name or the message says so, and the message counts', () => {
    const isRandom = (words: Members): boolean => {
      const { content } = expectValue(parseSequence(words, context));
      return content.kind === 'sequence' && content.seed !== null;
    };
    assert.deepEqual(
      [undefined, true, false].map((random) => isRandom({ play: 'candle', random })),
      [true, true, false],
    );
    assert.deepEqual(
      [undefined, true, false].map((random) => isRandom({ play: 'sea', random })),
      [false, true, false],
    );
    assert.deepEqual(
      [undefined, true, false].map((random) =>
        isRandom({
          play: [
            { color: 'red', for: '1s' },
            { color: 'blue', for: '1s' },
          ],
          random,
        }),
      ),
      [false, true, false],
    );
  });
});

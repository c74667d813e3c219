import assert from 'node:assert/strict';
import { Turn } from '../../src/bridge/turn';
import { parseSendWhenTurnedOn } from '../../src/programs/send-when-turned-on';
import { colorLamp, expectProblem, expectValue, id } from '../vocabulary/support/sample-resources';
import { describeProblem } from '../../src/resources/describe-problem';
import { FakeHome } from './support/fake-home';
import type { Members } from '../../src/resources/members';

const lamp = id(800);

function startLater(home: FakeHome, words: Members, turn?: Turn): void {
  const context = { at: 'payload', lamp: home.lamps.get(lamp), kind: 'light' } as const;
  const { content, properties } = expectValue(
    parseSendWhenTurnedOn({ turnOn: 'later', ...words }, context),
  );
  const target = { rid: lamp, rtype: 'light' } as const;
  home.programs.start({ target, lamps: [lamp], properties, content, startedAt: 0 }, { turn });
}

const membersSent = (home: FakeHome): readonly Members[] => home.sent.map(({ members }) => members);

describe('A program that waits for its lamp', () => {
  let home: FakeHome;
  beforeEach(() => {
    home = new FakeHome();
    home.change(lamp, { on: { on: false } });
  });
  const turnOn = async (): Promise<void> => {
    home.change(lamp, { on: { on: true } });
    await home.clock.advance(0);
  };

  it('sends in the turn in which the lamp is reported to be on, and only once', async () => {
    startLater(home, { kelvin: 2700 });
    home.change(lamp, { on: { on: true } });
    assert.deepEqual(membersSent(home), [{ color_temperature: { mirek: 370 } }]);
    await home.clock.advance(0);
    assert.deepEqual(home.programs.list(), []);
    home.change(lamp, { on: { on: false } });
    await turnOn();
    assert.equal(home.sent.length, 1);
  });

  it('sends once, however often the lamp is reported to be on while the bridge takes it', async () => {
    startLater(home, { kelvin: 2700 });
    home.latency = 500;
    for (const brightness of [10, 20, 30]) {
      home.change(lamp, { on: { on: true }, dimming: { brightness } });
      await home.clock.advance(100);
    }
    assert.equal(home.sent.length, 1);
    await home.clock.advance(1_000);
    assert.deepEqual([home.sent.length, home.programs.list()], [1, []]);
  });

  it('counts the last one for each property', async () => {
    startLater(home, { kelvin: 2700, brightness: 20 });
    startLater(home, { color: 'red' });
    assert.deepEqual(
      home.programs.list().map(({ properties }) => properties),
      [['brightness'], ['color']],
    );
    await turnOn();
    assert.deepEqual(membersSent(home), [
      { dimming: { brightness: 20 } },
      { color: { xy: { x: 0.6915, y: 0.3083 } } },
    ]);
  });

  it('gives way to a plain command for the same property, and not to on and off', async () => {
    startLater(home, { kelvin: 2700, brightness: 20 });
    const write = { rid: lamp };
    home.programs.observeWrite({ ...write, members: { on: { on: false } } });
    home.programs.observeWrite({ ...write, members: { dimming: { brightness: 70 } } });
    await turnOn();
    assert.deepEqual(membersSent(home), [{ color_temperature: { mirek: 370 } }]);
  });

  it('goes on waiting after a toggle that may set nothing but the power, and gives way to one that sets more', () => {
    startLater(home, { kelvin: 2700, brightness: 20 });
    const toggle = { rid: lamp, members: undefined };
    home.programs.observeWrite({ ...toggle, memberNames: ['on'] });
    const listProperties = (): unknown => home.programs.list().map(({ properties }) => properties);
    assert.deepEqual(listProperties(), [['brightness', 'color']]);
    home.programs.observeWrite({ ...toggle, memberNames: ['on', 'dimming'] });
    assert.deepEqual(listProperties(), [['color']]);
    home.programs.observeWrite(toggle);
    assert.deepEqual(listProperties(), []);
  });

  it('is not sent along with a command that was asked for before it', () => {
    const turn = new Turn();
    startLater(home, { kelvin: 2700 }, new Turn());
    const write = { rid: lamp, members: { on: { on: true } } };
    assert.equal(home.programs.findAddition({ ...write, turn }), undefined);
    assert.notEqual(home.programs.findAddition(write), undefined);
  });

  it('is ended by stop', async () => {
    startLater(home, { kelvin: 2700 });
    const members = { dimming_delta: { action: 'stop' } };
    home.programs.observeWrite({ rid: lamp, members });
    await turnOn();
    assert.deepEqual(home.sent, []);
  });

  it('waits for a lamp that has no power until the bridge reaches it', async () => {
    home.unreachable.add(lamp);
    startLater(home, { kelvin: 2700 });
    await turnOn();
    assert.deepEqual(home.sent, []);
    home.unreachable.delete(lamp);
    home.programs.observeConnectivity([lamp]);
    assert.equal(home.sent.length, 1);
  });

  it('is sent again when the bridge goes away just then', async () => {
    startLater(home, { kelvin: 2700 });
    home.answer = 'failed';
    await turnOn();
    assert.equal(home.programs.list().length, 1);
    home.answer = 'sent';
    await home.clock.advance(5_000);
    assert.equal(home.sent.length, 1);
    assert.deepEqual(home.programs.list(), []);
  });

  it('ends when its lamp is deleted, and not when another is', () => {
    startLater(home, { kelvin: 2700 });
    home.delete(id(801));
    assert.equal(home.programs.list().length, 1);
    home.delete(lamp);
    assert.deepEqual(home.programs.list(), []);
    assert.deepEqual(home.kept, []);
  });

  it('ends with the node that began it', () => {
    startLater(home, { kelvin: 2700 });
    const [program] = home.programs.list();
    assert.ok(program);
    const starter = { nodeId: 'node', digest: 'one' };
    home.programs.start({ ...program, starter });
    home.programs.keepOnly(({ digest }) => digest === 'one');
    assert.equal(home.programs.list().length, 1);
    home.programs.keepOnly(({ digest }) => digest === 'two');
    assert.deepEqual(home.programs.list(), []);
  });

  for (const [words, pattern] of [
    [{}, /^payload: expected something to do/],
    [{ on: true, kelvin: 2700 }, /^payload: expected either on or turnOn, not both/],
    [{ toggle: true, kelvin: 2700 }, /^payload: expected either toggle or turnOn, not both/],
    [{ brightness: 0 }, /^payload: expected a brightness, a white, .+ beside turnOn: "later"/],
    [{ brightness: 101 }, /^payload\.brightness: expected a number from 0 to 100, got 101/],
    [{ kelvin: 2700, alert: true }, /^payload: expected a brightness, a white/],
    [{ dim: 'up' }, /^payload: expected a brightness, a white/],
    [{ name: 'Lamp' }, /^payload: expected a brightness, a white/],
  ] as const) {
    it(`refuses ${JSON.stringify(words)} in a sentence`, () => {
      const context = { at: 'payload', lamp: colorLamp, kind: 'light' } as const;
      const problem = expectProblem(parseSendWhenTurnedOn({ turnOn: 'later', ...words }, context));
      assert.match(describeProblem(problem), pattern);
    });
  }
});

import assert from 'node:assert/strict';
import {
  SensorReadingEmitter,
  parseSensorSettings,
  SensorOnBridge,
} from '../../../src/runtime/nodes/sensor-readings';
import { FakeClock } from '../../bridge/support/fake-clock';
import { createReportMembers } from '../../../src/resources/sensor-report';
import { getResourceDefinition } from '../../../src/resources/table';
import { createFixtureId } from '../../../src/simulator/fixtures/fixture';
import { startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { BridgeSession } from '../../../src/runtime/bridge/session';
import { waitUntil } from '../../support/wait-until';
import {
  evaluateYesNoCondition,
  parseYesNoCondition,
} from '../../../src/runtime/nodes/yes-no-condition';

const minute = 60_000;

/** What a node with these settings sends; `yes` and `no` where it has two outputs. */
function createSensor(settings: object): {
  sent: unknown[];
  read: (value: unknown, readings?: Record<string, unknown>, age?: number) => void;
  readSilently: (value: unknown) => void;
  clock: FakeClock;
  emitter: SensorReadingEmitter;
} {
  const def = { id: 'node', type: 'bridge-sensor', name: '', z: 'tab', ...settings };
  const parsed = parseSensorSettings(def);
  const clock = new FakeClock();
  const sent: unknown[] = [];
  let present: unknown;
  const record = (output: number | undefined): void => {
    if (output === undefined) return;
    sent.push(parsed.split === undefined ? present : output === 0 ? 'yes' : 'no');
  };
  const emitter = new SensorReadingEmitter(parsed, clock, record);
  const read = (value: unknown, readings = {}, age?: number, isSilent = false): void => {
    present = value;
    record(emitter.update({ value, readings, age }, isSilent));
  };
  return { sent, clock, emitter, read, readSilently: (value) => read(value, {}, undefined, true) };
}

describe('The readings that a sensor node sends', () => {
  it('are those that differ from the one before', () => {
    const { sent, read } = createSensor({});
    for (const value of [false, false, true, true, null, true, 21.5]) read(value);
    assert.deepEqual(sent, [false, true, null, true, 21.5]);
  });

  it('leave out that there is none, where only readings are wanted', () => {
    const { sent, read } = createSensor({ onlyReadings: true });
    for (const value of [null, 21.5, null, 22, null, 22]) read(value);
    assert.deepEqual(sent, [21.5, 22]);
  });

  it('begin with the first change where the present reading is not wanted', () => {
    const { sent, read, readSilently } = createSensor({});
    readSilently(true);
    for (const value of [true, false]) read(value);
    assert.deepEqual(sent, [false]);
  });

  describe('with a time after which they end', () => {
    const settings = { endAfter: '5min' };

    it('end that long after the last motion, and not while there is motion again', async () => {
      const { sent, read, clock } = createSensor(settings);
      read(true);
      read(false);
      await clock.advance(4 * minute);
      read(true);
      read(false);
      await clock.advance(5 * minute - 1);
      assert.deepEqual(sent, [true]);
      await clock.advance(1);
      assert.deepEqual(sent, [true, false]);
    });

    it('say when they end, until they have or there is motion again', async () => {
      const { emitter, read, clock } = createSensor(settings);
      read(true);
      assert.equal(emitter.endsAt, undefined);
      await clock.advance(minute);
      read(false);
      assert.equal(emitter.endsAt, clock.wallTime() + 5 * minute);
      read(true);
      assert.equal(emitter.endsAt, undefined);
      read(false);
      await clock.advance(5 * minute);
      assert.equal(emitter.endsAt, undefined);
    });

    it('end for a motion that was over before the start, once the time since then has passed', async () => {
      const { sent, read, clock } = createSensor(settings);
      read(false, {}, 3 * minute);
      await clock.advance(2 * minute - 1);
      assert.deepEqual(sent, []);
      await clock.advance(1);
      assert.deepEqual(sent, [false]);
    });

    for (const age of [5 * minute, 60 * minute, undefined]) {
      it(`are none at a deploy when there was no motion for ${age} ms: what somebody lit stays lit`, async () => {
        const { sent, read, clock } = createSensor(settings);
        read(false, {}, age);
        await clock.advance(60 * minute);
        assert.deepEqual(sent, []);
        read(true);
        read(false);
        await clock.advance(5 * minute);
        assert.deepEqual(sent, [true, false]);
      });
    }
  });

  describe('while another reading is below a number', () => {
    const settings = { whileReading: 'lux', whileComparison: 'below', whileValue: '40' };

    it('are those in the dark, and their end also in the light of the lamp that they turned on', () => {
      const { sent, read } = createSensor(settings);
      read(true, { lux: 10 });
      read(false, { lux: 200 });
      assert.deepEqual(sent, [true, false]);
    });

    it('are none by day, so that no lamp is turned off that somebody else turned on', () => {
      const { sent, read } = createSensor(settings);
      read(false, { lux: 300 });
      for (const value of [true, false]) read(value, { lux: 300 });
      assert.deepEqual(sent, []);
      const held = createSensor(settings);
      held.read(true, { lux: 300 });
      held.read(false, { lux: 300 });
      assert.deepEqual(held.sent, []);
    });

    it('have no end after a deploy, however short a time ago there was motion', async () => {
      const { sent, read, clock } = createSensor({ ...settings, endAfter: '5min' });
      read(false, { lux: 300 }, minute);
      await clock.advance(60 * minute);
      assert.deepEqual(sent, []);
    });

    it('come when it gets dark during a motion', () => {
      const { sent, read } = createSensor(settings);
      read(true, { lux: 60 });
      read(true, { lux: 39 });
      assert.deepEqual(sent, [true]);
    });

    it('are none while it is not known how bright it is', () => {
      const { sent, read } = createSensor(settings);
      read(true, { lux: null });
      assert.deepEqual(sent, []);
    });
  });

  describe('to two outputs', () => {
    it('go to yes or no, and nowhere while the sensor is switched off', () => {
      const { sent, read } = createSensor({ split: 'yes-no' });
      for (const value of [true, null, true, false, false]) read(value);
      assert.deepEqual(sent, ['yes', 'no']);
    });

    it('are decided by a number, with a hysteresis against going to and fro', () => {
      const { sent, read } = createSensor({
        split: 'yes-no',
        yesWhen: 'below',
        yesValue: '40',
        hysteresis: '5',
      });
      for (const value of [50, 39, 42, 38, 45, 44, 41, 39.9]) read(value);
      assert.deepEqual(sent, ['no', 'yes', 'no', 'yes']);
    });

    it('are decided by a word or a number that they equal', () => {
      const equal = { split: 'yes-no', yesWhen: 'equals' };
      const word = createSensor({ ...equal, yesValue: 'low' });
      for (const value of ['normal', 'low']) word.read(value);
      assert.deepEqual(word.sent, ['no', 'yes']);
      const number = createSensor({ ...equal, yesValue: '3' });
      for (const value of [3, 4]) number.read(value);
      assert.deepEqual(number.sent, ['yes', 'no']);
      const other = createSensor({ split: 'yes-no', yesWhen: 'notEquals', yesValue: 'low' });
      for (const value of ['normal', 'low', null]) other.read(value);
      assert.deepEqual(other.sent, ['yes', 'no']);
    });
  });

  for (const [settings, sentence] of [
    [{ split: 'yes-no', yesWhen: 'above' }, /setting yesValue: expected the number/],
    [{ whileReading: 'lux', whileValue: 'dark' }, /setting whileValue: .*"dark"/],
    [{ endAfter: 'soon' }, /setting endAfter: expected a time .*"soon"/],
    [{ endAfter: '2000h' }, /setting endAfter/],
  ] as const) {
    it(`cannot be with ${JSON.stringify(settings)}, and the error says what is missing`, () => {
      assert.throws(() => createSensor(settings), sentence);
    });
  }
});

const motion = createFixtureId('motion/kitchen-motion');

describe('A sensor node that sends the end of motion later', () => {
  let simulator: Simulator;
  let session: BridgeSession;
  before(async () => {
    simulator = await startSimulator({ events: { batch: 0 } });
    const { host, port, fingerprint, key } = simulator;
    session = new BridgeSession(
      { settings: {} },
      { warn: (warning: unknown) => assert.fail(String(warning)) },
      { id: '', type: '', name: '', z: '', host, port, fingerprint },
      { key },
    );
  });
  after(async () => {
    await session.close();
    await simulator.stop();
  });

  const report = (value: boolean): void => {
    const { report: definition } = getResourceDefinition('motion');
    assert.ok(definition);
    simulator.home.change(motion, createReportMembers(definition, value, new Date().toISOString()));
  };

  it('sends none once it is stopped, and shows none any more', async () => {
    const bridge = await session.open();
    await bridge.stateReader.read();
    const start = () => {
      const sent: unknown[] = [];
      const endings: (number | undefined)[] = [];
      const source = new SensorOnBridge(
        bridge,
        {
          rtype: 'motion',
          emit: 'change',
          emitAtStart: true,
          onlyReadings: false,
          endAfter: 100,
          interval: 1_000,
        },
        motion,
        {
          send: ({ payload }) => sent.push(payload),
          showWaiting: (waiting) =>
            endings.push(waiting && 'endsAt' in waiting ? waiting.endsAt : undefined),
          warn: (sentence) => assert.fail(sentence),
          fail: (error) => assert.fail(error),
        },
      );
      return { source, sent, endings };
    };
    report(true);
    const [stopped, other] = [start(), start()];
    await waitUntil('the stream', () => bridge.client.connectionState.mode === 'stream');
    const last = (): unknown[] => [stopped, other].map(({ sent }) => sent.at(-1));
    await waitUntil('motion', () => last().every((sent) => sent === true));
    report(false);
    await waitUntil('the end', () => stopped.endings.at(-1) !== undefined);
    stopped.source.stop();
    assert.equal(stopped.endings.at(-1), undefined);
    await waitUntil('the end of motion', () => other.sent.at(-1) === false);
    assert.deepEqual(last(), [true, false]);
    other.source.stop();
    assert.equal(other.endings.at(-1), undefined);
  });
});

describe('What counts as yes', () => {
  for (const [settings, condition] of [
    [{}, { comparison: 'true' }],
    [{ yesWhen: 'often', yesValue: '5' }, { comparison: 'true' }],
    [
      { yesWhen: 'equals', yesValue: ' open ' },
      { comparison: 'equals', text: 'open' },
    ],
    [{ yesWhen: 'notEquals' }, { comparison: 'notEquals', text: '' }],
    [
      { yesWhen: 'above', yesValue: '0' },
      { comparison: 'above', threshold: 0, hysteresis: 0 },
    ],
    [
      { yesWhen: 'below', yesValue: -2.5, hysteresis: '-1' },
      { comparison: 'below', threshold: -2.5, hysteresis: 1 },
    ],
    [
      { yesWhen: 'below', yesValue: '4', hysteresis: 'wide' },
      { comparison: 'below', threshold: 4, hysteresis: 0 },
    ],
  ] as const) {
    it(`is ${JSON.stringify(condition)} for the settings ${JSON.stringify(settings)}`, () => {
      assert.deepEqual(parseYesNoCondition(settings), condition);
    });
  }

  for (const [settings, decisions] of [
    [
      {},
      [
        [true, true],
        [false, false],
        [0, false],
        [-1, true],
        ['active', true],
        ['static', true],
        ['dynamic_palette', true],
        ['inactive', false],
        ['connected', true],
        ['connectivity_issue', false],
        ['other', undefined],
        [{ on: true }, true],
        [{ on: false }, false],
        [{ on: 1 }, undefined],
        [null, undefined],
      ],
    ],
    [
      { yesWhen: 'equals', yesValue: '21.0' },
      [
        [21, true],
        [21.5, false],
        ['21.0', true],
        ['21', false],
        [true, false],
        [null, undefined],
      ],
    ],
    [
      { yesWhen: 'notEquals', yesValue: 'true' },
      [
        [true, false],
        [false, true],
        ['x', true],
        [{}, undefined],
      ],
    ],
    [
      { yesWhen: 'above', yesValue: '20', hysteresis: '2' },
      [
        [20, false],
        [20.1, true],
        ['30', undefined],
      ],
    ],
    [
      { yesWhen: 'below', yesValue: '20', hysteresis: '2' },
      [
        [20, false],
        [19.9, true],
      ],
    ],
  ] as const) {
    for (const [value, decision] of decisions)
      it(`is ${decision} for ${JSON.stringify(value)} with ${JSON.stringify(settings)}`, () => {
        assert.equal(evaluateYesNoCondition(parseYesNoCondition(settings), value), decision);
      });
  }

  it('stays yes until a number is beyond the hysteresis', () => {
    const above = parseYesNoCondition({ yesWhen: 'above', yesValue: '20', hysteresis: '2' });
    const below = parseYesNoCondition({ yesWhen: 'below', yesValue: '20', hysteresis: '2' });
    for (const [condition, value, isStillYes] of [
      [above, 18.1, true],
      [above, 18, false],
      [below, 21.9, true],
      [below, 22, false],
    ] as const) {
      assert.equal(evaluateYesNoCondition(condition, value, true), isStillYes);
      assert.equal(evaluateYesNoCondition(condition, value, false), false);
    }
  });
});

import assert from 'node:assert/strict';
import type { Resource } from '../../../src/resources/resource';
import {
  getBrightnessForTimeOfDay,
  getMirekForTimeOfDay,
} from '../../../src/units/light-for-time-of-day';
import { parseX11OnlyColor } from '../../../src/units/color-names';
import { parseLightCommand } from '../../../src/vocabulary/light/command';
import {
  colorLamp,
  expectProblem,
  expectSentence,
  expectValue,
  plug,
  expectNeeds,
} from '../support/sample-resources';

const at = (time: string): Date => new Date(`2026-06-01T${time}`);
const membersOf = (payload: unknown, now?: Date): unknown =>
  expectValue(parseLightCommand(payload, colorLamp, 'light', { now })).body.members;

describe('The white of the day', () => {
  for (const [time, mirek, brightness] of [
    ['14:00', 199, 100],
    ['10:00', 249, 100],
    ['19:00', 277, 100],
    ['21:00', 352, 74],
    ['22:30', 424, 38],
    ['23:55', 500, 20],
    ['02:00', 500, 20],
  ] as const) {
    it(`is ${mirek} mirek at ${time}, with a brightness of ${brightness} %`, () => {
      assert.equal(getMirekForTimeOfDay(at(time)), mirek);
      assert.equal(getBrightnessForTimeOfDay(at(time)), brightness);
    });
  }

  it('is what "auto" sets, as kelvin, mirek and brightness', () => {
    const white = { on: { on: true }, color_temperature: { mirek: 352 } };
    assert.deepEqual(membersOf({ kelvin: 'auto' }, at('21:00')), white);
    assert.deepEqual(membersOf({ mirek: 'auto' }, at('21:00')), white);
    const dimming = { on: { on: true }, dimming: { brightness: 74 } };
    assert.deepEqual(membersOf({ brightness: 'auto' }, at('21:00')), dimming);
  });
});

describe('A lamp without shades of white', () => {
  for (const payload of [{ kelvin: 'auto' }, { mirek: 'auto' }, 'warm', { kelvin: 2700 }]) {
    it(`refuses ${JSON.stringify(payload)}`, () => {
      const sentence = expectSentence(parseLightCommand(payload, plug, 'light', {}));
      assert.match(sentence, /a lamp that shows shades of white, which Fan is not/);
    });
  }
});

describe('A colour of X11', () => {
  it('is known with its number and without spaces, gray by its percentage', () => {
    assert.deepEqual(parseX11OnlyColor('Hot Pink 3'), [205, 96, 144]);
    assert.deepEqual(parseX11OnlyColor('lightgoldenrod'), [238, 221, 130]);
    assert.deepEqual(parseX11OnlyColor('grey51'), [130, 130, 130]);
    for (const name of ['gray101', 'pink5', 'warm3', ''])
      assert.equal(parseX11OnlyColor(name), undefined);
  });

  it('counts where CSS knows none of its name', () => {
    assert.deepEqual(membersOf('hotpink3'), membersOf('#cd6090'));
    assert.deepEqual(membersOf('green'), membersOf('#008000'));
  });
});

describe('A hex colour', () => {
  it('may have alpha, which is ignored, and no #', () => {
    for (const hex of [
      '#ff8800',
      'ff8800',
      '#f80',
      'f80',
      '#f80c',
      'f80c',
      '#ff8800cc',
      'ff8800cc',
    ])
      assert.deepEqual(membersOf({ hex }), membersOf('#ff8800'), hex);
  });
});

describe('A colour that is mixed into what a lamp shows', () => {
  const red: Resource = { ...colorLamp, color: { xy: { x: 0.6915, y: 0.3083 } } };
  const mixed = (mix: unknown): unknown =>
    expectValue(parseLightCommand({ mix }, red, 'light')).body.members['color'];

  it('takes its share, a half when no amount is given', () => {
    assert.deepEqual(
      mixed({ color: 'blue', amount: 100 }),
      mixed({ color: '#0000ff', amount: '100%' }),
    );
    assert.deepEqual(mixed({ color: 'blue', amount: 0 }), { xy: { x: 0.6915, y: 0.3083 } });
    const half = expectValue(parseLightCommand('#800080', red, 'light')).body.members['color'];
    assert.deepEqual(mixed('blue'), half);
  });

  it('needs a lamp whose colour is known, and the lamps of a group one by one', () => {
    const mix = { mix: 'blue' };
    assert.equal(expectNeeds(parseLightCommand(mix, undefined, 'light')), 'state');
    assert.equal(expectNeeds(parseLightCommand(mix, undefined, 'grouped_light')), 'members');
    const { path } = expectProblem(
      parseLightCommand({ mix: { color: 'red', amount: 101 } }, red, 'light'),
    );
    assert.equal(path, 'payload.mix.amount');
  });
});

describe('An alert with a time', () => {
  it('blinks for so long, in another colour where one is given', () => {
    const blinks = { signaling: { signal: 'on_off', duration: 5_000 } };
    assert.deepEqual(membersOf({ alert: '5s' }), blinks);
    assert.deepEqual(membersOf({ alert: { duration: 5_000 } }), blinks);
    const colors = [{ xy: { x: 0.6915, y: 0.3083 } }];
    assert.deepEqual(membersOf({ alert: { duration: '5s', color: 'red' } }), {
      signaling: { signal: 'on_off_color', duration: 5_000, colors },
    });
  });

  it('has a unit: a bare number is an error that writes it with one', () => {
    const problem = expectProblem(parseLightCommand({ alert: 5 }, colorLamp, 'light'));
    assert.equal(problem.suggestion, '"5s"');
  });
});

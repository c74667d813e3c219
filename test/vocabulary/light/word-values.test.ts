import assert from 'node:assert/strict';
import { parseLightCommand } from '../../../src/vocabulary/light/command';
import type { LightCommandOptions, LightResourceType } from '../../../src/vocabulary/light/command';
import type { Resource } from '../../../src/resources/resource';
import {
  colorLamp,
  expectProblem,
  expectSentence,
  expectValue,
  whiteLamp,
  expectNeeds,
  plug,
} from '../support/sample-resources';
import { toEnglish } from '../../../src/resources/problems';
import {
  getBrightnessForTimeOfDay,
  getMirekForTimeOfDay,
} from '../../../src/units/light-for-time-of-day';
import { parseX11OnlyColor } from '../../../src/units/color-names';

const on = { on: { on: true } };

const orange = { color: { xy: { x: 0.5975, y: 0.3789 } } };

function createBody(
  payload: unknown,
  lamp: Resource | undefined = colorLamp,
  options: LightCommandOptions = {},
  kind: LightResourceType = 'light',
): object {
  return expectValue(parseLightCommand(payload, lamp, kind, options)).body.members;
}

describe('A colour without the word for it', () => {
  for (const payload of [
    [255, 136, 0],
    { r: 255, g: 136, b: 0 },
    { r: 255, g: 136, b: 0, a: 0.5 },
    { red: 255, green: 136, blue: 0 },
    { h: 32, s: 1, v: 1 },
    { h: 32, s: 100, v: 100, a: 1 },
    { h: 32, s: 1, l: 0.5 },
  ]) {
    it(`is ${JSON.stringify(payload)}`, () => {
      assert.deepEqual(createBody(payload), { ...on, ...orange });
    });
  }

  it('is in percent where one of its numbers is above 1', () => {
    for (const red of [
      { h: 0, s: 100, v: 1 },
      { h: 0, s: 100, l: 1 },
    ])
      assert.deepEqual(createBody(red), createBody({ color: 'red' }));
  });

  it('may have other words beside it, and is itself one word', () => {
    assert.deepEqual(createBody({ r: 255, g: 136, b: 0, brightness: 20 }), {
      ...on,
      ...orange,
      dimming: { brightness: 20 },
    });
    const sentence = expectSentence(
      parseLightCommand({ r: 1, g: 2, b: 3, kelvin: 2700 }, colorLamp, 'light'),
    );
    assert.match(sentence, /not both/);
  });
});

describe('The name of a white', () => {
  it('means the same wherever a white or a colour may stand', () => {
    const warm = { ...on, color_temperature: { mirek: 370 } };
    for (const payload of ['warm', 'Warm White', { kelvin: 'warm' }, { color: 'warm' }])
      assert.deepEqual(createBody(payload), warm);
    assert.deepEqual(createBody({ color: 'candle' }, whiteLamp), {
      ...on,
      color_temperature: { mirek: 454 },
    });
  });
});

describe('The word random', () => {
  it('is another colour each time, also in a list', () => {
    // Two colours beside each other can be one colour of the lamp, whose gamut is smaller.
    for (const payload of ['random', { gradient: ['random', 'red'] }]) {
      const bodies = new Set(Array.from({ length: 8 }, () => JSON.stringify(createBody(payload))));
      assert.ok(bodies.size > 1, JSON.stringify([...bodies]));
    }
  });
});

describe('Hue and saturation', () => {
  const red: Resource = { ...colorLamp, color: { xy: { x: 0.6915, y: 0.3083 } } };
  const fresh = {};
  const outdated = { presumed: { on: true } };

  it('each keep the other as the lamp shows it', () => {
    assert.deepEqual(createBody({ hue: 120 }, red, fresh), {
      ...on,
      color: { xy: { x: 0.17, y: 0.7 } },
    });
    assert.deepEqual(createBody({ saturation: 0 }, red, fresh), {
      ...on,
      color: { xy: { x: 0.3127, y: 0.329 } },
    });
  });

  it('makes a colour paler or stronger by a factor of its saturation, which is no factor of its hue', () => {
    const pink = createBody({ saturation: 50 }, red, fresh);
    assert.deepEqual({ ...on, ...createBody({ saturation: '*0.5' }, red, fresh) }, pink);
    assert.match(
      expectProblem(parseLightCommand({ hue: '*0.5' }, red, 'light', fresh)).path,
      /^payload\.hue$/,
    );
  });

  it('step round the circle, and turn nothing on', () => {
    const green = { color: { xy: { x: 0.17, y: 0.7 } } };
    assert.deepEqual(createBody({ hue: '+120' }, red, fresh), green);
    assert.deepEqual(createBody({ hue: '-240' }, red, fresh), green);
  });

  it('ask for the state where it is not known, and of a group both', () => {
    for (const payload of [{ hue: 120 }, { saturation: '+10' }]) {
      assert.equal(expectNeeds(parseLightCommand(payload, red, 'light', outdated)), 'state');
      const ofGroup = expectSentence(parseLightCommand(payload, undefined, 'grouped_light'));
      assert.match(ofGroup, /both hue and saturation/);
    }
    assert.deepEqual(createBody({ hue: 120, saturation: 100 }, red, outdated), {
      ...on,
      color: { xy: { x: 0.17, y: 0.7 } },
    });
  });
});

describe('Limits of brightness', () => {
  const brightnessLimits = { minimum: 10, maximum: 60 };
  const limited = (payload: unknown, options: LightCommandOptions = {}): object =>
    createBody(payload, colorLamp, { brightnessLimits, ...options });

  it('clamp what a message asks, with a warning', () => {
    const { body, warnings } = expectValue(
      parseLightCommand({ brightness: 90 }, colorLamp, 'light', { brightnessLimits }),
    );
    assert.deepEqual(body.members, { ...on, dimming: { brightness: 60 } });
    assert.deepEqual(warnings.map(toEnglish), [
      'payload.brightness: 90 became 60, the highest that this node allows.',
    ]);
    assert.deepEqual(limited(3), { ...on, dimming: { brightness: 10 } });
    assert.deepEqual(limited({ dimming: { brightness: 3 } }), { dimming: { brightness: 10 } });
  });

  it('leave what lies between, and off', () => {
    assert.deepEqual(limited(30), { ...on, dimming: { brightness: 30 } });
    assert.deepEqual(limited(0), { on: { on: false } });
    assert.deepEqual(limited('stop'), { dimming_delta: { action: 'stop' } });
  });

  it('end steps and dimming, at the same speed', () => {
    assert.deepEqual(limited('+30'), { dimming_delta: { action: 'up', brightness_delta: 10 } });
    assert.deepEqual(limited({ dim: 'down' }), {
      dimming_delta: { action: 'down', brightness_delta: 40 },
      dynamics: { duration: 1600 },
    });
    const unknown = parseLightCommand('+30', colorLamp, 'light', {
      brightnessLimits,
      presumed: { on: true },
    });
    assert.equal(expectNeeds(unknown), 'state');
  });

  it('are what "max" and "min" mean', () => {
    assert.deepEqual(limited({ brightness: 'max' }), { ...on, dimming: { brightness: 60 } });
    assert.deepEqual(limited({ brightness: 'min' }), { ...on, dimming: { brightness: 10 } });
    assert.deepEqual(createBody({ brightness: 'max' }), { ...on, dimming: { brightness: 100 } });
    assert.deepEqual(createBody({ brightness: 'min' }), { ...on, dimming: { brightness: 0 } });
  });
});

describe('One-button dimming', () => {
  const getDirection = (brightness: number, lastDimDirection?: 'up' | 'down'): unknown => {
    const lamp = { ...colorLamp, dimming: { brightness } };
    const body: object = createBody({ dim: 'turn' }, lamp, { lastDimDirection });
    return 'dimming_delta' in body && JSON.stringify(body.dimming_delta);
  };

  it('turns round at each press', () => {
    assert.match(String(getDirection(50, 'up')), /down/);
    assert.match(String(getDirection(50, 'down')), /up/);
  });

  it('goes the only way that there is at an end, and the longer way at first', () => {
    assert.match(String(getDirection(100, 'down')), /down/);
    assert.match(String(getDirection(1, 'up')), /up/);
    assert.match(String(getDirection(70)), /down/);
    assert.match(String(getDirection(20)), /up/);
  });
});

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

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
} from '../support/sample-resources';
import { toEnglish } from '../../../src/resources/problems';

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

import assert from 'node:assert/strict';
import { getNestedMember } from '../../../src/resources/members';
import type { Resource } from '../../../src/resources/resource';
import { parseLightCommand } from '../../../src/vocabulary/light/command';
import type { LightResourceType, LightCommandOptions } from '../../../src/vocabulary/light/command';
import {
  colorLamp,
  toTestName,
  plug,
  expectProblem,
  expectSentence,
  expectValue,
  whiteLamp,
  expectNeeds,
} from '../support/sample-resources';
import { findUnsupportedParts } from '../../../src/vocabulary/light/abilities';
import { toEnglish } from '../../../src/resources/problems';

const on = { on: { on: true } };

const off = { on: { on: false } };

const red = { xy: { x: 0.6915, y: 0.3083 } };

const xy = (x: number, y: number) => ({ color: { xy: { x, y } } });

const white = (mirek: number) => ({ color_temperature: { mirek } });

const action = (value: object) => ({ effects_v2: { action: value } });

const createBody = (
  payload: unknown,
  lamp?: Resource,
  kind: LightResourceType = 'light',
  options?: LightCommandOptions,
): object => expectValue(parseLightCommand(payload, lamp, kind, options)).body.members;

describe('Toggling', () => {
  it('turns the known state round', () => {
    assert.deepEqual(createBody('toggle', colorLamp), off);
    assert.deepEqual(createBody('TOGGLE', whiteLamp), on);
    assert.deepEqual(createBody({ toggle: true }, colorLamp), off);
    assert.deepEqual(createBody({ on: 'toggle' }, colorLamp), off);
  });

  it('asks for the state when it is not known', () => {
    const result = parseLightCommand('toggle', undefined, 'light');
    assert.equal(expectNeeds(result), 'state');
    assert.equal(expectProblem(result).path, 'payload');
  });

  it('applies settings only when the lamp comes on', () => {
    const payload = { toggle: true, brightness: 40, color: 'red', transition: '1s' };
    assert.deepEqual(createBody({ toggle: true, brightness: 40 }, whiteLamp), {
      ...on,
      dimming: { brightness: 40 },
    });
    assert.deepEqual(createBody(payload, colorLamp), { ...off, dynamics: { duration: 1000 } });
  });
});

describe('A command for one lamp', () => {
  const createWarnings = (payload: unknown, lamp: Resource): readonly string[] =>
    expectValue(parseLightCommand(payload, lamp, 'light')).warnings.map(toEnglish);

  it('takes the coldest and warmest white that the lamp has', () => {
    assert.deepEqual(createBody({ kelvin: 9000 }, colorLamp), { ...on, ...white(153) });
    assert.deepEqual(createBody({ mirek: 500 }, colorLamp), { ...on, ...white(454) });
    assert.deepEqual(createWarnings({ kelvin: 9000 }, colorLamp), [
      'payload.kelvin: 9000 became 6536, the coldest white of this lamp.',
    ]);
    assert.deepEqual(createWarnings({ mirek: 500 }, colorLamp), [
      'payload.mirek: 500 became 454, the warmest white of this lamp.',
    ]);
    assert.deepEqual(createWarnings({ kelvin: 2700 }, colorLamp), []);
  });

  it('steps in kelvin from the present white', () => {
    assert.deepEqual(createBody({ kelvin: '+200' }, colorLamp), {
      color_temperature_delta: { action: 'down', mirek_delta: 26 },
    });
    assert.deepEqual(createBody({ kelvin: '-200' }, colorLamp), {
      color_temperature_delta: { action: 'up', mirek_delta: 30 },
    });
    assert.deepEqual(createBody({ kelvin: '+20000' }, colorLamp), {
      color_temperature_delta: { action: 'down', mirek_delta: 370 - 50 },
    });
    assert.deepEqual(createBody({ kelvin: '-5000' }, colorLamp), {
      color_temperature_delta: { action: 'up', mirek_delta: 1_000 - 370 },
    });
    assert.equal(expectNeeds(parseLightCommand({ kelvin: '+200' }, undefined, 'light')), 'state');
    assert.match(
      expectSentence(parseLightCommand({ kelvin: '+200' }, whiteLamp, 'light')),
      /a lamp that shows white at present/,
    );
  });

  it('takes the nearest colour inside the gamut', () => {
    assert.deepEqual(createBody({ xy: [0.1, 0.8] }, colorLamp), { ...on, ...xy(0.17, 0.7) });
    assert.equal(createWarnings({ xy: [0.1, 0.8] }, colorLamp).length, 1);
    assert.deepEqual(createBody({ xy: [0.4, 0.4] }, colorLamp), { ...on, ...xy(0.4, 0.4) });
    assert.deepEqual(createWarnings('blue', colorLamp), []);
  });

  it("prefers the lamp's own gamut to that of its type", () => {
    const gamut = {
      red: { x: 0.675, y: 0.322 },
      green: { x: 0.409, y: 0.518 },
      blue: { x: 0.167, y: 0.04 },
    };
    const lamp = { ...colorLamp, color: { gamut, gamut_type: 'C' } };
    assert.deepEqual(createBody({ xy: [0.1, 0.8] }, lamp), { ...on, ...xy(0.409, 0.518) });
  });

  it('leaves out what the lamp cannot do when something else is left, and warns', () => {
    assert.deepEqual(createBody({ on: true, color: 'red' }, whiteLamp), on);
    assert.deepEqual(createWarnings({ on: true, color: 'red' }, whiteLamp), [
      'payload.color: left out, it needs a lamp that shows colours.',
    ]);
    assert.deepEqual(createBody({ brightness: 20, color: 'red' }, whiteLamp), {
      ...on,
      dimming: { brightness: 20 },
    });
    assert.deepEqual(createBody({ on: false, brightness: 20, kelvin: 2700 }, plug), off);
  });

  for (const [payload, lamp, expectedAbility] of [
    ['red', whiteLamp, 'a lamp that shows colours'],
    [{ color: 'red', transition: 400 }, whiteLamp, 'a lamp that shows colours'],
    [50, plug, 'a lamp that can be dimmed'],
    ['+10', plug, 'a lamp that can be dimmed'],
    [{ dim: 'up' }, plug, 'a lamp that can be dimmed'],
    ['2700K', plug, 'a lamp that shows shades of white'],
    [{ gradient: ['red', 'blue'] }, whiteLamp, 'a lamp that shows gradients'],
    [{ effect: 'candle' }, plug, 'a lamp with this effect'],
    [{ sunrise: '1min' }, plug, 'a lamp with timed effects'],
    [{ signal: 'on_off' }, plug, 'a lamp with signals'],
    [{ alert: true }, plug, 'a lamp with alerts'],
    [{ identify: true }, plug, 'a lamp that can identify itself'],
    [{ powerup: 'safety' }, plug, 'a lamp with a setting for when power returns'],
  ] as const) {
    it(`refuses ${toTestName(payload)} when nothing is left of it`, () => {
      assert.equal(
        toEnglish(expectProblem(parseLightCommand(payload, lamp, 'light')).expected),
        `${expectedAbility}, which ${String(getNestedMember(lamp, 'metadata', 'name'))} is not`,
      );
    });
  }

  it('is not cut down by a lamp of which an event brought only a part', () => {
    const partialLamp: Resource = { type: 'light', id: colorLamp.id, on: { on: true } };
    assert.deepEqual(createBody({ brightness: 20, color: 'red', sunrise: '1min' }, partialLamp), {
      ...on,
      dimming: { brightness: 20 },
      color: red,
      timed_effects: { effect: 'sunrise', duration: 60_000 },
    });
    assert.deepEqual(createBody({ effect: 'candle' }, partialLamp), {
      ...on,
      effects: { effect: 'candle' },
    });
  });

  it('can always turn a plug off by brightness 0', () => {
    assert.deepEqual(createBody(0, plug), off);
  });

  it('offers the effects that the lamp has', () => {
    assert.match(
      expectSentence(parseLightCommand({ effect: 'candel' }, colorLamp, 'light')),
      /one of no_effect, candle, fire, cosmos, .*Did you mean candle\?$/,
    );
    assert.match(
      expectSentence(parseLightCommand({ sunset: '1min' }, colorLamp, 'light')),
      /one of no_effect, sunrise/,
    );
  });

  it('speaks the newer form of effects only to lamps that know it', () => {
    assert.deepEqual(createBody({ effect: 'cosmos' }, colorLamp), {
      ...on,
      ...action({ effect: 'cosmos' }),
    });
    assert.deepEqual(createBody({ effect: { name: 'candle', speed: 1 } }, whiteLamp), {
      ...on,
      effects: { effect: 'candle' },
    });
    assert.equal(createWarnings({ effect: { name: 'candle', speed: 1 } }, whiteLamp).length, 1);
  });

  it('gives an effect its colour or white as a parameter, since it is ignored beside them', () => {
    const candle = (parameters: object) => ({ ...on, ...action({ effect: 'candle', parameters }) });
    for (const lamp of [colorLamp, undefined]) {
      assert.deepEqual(
        createBody({ effect: 'candle', color: 'red' }, lamp),
        candle({ color: red }),
      );
      assert.deepEqual(
        createBody({ kelvin: 2700, effect: { name: 'candle', speed: 0.2 } }, lamp),
        candle({ speed: 0.2, ...white(370) }),
      );
      assert.deepEqual(
        createBody({ effect: { name: 'candle', mirek: 370 } }, lamp),
        candle(white(370)),
      );
    }
    assert.deepEqual(createBody({ effect: 'none', color: 'red' }, colorLamp), {
      ...action({ effect: 'no_effect' }),
      ...on,
      color: red,
    });
    assert.deepEqual(createBody({ effect: 'candle', brightness: 40, xy: [0.4, 0.4] }, colorLamp), {
      ...candle(xy(0.4, 0.4)),
      dimming: { brightness: 40 },
    });
  });

  it('lets an effect keep its own colour on a lamp that takes only the name of one', () => {
    const payload = { effect: 'candle', kelvin: 2700 };
    assert.deepEqual(createBody(payload, whiteLamp), { ...on, effects: { effect: 'candle' } });
    assert.deepEqual(createWarnings(payload, whiteLamp), [
      'payload.kelvin: left out, with an effect this lamp takes only its name.',
    ]);
  });

  it('refuses two colours for one effect', () => {
    const payload = { effect: { name: 'candle', color: 'red' }, color: 'blue' };
    assert.match(
      expectSentence(parseLightCommand(payload, colorLamp, 'light')),
      /either color or the colour of the effect, not both/,
    );
  });

  it('sends as many gradient colours as the lamp takes', () => {
    const lamp = { ...colorLamp, gradient: { points_capable: 3 } };
    const payload = { gradient: ['red', 'lime', 'blue', 'white'] };
    const { body, warnings } = expectValue(parseLightCommand(payload, lamp, 'light'));
    assert.equal(JSON.stringify(body).match(/"xy"/g)?.length, 3);
    assert.deepEqual(warnings.map(toEnglish), [
      'payload.gradient: this lamp takes 3 colours, the rest is left out.',
    ]);
  });

  it("leaves the service's own body untouched, whatever the lamp", () => {
    const body = { color_temperature: { mirek: 500 } };
    assert.deepEqual(createBody(body, colorLamp), body);
    assert.deepEqual(createBody(body, plug), body);
  });
});

describe('A command for a group of lamps', () => {
  it('knows on, brightness, white, colour, transition, alert and signal', () => {
    const payload = {
      brightness: 50,
      kelvin: 2700,
      transition: '2s',
      alert: true,
      signal: 'on_off',
    };
    assert.deepEqual(createBody(payload, undefined, 'grouped_light'), {
      ...on,
      dimming: { brightness: 50 },
      ...white(370),
      dynamics: { duration: 2000 },
      alert: { action: 'breathe' },
      signaling: { signal: 'on_off', duration: 10_000 },
    });
    assert.deepEqual(createBody('red', undefined, 'grouped_light'), { ...on, color: red });
  });

  it('toggles by the state of the group', () => {
    const group: Resource = { type: 'grouped_light', id: colorLamp.id, on: { on: false } };
    assert.deepEqual(createBody('toggle', group, 'grouped_light'), on);
  });

  it('does not mistake the empty members of a group for what its lamps can do', () => {
    const group: Resource = { type: 'grouped_light', id: colorLamp.id, on: { on: true } };
    assert.deepEqual(createBody('red', group, 'grouped_light'), { ...on, color: red });
  });

  for (const memberName of [
    'effect',
    'timedEffect',
    'sunrise',
    'gradient',
    'powerup',
    'identify',
    'name',
  ]) {
    it(`says that only single lamps know ${memberName}`, () => {
      assert.match(
        expectSentence(parseLightCommand({ [memberName]: 'x' }, undefined, 'grouped_light')),
        new RegExp(`nothing here, only single lamps know ${memberName}`),
      );
    });
  }

  it('refuses steps in kelvin, which differ from lamp to lamp', () => {
    assert.match(
      expectSentence(parseLightCommand({ kelvin: '+100' }, undefined, 'grouped_light')),
      /a step in mirek/,
    );
  });
});

describe('The parts of an update that some lamps cannot do', () => {
  const bare: Resource = { ...plug, metadata: {} };
  const unknown: Resource = { type: 'light', id: plug.id, on: { on: true } };
  const flaming: Resource = {
    ...colorLamp,
    effects_v2: { action: { effect_values: ['no_effect', 'fire'] } },
  };
  const lamps = [colorLamp, bare, unknown, flaming];
  for (const [update, parts] of [
    [{ on: { on: true } }, []],
    [{ dimming: { brightness: 5 } }, [['brightness', bare]]],
    [{ dimming_delta: { action: 'stop' } }, [['brightness', bare]]],
    [{ color_temperature: { mirek: 300 } }, [['kelvin', bare]]],
    [{ color_temperature_delta: {} }, [['kelvin', bare]]],
    [{ color: {} }, [['color', bare]]],
    [{ effects_v2: { action: { effect: 'no_effect' } } }, []],
    [{ effects: { effect: 'no_effect' } }, []],
    [{ timed_effects: { effect: 'no_effect' } }, []],
    [{ effects_v2: { action: { effect: 'fire' } } }, [['effect', bare]]],
    [{ effects: { effect: 'fire' } }, [['effect', bare]]],
    [{ effects_v2: { action: { effect: 'sparkle' } } }, [['effect', colorLamp, bare, flaming]]],
  ] as const) {
    it(`of ${JSON.stringify(update)}`, () => {
      const found = findUnsupportedParts(update, () => lamps);
      assert.deepEqual(
        found.map((part) => [part.ability, ...part.lamps]),
        parts,
      );
    });
  }

  it('are looked for only where an update needs an ability', () => {
    assert.deepEqual(
      findUnsupportedParts({ on: { on: true } }, () => assert.fail('no lamp is needed')),
      [],
    );
  });
});

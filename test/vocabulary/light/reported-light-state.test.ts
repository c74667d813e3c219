import assert from 'node:assert/strict';
import { startSimulator } from '../../../src/simulator';
import { parseLightCommand } from '../../../src/vocabulary/light/command';
import type { LightResourceType } from '../../../src/vocabulary/light/command';
import { isObject } from '../../../src/resources/members';
import type { Members } from '../../../src/resources/members';
import type { Resource } from '../../../src/resources/resource';
import { reportedStateToLightCommand } from '../../../src/vocabulary/light/reported-state';
import {
  colorLamp,
  expectProblem,
  expectSentence,
  expectValue,
  plug,
  whiteLamp,
} from '../support/sample-resources';
import { toEnglish } from '../../../src/resources/problems';

const createBody = (payload: unknown, lamp?: Resource, kind: LightResourceType = 'light'): object =>
  expectValue(parseLightCommand(payload, lamp, kind)).body.members;

const on = { on: { on: true } };
const xy = { x: 0.5, y: 0.4 };
const noWhite = { mirek: null, mirek_valid: false };
const schema = { mirek_schema: { mirek_minimum: 153, mirek_maximum: 500 } };

describe('What a bridge reports of a lamp, sent as a command', () => {
  it('is its white, of which the colour is only another form', () => {
    const white = { mirek: 366, mirek_valid: true, ...schema };
    const body = { color_temperature: { mirek: 366 } };
    assert.deepEqual(createBody({ color_temperature: white, color: { xy } }), body);
    assert.deepEqual(createBody({ ...on, color_temperature: white }), { ...on, ...body });
  });

  it('is its colour while it shows no white', () => {
    const color = { xy, gamut_type: 'C', gamut: {} };
    assert.deepEqual(createBody({ color_temperature: noWhite, color: { xy } }), { color: { xy } });
    assert.deepEqual(createBody({ color_temperature: { ...noWhite, ...schema }, color }), {
      color: { xy },
    });
    assert.deepEqual(createBody({ ...on, dimming: { brightness: 40, min_dim_level: 2 } }), {
      ...on,
      dimming: { brightness: 40 },
    });
  });

  it('loses what only a bridge says, wherever it says that, and otherwise stays as it is', () => {
    const target = { at: 'payload', lamp: colorLamp, kind: 'light' } as const;
    const toCommand = (payload: Members): Members => reportedStateToLightCommand(payload, target);
    assert.deepEqual(toCommand({ color: { xy, gamut_type: 'C' } }), { color: { xy } });
    assert.deepEqual(toCommand({ color: { xy, gamut: {} } }), { color: { xy } });
    assert.deepEqual(toCommand({ color_temperature: { mirek: 366, ...schema } }), {
      color_temperature: { mirek: 366 },
    });
    assert.deepEqual(toCommand({ color_temperature: { mirek: 366, mirek_valid: true } }), {
      color_temperature: { mirek: 366 },
    });
    const written = { dimming: { brightness: 5 }, color: { xy }, color_temperature: { mirek: 5 } };
    assert.equal(toCommand(written), written);
  });

  it('stays a contradiction where the bridge would not have said it so', () => {
    const body = { color: { xy }, color_temperature: { mirek: 366 } };
    assert.match(expectSentence(parseLightCommand(body, colorLamp, 'light')), /not both/);
  });

  it('is something to do only when a colour or white is left', () => {
    const sentence = expectSentence(
      parseLightCommand({ color_temperature: noWhite }, colorLamp, 'light'),
    );
    assert.match(sentence, /something to do/);
  });
});

describe('A whole lamp as read, sent as a command', () => {
  const colored = { ...colorLamp, color_temperature: noWhite, color: { xy, gamut_type: 'C' } };

  it('brings about its state, and changes none of its settings', () => {
    assert.deepEqual(createBody(colorLamp, colorLamp), {
      ...on,
      dimming: { brightness: 50 },
      color_temperature: { mirek: 370 },
    });
    assert.deepEqual(createBody(colored, colorLamp), {
      ...on,
      dimming: { brightness: 50 },
      color: { xy },
    });
    assert.deepEqual(createBody(plug), { on: { on: false } });
  });

  it('only turns off when it was off', () => {
    assert.deepEqual(createBody({ ...colorLamp, on: { on: false } }), { on: { on: false } });
  });

  it('may have other words beside it, which come first', () => {
    assert.deepEqual(createBody({ ...colored, transition: '2s', brightness: 10, kelvin: 2700 }), {
      ...on,
      dimming: { brightness: 10 },
      color_temperature: { mirek: 370 },
      dynamics: { duration: 2000 },
    });
    assert.deepEqual(createBody({ ...colored, on: false, dynamics: { duration: 400 } }), {
      on: { on: false },
      dynamics: { duration: 400 },
    });
    const problem = expectProblem(
      parseLightCommand({ ...colored, brightnes: 5 }, colorLamp, 'light'),
    );
    assert.equal(problem.suggestion, 'brightness');
  });

  it('may have a word beside it that works on the present colour of the lamp', () => {
    const { color, ...members } = expectValue(
      parseLightCommand({ ...colored, mix: 'blue' }, colored, 'light'),
    ).body.members;
    assert.deepEqual(members, { ...on, dimming: { brightness: 50 } });
    assert.notDeepEqual(color, { xy });
  });

  it('gives another lamp what that can do', () => {
    const { body, warnings } = expectValue(parseLightCommand(colored, whiteLamp, 'light'));
    assert.deepEqual(body.members, { ...on, dimming: { brightness: 50 } });
    assert.deepEqual(warnings.map(toEnglish), [
      'payload.xy: left out, it needs a lamp that shows colours.',
    ]);
  });

  it('sets a group without what groups do not know', () => {
    const status = { effect: 'candle' };
    const lamp = { ...colored, effects_v2: { status }, gradient: { points: [{}, {}] } };
    assert.deepEqual(createBody(lamp, undefined, 'grouped_light'), {
      ...on,
      dimming: { brightness: 50 },
      color: { xy },
    });
  });

  it('starts its effect with the colour of that', () => {
    const parameters = { color: { xy }, color_temperature: noWhite, speed: 0.5 };
    const lamp = { ...colored, effects_v2: { status: { effect: 'candle', parameters } } };
    assert.deepEqual(createBody(lamp, colorLamp), {
      ...on,
      dimming: { brightness: 50 },
      effects_v2: { action: { effect: 'candle', parameters: { speed: 0.5, color: { xy } } } },
    });
  });

  it('ends an effect that the lamp has now', () => {
    const running = { ...colorLamp, effects_v2: { status: { effect: 'candle' } } };
    assert.deepEqual(createBody(colored, running), {
      ...on,
      dimming: { brightness: 50 },
      effects_v2: { action: { effect: 'no_effect' } },
      color: { xy },
    });
  });

  it('shows its gradient', () => {
    const points = [{ color: { xy } }, { color: { xy: { x: 0.3, y: 0.3 } } }];
    const gradient = { points, mode: 'random_pixelated', points_capable: 5, mode_values: [] };
    assert.deepEqual(createBody({ ...colored, gradient }, colorLamp), {
      ...on,
      dimming: { brightness: 50 },
      gradient: { points, mode: 'random_pixelated' },
    });
  });

  it('is taken from every lamp and group of a home', async () => {
    const simulator = await startSimulator();
    try {
      for (const type of ['light', 'grouped_light'] as const) {
        for (const resource of simulator.home.byType(type)) {
          const { body, warnings } = expectValue(parseLightCommand(resource, resource, type));
          assert.ok(isObject(body.members['on']), resource.id);
          assert.deepEqual(warnings, []);
        }
      }
    } finally {
      await simulator.stop();
    }
  });
});

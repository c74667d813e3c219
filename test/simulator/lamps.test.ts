import assert from 'node:assert/strict';
import { idOf, startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { member } from '../../src/resources';
import { ask } from './ask';

describe('Lamps of the simulator', () => {
  let simulator: Simulator;
  const light = (key: string): string => `/clip/v2/resource/light/${idOf(`light/${key}`)}`;
  const state = (id: string, ...path: string[]): unknown =>
    member(simulator.home.get(idOf(id)), ...path);

  beforeEach(async () => {
    simulator = await startSimulator();
  });
  afterEach(() => simulator.stop());

  it('report the brightness that their 254 levels allow', async () => {
    const answer = await ask(simulator, 'PUT', light('living-floor'), {
      body: { dimming: { brightness: 20 } },
    });
    assert.equal(answer.status, 200);
    assert.equal(state('light/living-floor', 'dimming', 'brightness'), 20.16);
  });

  it('forget the colour temperature when they show a colour', async () => {
    await ask(simulator, 'PUT', light('living-floor'), {
      body: { color: { xy: { x: 0.5, y: 0.4 } } },
    });
    assert.equal(state('light/living-floor', 'color_temperature', 'mirek'), null);
    assert.equal(state('light/living-floor', 'color_temperature', 'mirek_valid'), false);
  });

  it('refuse what they cannot do and say which member it was', async () => {
    const answer = await ask(simulator, 'PUT', light('window-plug'), {
      body: { dimming: { brightness: 20 } },
    });
    assert.equal(answer.status, 400);
    assert.match(answer.body.errors[0]?.description ?? '', /\(\.dimming\) is not supported/);
  });

  it('switch the grouped light of their room on and off', async () => {
    assert.equal(state('grouped_light/garden', 'on', 'on'), false);
    await ask(simulator, 'PUT', light('fountain'), { body: { on: { on: true } } });
    assert.equal(state('grouped_light/garden', 'on', 'on'), true);
    await ask(simulator, 'PUT', light('fountain'), { body: { on: { on: false } } });
    assert.equal(state('grouped_light/garden', 'on', 'on'), false);
  });
});

import assert from 'node:assert/strict';
import type { Resource } from '../../../src/resources/resource';
import { describeProblem } from '../../../src/resources/describe-problem';
import { toEnglish } from '../../../src/resources/problems';
import type { LightFormatName } from '../../../src/vocabulary/formats/light-format';
import { parseFormattedCommand } from '../../../src/vocabulary/formats/light-formats';
import { parseLightCommand } from '../../../src/vocabulary/light/command';
import { colorLamp, whiteLamp } from '../support/sample-resources';

/** The sentences about a message, as the light node says them. */
function explain(format: LightFormatName, payload: unknown, lamp: Resource): readonly string[] {
  const target = { kind: 'light', lamp } as const;
  const read = parseFormattedCommand(format, payload, 'payload', { target, messageMembers: {} });
  if (!read.ok) return [describeProblem(read.problem)];
  const { command, paths, warnings } = read.value;
  const sent = paths && { payload, paths };
  const brightnessLimits = { maximum: 60 };
  const parsed = parseLightCommand(command, lamp, 'light', { sent, brightnessLimits });
  return parsed.ok
    ? [...warnings, ...parsed.value.warnings].map(toEnglish)
    : [describeProblem(parsed.problem)];
}

const sentences: readonly (readonly [
  format: LightFormatName,
  payload: unknown,
  lamp: Resource,
  sentence: string,
])[] = [
  [
    'zigbee2mqtt',
    { brightness_move: 40, brightness_step: 20 },
    colorLamp,
    'payload: expected either brightness_move or brightness_step, not both, got an object with brightness_move, brightness_step.',
  ],
  [
    'zigbee2mqtt',
    { state: 'TOGGLE', brightness_step_onoff: 20 },
    colorLamp,
    'payload: expected either brightness_step_onoff or state, not both, got an object with state, brightness_step_onoff.',
  ],
  [
    'zigbee2mqtt',
    { color: { hue: 120, saturation: 50 }, brightness: 100 },
    whiteLamp,
    'payload.color: left out, it needs a lamp that shows colours.',
  ],
  [
    'zigbee2mqtt',
    { state: 'OFF', color: { h: 120, s: 50, v: 20 } },
    colorLamp,
    'payload.color: left out, since the lamp is turned off.',
  ],
  [
    'zigbee2mqtt',
    { effect: 'candle', effect_speed: 5 },
    colorLamp,
    'payload.effect_speed: expected a number from 0 to 1, got 5. If it is from 0 to 100, write 0.05.',
  ],
  [
    'homekit',
    { On: true, Hue: 120, Saturation: 50 },
    whiteLamp,
    'payload.Hue: left out, it needs a lamp that shows colours.',
  ],
  [
    'home-assistant',
    { brightness: 255 },
    colorLamp,
    'payload.brightness: 100 became 60, the highest that this node allows.',
  ],
  [
    'alexa',
    { colorTemperatureInKelvin: 9000 },
    colorLamp,
    'payload.colorTemperatureInKelvin: 9000 became 6536, the coldest white of this lamp.',
  ],
  [
    'google',
    { on: true, color: { temperatureK: 9000 } },
    colorLamp,
    'payload.color: 9000 became 6536, the coldest white of this lamp.',
  ],
  ['openhab', '120,50,40', whiteLamp, 'payload: left out, it needs a lamp that shows colours.'],
];

describe('A sentence about a message in another format', () => {
  for (const [format, payload, lamp, sentence] of sentences) {
    it(`names what was sent: ${format} ${JSON.stringify(payload)}`, () =>
      assert.deepEqual(explain(format, payload, lamp), [sentence]));
  }
});

describe('A sentence about colour members beside plain words', () => {
  it('names the member that was sent', () => {
    const parsed = parseLightCommand({ r: 300, g: 0, b: 0, brightness: 50 }, colorLamp, 'light');
    assert.ok(!parsed.ok);
    assert.match(describeProblem(parsed.problem), /^payload\.r: expected a number from 0 to 255/);
  });
});

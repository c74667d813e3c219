import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { getNestedMember, isObject } from '../../src/resources/members';
import { getPlainValue } from '../../src/resources/table';
import type { Resource } from '../../src/resources/resource';
import { parseHexColor, rgbToXy } from '../../src/units/color';
import { parseLightCommand } from '../../src/vocabulary/light/command';
import { colorLamp, expectValue } from '../vocabulary/support/sample-resources';
import { toEnglish } from '../../src/resources/problems';

const noWhite = { mirek: null, mirek_valid: false };
const red = { xy: { x: 0.6915, y: 0.3083 } };

describe('The plain value of a lamp', () => {
  const read = (members: object): unknown => getPlainValue({ ...colorLamp, ...members });

  it('holds either a white or a colour', () => {
    assert.deepEqual(read({}), { on: true, brightness: 50, kelvin: 2703 });
    assert.deepEqual(read({ color_temperature: noWhite, color: red }), {
      on: true,
      brightness: 50,
      color: '#ff0000',
    });
  });

  it('holds an effect with its own white or colour', () => {
    const status = { effect: 'candle', parameters: { color: red, speed: 0.5 } };
    assert.deepEqual(read({ effects: { status: 'candle' } }), {
      on: true,
      brightness: 50,
      effect: 'candle',
    });
    assert.deepEqual(read({ effects_v2: { status } }), {
      on: true,
      brightness: 50,
      effect: 'candle',
      color: '#ff0000',
    });
    assert.deepEqual(read({ effects_v2: { status: { effect: 'no_effect' } } }), read({}));
  });

  it('holds a gradient instead of a colour, in both shapes of its points', () => {
    const gradient = { colors: ['#ff0000', '#ff0000'], mode: 'interpolated_palette' };
    const value = { on: true, brightness: 50, gradient };
    for (const point of [red, { color: red }]) {
      const points = [point, point];
      assert.deepEqual(
        read({ color_temperature: noWhite, gradient: { points, mode: gradient.mode } }),
        value,
      );
    }
    assert.deepEqual(
      read({ color_temperature: noWhite, gradient: { points: [red, {}] } }),
      read({ color_temperature: noWhite }),
    );
    assert.deepEqual(read({ gradient: { points: [red, red] } }), read({}));
  });

  it('is rounded to what people read', () => {
    const value = read({ dimming: { brightness: 57.50999999999999 } });
    assert.equal(getNestedMember(value, 'brightness'), 57.51);
  });

  it('is a command that brings the lamp to the same value', () => {
    const color = fc
      .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
      .filter((rgb) => Math.max(...rgb) === 255 && Math.min(...rgb) < 128)
      .map((rgb) => ({ color_temperature: noWhite, color: { xy: rgbToXy(rgb), gamut_type: 'C' } }));
    const white = fc
      .integer({ min: 153, max: 454 })
      .map((mirek) => ({ color_temperature: { mirek, mirek_valid: true } }));
    const effect = fc
      .constantFrom('candle', 'fire')
      .map((name) => ({ effects_v2: { status: { effect: name } } }));
    const shown = fc.oneof(color, white, effect);
    const brightness = fc.integer({ min: 1, max: 10_000 }).map((number) => number / 100);
    fc.assert(
      fc.property(shown, brightness, fc.boolean(), (members, percent, isOn) => {
        const lamp: Resource = {
          ...colorLamp,
          ...members,
          on: { on: isOn },
          dimming: { brightness: percent },
        };
        const { body, warnings } = expectValue(
          parseLightCommand(getPlainValue(lamp), colorLamp, 'light'),
        );
        if (!isOn) return assert.deepEqual(body.members, { on: { on: false } });
        const action = getNestedMember(body.members, 'effects_v2', 'action');
        const result: Resource = {
          ...colorLamp,
          color_temperature: noWhite,
          ...body.members,
          ...(action === undefined ? {} : { effects_v2: { status: action } }),
        };
        assertAlike(getPlainValue(result), getPlainValue(lamp));
        assert.ok(warnings.every((warning) => toEnglish(warning).includes('nearest')));
      }),
      { numRuns: 200 },
    );
  });
});

/** Compares values but for the last digit of a colour and of a white, which are rounded. */
function assertAlike(actual: unknown, expected: unknown): void {
  assert.ok(isObject(actual) && isObject(expected));
  const { color, kelvin, ...others } = actual;
  const { color: expectedColor, kelvin: expectedKelvin, ...expectedOthers } = expected;
  assert.deepEqual(others, expectedOthers);
  assert.equal(kelvin, expectedKelvin);
  if (color === undefined) return assert.equal(color, expectedColor);
  const [rgb, expectedRgb] = [color, expectedColor].map((hex) => parseHexColor(String(hex)) ?? []);
  for (const [index, channel] of (rgb ?? []).entries())
    assert.ok(
      Math.abs(channel - (expectedRgb?.[index] ?? NaN)) <= 2,
      `${JSON.stringify(color)} ${JSON.stringify(expectedColor)}`,
    );
}

describe('The plain value of a group', () => {
  const group: Resource = { type: 'grouped_light', id: 'g', on: { on: true } };
  const white = (mirek: number, isOn = true): Resource => ({
    ...colorLamp,
    on: { on: isOn },
    color_temperature: { mirek, mirek_valid: true },
  });
  const plug: Resource = { type: 'light', id: 'p', on: { on: true } };
  const colored: Resource = { ...colorLamp, color_temperature: noWhite, color: red };

  it('says the white or colour that its lit lamps share', () => {
    const warm = { on: true, kelvin: 2703 };
    assert.deepEqual(getPlainValue(group, [white(370), white(372), plug, white(200, false)]), warm);
    assert.deepEqual(getPlainValue(group, [colored, colored]), { on: true, color: '#ff0000' });
  });

  it('says none where they differ, show an effect, or are not known', () => {
    const burning = { ...white(370), effects: { status: 'fire' } };
    const running: readonly Resource[] = [burning, burning];
    for (const lights of [[], [white(370), white(300)], [white(370), colored], running])
      assert.deepEqual(getPlainValue(group, lights), { on: true });
    assert.deepEqual(getPlainValue(group), { on: true });
  });
});

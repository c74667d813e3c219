import assert from 'node:assert/strict';
import { describeProblem } from '../../../src/resources/describe-problem';
import { parseLightCommand } from '../../../src/vocabulary/light/command';
import { expectValue } from '../support/sample-resources';

/** All forms of one colour from the colour picker of node-red-dashboard 3.6.6: its formats, as text and as object. */
const forms: readonly unknown[] = [
  '336699',
  '336699ff',
  '33669980',
  'rgb(51, 102, 153)',
  'rgba(51, 102, 153, 0.5)',
  'hsl(210, 50%, 40%)',
  'hsla(210, 50%, 40%, 0.5)',
  { r: 51, g: 102, b: 153, a: 1 },
  { h: 210, s: 0.499_999_999_999_999_94, l: 0.4, a: 0.5 },
  { h: 210, s: 0.666_666_666_666_666_6, v: 0.6, a: 1 },
];

const black: readonly unknown[] = [
  '000000',
  '000000ff',
  'hsv(0, 0%, 0%)',
  { r: 0, g: 0, b: 0, a: 1 },
];

describe('A colour picker in front of a light node', () => {
  const expected = expectValue(parseLightCommand({ color: '#336699' }, undefined, 'light'));

  for (const form of forms)
    it(`sets its colour in each form: ${JSON.stringify(form)}`, () => {
      assert.deepEqual(expectValue(parseLightCommand(form, undefined, 'light')), expected);
    });

  it('is told what to do at black', () => {
    for (const form of black) {
      const command = parseLightCommand(form, undefined, 'light');
      assert.ok(!command.ok);
      assert.match(describeProblem(command.problem), /other than black \(to turn a lamp off/);
    }
  });

  it('does not keep a brightness from having five digits or fewer', () => {
    const brightness = expectValue(parseLightCommand('00050', undefined, 'light'));
    assert.deepEqual(brightness, expectValue(parseLightCommand(50, undefined, 'light')));
  });
});

import assert from 'node:assert/strict';
import { describeProblem } from '../../src/resources/describe-problem';
import { parseLightCommand } from '../../src/vocabulary/light/command';

/** What is often sent to a lamp by mistake, and the words that the error says about it. */
const mistakes: readonly (readonly [what: string, payload: unknown, cause: RegExp])[] = [
  ['the time of an inject node', 1_766_000_000_000, /This is a time, as an inject node sends it/],
  ['a colour temperature as a number', 2700, /A colour temperature is written "2700K"/],
  ['a colour temperature as a text', '2700', /A colour temperature is written "2700K"/],
  ['a reference', { rid: 'x', rtype: 'light' }, /"Output payload"/],
  ['a press of a button', { event: 'short_release', button: 1 }, /let a change node set/],
  ['a kind of press', 'short_release', /let a change node set/],
  ['HomeKit', { On: true, Brightness: 40 }, /written as HomeKit writes it/],
  ['Alexa', { powerState: 'ON' }, /written as Alexa writes it/],
  ['Alexa', 'DecreaseColorTemperature', /written as Alexa writes it/],
  ['Google', { on: true, color: { temperatureK: 2700 } }, /written as Google Home writes it/],
  ['Home Assistant', { state: 'ON', brightness: 102 }, /Home Assistant \(MQTT\) or Zigbee2MQTT/],
  ['a command of Zigbee2MQTT in small letters', { state: 'on', brightness: 102 }, /Zigbee2MQTT/],
  ['openHAB', '30.36,65.1,39.92', /written as openHAB writes it/],
  ['a white of openHAB', '370 mired', /written as openHAB writes it/],
  ['no state of openHAB', 'UNDEF', /written as openHAB writes it/],
  ['an object of openHAB', { item: 'Lamp', state: 'ON' }, /written as openHAB writes it/],
  ['a step of Google', { brightnessRelativePercent: 20 }, /written as Google Home writes it/],
  ['a button of a dashboard', '', /empty text, as a button of a dashboard sends it/],
];

describe('The error of a light command that is none', () => {
  for (const [what, payload, cause] of mistakes) {
    it(`says what was probably meant: ${what}`, () => {
      const command = parseLightCommand(payload, undefined, 'light');
      assert.ok(!command.ok);
      assert.match(describeProblem(command.problem), cause);
    });
  }

  it('says no more where nothing is likely', () => {
    for (const payload of [300, -1, 'bright please', { brightness: 'much' }, []]) {
      const command = parseLightCommand(payload, undefined, 'light');
      assert.ok(!command.ok);
      assert.equal(command.problem.likelyCause, undefined);
    }
  });
});

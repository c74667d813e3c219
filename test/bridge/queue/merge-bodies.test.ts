import assert from 'node:assert/strict';
import { isObject } from '../../../src/resources/members';
import type { Members } from '../../../src/resources/members';
import { CoalescedWrite } from '../../../src/bridge/waiting';

const parseMergedBody = (...bodies: Members[]): Members => new CoalescedWrite(bodies).members;

describe('Merged commands', () => {
  it('keep the last command per property', () => {
    assert.deepEqual(
      parseMergedBody(
        { on: { on: true }, dimming: { brightness: 10 } },
        { dimming: { brightness: 90 } },
        { on: { on: false } },
      ),
      { on: { on: false }, dimming: { brightness: 90 } },
    );
  });

  it('keep a colour and a colour temperature that one body holds, as if it were alone', () => {
    const colorAndTemperature = {
      color: { xy: { x: 0.3, y: 0.3 } },
      color_temperature: { mirek: 300 },
    };
    const dimming = { dimming: { brightness: 5 } };
    assert.deepEqual(parseMergedBody(colorAndTemperature, dimming), {
      ...colorAndTemperature,
      ...dimming,
    });
    assert.deepEqual(parseMergedBody(dimming, colorAndTemperature), {
      ...colorAndTemperature,
      ...dimming,
    });
  });

  it('take the transition of the last command, none included', () => {
    assert.deepEqual(
      parseMergedBody(
        { dimming: { brightness: 1 }, dynamics: { duration: 60_000 } },
        { on: { on: false } },
      ),
      { dimming: { brightness: 1 }, on: { on: false } },
    );
    assert.deepEqual(
      parseMergedBody(
        { dynamics: { duration: 60_000, speed: 0.5 } },
        { dynamics: { duration: 100 } },
      ),
      { dynamics: { speed: 0.5, duration: 100 } },
    );
  });

  it('replace a member as a whole, so that no part of an old command mixes with a new one', () => {
    assert.deepEqual(
      parseMergedBody(
        { powerup: { preset: 'custom', on: { mode: 'toggle' } } },
        { powerup: { preset: 'safety' } },
      ),
      { powerup: { preset: 'safety' } },
    );
  });

  it('keep a new name beside a new archetype', () => {
    assert.deepEqual(
      parseMergedBody({ metadata: { name: 'A' } }, { metadata: { archetype: 'office' } }),
      {
        metadata: { name: 'A', archetype: 'office' },
      },
    );
  });

  it('leave prototypes alone', () => {
    const text = '{"configuration":1,"__proto__":{"polluted":true}}';
    const body: unknown = JSON.parse(text);
    assert.ok(isObject(body));
    assert.equal(JSON.stringify(parseMergedBody(body, {})), text);
    assert.equal('polluted' in {}, false);
  });
});

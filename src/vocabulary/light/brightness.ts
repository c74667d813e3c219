import { parseAmount } from '../amounts';
import { accept, refuse } from '../result';
import { lacks } from './word';
import type { LightWord } from './word';

const dimmable = 'a lamp that can be dimmed';

/** Time that a whole run from dark to bright takes when only a direction is given, in ms. */
const dimmingRun = 4_000;

/**
 * `brightness`: 0 to 100, `"50%"`, or a step such as `"+10"`. 0 turns off, as the lowest end of a
 * slider does; beside `on: true` it is the lowest brightness, as it is in the service's own body.
 */
export const brightness: LightWord = {
  forGroups: true,
  read(value, context) {
    const amount = parseAmount(value, '%');
    if (amount === undefined || amount.value > 100) {
      const step =
        typeof value === 'number' && value < 0 && value >= -100 ? `"${value}"` : undefined;
      return refuse(context.at, 'a number from 0 to 100', value, step);
    }
    if (amount.kind === 'absolute' && amount.value === 0 && context.on !== true) {
      return accept({ body: context.on === undefined ? { on: { on: false } } : {} });
    }
    if (lacks(context, 'dimming')) return accept({ lacking: dimmable });
    if (amount.kind === 'absolute') {
      return accept({ body: { dimming: { brightness: amount.value } }, turnsOn: true });
    }
    const { direction: action, value: brightness_delta } = amount;
    return accept({ body: { dimming_delta: { action, brightness_delta } } });
  },
};

/** `dim`: "up" or "down" while a button is held, "stop" when it is let go. */
export const dim: LightWord = {
  forGroups: true,
  read(value, context) {
    if (value !== 'up' && value !== 'down' && value !== 'stop') {
      return refuse(context.at, 'one of up, down, stop', value);
    }
    if (lacks(context, 'dimming')) return accept({ lacking: dimmable });
    return value === 'stop'
      ? accept({ body: { dimming_delta: { action: value } } })
      : accept({
          body: { dimming_delta: { action: value, brightness_delta: 100 } },
          usual: { dynamics: { duration: dimmingRun } },
        });
  },
};

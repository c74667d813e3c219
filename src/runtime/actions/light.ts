import { isObject, longestTransition, member } from '../../resources';
import type { Resource } from '../../resources';
import { lightCommand } from '../../vocabulary';
import type { Action } from '../action-node';
import { commandError } from '../command-error';
import { lampWord } from '../lamp-word';
import { needed } from '../setting';
import type { Given, GivenValue } from '../setting';
import { findTarget } from '../target';
import { sendStateful } from './stateful';

/** What a message asks of a lamp or of the lamps of a room, zone or home. */
export interface LightWish {
  target: Given;
  command: GivenValue;
  /** Transition in ms where the command says none. */
  transition: GivenValue;
}

/** Sets a lamp, or the lamps of a room, zone or home as one. */
export const setLight: Action<LightWish> = async (wish, bridge, options) => {
  const payload = needed(wish.command.given);
  const transition = transitionOf(wish.transition);
  const target = await findTarget(bridge, wish.target, ['light', 'grouped_light']);
  const kind = target.rtype === 'light' ? 'light' : 'grouped_light';
  const { outcome, sent } = await sendStateful(
    bridge,
    {
      operation: 'update',
      target,
      command: (lamp) => lightCommand(payload, lamp, kind, { at: wish.command.at, transition }),
      withState: (lamp, on) => ({
        ...lamp,
        on: on === undefined ? undefined : { on },
        ...withoutMirek(lamp),
      }),
    },
    options,
  );
  const word = lampWord(member(sent, 'on', 'on'), member(sent, 'dimming', 'brightness'));
  return { ...outcome, word: word ?? { key: 'changed' } };
};

/** The white of a lamp that may have another by now; what it can show stays. */
function withoutMirek({ color_temperature: white }: Resource): Partial<Resource> {
  if (!isObject(white)) return {};
  const { mirek: _outdated, ...abilities } = white;
  return { color_temperature: abilities };
}

function transitionOf({ at, given }: GivenValue): number | undefined {
  const value = needed(given);
  if (value === undefined) return undefined;
  if (
    Number.isInteger(value) &&
    typeof value === 'number' &&
    value >= 0 &&
    value <= longestTransition
  ) {
    return value;
  }
  const expected = `a whole number of ms from 0 to ${longestTransition}`;
  throw commandError({ path: at, expected, received: value });
}

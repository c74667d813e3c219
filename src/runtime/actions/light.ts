import { isObject } from '../../resources';
import { lightCommand } from '../../vocabulary';
import type { Command } from '../../vocabulary';
import type { Action } from '../action-node';
import { commandError } from '../command-error';
import type { GivenCommand } from '../message-input';
import { needed } from '../setting';
import type { Given } from '../setting';
import type { Word } from '../status';
import { findTarget } from '../target';
import { booleanAt, sendStateful } from './stateful';

/** What a message asks of a lamp or of the lamps of a room, zone or home. */
export interface LightWish {
  target: Given;
  command: GivenCommand;
  /** Transition in ms where the command says none. */
  transition: Given;
}

/** Members of a body that a transition can soften. */
const softened = ['on', 'dimming', 'dimming_delta', 'color', 'color_temperature', 'gradient'];
/** Hue CLIP API reference, light: `dynamics.duration`. */
const longestTransition = 6_000_000;

/** Sets a lamp, or the lamps of a room, zone or home as one. */
export const setLight: Action<LightWish> = async (wish, bridge, options) => {
  const payload = needed(wish.command.given);
  const transition = transitionOf(needed(wish.transition));
  const target = await findTarget(bridge, wish.target, ['light', 'grouped_light']);
  const kind = target.rtype === 'light' ? 'light' : 'grouped_light';
  let sent: Record<string, unknown> = {};
  const outcome = await sendStateful(
    bridge,
    {
      operation: 'update',
      target,
      command(lamp) {
        const result = lightCommand(payload, lamp, kind, { at: wish.command.at });
        if (!result.ok) return result;
        const value = soften(result.value, transition);
        sent = value.body;
        return { ok: true, value };
      },
      withState: (lamp, on) => ({ ...lamp, on: on === undefined ? undefined : { on } }),
      stateOf: (holder) => booleanAt(holder, 'on', 'on'),
    },
    options,
  );
  return { ...outcome, word: wordOf(sent) };
};

function transitionOf(value: unknown): number | undefined {
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
  throw commandError({ path: 'transition', expected, received: value });
}

function soften(command: Command, transition: number | undefined): Command {
  const { body } = command;
  if (transition === undefined || 'dynamics' in body) return command;
  if (!softened.some((member) => member in body)) return command;
  return { ...command, body: { ...body, dynamics: { duration: transition } } };
}

/** Few words for what was sent. */
function wordOf(body: Record<string, unknown>): Word {
  const on = booleanAt(body, 'on', 'on');
  const brightness = isObject(body['dimming']) ? body['dimming']['brightness'] : undefined;
  if (on === false) return { key: 'off' };
  if (typeof brightness === 'number') {
    return { key: 'brightness', values: { brightness: Math.round(brightness) } };
  }
  return { key: on === true ? 'on' : 'changed' };
}

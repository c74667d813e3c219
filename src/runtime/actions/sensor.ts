import { isObject, sensorTypes } from '../../resources';
import { sensorCommand } from '../../vocabulary';
import type { Action } from '../action-node';
import { choose } from '../choice';
import { withSettingPaths } from '../chosen-words';
import type { ChosenWord } from '../chosen-words';
import { settingPath } from '../command-error';
import { isUnset } from '../given-setting';
import { needed } from '../setting';
import type { Given, GivenValue } from '../setting';
import { findTarget } from '../target';
import { switchedState } from '../switched-state';
import { sendStateful } from './stateful';

/** What a message asks of a sensor. */
export interface SensorWish {
  /** Chosen type, or empty for any. */
  rtype: unknown;
  target: Given;
  /** Chosen action, or empty to take the command. */
  action: unknown;
  command: GivenValue;
  sensitivity: GivenValue;
}

const actions = { enable: true, disable: false, toggle: 'toggle', keep: undefined } as const;
type ActionName = keyof typeof actions;
const actionNames: readonly ActionName[] = ['enable', 'disable', 'toggle', 'keep'];

/** Switches a sensor on or off, or sets how sensitive it is. */
export const setSensor: Action<SensorWish> = async (wish, bridge, options) => {
  const { at } = wish.command;
  const chosen = chosenOf(wish.sensitivity);
  const payload = payloadOf(wish, chosen);
  const rtypes = isUnset(wish.rtype)
    ? sensorTypes
    : [choose({ ok: true, value: wish.rtype }, sensorTypes, settingPath('rtype'))];
  const target = await findTarget(bridge, wish.target, rtypes);
  const { outcome, sent } = await sendStateful(
    bridge,
    {
      operation: 'update',
      target,
      command: (sensor) =>
        withSettingPaths(sensorCommand(payload, target.rtype, sensor, { at }), at, chosen),
      withState: (sensor, state) => ({ ...sensor, enabled: state }),
    },
    options,
  );
  const enabled = switchedState(sent);
  if (enabled === undefined) return outcome;
  return { ...outcome, word: { key: enabled ? 'enabled' : 'disabled' } };
};

/** The dialog's choices go before what the message says. */
function payloadOf({ action, command }: SensorWish, chosen: readonly ChosenWord[]): unknown {
  const said = isUnset(action)
    ? needed(command.given)
    : actions[choose({ ok: true, value: action }, actionNames, settingPath('action'))];
  const values = Object.fromEntries(chosen.map(({ word, value }) => [word, value]));
  if (chosen.length === 0) return said ?? {};
  if (isObject(said)) return { ...said, ...values };
  return said === undefined ? values : { enabled: said, ...values };
}

function chosenOf({ at, given }: GivenValue): readonly ChosenWord[] {
  const value = needed(given);
  return value === undefined ? [] : [{ word: 'sensitivity', at, value }];
}

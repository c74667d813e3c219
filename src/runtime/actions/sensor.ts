import { isObject, sensorTypes } from '../../resources';
import { sensorCommand } from '../../vocabulary';
import type { Action } from '../action-node';
import { choose } from '../choice';
import { isUnset } from '../given-setting';
import type { GivenCommand } from '../message-input';
import { needed } from '../setting';
import type { Given } from '../setting';
import { findTarget } from '../target';
import { booleanAt, sendStateful } from './stateful';

/** What a message asks of a sensor. */
export interface SensorWish {
  /** Chosen type, or empty for any. */
  rtype: unknown;
  target: Given;
  /** Chosen action, or empty to take the command. */
  action: unknown;
  command: GivenCommand;
  sensitivity: Given;
}

const actions = { enable: true, disable: false, toggle: 'toggle', keep: undefined } as const;
type ActionName = keyof typeof actions;
const actionNames: readonly ActionName[] = ['enable', 'disable', 'toggle', 'keep'];

/** Switches a sensor on or off, or sets how sensitive it is. */
export const setSensor: Action<SensorWish> = async (wish, bridge, options) => {
  const payload = payloadOf(wish);
  const rtypes = isUnset(wish.rtype)
    ? sensorTypes
    : [choose({ ok: true, value: wish.rtype }, sensorTypes, 'rtype')];
  const target = await findTarget(bridge, wish.target, rtypes);
  const { outcome, sent } = await sendStateful(
    bridge,
    {
      operation: 'update',
      target,
      command: (sensor) => sensorCommand(payload, target.rtype, sensor, { at: wish.command.at }),
      withState: (sensor, state) => ({ ...sensor, enabled: state }),
      stateOf: (holder) => booleanAt(holder, 'enabled'),
    },
    options,
  );
  const enabled = booleanAt(sent, 'enabled');
  if (enabled === undefined) return outcome;
  return { ...outcome, word: { key: enabled ? 'enabled' : 'disabled' } };
};

/** The dialog's choices go before what the message says. */
function payloadOf({ action, command, sensitivity }: SensorWish): unknown {
  const degree = needed(sensitivity);
  const said = isUnset(action)
    ? needed(command.given)
    : actions[choose({ ok: true, value: action }, actionNames, 'action')];
  if (degree === undefined) return said ?? {};
  if (isObject(said)) return { ...said, sensitivity: degree };
  return said === undefined ? { sensitivity: degree } : { enabled: said, sensitivity: degree };
}

import { operations } from '../../resources';
import { sceneCommand, smartSceneCommand } from '../../vocabulary';
import type { Action } from '../action-node';
import { choose } from '../choice';
import { settingPath } from '../command-error';
import { isUnset } from '../given-setting';
import { needed } from '../setting';
import type { Given, GivenValue } from '../setting';
import { switchedState } from '../switched-state';
import { findTarget } from '../target';
import { rebuild } from './rebuild';
import { readAndTell, sound, writeAndTell } from './send';
import { sendStateful } from './stateful';

/** What a message asks of smart scenes. */
export interface SmartSceneWish {
  operation: Given;
  target: Given;
  command: GivenValue;
  /** Chosen `activate` or `deactivate`, or empty to take the command. */
  recall: unknown;
}

const smartSceneOperations = ['recall', ...operations] as const;

/** Starts and stops, lists, reads, creates, changes and deletes smart scenes; recalls ordinary scenes too. */
export const handleSmartScene: Action<SmartSceneWish> = async (wish, bridge, options) => {
  const { at, given } = wish.command;
  const operation = choose(wish.operation, smartSceneOperations, 'operation');
  const rtype = 'smart_scene';
  if (operation === 'list') return readAndTell(bridge, { operation, rtype }, options);
  if (operation === 'create') {
    const home = await bridge.home.readAnew();
    const command = sound(smartSceneCommand(needed(given), operation, { home, at }));
    return writeAndTell(bridge, { operation, rtype }, command, options);
  }
  if (operation === 'recall') return recall(wish, bridge, options);
  const { rid } = await findTarget(bridge, wish.target, [rtype]);
  if (operation === 'get') return readAndTell(bridge, { operation, rtype, rid }, options);
  if (operation === 'delete') {
    return writeAndTell(bridge, { operation, rtype, rid }, undefined, options);
  }
  const payload = needed(given);
  return rebuild(bridge, { operation, rtype, rid }, options, (home) =>
    sound(smartSceneCommand(payload, operation, { home, smartScene: home.get(rid), at })),
  );
};

const recall: Action<SmartSceneWish> = async (wish, bridge, options) => {
  const said = isUnset(wish.recall);
  const payload = said ? needed(wish.command.given) : wish.recall;
  const at = said ? wish.command.at : settingPath('recall');
  const target = await findTarget(bridge, wish.target, ['smart_scene', 'scene'], 'smart_scene');
  const operation = 'recall';
  if (target.rtype === 'scene') {
    const command = sound(sceneCommand(payload, { at }));
    return writeAndTell(bridge, { operation, rtype: 'scene', rid: target.rid }, command, options);
  }
  const home = bridge.home.mirror;
  const { outcome, sent } = await sendStateful(
    bridge,
    {
      operation,
      target,
      command: (smartScene) => smartSceneCommand(payload, operation, { home, smartScene, at }),
      withState: (scene, state) => ({ ...scene, state: stateNamed(state) }),
    },
    options,
  );
  return switchedState(sent) === false ? { ...outcome, word: { key: 'stopped' } } : outcome;
};

const stateNamed = (active: boolean | undefined): string | undefined =>
  active === undefined ? undefined : active ? 'active' : 'inactive';

import { member, operations } from '../../resources';
import { sceneCommand, smartSceneCommand } from '../../vocabulary';
import type { Action } from '../action-node';
import { choose } from '../choice';
import { isUnset } from '../given-setting';
import { needed } from '../setting';
import type { Given, GivenValue } from '../setting';
import { findTarget } from '../target';
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
  const { rid, resource: smartScene } = await findTarget(bridge, wish.target, [rtype]);
  if (operation === 'get') return readAndTell(bridge, { operation, rtype, rid }, options);
  if (operation === 'delete') {
    return writeAndTell(bridge, { operation, rtype, rid }, undefined, options);
  }
  const home = await bridge.home.readAnew();
  const command = sound(smartSceneCommand(needed(given), operation, { home, smartScene, at }));
  return writeAndTell(bridge, { operation, rtype, rid }, command, options);
};

const recall: Action<SmartSceneWish> = async (wish, bridge, options) => {
  const { at, given } = wish.command;
  const said = isUnset(wish.recall);
  const payload = said ? needed(given) : wish.recall;
  const target = await findTarget(bridge, wish.target, ['smart_scene', 'scene'], 'smart_scene');
  const operation = 'recall';
  if (target.rtype === 'scene') {
    const command = sound(sceneCommand(payload, { at: said ? at : 'recall' }));
    return writeAndTell(bridge, { operation, rtype: 'scene', rid: target.rid }, command, options);
  }
  const home = bridge.home.mirror;
  const { outcome, sent } = await sendStateful(
    bridge,
    {
      operation,
      target,
      command: (smartScene) =>
        smartSceneCommand(payload, operation, { home, smartScene, at: said ? at : 'recall' }),
      withState: (scene, state) => ({ ...scene, state: stateNamed(state) }),
      stateOf: isActive,
    },
    options,
  );
  return isActive(sent) === false ? { ...outcome, word: { key: 'stopped' } } : outcome;
};

/** Whether a smart scene is active, or the body of a recall makes it so. */
function isActive(holder: Record<string, unknown>): boolean | undefined {
  const word = member(holder, 'recall', 'action') ?? holder['state'];
  if (word === 'activate' || word === 'active') return true;
  return word === 'deactivate' || word === 'inactive' ? false : undefined;
}

const stateNamed = (active: boolean | undefined): string | undefined =>
  active === undefined ? undefined : active ? 'active' : 'inactive';

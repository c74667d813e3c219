import { sensorTypes } from '../../resources/table';
import type { ActionHandler } from '../command-node';
import type { MessageSetting } from '../settings';
import type { MessageFormat } from '../message-format';
import { executeAutomationAction } from './automation';
import { executeLightAction } from './light';
import { executeSensorAction } from './sensor';
import { executeSmartSceneAction } from './smart-scene';

interface ResourceCommand {
  readonly target: MessageSetting;
  readonly command: MessageSetting;
  /** For lamps; plain if missing. */
  readonly format?: MessageFormat;
}

type ResourceCommandHandler = ActionHandler<ResourceCommand>;

const createUnset = (path: string): MessageSetting => ({ path, isValid: true, value: undefined });

const setLight: ResourceCommandHandler = (command, bridge, options) =>
  executeLightAction({ ...command, transition: createUnset('transition') }, bridge, options);

const recallScene: ResourceCommandHandler = (command, bridge, options) =>
  executeSmartSceneAction(
    {
      ...command,
      operation: { path: 'operation', isValid: true, value: 'recall' },
      payload: command.command,
      recall: '',
    },
    bridge,
    options,
  );

const setAutomation: ResourceCommandHandler = (command, bridge, options) =>
  executeAutomationAction(
    { ...command, operation: createUnset('operation'), payload: command.command },
    bridge,
    options,
  );

const setSensor: ResourceCommandHandler = (command, bridge, options) =>
  executeSensorAction(
    {
      ...command,
      rtype: '',
      action: '',
      sensitivity: createUnset('sensitivity'),
      payload: command.command,
      outputs: {},
    },
    bridge,
    options,
  );

export const lightAndSceneCommandHandlers: ReadonlyMap<unknown, ResourceCommandHandler> = new Map([
  ['light', setLight],
  ['grouped_light', setLight],
  ['scene', recallScene],
  ['smart_scene', recallScene],
]);

/** Each acts as the node for its type. */
export const resourceCommandHandlers: ReadonlyMap<unknown, ResourceCommandHandler> = new Map([
  ...lightAndSceneCommandHandlers,
  ['behavior_instance', setAutomation],
  ...sensorTypes.map((rtype) => [rtype, setSensor] as const),
]);

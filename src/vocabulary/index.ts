export { resolveResource } from './lookup/resolve-resource';
export {
  buttonResourceTypes,
  createTargetResolver,
  resolveAutomationTarget,
  resolveButtonTarget,
  resolveGroupTarget,
  resolveLightTarget,
  resolveRecallTarget,
  resolveSceneTarget,
  resolveSmartSceneTarget,
  resolveSpeakerTarget,
  selectGroupResolver,
} from './lookup/target-resolvers';
export type { TargetResolver } from './lookup/target-resolvers';
export { defaultEvent, matchButtonOutputs } from './button/button-outputs';
export type { ButtonOutputPortSettings } from './button/button-outputs';
export { parseLightCommand } from './light/parse-light-command';
export type { LightResourceType, LightCommandOptions } from './light/parse-light-command';
export { parseBareValue } from './light/parse-bare-value';
export { parsePlainJson } from './parsing/plain-json';
export type { ResourceIndex, ResolvedResource } from './lookup/resource-index';
export { accept, refuse } from './parsing/parse-result';
export type { ParsedCommandBody, CommandProblem, ParseResult } from './parsing/parse-result';
export { parseRoomCommand } from './room/parse-room-command';
export { parseSceneCommand } from './scene/parse-scene-command';
export { parseSensorCommand } from './sensor/parse-sensor-command';
export { toCommandProblem, parseServiceBody } from './parsing/parse-service-body';
export { parseSmartSceneCommand } from './scene/parse-smart-scene-command';

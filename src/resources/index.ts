export * from './table/validate-write-body';
export * from './definitions/resource-definition';
export * from './validation/describe-schema';
export * from './values/group-types';
export {
  effectNames,
  gradientModes,
  signalNames,
  timedEffectNames,
  maxMirekStep,
  maxSignalDuration,
  maxTimedEffectDuration,
  maxTransition,
  acceptedMirekRange,
} from './schemas/light-schemas';
export * from './values/member-access';
export {
  createReportMembers,
  getSensorReportValue,
  getSensorReportTime,
  sampleTimestamp,
} from './definitions/sensor-report-definition';
export type { SensorReportDefinition } from './definitions/sensor-report-definition';
export * from './definitions/button-events';
export { findNearestName } from './validation/nearest-name';
export type { BodyProblem } from './validation/problem-sentence';
export { documentedResourceTypes } from './schemas/reference-schemas';
export type { ResourceIdentifier } from './schemas/reference-schemas';
export { roomArchetypes } from './types/groups';
export { maxSmartSceneTransition, weekdays } from './types/scenes';
export * from './table/resource-table';
export { idPattern, isWellFormedResourceTypeName, toReadableTypeName } from './values/identifiers';

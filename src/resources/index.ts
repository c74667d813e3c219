export * from './validation/validate-write-body';
export * from './resource-definition';
export * from './validation/describe-schema';
export * from './group-types';
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
export * from './member-access';
export {
  createReportMembers,
  getSensorReportValue,
  getSensorReportTime,
  sampleTimestamp,
} from './sensor-report-definition';
export type { SensorReportDefinition } from './sensor-report-definition';
export * from './button-events';
export * from './operations';
export { idPattern } from './id-pattern';
export { findNearestName } from './validation/nearest-name';
export { appendMemberToPath } from './member-access';
export { documentedResourceTypes } from './schemas/reference-schemas';
export type { ResourceIdentifier } from './schemas/reference-schemas';
export { roomArchetypes } from './room';
export { maxSmartSceneTransition, weekdays } from './smart-scene';
export * from './resource-table';
export { isWellFormedResourceTypeName } from './resource-type-name';
export { toReadableTypeName } from './to-readable-type-name';

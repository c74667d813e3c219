export * from './validation/check-body';
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
  getReportedValue,
  getReportTime,
  sampleTimestamp,
} from './sensor-report';
export type { SensorReport } from './sensor-report';
export * from './button-events';
export * from './operations';
export { idPattern } from './id-pattern';
export { findNearestName } from './validation/nearest-name';
export { appendMemberToPath } from './member-access';
export { serviceRtypes } from './schemas/reference-schemas';
export type { ResourceIdentifier } from './schemas/reference-schemas';
export { roomArchetypes } from './room';
export { maxSceneTransition, weekdays } from './smart-scene';
export * from './resource-table';
export { isResourceTypeName } from './resource-type-name';
export { toTypeName } from './to-type-name';

export * from './check-body';
export { isCheckedBody } from './checked-body';
export type { CheckedBody } from './checked-body';
export * from './definition';
export * from './describe-schema';
export {
  knownEffects,
  knownGradientModes,
  knownSignals,
  knownTimedEffects,
  longestTransition,
} from './light-members';
export * from './member';
export * from './operations';
export { idPattern, serviceReferenceTypes, furtherReferenceTypes } from './reference';
export type { ResourceIdentifier } from './reference';
export { roomArchetypes } from './room';
export { weekdays } from './smart-scene';
export * from './table';

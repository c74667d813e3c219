export * from './check-body';
export { isCheckedBody } from './checked-body';
export type { CheckedBody } from './checked-body';
export * from './definition';
export * from './describe-schema';
export * from './group-types';
export {
  knownEffects,
  knownGradientModes,
  knownSignals,
  knownTimedEffects,
  largestMirekStep,
  longestSignal,
  longestTimedEffect,
  longestTransition,
  mirekRange,
} from './light-members';
export * from './member';
export * from './operations';
export { idPattern } from './id-pattern';
export { pathOf } from './path';
export { serviceReferenceTypes, furtherReferenceTypes } from './reference';
export type { ResourceIdentifier } from './reference';
export { roomArchetypes } from './room';
export { longestSceneTransition, weekdays } from './smart-scene';
export * from './table';

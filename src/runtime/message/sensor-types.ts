import { readingTypes, sensorTypes } from '../../resources';
import type { KnownResourceType, ResourceType } from '../../resources';
import { createTargetResolver } from '../../vocabulary/lookup';
import type { TargetResolver } from '../../vocabulary/lookup';
import { parseChoice } from '../settings/evaluate-setting';

/** Types with a reading, or that can only be enabled. */
const readableSensorTypes: readonly KnownResourceType[] = [
  ...new Set([...readingTypes, ...sensorTypes]),
];

/** Types without the battery and the tamper switch. */
const mainTypes = readingTypes.filter((rtype) => sensorTypes.includes(rtype));

/** Resolves a device to its main sensor. */
export const createSensorTargetResolver = (rtypes?: readonly ResourceType[]): TargetResolver =>
  rtypes === undefined
    ? createTargetResolver(readableSensorTypes, mainTypes)
    : createTargetResolver(rtypes);

/**
 * @returns undefined for any type
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for a type that no sensor has
 */
export const parseSensorTypeSetting = (value: unknown): KnownResourceType | undefined =>
  parseChoice(value, readableSensorTypes, 'rtype');

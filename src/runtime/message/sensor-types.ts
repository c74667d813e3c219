import { readingTypes, sensorTypes } from '../../resources';
import type { KnownResourceType, ResourceType } from '../../resources';
import { createTargetResolver } from '../../vocabulary';
import type { TargetResolver } from '../../vocabulary';
import { formatSettingPath } from '../settings/node-errors';
import { isSettingUnset, getChoiceOrThrow } from '../settings/evaluate-setting';

/** Types that a sensor node reads: all that measure something, and those that can only be switched. */
export const readableSensorTypes: readonly KnownResourceType[] = [
  ...new Set([...readingTypes, ...sensorTypes]),
];

/** Those that measure what a device is there for: not its battery or its tamper switch. */
const mainTypes = readingTypes.filter((rtype) => sensorTypes.includes(rtype));

/**
 * Creates the resolver of the sensor that is read: by the name of its device, the main sensor of that.
 *
 * @param rtypes chosen types; any when missing
 */
export const createSensorTargetResolver = (rtypes?: readonly ResourceType[]): TargetResolver =>
  rtypes === undefined
    ? createTargetResolver(readableSensorTypes, mainTypes)
    : createTargetResolver(rtypes);

/**
 * Parses the setting for the type of a sensor node.
 *
 * @returns undefined for any type
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for a type that no sensor has
 */
export const parseSensorTypeSetting = (value: unknown): KnownResourceType | undefined =>
  isSettingUnset(value)
    ? undefined
    : getChoiceOrThrow({ ok: true, value }, readableSensorTypes, formatSettingPath('rtype'));

import { groupResourceTypes } from '../inputs/type-groups';
import type { ComparedValueType } from '../inputs/compared-value-type';
import type { ResourceListItem } from '../../runtime/routes/responses';
import { isTargetFromMessage } from '../../runtime/stored-settings';

interface SensorType {
  readonly rtype: string;
  readonly unit?: string;
  readonly reading?: string;
}

interface NumericReading {
  readonly reading: string;
  readonly rtype: string;
  readonly unit: string;
}

/** @param settings empty if not chosen */
export const sendsReadingsUnasked = (settings: {
  readonly rtype: string;
  readonly target: string;
  readonly targetType: string;
  /** The node then has no bridge to watch. */
  readonly bridgeFromMessage: boolean;
}): boolean =>
  !settings.bridgeFromMessage &&
  !isTargetFromMessage(settings) &&
  (settings.rtype !== '' || settings.target !== '');

/**
 * Names readings as in `msg.readings`.
 *
 * @param sensor undefined if unknown or any
 * @returns undefined for any reading
 */
export function listReadingsForCondition(
  sensor: ResourceListItem | undefined,
  resources: readonly ResourceListItem[],
  types: readonly SensorType[],
): readonly string[] | undefined {
  if (sensor?.owner === undefined) return undefined;
  const ofDevice = resources.filter(({ owner }) => owner === sensor.owner);
  return types.flatMap(({ rtype, reading, unit }) =>
    reading !== undefined && unit !== undefined && ofDevice.some((one) => one.rtype === rtype)
      ? [reading]
      : [],
  );
}

/** Lists the most used reading first, each with its first type. */
export function listNumericReadings(types: readonly SensorType[]): readonly NumericReading[] {
  const readings = new Map<string, NumericReading>();
  for (const rtype of groupResourceTypes(types).flatMap(({ rtypes }) => rtypes)) {
    const { reading, unit } = types.find((type) => type.rtype === rtype) ?? {};
    if (reading !== undefined && unit !== undefined && !readings.has(reading))
      readings.set(reading, { reading, rtype, unit });
  }
  return [...readings.values()];
}

/** @param reading such as `lux` */
export function getReadingValueType(
  reading: string,
  types: readonly SensorType[],
): ComparedValueType {
  const unit = types.find((type) => type.reading === reading)?.unit;
  return unit === undefined ? { kind: 'any' } : { kind: 'number', unit };
}

import { groupResourceTypes } from '../inputs/type-groups';
import type { ComparedValueType } from '../inputs/compared-value-type';
import type { ResourceListItem } from '../../runtime/routes/route-responses';
import { isTargetFromMessage } from '../../runtime/settings/target-settings';

/** A sensor's type as dialogs know it. */
interface SensorType {
  readonly rtype: string;
  readonly unit?: string;
  readonly reading?: string;
}

/** A number that sensors measure, such as `lux`. */
interface NumericReading {
  readonly reading: string;
  readonly rtype: string;
  readonly unit: string;
}

/**
 * Says whether a sensor node sends readings by itself: those of a sensor, or of all of a kind.
 *
 * @param settings as they stand in the dialog; empty for what is not chosen
 */
export const sendsReadingsUnasked = (settings: {
  readonly rtype: string;
  readonly target: string;
  readonly targetType: string;
  /** True where messages name the bridge: the node then has none to watch. */
  readonly bridgeFromMessage: boolean;
}): boolean =>
  !settings.bridgeFromMessage &&
  !isTargetFromMessage(settings) &&
  (settings.rtype !== '' || settings.target !== '');

/**
 * Lists the readings on which sending can depend.
 *
 * @param sensor the chosen sensor; undefined while it is not known, or where it is any
 * @returns names as in `msg.readings`; undefined for any
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

/**
 * Lists the readings that are numbers, those that people use most first.
 *
 * @returns each once, with the first type that has it
 */
export function listNumericReadings(types: readonly SensorType[]): readonly NumericReading[] {
  const readings = new Map<string, NumericReading>();
  for (const rtype of groupResourceTypes(types).flatMap(({ rtypes }) => rtypes)) {
    const { reading, unit } = types.find((type) => type.rtype === rtype) ?? {};
    if (reading !== undefined && unit !== undefined && !readings.has(reading))
      readings.set(reading, { reading, rtype, unit });
  }
  return [...readings.values()];
}

/** The value of a reading, such as `lux`. */
export function getReadingValueType(
  reading: string,
  types: readonly SensorType[],
): ComparedValueType {
  const unit = types.find((type) => type.reading === reading)?.unit;
  return unit === undefined ? { kind: 'any' } : { kind: 'number', unit };
}

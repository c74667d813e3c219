import type { StateCache } from '../../bridge';
import { refetchMissingType } from '../../bridge/find-resource';
import type { StateReader } from '../../bridge/read-state';
import { getNestedMember } from '../../resources/members';
import { sensorTypes } from '../../resources/table';
import type { Resource } from '../../resources/resource';
import { isFurtherMotionZonePart } from '../../resources/motion-zones';
import { compareNames } from '../../resources/compare-names';
import { isLowCharge } from '../../resources/low-charge';
import { collectDeviceMembers } from '../message';

/** Null for a member that the bridge does not report. */
export interface ReportEntry {
  /** Id of the device, or of a disabled sensor. */
  rid: string;
  name: string | null;
  room: string | null;
  /** Such as `SML001`. */
  model: string | null;
}

export interface HomeProblemReport {
  /** Percent, or a word such as `low`. */
  weakBatteries: (ReportEntry & { battery: number | string | null })[];
  unreachable: ReportEntry[];
  switchedOff: (ReportEntry & { rtype: string })[];
  /** The update is available or running. */
  updates: (ReportEntry & { state: string })[];
}

/**
 * Reads all resources.
 *
 * @throws {BridgeError} if the bridge cannot be read
 */
export async function readHomeProblemReport(stateReader: StateReader): Promise<HomeProblemReport> {
  const stateCache = await stateReader.refetch();
  await refetchMissingType(stateCache, 'device_software_update');
  return createHomeProblemReport(stateCache);
}

export const createHomeProblemReport = (stateCache: StateCache): HomeProblemReport => ({
  weakBatteries: listReportEntries(
    stateCache,
    stateCache.byType('device_power').filter(isWeakBattery),
    (entry, power) => ({
      ...entry,
      battery: collectDeviceMembers(stateCache, power).device?.battery ?? null,
    }),
  ),
  unreachable: listReportEntries(
    stateCache,
    stateCache
      .byType('device')
      .filter((device) => collectDeviceMembers(stateCache, device).device?.reachable === false),
    (entry) => entry,
  ),
  switchedOff: listReportEntries(
    stateCache,
    sensorTypes
      .flatMap((rtype): readonly Resource[] => stateCache.byType(rtype))
      .filter(
        (sensor) => sensor['enabled'] === false && !isFurtherMotionZonePart(stateCache, sensor),
      ),
    (entry, { id, type }) => ({ ...entry, rid: id, rtype: type }),
  ),
  updates: listReportEntries(
    stateCache,
    stateCache.byType('device_software_update').filter(isUpdateWaiting),
    (entry, update) => ({ ...entry, state: String(update['state']) }),
  ),
});

export function isWeakBattery(power: Resource): boolean {
  return ['battery_state', 'battery_level'].some((name) =>
    isLowCharge(getNestedMember(power, 'power_state', name)),
  );
}

const isUpdateWaiting = ({ state }: Resource): boolean =>
  typeof state === 'string' && state !== 'no_update';

/** Sorts by room and name. */
export const listReportEntries = <Entry>(
  stateCache: StateCache,
  resources: readonly Resource[],
  complete: (entry: ReportEntry, resource: Resource) => Entry,
): Entry[] =>
  resources
    .map((resource) => ({ resource, entry: createEntry(stateCache, resource) }))
    .toSorted(
      ({ entry: one }, { entry: other }) =>
        compareNames(one.room ?? '', other.room ?? '') ||
        compareNames(one.name ?? '', other.name ?? ''),
    )
    .map(({ resource, entry }) => complete(entry, resource));

function createEntry(stateCache: StateCache, resource: Resource): ReportEntry {
  const { name, room } = stateCache.displayNames(resource.id);
  const rid =
    resource.type === 'device' ? resource.id : (stateCache.ownerRid(resource) ?? resource.id);
  const model = collectDeviceMembers(stateCache, resource).device?.model ?? null;
  return { rid, name: name ?? null, room: room ?? null, model };
}

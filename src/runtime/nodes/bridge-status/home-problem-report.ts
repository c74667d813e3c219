import { refetchMissingType } from '../../../bridge/client/find-resource-on-bridge';
import type { StateCache } from '../../../bridge';
import { getNestedMember, sensorTypes } from '../../../resources';
import type { Resource } from '../../../resources';
import { compareNames } from '../../../resources/values/compare-names';
import { collectDeviceMembers } from '../../bridge/device-info';
import type { StateReader } from '../../../bridge/state/state-reader';

/** What is named in a report; null for what the bridge does not report. */
interface ReportEntry {
  /** The device itself, or of a sensor that is switched off, the sensor. */
  rid: string;
  name: string | null;
  room: string | null;
  /** Model id, such as `SML001`. */
  model: string | null;
}

/** What in a home needs a look, each list ordered by room and name. */
export interface HomeProblemReport {
  /** Charge in percent, or in one word such as `low`. */
  weakBatteries: (ReportEntry & { battery: number | string | null })[];
  /** Devices whose radio does not answer. */
  unreachable: ReportEntry[];
  /** Sensors that are switched off, each with its type. */
  switchedOff: (ReportEntry & { rtype: string })[];
  /** Devices that wait for an update of their software, or are at it, with the state of that. */
  updates: (ReportEntry & { state: string })[];
}

/** Charge up to which a battery counts as weak, in percent, also where the bridge does not call it low. */
const weakBatteryLevel = 20;

/**
 * Reads everything from the bridge, and reports what needs a look.
 *
 * @throws {BridgeError} when the bridge cannot be read
 */
export async function readHomeProblemReport(stateReader: StateReader): Promise<HomeProblemReport> {
  const stateCache = await stateReader.refetch();
  await refetchMissingType(stateCache, 'device_software_update');
  return createHomeReport(stateCache);
}

/** Reports what needs a look, from the last known state. */
const createHomeReport = (stateCache: StateCache): HomeProblemReport => ({
  weakBatteries: listEntries(
    stateCache,
    stateCache.byType('device_power').filter(isWeak),
    (entry, power) => ({
      ...entry,
      battery: collectDeviceMembers(stateCache, power).device?.battery ?? null,
    }),
  ),
  unreachable: listEntries(
    stateCache,
    stateCache
      .byType('device')
      .filter((device) => collectDeviceMembers(stateCache, device).device?.reachable === false),
    (entry) => entry,
  ),
  switchedOff: listEntries(
    stateCache,
    sensorTypes
      .flatMap((rtype): readonly Resource[] => stateCache.byType(rtype))
      .filter(({ enabled }) => enabled === false),
    (entry, { id, type }) => ({ ...entry, rid: id, rtype: type }),
  ),
  updates: listEntries(
    stateCache,
    stateCache.byType('device_software_update').filter(isUpdateWaiting),
    (entry, update) => ({ ...entry, state: String(update['state']) }),
  ),
});

function isWeak(power: Resource): boolean {
  const state = getNestedMember(power, 'power_state', 'battery_state');
  const level = getNestedMember(power, 'power_state', 'battery_level');
  return (
    state === 'low' ||
    state === 'critical' ||
    (typeof level === 'number' && level <= weakBatteryLevel)
  );
}

const isUpdateWaiting = ({ state }: Resource): boolean =>
  typeof state === 'string' && state !== 'no_update';

function listEntries<Entry extends ReportEntry>(
  stateCache: StateCache,
  resources: readonly Resource[],
  complete: (entry: ReportEntry, resource: Resource) => Entry,
): Entry[] {
  return resources
    .map((resource) => complete(createEntry(stateCache, resource), resource))
    .toSorted(
      (one, other) =>
        compareNames(one.room ?? '', other.room ?? '') ||
        compareNames(one.name ?? '', other.name ?? ''),
    );
}

function createEntry(stateCache: StateCache, resource: Resource): ReportEntry {
  const { name, room } = stateCache.displayNames(resource.id);
  const rid =
    resource.type === 'device' ? resource.id : (stateCache.ownerRid(resource) ?? resource.id);
  const model = collectDeviceMembers(stateCache, resource).device?.model ?? null;
  return { rid, name: name ?? null, room: room ?? null, model };
}

import { refetchMissingType } from '../../../bridge/client/find-resource-on-bridge';
import type { Mirror } from '../../../bridge';
import { getNestedMember, sensorTypes } from '../../../resources';
import type { Resource } from '../../../resources';
import { compareNames } from '../../../resources/values/compare-names';
import { collectDeviceMembers } from '../../bridge/device-info';
import type { StateCache } from '../../../bridge/state/state-cache';

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
export async function readHomeProblemReport(stateCache: StateCache): Promise<HomeProblemReport> {
  const mirror = await stateCache.refetch();
  await refetchMissingType(mirror, 'device_software_update');
  return createHomeReport(mirror);
}

/** Reports what needs a look, from the last known state. */
const createHomeReport = (mirror: Mirror): HomeProblemReport => ({
  weakBatteries: listEntries(
    mirror,
    mirror.byType('device_power').filter(isWeak),
    (entry, power) => ({
      ...entry,
      battery: collectDeviceMembers(mirror, power).device?.battery ?? null,
    }),
  ),
  unreachable: listEntries(
    mirror,
    mirror
      .byType('device')
      .filter((device) => collectDeviceMembers(mirror, device).device?.reachable === false),
    (entry) => entry,
  ),
  switchedOff: listEntries(
    mirror,
    sensorTypes
      .flatMap((rtype): readonly Resource[] => mirror.byType(rtype))
      .filter(({ enabled }) => enabled === false),
    (entry, { id, type }) => ({ ...entry, rid: id, rtype: type }),
  ),
  updates: listEntries(
    mirror,
    mirror.byType('device_software_update').filter(isUpdateWaiting),
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
  mirror: Mirror,
  resources: readonly Resource[],
  complete: (entry: ReportEntry, resource: Resource) => Entry,
): Entry[] {
  return resources
    .map((resource) => complete(createEntry(mirror, resource), resource))
    .toSorted(
      (one, other) =>
        compareNames(one.room ?? '', other.room ?? '') ||
        compareNames(one.name ?? '', other.name ?? ''),
    );
}

function createEntry(mirror: Mirror, resource: Resource): ReportEntry {
  const { name, room } = mirror.displayNames(resource.id);
  const rid = resource.type === 'device' ? resource.id : (mirror.ownerRid(resource) ?? resource.id);
  const model = collectDeviceMembers(mirror, resource).device?.model ?? null;
  return { rid, name: name ?? null, room: room ?? null, model };
}

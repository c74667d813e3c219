import { getNestedMember } from '../../resources/members';
import { getPlainValue } from '../../resources/table';
import type { Resource } from '../../resources/resource';
import { isDeviceReachable, findRadio } from '../message';
import type { Bridge } from '../bridge/bridge';
import {
  createHomeProblemReport,
  isWeakBattery,
  listReportEntries,
} from '../nodes/home-problem-report';
import type { ReportEntry } from '../nodes/home-problem-report';
import { shortenName } from './create-home-item';
import type { HomeHealth } from './home-item';

export function createHomeHealth(bridge: Bridge): HomeHealth {
  const { client } = bridge;
  const { stateCache, connectionState, diagnostics } = client;
  const { unreachable, switchedOff, updates } = createHomeProblemReport(stateCache);
  const { certificate } = diagnostics;
  return {
    batteries: listBatteries(client),
    unreachable: unreachable.flatMap((entry) => {
      const device = stateCache.get(entry.rid);
      const since = device && findUnreachableSince(bridge, device);
      return since === undefined ? [] : { ...toEntry(entry), since };
    }),
    zigbee: listReportEntries(
      stateCache,
      stateCache
        .byType('zigbee_connectivity')
        .filter((radio) => radio['status'] !== 'connected' && isDeviceReachable(radio) !== false),
      (entry, { status }) => ({ ...toEntry(entry), status: String(status) }),
    ),
    updates: updates.map((entry) => ({
      ...toEntry(entry),
      state: entry.state,
      problems: listUpdateProblems(
        stateCache
          .byType('device_software_update')
          .find((update) => stateCache.ownerRid(update) === entry.rid),
      ),
    })),
    disabledSensors: switchedOff.map((entry) => ({ ...toEntry(entry), rtype: entry.rtype })),
    requestsPerMinute: connectionState.requestsPerMinute,
    refusedPerMinute: diagnostics.refusedPerMinute,
    waiting: {
      count: connectionState.queued,
      oldestSeconds: Math.round(diagnostics.longestWait / 1_000),
    },
    reconnectsLastDay: diagnostics.reconnectsLastDay,
    ...(certificate === undefined
      ? {}
      : {
          certificate: {
            sha256: certificate.fingerprint,
            ...(Number.isNaN(certificate.validTo.getTime())
              ? {}
              : { validUntil: certificate.validTo.toISOString() }),
          },
        }),
    address: diagnostics.address,
  };
}

const toEntry = ({
  rid,
  name,
  room,
}: ReportEntry): { id: string; name: string; room?: string } => ({
  id: rid,
  name: shortenName(name ?? rid),
  ...(room === null ? {} : { room: shortenName(room) }),
});

/** Returns the lowest charge first, then words such as `low`, then by room and name. */
function listBatteries({ stateCache }: Bridge['client']): HomeHealth['batteries'] {
  return listReportEntries(stateCache, stateCache.byType('device_power'), (entry, power) => {
    const level = getPlainValue(power);
    return typeof level === 'number' || typeof level === 'string'
      ? [{ ...toEntry(entry), level, low: isWeakBattery(power) }]
      : [];
  })
    .flat()
    .toSorted((one, other) => toOrder(one.level) - toOrder(other.level));
}

const toOrder = (level: number | string): number =>
  typeof level === 'number' ? level : (orderByWord.get(level) ?? 100);

/** In percent. Hue CLIP API reference, `device_power`. */
const orderByWord: ReadonlyMap<string, number> = new Map([
  ['critical', 0],
  ['low', 20],
]);

function listUpdateProblems(update: Resource | undefined): readonly string[] {
  const problems = getNestedMember(update, 'problems');
  return Array.isArray(problems)
    ? problems.filter((problem: unknown): problem is string => typeof problem === 'string')
    : [];
}

/** Returns ISO 8601; undefined for a device that is reachable, or that has no radio. Bridges report no such time. */
export function findUnreachableSince(
  { client: { stateCache }, unreachableSince: times }: Bridge,
  resource: Resource,
): string | undefined {
  const radio = findRadio(stateCache, resource);
  if (radio === undefined) return undefined;
  if (isDeviceReachable(radio) !== false) {
    times.delete(radio.id);
    return undefined;
  }
  const since = times.get(radio.id) ?? new Date().toISOString();
  times.set(radio.id, since);
  return since;
}

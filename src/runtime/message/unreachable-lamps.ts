import type {
  BridgeClient,
  StateCache,
  ResourceChangeEvent,
  Watch,
  WatchOptions,
} from '../../bridge';
import { findLightsAffectedByWrite } from '../../resources/group-lights';
import { getNestedMember, isObject } from '../../resources';
import type { Resource, ResourceType } from '../../resources';
import { findRadio, isDeviceReachable } from '../bridge/device-info';

/** Shortest time between two reads of the radios if the bridge does not push changes, in ms. */
const shortestInterval = 60_000;

/**
 * Returns an unreachable lamp as off, and a group as off if all its lit lamps are unreachable.
 *
 * @param resource of any type; other types than lamps and their groups are returned unchanged
 * @param radio replaces the last known state of this radio
 */
export function withUnreachableAsOff(
  stateCache: StateCache,
  resource: Resource,
  radio?: Resource,
): Resource {
  if (!isOn(resource)) return resource;
  const answers = (lamp: Resource): boolean => {
    const known = findRadio(stateCache, lamp);
    return (
      isDeviceReachable(radio !== undefined && known?.id === radio.id ? radio : known) !== false
    );
  };
  const staysOn =
    resource.type === 'grouped_light'
      ? isGroupLit(findLightsAffectedByWrite(stateCache, resource).filter(isOn), answers)
      : resource.type !== 'light' || answers(resource);
  const { on } = resource;
  return staysOn ? resource : { ...resource, on: { ...(isObject(on) ? on : {}), on: false } };
}

/** If the lamps of a group are unknown, the reported state counts. */
const isGroupLit = (lit: readonly Resource[], answers: (lamp: Resource) => boolean): boolean =>
  lit.length === 0 || lit.some(answers);

const isOn = (resource: Resource): boolean => getNestedMember(resource, 'on', 'on') === true;

/** A lamp or group that counts as off, or as on again, because a lamp became unreachable or reachable. */
export interface ReachabilityPowerChange extends Pick<ResourceChangeEvent, 'cause'> {
  /** As the bridge reports it. */
  readonly resource: Resource;
  /** State before and after the change, with unreachable lamps as off. */
  readonly before: Resource;
  readonly now: Resource;
}

interface WatchClient extends Pick<BridgeClient, 'stateCache'> {
  watch(options: WatchOptions): Watch;
}

/**
 * Watches lamps or groups that count as off, or as on again, because a lamp became unreachable or reachable.
 *
 * @param options.interval longest time between two reads if the bridge does not push changes, in ms; at least a minute
 * @param options.isEach true to report each lamp that became unreachable or reachable, also one that is off, and no group
 */
export const watchLampReachability = (
  client: WatchClient,
  {
    rtype,
    interval,
    isEach = false,
    onChange,
  }: {
    rtype: ResourceType;
    interval: number;
    isEach?: boolean;
    onChange: (change: ReachabilityPowerChange) => void;
  },
): Watch =>
  client.watch({
    rtype: 'zigbee_connectivity',
    interval: Math.max(interval, shortestInterval),
    onChange({ resource: radio, previous, cause }) {
      const { stateCache } = client;
      if (previous === undefined || isDeviceReachable(previous) === isDeviceReachable(radio))
        return;
      for (const resource of stateCache.byType(rtype)) {
        const before = withUnreachableAsOff(stateCache, resource, previous);
        const now = withUnreachableAsOff(stateCache, resource, radio);
        const isReported = isEach
          ? findRadio(stateCache, resource)?.id === radio.id
          : isOn(before) !== isOn(now);
        if (isReported) onChange({ resource, before, now, cause });
      }
    },
  });

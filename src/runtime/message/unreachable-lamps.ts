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

/** Between two reads of the radios, in ms, without pushed changes. */
const shortestInterval = 60_000;

/**
 * Shows an unreachable lamp as off, and a group whose lit lamps are all unreachable.
 *
 * @param resource other types than lamps and their groups are returned unchanged
 * @param radio replaces its last known state
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

/** A lamp or group counts as off, or as on again, because a lamp became unreachable or reachable. */
export interface ReachabilityPowerChange extends Pick<ResourceChangeEvent, 'cause'> {
  readonly resource: Resource;
  /** With unreachable lamps as off. */
  readonly before: Resource;
  readonly now: Resource;
}

interface WatchClient extends Pick<BridgeClient, 'stateCache'> {
  watch(options: WatchOptions): Watch;
}

/**
 * @param options.interval longest time between two reads without pushed changes, in ms; at least a minute
 * @param options.isEach reports each lamp that became unreachable or reachable, also one that is off, and no group
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

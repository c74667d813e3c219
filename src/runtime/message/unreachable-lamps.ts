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

/** Shortest time between two reads of the radios where the bridge does not push changes, in ms. */
const shortestInterval = 60_000;

/**
 * A lamp that cannot be reached as one that is off, and a group whose lit lamps cannot be reached as well.
 *
 * @param resource of any type; all but lamps and groups of lamps are returned as they are
 * @param radio taken in place of the last known state of that radio
 */
export function showUnreachableLampAsOff(
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

/** Groups whose lamps are not known count as they are reported. */
const isGroupLit = (lit: readonly Resource[], answers: (lamp: Resource) => boolean): boolean =>
  lit.length === 0 || lit.some(answers);

const isOn = (resource: Resource): boolean => getNestedMember(resource, 'on', 'on') === true;

/** A lamp or group that counts as off, or as on again, since a lamp was lost or found. */
export interface ReachabilityPowerChange extends Pick<ResourceChangeEvent, 'cause'> {
  /** As the bridge reports it. */
  readonly resource: Resource;
  /** As it counted before, and as it counts now. */
  readonly before: Resource;
  readonly now: Resource;
}

/** The part of a client that watches. */
interface WatchClient extends Pick<BridgeClient, 'stateCache'> {
  watch(options: WatchOptions): Watch;
}

/**
 * Watches which lamps or groups count as off, or as on again, since a lamp was lost or found.
 *
 * @param interval longest time between two reads where the bridge does not push changes, in ms; at least a minute
 */
export const watchLampReachability = (
  client: WatchClient,
  {
    rtype,
    interval,
    onChange,
  }: { rtype: ResourceType; interval: number; onChange: (change: ReachabilityPowerChange) => void },
): Watch =>
  client.watch({
    rtype: 'zigbee_connectivity',
    interval: Math.max(interval, shortestInterval),
    onChange({ resource: radio, previous, cause }) {
      const { stateCache } = client;
      if (previous === undefined || isDeviceReachable(previous) === isDeviceReachable(radio))
        return;
      for (const resource of stateCache.byType(rtype)) {
        const before = showUnreachableLampAsOff(stateCache, resource, previous);
        const now = showUnreachableLampAsOff(stateCache, resource, radio);
        if (isOn(before) !== isOn(now)) onChange({ resource, before, now, cause });
      }
    },
  });

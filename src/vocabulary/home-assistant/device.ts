import { getListMember, getNestedMember } from '../../resources';
import type { Resource, Members } from '../../resources';
import type { PublishedHome } from './entity';

const radioTypes: ReadonlySet<unknown> = new Set(['zigbee_connectivity', 'zgp_connectivity']);

/** Such a device can be unreachable by itself. */
export const hasRadio = (device: Resource): boolean =>
  device.type === 'device' &&
  getListMember(device, 'services').some((service) =>
    radioTypes.has(getNestedMember(service, 'rtype')),
  );

/**
 * https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload
 *
 * @param owner device, room or area of the entity; the bridge if undefined
 */
export function createHomeAssistantDevice(
  home: PublishedHome,
  owner: Resource | undefined,
): Members {
  const { bridgeId } = home.topics;
  const bridge = findBridgeDevice(home);
  if (owner === undefined || owner.type === 'bridge_home' || owner.id === bridge?.id) {
    return {
      identifiers: [bridgeId],
      ...(bridge === undefined ? { name: bridgeId } : describe(home, bridge)),
    };
  }
  return {
    identifiers: [`${bridgeId}_${owner.id}`],
    ...describe(home, owner),
    via_device: bridgeId,
  };
}

function findBridgeDevice({ index }: PublishedHome): Resource | undefined {
  const [bridge] = index.byType('bridge');
  const rid = bridge === undefined ? undefined : index.ownerRid(bridge);
  return rid === undefined ? undefined : index.get(rid);
}

function describe(home: PublishedHome, owner: Resource): Members {
  const product = owner['product_data'];
  const isGroup = owner.type === 'room' || owner.type === 'zone';
  const members = {
    name: home.index.name(owner.id) ?? owner.id,
    manufacturer: getNestedMember(product, 'manufacturer_name'),
    model: isGroup
      ? owner.type
      : owner.type === 'motion_area_configuration'
        ? 'MotionAware'
        : getNestedMember(product, 'product_name'),
    model_id: getNestedMember(product, 'model_id'),
    sw_version: getNestedMember(product, 'software_version'),
    suggested_area: findArea(home, owner),
  };
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => typeof value === 'string'),
  );
}

/** A zone is no area: its lamps are in rooms. */
function findArea({ index }: PublishedHome, owner: Resource): string | undefined {
  const room = owner.type === 'room' ? owner : index.room(owner.id);
  return room?.type === 'room' ? index.name(room.id) : undefined;
}

import type { Resource, ResourceIdentifier } from '../../resources';
import { idOf, macAddressOf } from './id-of';

/** What is printed on a device. */
export interface Product {
  modelId: string;
  productName: string;
  archetype: string;
}

/** A device of the furnished home. */
export interface Device {
  /** Name it is known by inside the furniture; ids are made from it. */
  key: string;
  name: string;
  product: Product;
}

/** Points at a resource. */
export const referenceTo = ({ id, type }: Resource): ResourceIdentifier => ({
  rid: id,
  rtype: type,
});

/** Points at the device with a key. */
export const deviceReference = (key: string): ResourceIdentifier => ({
  rid: idOf(`device/${key}`),
  rtype: 'device',
});

/**
 * A service of a device.
 *
 * @param key the device's key, with a number behind it for further services of the same type
 */
export function service(
  rtype: string,
  device: string,
  members: Readonly<Record<string, unknown>>,
  ordinal = 0,
): Resource {
  return {
    id: idOf(`${rtype}/${device}${ordinal === 0 ? '' : `/${ordinal}`}`),
    type: rtype,
    owner: deviceReference(device),
    ...members,
  };
}

/** Devices for which there is new software at first. */
const readyToInstall: ReadonlySet<string> = new Set(['garden-motion', 'sofa-left']);

/** How a device reaches the bridge, and the state of its software: every wireless device has both. */
export const radioServices = (key: string): Resource[] => [
  service('zigbee_connectivity', key, { status: 'connected', mac_address: macAddressOf(key) }),
  service('device_software_update', key, {
    state: readyToInstall.has(key) ? 'ready_to_install' : 'no_update',
    problems: [],
  }),
];

/** A device with its services, the device first. */
export function deviceWith(
  { key, name, product }: Device,
  services: readonly Resource[],
): Resource[] {
  const device: Resource = {
    id: idOf(`device/${key}`),
    type: 'device',
    product_data: {
      model_id: product.modelId,
      manufacturer_name: 'Lighting bridge simulator',
      product_name: product.productName,
      product_archetype: product.archetype,
      certified: true,
      software_version: '1.122.8',
      hardware_platform_type: '100b-118',
    },
    metadata: { name, archetype: product.archetype },
    identify: {},
    services: services.map(referenceTo),
  };
  return [device, ...services];
}

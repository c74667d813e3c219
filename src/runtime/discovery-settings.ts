import type { NodeAPI } from 'node-red';
import type { DiscoveryOptions } from '../bridge';
import { isObject } from '../resources/member';

/**
 * How bridges are looked for, as `lightingBridge.discovery` of Node-RED's settings file says: `serviceType` where
 * bridges announce themselves under another one than `hue`, `port` where mDNS has another port than 5353.
 */
export function discoverySettings({
  settings,
}: Pick<NodeAPI, 'settings'>): Pick<DiscoveryOptions, 'serviceType' | 'port'> {
  const own: unknown = Reflect.get(settings, 'lightingBridge');
  const discovery = isObject(own) ? own['discovery'] : undefined;
  const { serviceType, port } = isObject(discovery) ? discovery : {};
  return {
    ...(typeof serviceType === 'string' && serviceName.test(serviceType) ? { serviceType } : {}),
    ...(typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536
      ? { port }
      : {}),
  };
}

/** Name of a service without its underscore (RFC 6335, section 5.1). */
const serviceName = /^[a-z0-9](-?[a-z0-9]){0,14}$/i;

import type { DiscoveryOptions } from '../../bridge';
import { isObject } from '../../resources/member-access';

/**
 * Options of discovery from `lightingBridge.discovery` in Node-RED's settings file: `serviceType` where
 * bridges announce another one than `hue`, `port` where mDNS uses another port than 5353.
 */
export function getDiscoverySettings({
  settings,
}: {
  settings: object;
}): Pick<DiscoveryOptions, 'serviceType' | 'port'> {
  const packageSettings: unknown = Reflect.get(settings, 'lightingBridge');
  const discovery = isObject(packageSettings) ? packageSettings['discovery'] : undefined;
  const { serviceType, port } = isObject(discovery) ? discovery : {};
  return {
    ...(typeof serviceType === 'string' && serviceTypePattern.test(serviceType)
      ? { serviceType }
      : {}),
    ...(typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536
      ? { port }
      : {}),
  };
}

/** Name of a service without its underscore (RFC 6335, section 5.1). */
const serviceTypePattern = /^[a-z0-9](-?[a-z0-9]){0,14}$/i;

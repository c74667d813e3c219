import type { DiscoveryOptions } from '../../bridge';
import { isObject } from '../../resources/values/member-access';

interface SettingsSource {
  settings: object;
}

/** Name of a service without its underscore (RFC 6335, section 5.1). */
const serviceTypePattern = /^[a-z0-9](-?[a-z0-9]){0,14}$/i;

/**
 * Returns the discovery options from `lightingBridge.discovery` in Node-RED's settings file: `serviceType` if bridges
 * announce another type than `hue`, and `port` if mDNS uses another port than 5353.
 */
export function getBridgeDiscoverySettings(
  source: SettingsSource,
): Pick<DiscoveryOptions, 'serviceType' | 'port'> {
  const discovery = getPackageSetting(source, 'discovery');
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

/**
 * Returns the host names of the editor from `lightingBridge.allowedHosts` in Node-RED's settings file: `name` or
 * `name:port`, or a list of these.
 *
 * @returns the names that are texts, in lower case
 */
export function getAllowedEditorHosts(source: SettingsSource): readonly string[] {
  const allowedHosts = getPackageSetting(source, 'allowedHosts');
  const hosts: readonly unknown[] = Array.isArray(allowedHosts) ? allowedHosts : [allowedHosts];
  return hosts.filter((host) => typeof host === 'string').map((host) => host.trim().toLowerCase());
}

function getPackageSetting({ settings }: SettingsSource, name: string): unknown {
  const packageSettings: unknown = Reflect.get(settings, 'lightingBridge');
  return isObject(packageSettings) ? packageSettings[name] : undefined;
}

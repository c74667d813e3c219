import type { DiscoveryOptions } from '../bridge';
import { isObject } from '../resources/members';

interface SettingsSource {
  settings: object;
}

/** Without its underscore (RFC 6335, section 5.1). */
const serviceTypePattern = /^[a-z0-9](-?[a-z0-9]){0,14}$/i;

/**
 * Reads `lightingBridge.discovery` of Node-RED's settings file: `serviceType` if bridges announce another type than
 * `hue`, and `port` if mDNS uses another port than 5353.
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
 * Reads `lightingBridge.allowedHosts` of Node-RED's settings file: `name` or `name:port`, or a list. Returns lower
 * case, without values that are no texts.
 */
export function getAllowedEditorHosts(source: SettingsSource): readonly string[] {
  const allowedHosts = getPackageSetting(source, 'allowedHosts');
  const hosts: readonly unknown[] = Array.isArray(allowedHosts) ? allowedHosts : [allowedHosts];
  return hosts.filter((host) => typeof host === 'string').map((host) => host.trim().toLowerCase());
}

/** Reads `lightingBridge.dailyBackups` of Node-RED's settings file; only `false` turns them off. */
export const keepsDailyBackups = (source: SettingsSource): boolean =>
  getPackageSetting(source, 'dailyBackups') !== false;

function getPackageSetting({ settings }: SettingsSource, name: string): unknown {
  const packageSettings: unknown = Reflect.get(settings, 'lightingBridge');
  return isObject(packageSettings) ? packageSettings[name] : undefined;
}

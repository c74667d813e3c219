/** Groups of resource types as lists offer them: those first that people use most, and in a group as well. */
const typesByGroup = {
  lights: ['light', 'grouped_light'],
  sensors: [
    'motion',
    'light_level',
    'temperature',
    'contact',
    'device_power',
    'tamper',
    'camera_motion',
    'grouped_motion',
    'grouped_light_level',
    'convenience_area_motion',
    'security_area_motion',
  ],
  switches: ['button', 'relative_rotary', 'bell_button', 'switch_input_configuration', 'speaker'],
  scenes: ['scene', 'smart_scene'],
  home: [
    'room',
    'zone',
    'device',
    'bridge_home',
    'entertainment_configuration',
    'motion_area_configuration',
    'motion_area_candidate',
    'service_group',
  ],
  bridge: [
    'bridge',
    'device_software_update',
    'zigbee_device_discovery',
    'homekit',
    'matter',
    'matter_fabric',
  ],
  automation: [
    'behavior_instance',
    'behavior_script',
    'geolocation',
    'geofence_client',
    'geofence',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** A group with the types of it that a list offers. */
export interface OfferedTypeGroup {
  group: keyof typeof typesByGroup | 'technical';
  rtypes: readonly string[];
}

/**
 * Sorts types into their groups; what is in none is technical, and comes last.
 *
 * @param offered names of the types that a list offers
 * @returns the groups that have any
 */
export function groupTypes(offered: readonly string[]): OfferedTypeGroup[] {
  const names = [
    'lights',
    'sensors',
    'switches',
    'scenes',
    'home',
    'bridge',
    'automation',
  ] as const;
  const groups: OfferedTypeGroup[] = names.map((group) => ({
    group,
    rtypes: typesByGroup[group].filter((rtype) => offered.includes(rtype)),
  }));
  const grouped = new Set(groups.flatMap(({ rtypes }) => rtypes));
  const rest = offered.filter((rtype) => !grouped.has(rtype));
  return [...groups, { group: 'technical' as const, rtypes: rest }].filter(
    ({ rtypes }) => rtypes.length > 0,
  );
}

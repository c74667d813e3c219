/** Groups of resource types in display order: the most used groups and types come first. */
const typeGroups = [
  { group: 'lights', rtypes: ['light', 'grouped_light'] },
  {
    group: 'sensors',
    rtypes: [
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
  },
  {
    group: 'switches',
    rtypes: ['button', 'relative_rotary', 'bell_button', 'switch_input_configuration', 'speaker'],
  },
  { group: 'scenes', rtypes: ['scene', 'smart_scene'] },
  {
    group: 'home',
    rtypes: [
      'room',
      'zone',
      'device',
      'bridge_home',
      'entertainment_configuration',
      'motion_area_configuration',
      'motion_area_candidate',
      'service_group',
    ],
  },
  {
    group: 'bridge',
    rtypes: [
      'bridge',
      'device_software_update',
      'zigbee_device_discovery',
      'homekit',
      'matter',
      'matter_fabric',
    ],
  },
  {
    group: 'automation',
    rtypes: ['behavior_instance', 'behavior_script', 'geolocation', 'geofence_client', 'geofence'],
  },
] as const satisfies readonly { group: string; rtypes: readonly string[] }[];

interface OfferedTypeGroup {
  group: (typeof typeGroups)[number]['group'] | 'technical';
  rtypes: readonly string[];
}

const listedTypes: ReadonlySet<string> = new Set(typeGroups.flatMap(({ rtypes }) => rtypes));

/**
 * Sorts types into their groups. A type without a group is a sensor if it has a reading, otherwise
 * technical.
 *
 * @returns groups that are not empty
 */
export function groupResourceTypes(
  offered: readonly { readonly rtype: string; readonly reading?: string }[],
): OfferedTypeGroup[] {
  const isOffered = (rtype: string): boolean => offered.some((type) => type.rtype === rtype);
  const unlisted = offered.filter(({ rtype }) => !listedTypes.has(rtype));
  const listUnlisted = (hasReading: boolean): readonly string[] =>
    unlisted
      .filter(({ reading }) => (reading !== undefined) === hasReading)
      .map(({ rtype }) => rtype);
  const groups: OfferedTypeGroup[] = typeGroups.map(({ group, rtypes }) => ({
    group,
    rtypes: [...rtypes.filter(isOffered), ...(group === 'sensors' ? listUnlisted(true) : [])],
  }));
  return [...groups, { group: 'technical' as const, rtypes: listUnlisted(false) }].filter(
    ({ rtypes }) => rtypes.length > 0,
  );
}

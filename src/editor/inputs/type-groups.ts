/** Most used first. */
const typeGroups = [
  { group: 'lights', rtypes: ['light', 'grouped_light'] },
  {
    group: 'presence',
    rtypes: [
      'motion',
      'geofence_client',
      'contact',
      'tamper',
      'camera_motion',
      'grouped_motion',
      'convenience_area_motion',
      'security_area_motion',
    ],
  },
  { group: 'climate', rtypes: ['light_level', 'temperature', 'grouped_light_level'] },
  {
    group: 'devices',
    rtypes: ['device_power', 'zigbee_connectivity', 'device', 'device_software_update'],
  },
  {
    group: 'switches',
    rtypes: ['button', 'relative_rotary', 'bell_button', 'switch_input_configuration', 'speaker'],
  },
  { group: 'scenes', rtypes: ['scene', 'smart_scene'] },
  {
    group: 'rooms',
    rtypes: [
      'room',
      'zone',
      'bridge_home',
      'entertainment_configuration',
      'motion_area_configuration',
      'motion_area_candidate',
      'service_group',
    ],
  },
  {
    group: 'automation',
    rtypes: ['behavior_instance', 'behavior_script', 'geolocation', 'geofence'],
  },
  {
    group: 'network',
    rtypes: [
      'bridge',
      'zigbee_bridge_connectivity',
      'zgp_connectivity',
      'wifi_connectivity',
      'zigbee_device_discovery',
      'homekit',
      'matter',
      'matter_fabric',
    ],
  },
] as const satisfies readonly { group: string; rtypes: readonly string[] }[];

interface OfferedTypeGroup {
  group: (typeof typeGroups)[number]['group'] | 'others';
  rtypes: readonly string[];
}

const listedTypes: ReadonlySet<string> = new Set(typeGroups.flatMap(({ rtypes }) => rtypes));

/**
 * Puts types without a group into the climate group if they have a reading, others into the last.
 *
 * @returns non-empty groups
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
    rtypes: [...rtypes.filter(isOffered), ...(group === 'climate' ? listUnlisted(true) : [])],
  }));
  return [...groups, { group: 'others' as const, rtypes: listUnlisted(false) }].filter(
    ({ rtypes }) => rtypes.length > 0,
  );
}

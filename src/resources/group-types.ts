/** Groups with `children`. Service document, section 2.2; zones: Hue CLIP API reference. */
export const roomAndZoneTypes = ['room', 'zone'] as const;

/** Scenes, smart scenes and motion areas belong to these groups. */
export const sceneGroupTypes = [...roomAndZoneTypes, 'bridge_home'] as const;

export const isSceneGroupType = (rtype: string): boolean =>
  sceneGroupTypes.some((one) => one === rtype);

export const isRoomOrZoneType = (rtype: string): boolean =>
  roomAndZoneTypes.some((one) => one === rtype);

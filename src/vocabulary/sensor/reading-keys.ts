const keysByType: Readonly<Record<string, readonly [string, string]>> = {
  motion: ['motion', 'noMotion'],
  camera_motion: ['motion', 'noMotion'],
  grouped_motion: ['motion', 'noMotion'],
  convenience_area_motion: ['motion', 'noMotion'],
  security_area_motion: ['motion', 'noMotion'],
  contact: ['open', 'closed'],
  tamper: ['tampered', 'notTampered'],
};

/** For `true` and `false`, below `status` in the catalogue of the bridge. */
export const getReadingKeys = (rtype: string): readonly [string, string] =>
  keysByType[rtype] ?? ['yes', 'no'];

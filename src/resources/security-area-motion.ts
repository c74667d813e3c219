import { defineResource, serviceChange } from './definition';
import { motionRead, motionUpdate, motionValue } from './shared-members';

/** Motion in an area, for security. Service document, section 2.6. */
export const securityAreaMotion = defineResource({
  rtype: 'security_area_motion',
  origin: 'service',
  section: '2.6',
  pathParameter: 'securityAreaMotionId',
  operations: serviceChange,
  read: motionRead,
  update: motionUpdate('security_area_motion'),
  momentary: [],
  lane: 'other',
  sensor: true,
  value: motionValue,
});

import { defineResource, serviceChange } from './definition';
import { motionRead, motionUpdate, motionValue } from './shared-members';

/** A motion sensor. Service document, section 2.6. */
export const motion = defineResource({
  rtype: 'motion',
  origin: 'service',
  section: '2.6',
  pathParameter: 'motionId',
  operations: serviceChange,
  read: motionRead,
  update: motionUpdate('motion'),
  momentary: [],
  lane: 'other',
  sensor: true,
  value: motionValue,
});

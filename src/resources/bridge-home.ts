import * as v from 'valibot';
import { defineResource, serviceRead } from './definition';
import { readReference } from './reference';
import { readShape } from './schema';
import { noValue } from './shared-members';

/** The whole home. Service document, section 2.8. */
export const bridgeHome = defineResource({
  rtype: 'bridge_home',
  origin: 'service',
  section: '2.8',
  pathParameter: 'bridgeHomeId',
  operations: serviceRead,
  read: readShape({ children: v.array(readReference), services: v.array(readReference) }),

  momentary: [],
  lane: 'other',
  value: noValue,
});

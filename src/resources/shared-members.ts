import * as v from 'valibot';
import { member, report } from './member';
import { readReference } from './reference';
import { integerFrom, readPart, readShape, writePart, writeShape } from './schema';
import type { Resource } from './definition';

/** Read shape of everything that reports motion. Service document, section 2.6. */
export const motionRead = readShape({
  owner: readReference,
  enabled: v.boolean(),
  motion: readPart({
    motion: v.boolean(),
    motion_valid: v.boolean(),
    motion_report: readPart({ changed: v.string(), motion: v.boolean() }),
  }),
  sensitivity: readPart({
    status: v.string(),
    sensitivity: v.number(),
    sensitivity_max: v.number(),
  }),
});

/** Body of everything that reports motion. Sensitivity: Hue CLIP API reference. */
export const motionUpdate = <const Name extends string>(rtype: Name) =>
  writeShape(rtype, {
    enabled: v.optional(v.boolean()),
    sensitivity: v.optional(writePart({ sensitivity: integerFrom(0, 100) })),
  });

export const motionValue = (resource: Resource): unknown => report(resource, 'motion', 'motion');

/** Body of a sensor that can only be switched on and off. Service document, section 4.2. */
export const enabledUpdate = <const Name extends string>(rtype: Name) =>
  writeShape(rtype, { enabled: v.optional(v.boolean()) });

/** Body of a resource that takes nothing but its own type. Service document, section 4.2. */
export const typeOnlyUpdate = <const Name extends string>(rtype: Name) => writeShape(rtype, {});

export const noValue = (): undefined => undefined;
export const statusValue = (resource: Resource): unknown => member(resource, 'status');

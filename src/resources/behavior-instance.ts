import * as v from 'valibot';
import { defineResource, serviceChange } from './definition';
import { member } from './member';
import { idPattern } from './id-pattern';
import { readReference } from './reference';
import { freeForm, readPart, readShape, textOf, writePart, writeShape } from './schema';

const metadata = v.optional(writePart({ name: v.optional(textOf(1, 32)) }));

/**
 * An automation. Service document, section 2.8 (`dependees` as references); `dependees` with level,
 * `trigger`, create and delete: Hue CLIP API reference.
 */
export const behaviorInstance = defineResource({
  rtype: 'behavior_instance',
  origin: 'service',
  section: '2.8',
  pathParameter: 'behaviorInstanceId',
  operations: { ...serviceChange, create: 'reference', delete: 'reference' },
  read: readShape({
    script_id: v.string(),
    enabled: v.boolean(),
    state: v.looseObject({}),
    configuration: v.looseObject({}),
    dependees: v.array(
      readPart({
        rid: v.string(),
        rtype: v.string(),
        type: v.string(),
        target: readReference,
        level: v.string(),
      }),
    ),
    status: v.string(),
    last_error: v.string(),
    metadata: readPart({ name: v.string() }),
    migrated_from: v.string(),
  }),
  create: writeShape('behavior_instance', {
    script_id: v.pipe(v.string(), v.regex(idPattern)),
    enabled: v.boolean(),
    configuration: freeForm,
    metadata,
    migrated_from: v.optional(textOf(1, 64)),
  }),
  update: writeShape('behavior_instance', {
    enabled: v.optional(v.boolean()),
    configuration: v.optional(freeForm),
    trigger: v.optional(freeForm),
    metadata,
  }),
  momentary: ['trigger'],
  lane: 'other',
  value: (resource) => member(resource, 'enabled'),
});

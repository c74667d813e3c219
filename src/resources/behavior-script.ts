import * as v from 'valibot';
import { defineResource, serviceChange } from './definition';
import { member } from './member';
import { readPart, readShape } from './schema';
import { typeOnlyUpdate } from './shared-members';

/** A kind of automation that the bridge can run. Service document, section 2.8. */
export const behaviorScript = defineResource({
  rtype: 'behavior_script',
  origin: 'service',
  section: '2.8',
  pathParameter: 'behaviorScriptId',
  operations: serviceChange,
  read: readShape({
    description: v.string(),
    configuration_schema: v.looseObject({}),
    trigger_schema: v.looseObject({}),
    state_schema: v.looseObject({}),
    version: v.string(),
    metadata: readPart({ name: v.string(), category: v.string() }),
    supported_features: v.array(v.string()),
    max_number_instances: v.number(),
  }),
  update: typeOnlyUpdate('behavior_script'),
  momentary: [],
  lane: 'other',
  value: (resource) => member(resource, 'metadata', 'name'),
});

import * as v from 'valibot';
import { defineResource, serviceOperations } from '../definitions/resource-definition';
import { lightLevelReportDefinition } from './light-level';
import { createResourceWriteSchema } from '../schemas/schema-builders';
import type { ResourceAsRead } from '../definitions/resource-definition';
import type { ResourceIdentifier } from '../schemas/reference-schemas';
import type { LightLevelState } from './light-level';

/** The light level of a room, zone or home. Service document, section 2.6; `enabled`: Hue CLIP API reference. */
export type GroupedLightLevel = ResourceAsRead<{
  owner: ResourceIdentifier;
  enabled: boolean;
  light: LightLevelState;
}>;

export const groupedLightLevelDefinition = defineResource({
  section: '2.6',
  operations: serviceOperations.readUpdate,
  update: createResourceWriteSchema('grouped_light_level', { enabled: v.optional(v.boolean()) }),
  ...lightLevelReportDefinition,
});

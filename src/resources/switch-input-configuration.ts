import * as v from 'valibot';
import { defineResource, referenceChange } from './definition';
import { member } from './member';
import { readReference } from './reference';
import { openEnum, readPart, readShape, writePart, writeShape } from './schema';

/** How a wall switch module reads its switches. Hue CLIP API reference. */
export const switchInputConfiguration = defineResource({
  rtype: 'switch_input_configuration',
  origin: 'reference',
  section: 'switch_input_configuration',
  pathParameter: 'switchInputConfigurationId',
  operations: referenceChange,
  read: readShape({
    owner: readReference,
    switch_mode: readPart({
      status: v.string(),
      mode: v.string(),
      mode_values: v.array(v.string()),
    }),
    linked_services: v.array(readReference),
  }),
  update: writeShape('switch_input_configuration', {
    switch_mode: v.optional(
      writePart({
        mode: openEnum([
          'switch_single_rocker',
          'switch_single_pushbutton',
          'switch_dual_rocker',
          'switch_dual_pushbutton',
        ]),
      }),
    ),
  }),
  momentary: [],
  lane: 'other',
  value: (resource) => member(resource, 'switch_mode', 'mode'),
});

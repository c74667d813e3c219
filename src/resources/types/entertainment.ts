import * as v from 'valibot';
import {
  referenceOperations,
  serviceOperations,
  serviceShape,
  shape,
  statusValue,
} from '../resource';
import type { ResourceRow } from '../resource';
import { referenceTo, boundedNumber, boundedPosition, nameSchema, openEnum } from '../schemas';
import type { ResourceIdentifier } from '../schemas';

const writeMembers = {
  metadata: v.optional(v.strictObject({ name: nameSchema })),
  configuration_type: v.optional(openEnum(['screen', 'monitor', 'music', '3dspace', 'other'])),
  stream_proxy: v.optional(
    v.strictObject({
      mode: v.picklist(['auto', 'manual']),
      node: v.optional(referenceTo('entertainment')),
    }),
  ),
  locations: v.optional(
    v.strictObject({
      service_locations: v.array(
        v.strictObject({
          service: referenceTo('entertainment'),
          positions: v.array(boundedPosition(1)),
          equalization_factor: v.optional(boundedNumber(0, 1)),
        }),
      ),
    }),
  ),
};

export const entertainmentRows = {
  entertainment: {
    section: '2.8',
    operations: serviceOperations.readUpdate,
    read: serviceShape<{
      renderer: boolean;
      renderer_reference: ResourceIdentifier;
      proxy: boolean;
      equalizer: boolean;
      max_streams: number;
      segments: {
        configurable: boolean;
        max_segments: number;
        segments: { start: number; length: number }[];
      };
    }>(),
    update: {},
  },

  /** Lamps placed around a screen or in a space. */
  entertainment_configuration: {
    operations: referenceOperations.all,
    read: shape<{
      metadata: { name: string };
      configuration_type: string;
      status: string;
      active_streamer: ResourceIdentifier;
      stream_proxy: { mode: string; node: ResourceIdentifier };
      channels: object[];
      locations: object;
      light_services: ResourceIdentifier[];
    }>(),
    create: writeMembers,
    update: { ...writeMembers, action: v.optional(v.picklist(['start', 'stop'])) },
    nonIdempotentMembers: ['action'],
    ...statusValue,
  },
} satisfies Readonly<Record<string, ResourceRow>>;

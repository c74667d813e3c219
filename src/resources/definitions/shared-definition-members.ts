import * as v from 'valibot';
import { getNestedMember } from '../values/member-access';
import {
  createReportMembers,
  getSensorReportValue,
  sampleTimestamp,
} from './sensor-report-definition';
import {
  createBoundedIntegerSchema,
  createObjectWriteSchema,
  createResourceWriteSchema,
} from '../schemas/schema-builders';
import type { Resource, ResourceAsRead } from './resource-definition';
import type { ResourceIdentifier } from '../schemas/reference-schemas';

export interface MotionState {
  motion: boolean;
  motion_valid: boolean;
  motion_report: { changed: string; motion: boolean };
}

/** All motion sensors as read. Service document, section 2.6. */
export type MotionSensor = ResourceAsRead<{
  owner: ResourceIdentifier;
  enabled: boolean;
  motion: MotionState;
  sensitivity: { status: string; sensitivity: number; sensitivity_max: number };
}>;

/** Update schema of all motion sensors. Sensitivity: Hue CLIP API reference. */
export const createMotionUpdateSchema = <const Name extends string>(rtype: Name) =>
  createResourceWriteSchema(rtype, {
    enabled: v.optional(v.boolean()),
    sensitivity: v.optional(
      createObjectWriteSchema({ sensitivity: createBoundedIntegerSchema(0, 100) }),
    ),
  });

const motionReport = { group: 'motion', name: 'motion' } as const;

/** Members that the definitions of all motion sensors share: their value, report and sample. */
export const motionDefinitionMembers = {
  value: (resource: Resource): unknown => getSensorReportValue(resource, motionReport),
  valueDescription: '`true` while there is motion',
  reading: 'motion',
  report: motionReport,
  sample: {
    enabled: true,
    ...createReportMembers(motionReport, false, sampleTimestamp),
    sensitivity: { status: 'set', sensitivity: 2, sensitivity_max: 4 },
  },
};

/** Update schema of a sensor that takes only `enabled`. Service document, section 4.2. */
export const createEnabledUpdateSchema = <const Name extends string>(rtype: Name) =>
  createResourceWriteSchema(rtype, { enabled: v.optional(v.boolean()) });

/** Update schema of a resource that takes only its `type`. Service document, section 4.2. */
export const createTypeOnlyUpdateSchema = <const Name extends string>(rtype: Name) =>
  createResourceWriteSchema(rtype, {});

export const getStatusMember = (resource: Resource): unknown => getNestedMember(resource, 'status');

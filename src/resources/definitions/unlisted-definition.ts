import * as v from 'valibot';
import { hueReferenceCrudOperations } from './resource-definition';
import type { ResourceDefinition } from './resource-definition';
import { getNoPlainValue } from './shared-definition-members';

/**
 * Definition of a type that the table does not list, such as one of a newer firmware: every operation, no plain value,
 * any member.
 */
export function createUnlistedDefinition(rtype: string): ResourceDefinition {
  const bodySchema = v.looseObject({ type: v.optional(v.literal(rtype)) });
  return {
    rtype,
    origin: 'reference',
    section: rtype,
    pathParameter: 'id',
    operations: hueReferenceCrudOperations,
    create: bodySchema,
    update: bodySchema,
    nonIdempotentMembers: 'all',
    lane: 'other',
    value: getNoPlainValue,
  };
}

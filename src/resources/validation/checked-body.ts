import { isObject } from '../member-access';
import { getResourceDefinition } from '../resource-table';
import type { ResourceType } from '../resource-table';

/** A body that has passed `checkBody`, which alone creates it. Serialised at once, so later changes have no effect. */
export class CheckedBody {
  readonly rtype: ResourceType;
  readonly operation: 'create' | 'update';
  /** Members of the body. */
  readonly members: Readonly<Record<string, unknown>>;
  /** True when a member is not idempotent, so that the write is neither merged nor retried. */
  readonly nonIdempotent: boolean;
  readonly #text: string;

  constructor(
    rtype: ResourceType,
    operation: 'create' | 'update',
    members: Record<string, unknown>,
  ) {
    this.rtype = rtype;
    this.operation = operation;
    this.members = members;
    this.nonIdempotent = getResourceDefinition(rtype).nonIdempotentMembers.some((name) =>
      Object.hasOwn(members, name),
    );
    this.#text = JSON.stringify(members);
  }

  /** Checks the private field, so that no other object passes. */
  static isInstance(value: unknown): value is CheckedBody {
    return isObject(value) && #text in value;
  }

  /** The body as JSON text. */
  get text(): string {
    return this.#text;
  }
}

/** True for a body that was checked for this operation on this type. */
export const isCheckedBody = (
  value: unknown,
  rtype: ResourceType,
  operation: 'create' | 'update',
): value is CheckedBody =>
  CheckedBody.isInstance(value) && value.rtype === rtype && value.operation === operation;

import { isObject } from './member';
import { definitionOf } from './table';
import type { ResourceType } from './table';

/** A body that has passed `checkBody`, which alone makes one. It is written down at once, so nothing changes it any more. */
export class CheckedBody {
  readonly rtype: ResourceType;
  readonly operation: 'create' | 'update';
  /** What the body says. */
  readonly members: Readonly<Record<string, unknown>>;
  /** True when a part of it acts at once, so that it is neither merged nor repeated. */
  readonly momentary: boolean;
  readonly #text: string;

  constructor(
    rtype: ResourceType,
    operation: 'create' | 'update',
    members: Record<string, unknown>,
  ) {
    this.rtype = rtype;
    this.operation = operation;
    this.members = members;
    this.momentary = definitionOf(rtype).momentary.some((name) => Object.hasOwn(members, name));
    this.#text = JSON.stringify(members);
  }

  /** No other object can pass for one. */
  static isOne(value: unknown): value is CheckedBody {
    return isObject(value) && #text in value;
  }

  /** The body as JSON, as it goes to the wire. */
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
  CheckedBody.isOne(value) && value.rtype === rtype && value.operation === operation;

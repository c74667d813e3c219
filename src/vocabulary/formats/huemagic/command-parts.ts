import { getNestedMember, getXyMember } from '../../../resources/values/member-access';
import type { Resource, Members } from '../../../resources';
import type { LightCommandTarget } from '../../light/light-property';
import type { ParseResult } from '../../parsing/parse-result';

export interface HueMagicLightContext extends LightCommandTarget {
  /** Of the payload, for problems. */
  at: string;
  /** For `"auto"`; the system time if missing. */
  now?: Date | undefined;
}

/** Before the wait for a lamp that is off. */
export interface CommandParts {
  /** Plain words and members of the service's own body. */
  words: Record<string, unknown>;
  /** These wait for a lamp that is off. */
  later: Record<string, unknown>;
}

/** Adds one member of the payload; returns only a problem. */
export type MemberParser = (
  value: unknown,
  parts: CommandParts,
  context: MemberContext,
) => ParseResult<never> | undefined;

export interface MemberContext extends HueMagicLightContext {
  payload: Members;
}

export const isOff = (lamp: Resource | undefined): boolean =>
  getNestedMember(lamp, 'on', 'on') === false;

/** Also true for a group, and for an unknown lamp. */
export const mayShowColors = ({ kind, lamp }: HueMagicLightContext): boolean =>
  kind === 'grouped_light' || lamp === undefined || getXyMember(lamp, 'color', 'xy') !== undefined;

/** Also true for a group, and for an unknown lamp. */
export const mayHaveAnyOf = (
  { kind, lamp }: HueMagicLightContext,
  ...names: readonly string[]
): boolean =>
  kind === 'grouped_light' || lamp === undefined || names.some((name) => lamp[name] !== undefined);

/** NaN for anything but a number or its text. */
export const toNumber = (value: unknown): number =>
  typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
    ? Number(value)
    : Number.NaN;

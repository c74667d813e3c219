import { getNestedMember, getXyMember } from '../../../resources/values/member-access';
import type { Resource, Members } from '../../../resources';
import type { LightCommandTarget } from '../../light/light-property';
import type { ParseResult } from '../../parsing/parse-result';

/** What a command of HueMagic is for. */
export interface HueMagicLightContext extends LightCommandTarget {
  /** Path of the payload, for problems. */
  at: string;
  /** The present time, for `"auto"`; that of the system when it is missing. */
  now?: Date | undefined;
}

/** What a command of HueMagic becomes, before it is known whether it waits for a lamp that is off. */
export interface CommandParts {
  /** Plain words and members of the service's own body. */
  words: Record<string, unknown>;
  /** Those that wait for a lamp that is off. */
  later: Record<string, unknown>;
}

/** Parses one member of the payload and adds what it says. @returns a problem, or undefined */
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

/** True for a group, and for a lamp that shows colours or is not known. */
export const showsColors = ({ kind, lamp }: HueMagicLightContext): boolean =>
  kind === 'grouped_light' || lamp === undefined || getXyMember(lamp, 'color', 'xy') !== undefined;

/** True for a group, and for a lamp that has a member or is not known. */
export const hasMember = (
  { kind, lamp }: HueMagicLightContext,
  ...names: readonly string[]
): boolean =>
  kind === 'grouped_light' || lamp === undefined || names.some((name) => lamp[name] !== undefined);

/** A number, or the text of one; NaN for anything else. */
export const toNumber = (value: unknown): number =>
  typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
    ? Number(value)
    : Number.NaN;

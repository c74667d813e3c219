import { findNearestName } from '../../resources/validation/nearest-name';
import { refuse, refuseWithout } from '../parsing/parse-result';
import type { ParseResult } from '../parsing/parse-result';
import { lightCommandPropertyNames, suggestPropertyForAlias } from './light-command-properties';
import type { LightCommandDraft, LightCommandPropertyContext } from './light-property';
import { getLampNameForProblem } from './parse-supported-name';

const commonProperties = 'on, brightness, kelvin, color, transition, effect';

/** @param members of the service's own body, for the suggestion */
export const refuseUnknownProperty = (
  property: string,
  value: unknown,
  { at }: LightCommandPropertyContext,
  members: readonly string[],
): ParseResult<never> =>
  refuse(
    at,
    { kind: 'lightWord', values: commonProperties },
    value,
    suggestPropertyForAlias(property) ??
      findNearestName(property, [...lightCommandPropertyNames, ...members]),
  );

export function refuseForGroup(
  property: string,
  value: unknown,
  { at }: LightCommandPropertyContext,
  groupSupport: 'members' | 'none',
): ParseResult<never> {
  const expected = { kind: 'lampsOnly', word: property } as const;
  return groupSupport === 'members'
    ? refuseWithout('members', at, expected, value)
    : refuse(at, expected, value);
}

/** If the lamp lacks a capability, the problem names it. */
export function refuseEmptyCommand(
  draft: LightCommandDraft,
  { at, lamp }: Pick<LightCommandPropertyContext, 'at' | 'lamp'>,
  payload: unknown,
): ParseResult<never> {
  const [problem] = draft.lacking;
  if (problem === undefined) return refuse(at, { kind: 'toDo', values: commonProperties }, payload);
  const expected = {
    kind: 'otherLamp',
    needed: problem.expected,
    lamp: getLampNameForProblem(lamp),
  } as const;
  return { ok: false, problem: { ...problem, expected } };
}

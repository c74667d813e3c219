import { getNestedMember, getTextMember, findNearestName } from '../../resources';
import type { ProblemText } from '../../resources/validation/problem-texts';
import { accept, refuse } from '../parsing/parse-result';
import type { ParseResult } from '../parsing/parse-result';
import type { LampColorContext } from './lamp-colors';

/** In the service, for an effect, signal or mode. */
const maxNameLength = 64;

/** Undefined if the lamp has no such list. */
export function getSupportedNames(
  lamp: unknown,
  ...path: readonly string[]
): readonly string[] | undefined {
  const list = getNestedMember(lamp, ...path);
  return Array.isArray(list) ? list.filter((name) => typeof name === 'string') : undefined;
}

export const noEffectName = 'no_effect';

export const getSupportedEffects = (lamp: unknown): readonly string[] | undefined =>
  getSupportedNames(lamp, 'effects_v2', 'action', 'effect_values') ??
  getSupportedNames(lamp, 'effects_v2', 'status', 'effect_values') ??
  getSupportedNames(lamp, 'effects', 'effect_values') ??
  getSupportedNames(lamp, 'effects', 'status_values');

/**
 * @param supported if undefined, any name passes
 * @param examples for suggestions if `supported` is undefined
 */
export function parseSupportedName(
  value: unknown,
  { at, lamp }: Pick<LampColorContext, 'at' | 'lamp'>,
  supported: readonly string[] | undefined,
  examples: readonly string[],
): ParseResult<string> {
  const names = supported ?? examples;
  const expected: ProblemText | string =
    supported === undefined
      ? { kind: 'textLike', values: examples }
      : toExpectedName(supported, getLampNameForProblem(lamp));
  if (typeof value !== 'string') return refuse(at, expected, value);
  const name = value.trim().toLowerCase().replaceAll(' ', '_');
  if (name === '' || name.length > maxNameLength) return refuse(at, expected, value);
  if (supported !== undefined && !supported.includes(name)) {
    return refuse(at, expected, value, findNearestName(name, names));
  }
  return accept(name);
}

const toExpectedName = (values: readonly string[], lamp: string): ProblemText =>
  values.length === 0 ? { kind: 'offersNone', lamp } : { kind: 'offered', values, lamp };

export const getLampNameForProblem = (lamp: unknown): string =>
  getTextMember(lamp, 'metadata', 'name') ?? 'this lamp';

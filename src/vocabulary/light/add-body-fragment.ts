import { isObject } from '../../resources/values/member-access';
import { refuse } from '../parsing/parse-result';
import type { CommandProblem } from '../parsing/parse-result';
import { lampAspectByMember } from './light-property';
import type { CommandBodyFragment, LightCommandDraft, LightCommandMember } from './light-property';

/**
 * @param received message and path, for the problem
 * @returns a problem if an earlier property sets the same aspect
 */
export function addBodyFragment(
  draft: LightCommandDraft,
  property: string,
  fragment: CommandBodyFragment,
  received: { at: string; payload: unknown },
): CommandProblem | undefined {
  const source: LightCommandMember = {
    name: property,
    isServiceMember: fragment.isServiceMember === true,
  };
  for (const name of Object.keys(fragment.body)) {
    const value = fragment.body[name];
    const earlier = findConflict(draft, source, name, value);
    if (earlier !== undefined) {
      const expected = { kind: 'notBoth', one: earlier.name, other: property } as const;
      return refuse(received.at, expected, received.payload).problem;
    }
    const current = draft.body[name];
    draft.body[name] = isObject(current) && isObject(value) ? { ...current, ...value } : value;
  }
  if (fragment.warnings !== undefined) draft.warnings.push(...fragment.warnings);
  if (fragment.defaults !== undefined) draft.defaults = { ...draft.defaults, ...fragment.defaults };
  draft.turnsOn ||= fragment.turnsOn === true;
  return undefined;
}

/**
 * Claims the aspects that a member sets.
 *
 * @returns the property that claimed one of them before
 */
function findConflict(
  draft: LightCommandDraft,
  source: LightCommandMember,
  name: string,
  value: unknown,
): LightCommandMember | undefined {
  if (name !== 'metadata' || !isObject(value))
    return claimAspect(draft, lampAspectByMember.get(name) ?? name, source);
  for (const inner of Object.keys(value)) {
    const earlier = claimAspect(draft, `metadata.${inner}`, source);
    if (earlier !== undefined) return earlier;
  }
  return undefined;
}

function claimAspect(
  { sourceByAspect }: LightCommandDraft,
  aspect: string,
  source: LightCommandMember,
): LightCommandMember | undefined {
  const earlier = sourceByAspect.get(aspect);
  if (earlier !== undefined && !areCompatible(earlier, source)) return earlier;
  sourceByAspect.set(aspect, source);
  return undefined;
}

/** True for two members of the service's own body, except `color` beside `color_temperature`. */
function areCompatible(one: LightCommandMember, other: LightCommandMember): boolean {
  if (!one.isServiceMember || !other.isServiceMember) return false;
  const hasColor = one.name === 'color' || other.name === 'color';
  const hasColorTemperature =
    one.name === 'color_temperature' || other.name === 'color_temperature';
  return !(hasColor && hasColorTemperature);
}

import { isObject } from '../../resources';
import { refuseValue } from '../parsing/parse-result';
import type { CommandProblem } from '../parsing/parse-result';
import type { BodyFragment } from './light-property';

/** A light command under construction, with the property that each part of its body comes from. */
export interface LightCommandDraft {
  readonly body: Record<string, unknown>;
  readonly warnings: string[];
  /** Properties by the aspect of the lamp they set, to detect conflicts. */
  readonly sourceByAspect: Map<string, PropertySource>;
  /** Properties that this lamp does not support, as problems. */
  readonly lacking: CommandProblem[];
  /** Members that are sent unless another property sets them. */
  readonly defaults: Record<string, unknown>;
  /** True when a change is visible only while the lamp is on. */
  turnsOn: boolean;
}

/** A member of the message: a light property, or a member of the service's own body. */
interface PropertySource {
  name: string;
  isServiceMember: boolean;
}

export const createLightCommandDraft = (): LightCommandDraft => ({
  body: {},
  warnings: [],
  sourceByAspect: new Map(),
  lacking: [],
  defaults: {},
  turnsOn: false,
});

/** Aspect of the lamp by member, for members that share one. */
const aspectByMember: ReadonlyMap<string, string> = new Map([
  ['dimming', 'brightness'],
  ['dimming_delta', 'brightness'],
  ['color', 'color'],
  ['color_temperature', 'color'],
  ['color_temperature_delta', 'color'],
  ['gradient', 'color'],
  ['effects', 'effect'],
  ['effects_v2', 'effect'],
]);

/**
 * Adds the members of a property to the draft.
 *
 * @param received the whole message and its path, for the problem
 * @returns a problem when an earlier property sets the same aspect
 */
export function addBodyFragment(
  draft: LightCommandDraft,
  property: string,
  fragment: BodyFragment,
  received: { at: string; payload: unknown },
): CommandProblem | undefined {
  const source: PropertySource = {
    name: property,
    isServiceMember: fragment.isServiceMember === true,
  };
  for (const [name, value] of Object.entries(fragment.body)) {
    const earlier = findConflict(draft, source, name, value);
    if (earlier !== undefined) {
      const expected = `either ${earlier.name} or ${property}, not both`;
      return refuseValue(received.at, expected, received.payload).problem;
    }
    const current = draft.body[name];
    draft.body[name] = isObject(current) && isObject(value) ? { ...current, ...value } : value;
  }
  draft.warnings.push(...(fragment.warnings ?? []));
  Object.assign(draft.defaults, fragment.defaults);
  draft.turnsOn ||= fragment.turnsOn === true;
  return undefined;
}

function findConflict(
  { sourceByAspect: deciders }: LightCommandDraft,
  source: PropertySource,
  name: string,
  value: unknown,
): PropertySource | undefined {
  for (const aspect of getAspects(name, value)) {
    const earlier = deciders.get(aspect);
    if (earlier !== undefined && !areCompatible(earlier, source)) return earlier;
    deciders.set(aspect, source);
  }
  return undefined;
}

/** Members of the service's own body may share an aspect, except `color` and `color_temperature`. */
function areCompatible(one: PropertySource, other: PropertySource): boolean {
  if (!one.isServiceMember || !other.isServiceMember) return false;
  const hasColor = one.name === 'color' || other.name === 'color';
  const hasColorTemperature =
    one.name === 'color_temperature' || other.name === 'color_temperature';
  return !(hasColor && hasColorTemperature);
}

/** Aspects that a member sets; each member of `metadata` is one of its own. */
function getAspects(name: string, value: unknown): readonly string[] {
  return name === 'metadata' && isObject(value)
    ? Object.keys(value).map((inner) => `metadata.${inner}`)
    : [aspectByMember.get(name) ?? name];
}

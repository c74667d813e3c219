import { getNestedMember } from '../resources/values/member-access';
import type { LampProperty, UpdateMembers } from './program';

/** What a command says about the power of a lamp. */
export type PowerSetByCommand = 'on' | 'off' | 'unknown' | 'none';

/** What a command sets of a lamp. */
export interface PropertiesSetByCommand {
  power: PowerSetByCommand;
  properties: ReadonlySet<LampProperty>;
  /** True for `stop`, which ends everything. */
  stops: boolean;
}

const propertiesByMember: ReadonlyMap<string, readonly LampProperty[]> = new Map([
  ['dimming', ['brightness']],
  ['dimming_delta', ['brightness']],
  ['color', ['color']],
  ['color_temperature', ['color']],
  ['color_temperature_delta', ['color']],
  ['gradient', ['color']],
  ['effects', ['color']],
  ['effects_v2', ['color']],
  ['timed_effects', ['brightness', 'color']],
  ['recall', ['brightness', 'color']],
]);

/** Properties that the members of an update of a lamp set, apart from its power. */
export const listLampPropertiesOfUpdate = (members: UpdateMembers): LampProperty[] => [
  ...new Set(Object.keys(members).flatMap((name) => propertiesByMember.get(name) ?? [])),
];

/** The part of an update that sets some properties; what belongs to none, such as its transition, stays. */
export const pickUpdateMembers = (
  members: UpdateMembers,
  properties: readonly LampProperty[],
): UpdateMembers =>
  Object.fromEntries(
    Object.entries(members).filter(([name]) =>
      (propertiesByMember.get(name) ?? properties).some((property) =>
        properties.includes(property),
      ),
    ),
  );

/**
 * What an update of a lamp, a group or a scene sets.
 *
 * @param members undefined where they depend on a state that is still to be read
 */
export function findPropertiesSetByCommand(
  members: UpdateMembers | undefined,
): PropertiesSetByCommand {
  if (members === undefined)
    return { power: 'unknown', properties: new Set(['brightness', 'color']), stops: false };
  const on = getNestedMember(members, 'on', 'on');
  return {
    power: typeof on === 'boolean' ? (on ? 'on' : 'off') : 'recall' in members ? 'unknown' : 'none',
    properties: new Set(listLampPropertiesOfUpdate(members)),
    stops: getNestedMember(members, 'dimming_delta', 'action') === 'stop',
  };
}

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
export const listLampPropertiesOfUpdate = (members: UpdateMembers): LampProperty[] =>
  listLampProperties(Object.keys(members));

const listLampProperties = (memberNames: readonly string[]): LampProperty[] => [
  ...new Set(memberNames.flatMap((name) => propertiesByMember.get(name) ?? [])),
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

/** What is known of an update of a lamp, a group or a scene. */
export interface RequestedUpdate {
  /** Undefined where they depend on a state that is still to be read. */
  readonly members: UpdateMembers | undefined;
  /** Names of the members that it may have then; undefined where they are not known either. */
  readonly memberNames?: readonly string[] | undefined;
}

/** What an update of a lamp, a group or a scene sets, or may set. */
export function findPropertiesSetByCommand({
  members,
  memberNames,
}: RequestedUpdate): PropertiesSetByCommand {
  const names = members === undefined ? memberNames : Object.keys(members);
  if (names === undefined)
    return { power: 'unknown', properties: new Set(['brightness', 'color']), stops: false };
  const on = getNestedMember(members, 'on', 'on');
  const maySetPower = names.includes('on') || names.includes('recall');
  return {
    power: typeof on === 'boolean' ? (on ? 'on' : 'off') : maySetPower ? 'unknown' : 'none',
    properties: new Set(listLampProperties(names)),
    stops: getNestedMember(members, 'dimming_delta', 'action') === 'stop',
  };
}

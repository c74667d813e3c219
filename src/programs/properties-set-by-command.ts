import type { Turn } from '../bridge/turn';
import { getNestedMember } from '../resources/members';
import type { Members } from '../resources/members';
import type { LampProperty } from './program';

type PowerSetByCommand = 'on' | 'off' | 'unknown' | 'none';

export interface PropertiesSetByCommand {
  power: PowerSetByCommand;
  properties: ReadonlySet<LampProperty>;
  /** True for `stop`, which ends all programs. */
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

export const listLampPropertiesOfUpdate = (members: Members): LampProperty[] =>
  listLampProperties(Object.keys(members));

const listLampProperties = (memberNames: readonly string[]): LampProperty[] => [
  ...new Set(memberNames.flatMap((name) => propertiesByMember.get(name) ?? [])),
];

/** Members without a property, such as the transition, stay. */
export const pickUpdateMembers = (members: Members, properties: readonly LampProperty[]): Members =>
  Object.fromEntries(
    Object.entries(members).filter(([name]) =>
      (propertiesByMember.get(name) ?? properties).some((property) =>
        properties.includes(property),
      ),
    ),
  );

export function findPropertiesSetByCommand({
  members,
  memberNames,
}: Omit<CompetingWrite, 'rid' | 'turn'>): PropertiesSetByCommand {
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

export interface CompetingWrite {
  readonly rid: string;
  readonly members: Members | undefined;
  /** Members that the body may have; undefined if unknown. */
  readonly memberNames?: readonly string[] | undefined;
  readonly turn?: Turn | undefined;
}

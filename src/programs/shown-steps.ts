import { getNestedMember } from '../resources/values/member-access';
import { getReportedMirek, getRunningEffect } from '../resources/types/light';
import { lightTolerances, showsBrightness, showsColor } from '../resources/shown-light';
import type { Resource } from '../resources';
import type { SequenceStep, UpdateMembers } from './program';

/**
 * Returns true where a lamp may show one of the steps of a sequence, or still what it was before: nobody has set it since then.
 *
 * @param lamp as it was just read
 * @param before lamps as they were before the sequence; those that it does not return may be missing
 */
export function mayShowSteps(
  lamp: Resource,
  steps: readonly SequenceStep[],
  before: readonly Resource[],
): boolean {
  const former = before.find(({ id }) => id === lamp.id);
  if (former !== undefined && showsUpdate(lamp, toShownMembers(former))) return true;
  const power = new Set(steps.map(({ members }) => getNestedMember(members, 'on', 'on')));
  if (getNestedMember(lamp, 'on', 'on') !== true)
    return power.has(false) || (former === undefined && !power.has(true));
  const shown = steps.filter(
    ({ members }) =>
      getNestedMember(members, 'on', 'on') !== false &&
      shownMembers.some((name) => members[name] !== undefined),
  );
  return shown.some(({ members }) => showsUpdate(lamp, { ...members, on: { on: true } }));
}

/** Members by which a lamp shows that it took an update. */
const shownMembers = [
  'on',
  'dimming',
  'color',
  'color_temperature',
  'gradient',
  'effects',
  'effects_v2',
] as const;

/** What a lamp shows, as an update. */
const toShownMembers = (lamp: Resource): UpdateMembers => {
  const mirek = getReportedMirek(lamp);
  const { on, dimming, color } = lamp;
  return { on, dimming, ...(mirek === undefined ? { color } : { color_temperature: { mirek } }) };
};

/** Returns true where a lamp shows what an update sets, as far as the lamp has it. One that is off shows nothing else. */
function showsUpdate(lamp: Resource, members: UpdateMembers): boolean {
  const isOn = getNestedMember(lamp, 'on', 'on') === true;
  if (isOn !== (getNestedMember(members, 'on', 'on') === true)) return false;
  return (
    !isOn ||
    (showsBrightness(lamp, members, lightTolerances.program) !== false &&
      showsEffect(lamp, members))
  );
}

function showsEffect(lamp: Resource, members: UpdateMembers): boolean {
  const effect =
    getNestedMember(members, 'effects_v2', 'action', 'effect') ??
    getNestedMember(members, 'effects', 'effect');
  if (typeof effect === 'string' && effect !== 'no_effect')
    return getRunningEffect(lamp) === effect;
  // What a gradient or a signal shows of a colour is the business of the lamp.
  return (
    members['gradient'] !== undefined ||
    members['signaling'] !== undefined ||
    showsColor(lamp, members, lightTolerances.program) !== false
  );
}

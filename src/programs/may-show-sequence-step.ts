import { getNestedMember } from '../resources/values/member-access';
import { getReportedMirek, getRunningEffect } from '../resources/types/light';
import { lightTolerances, showsBrightness, showsColor } from '../resources/shown-light';
import type { Resource, Members } from '../resources';
import { lampAppearanceMembers } from '../vocabulary/light/light-property';
import type { SequenceStep } from './program';

/**
 * True if a lamp may show a step, or its state from before: nobody else has set it.
 *
 * @param lamp as it was just read
 * @param before lamps that are not restored may be missing
 */
export function mayShowSequenceStep(
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
      lampAppearanceMembers.some((name) => members[name] !== undefined),
  );
  return shown.some(({ members }) => showsUpdate(lamp, { ...members, on: { on: true } }));
}

const toShownMembers = (lamp: Resource): Members => {
  const mirek = getReportedMirek(lamp);
  const { on, dimming, color } = lamp;
  return { on, dimming, ...(mirek === undefined ? { color } : { color_temperature: { mirek } }) };
};

/** Compares only what the lamp supports. A lamp that is off shows nothing else. */
function showsUpdate(lamp: Resource, members: Members): boolean {
  const isOn = getNestedMember(lamp, 'on', 'on') === true;
  if (isOn !== (getNestedMember(members, 'on', 'on') === true)) return false;
  return (
    !isOn ||
    (showsBrightness(lamp, members, lightTolerances.program) !== false &&
      showsEffect(lamp, members))
  );
}

function showsEffect(lamp: Resource, members: Members): boolean {
  const effect =
    getNestedMember(members, 'effects_v2', 'action', 'effect') ??
    getNestedMember(members, 'effects', 'effect');
  if (typeof effect === 'string' && effect !== 'no_effect')
    return getRunningEffect(lamp) === effect;
  // The lamp decides the colour of a gradient or a signal.
  return (
    members['gradient'] !== undefined ||
    members['signaling'] !== undefined ||
    showsColor(lamp, members, lightTolerances.program) !== false
  );
}

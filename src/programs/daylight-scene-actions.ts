import { getListMember, getNestedMember, getNumericMember, isObject } from '../resources/members';
import type { Members } from '../resources/members';
import type { Resource } from '../resources/resource';
import { getMirekRange } from '../resources/types/light';
import type { DaylightInMirek } from './daylight-curve';

/** Minimum change for a write, in mirek and percent points. */
const noticeable = { mirek: 10, brightness: 3 } as const;

/**
 * Creates the actions of a scene with a white and a brightness in place of those it has. The action of a lamp that the
 * scene turns off stays, and so does the white of a lamp without shades of white.
 *
 * @param scene as the bridge reports it
 * @param findLamp finds a lamp by its id
 * @returns undefined if no action would change noticeably
 */
export function createDaylightSceneActions(
  scene: Resource,
  point: DaylightInMirek,
  findLamp: (rid: string) => Resource | undefined,
): readonly Members[] | undefined {
  let isNoticeable = false;
  const actions = getListMember(scene, 'actions')
    .filter(isObject)
    .map((entry) => {
      const { action, target } = entry;
      if (!isObject(action) || getNestedMember(action, 'on', 'on') === false) return entry;
      const rid = getNestedMember(target, 'rid');
      const lamp = typeof rid === 'string' ? findLamp(rid) : undefined;
      const set = lamp === undefined ? action : setLight(action, lamp, point);
      isNoticeable ||= differsNoticeably(action, set);
      return { ...entry, action: set };
    });
  return isNoticeable ? actions : undefined;
}

function setLight(
  action: Members,
  lamp: Resource,
  { mirek, brightness }: DaylightInMirek,
): Members {
  const isDimmable = brightness !== undefined && isObject(lamp['dimming']);
  const dimming = isDimmable ? { dimming: { brightness } } : {};
  if (!isObject(lamp['color_temperature'])) return { ...action, ...dimming };
  const {
    color: _color,
    gradient: _gradient,
    effects: _effects,
    effects_v2: _new,
    ...others
  } = action;
  const [least, most] = getMirekRange(lamp);
  const white = { mirek: Math.round(Math.min(most, Math.max(least, mirek))) };
  return { ...others, ...dimming, color_temperature: white };
}

function differsNoticeably(before: Members, after: Members): boolean {
  const change = (...path: readonly string[]): number => {
    const [from, to] = [getNumericMember(before, ...path), getNumericMember(after, ...path)];
    if (to === undefined) return 0;
    return from === undefined ? Infinity : Math.abs(to - from);
  };
  return (
    change('color_temperature', 'mirek') >= noticeable.mirek ||
    change('dimming', 'brightness') >= noticeable.brightness
  );
}

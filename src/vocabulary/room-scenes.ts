import { findNearestName } from '../resources/nearest-name';
import type { Resource } from '../resources/resource';
import { getTextMember, getListMember, getNestedMember, isObject } from '../resources/members';
import type { Members } from '../resources/members';
import { compareNames } from '../resources/compare-names';
import { normalizeNameForComparison } from './lookup';
import type { ResourceIndex } from './lookup';
import { accept, refuse } from './parse-result';
import type { ParseResult } from './parse-result';
import type { SceneStepDirection } from './scene';
import { lampAppearanceMembers } from './light/words/word';
import { parseLightCommand } from './light/command';

const maxListedNames = 12;

export type SceneType = 'scene' | 'smart_scene';

/** Empty without a name. */
export const getSceneName = (scene: Resource): string =>
  getTextMember(scene, 'metadata', 'name') ?? '';

export const getSceneGroupRid = (scene: Resource): string | undefined =>
  getTextMember(scene, 'group', 'rid');

/** Without smart scenes; by name, then by id for a stable order. */
export const listGroupScenes = (index: ResourceIndex, groupRid: string): readonly Resource[] =>
  listOfGroup(index, 'scene', groupRid);

const listGroupSmartScenes = (index: ResourceIndex, groupRid: string): readonly Resource[] =>
  listOfGroup(index, 'smart_scene', groupRid);

const listOfGroup = (
  index: ResourceIndex,
  rtype: SceneType,
  groupRid: string,
): readonly Resource[] =>
  index
    .byType(rtype)
    .filter((scene) => getSceneGroupRid(scene) === groupRid)
    .toSorted(
      (one, other) =>
        compareNames(getSceneName(one), getSceneName(other)) || (one.id < other.id ? -1 : 1),
    );

/**
 * Finds a scene of a room by its id or name. An exact match wins over a match in another case.
 *
 * @param types of scenes that count, the first before the second
 * @returns a problem that lists the scenes of the room and suggests a similar name; for several scenes of the name, one
 *   that lists their ids
 */
export function findGroupScene(
  index: ResourceIndex,
  groupRid: string,
  name: string,
  at: string,
  types: readonly SceneType[] = ['scene'],
): ParseResult<Resource> {
  for (const rtype of types) {
    const [scene, ...others] = findScenesByName(listOfGroup(index, rtype, groupRid), name);
    if (scene !== undefined)
      return others.length === 0 ? accept(scene) : refuseNamesakes([scene, ...others], name, at);
  }
  if (findScenesByName(listGroupSmartScenes(index, groupRid), name).length > 0)
    return refuse(at, 'a scene that is no smart scene; the smart scene node changes those', name);
  const suggestion = findNearestName(name, listSceneNames(index, groupRid, types));
  return refuse(at, describeExpectedScene(index, groupRid, types), name, suggestion);
}

const refuseNamesakes = (
  scenes: readonly Resource[],
  name: string,
  at: string,
): ParseResult<never> => {
  const labels = scenes.map((scene) => `${getSceneName(scene)} (${scene.id})`);
  return refuse(
    at,
    `one scene, and ${scenes.length} of this room have the name. Send an id instead of the name, or rename one: ${labels.slice(0, maxListedNames).join(', ')}`,
    name,
  );
};

/** Several scenes of a room may have one name. */
export function findScenesByName(scenes: readonly Resource[], name: string): readonly Resource[] {
  const [exact, folded] = [name.trim().normalize('NFC'), normalizeNameForComparison(name)];
  const matches: readonly ((scene: Resource) => boolean)[] = [
    ({ id }) => id === exact,
    (scene) => getSceneName(scene).normalize('NFC') === exact,
    (scene) => normalizeNameForComparison(getSceneName(scene)) === folded,
  ];
  for (const isMatch of matches) {
    const found = scenes.filter(isMatch);
    if (found.length > 0) return found;
  }
  return [];
}

/** The smart scene that a room follows. */
export const findActiveSmartScene = (
  index: ResourceIndex,
  groupRid: string,
): Resource | undefined =>
  listGroupSmartScenes(index, groupRid).find(({ state }) => state === 'active');

const listSceneNames = (
  index: ResourceIndex,
  groupRid: string,
  types: readonly SceneType[],
): readonly string[] =>
  types.flatMap((rtype) => listOfGroup(index, rtype, groupRid).map(getSceneName));

/** Such as `a scene of Kitchen (Bright, Relax)`. */
export function describeExpectedScene(
  index: ResourceIndex,
  groupRid: string,
  types: readonly SceneType[] = ['scene'],
): string {
  const room = index.name(groupRid) ?? 'this room';
  const names = listSceneNames(index, groupRid, types);
  if (names.length === 0) return `a scene of ${room}, which has none`;
  const more = names.length > maxListedNames ? ', …' : '';
  return `a scene of ${room} (${names.slice(0, maxListedNames).join(', ')}${more})`;
}

/** Undefined for a scene that is not active. */
type SceneActivity = 'static' | 'dynamic' | undefined;

/**
 * `status.active` as real bridges report it (captured from a bridge). Without a status, the states of the lamps decide.
 */
export function getSceneActivity(index: ResourceIndex, scene: Resource): SceneActivity {
  const active = getTextMember(scene, 'status', 'active');
  if (active === undefined) return doLampsShowScene(index, scene) ? 'static' : undefined;
  if (active === 'inactive') return undefined;
  return active === 'dynamic_palette' ? 'dynamic' : 'static';
}

/** Of several active scenes, the last recalled. */
export function findActiveScene(
  index: ResourceIndex,
  scenes: readonly Resource[],
): Resource | undefined {
  const active = scenes.filter((scene) => getSceneActivity(index, scene) !== undefined);
  return active.reduce<Resource | undefined>(
    (latest, scene) =>
      latest === undefined || getLastRecall(scene) > getLastRecall(latest) ? scene : latest,
    undefined,
  );
}

/** ISO 8601, sorts as text; empty if unknown. */
const getLastRecall = (scene: Resource): string =>
  getTextMember(scene, 'status', 'last_recall') ?? '';

/**
 * @param scenes at least one
 * @param random from 0 to below 1
 * @returns the next or previous scene, cyclically; without an active scene, the first or the last; for random, another
 *   scene
 */
export function chooseScene(
  scenes: readonly Resource[],
  activeRid: string | undefined,
  step: SceneStepDirection,
  random: number,
): Resource | undefined {
  const position = scenes.findIndex(({ id }) => id === activeRid);
  switch (step) {
    case 'random': {
      const others = scenes.filter(({ id }) => id !== activeRid);
      const candidates = others.length === 0 ? scenes : others;
      return candidates[Math.floor(random * candidates.length)];
    }
    case 'previous':
      return scenes.at(position === -1 ? -1 : position - 1);
    default:
      return scenes[(position + 1) % scenes.length];
  }
}

/** A lamp has fewer levels than percent values, fits colours into its gamut, and rounds a white to its mirek. */
const tolerance = { brightness: 1, mirek: 3, xy: 0.02 } as const;

/**
 * @param scene with its `actions`
 * @returns false for a scene without actions, and if a lamp is unknown
 */
function doLampsShowScene(index: Pick<ResourceIndex, 'get'>, scene: Resource): boolean {
  const actions = getListMember(scene, 'actions');
  const isShown = (entry: unknown): boolean => {
    const lamp = index.get(getTextMember(entry, 'target', 'rid') ?? '');
    return lamp !== undefined && isActionShown(lamp, getNestedMember(entry, 'action'));
  };
  return actions.length > 0 && actions.every(isShown);
}

/**
 * Ignores members that the lamp does not report.
 *
 * @param lamp the light, or members of it
 */
export function isActionShown(lamp: Members, action: unknown): boolean {
  if (!isObject(action)) return false;
  const on = getNestedMember(action, 'on', 'on');
  if (on !== undefined && on !== getNestedMember(lamp, 'on', 'on')) return false;
  if (on === false) return true;
  return (
    isNear(lamp, action, ['dimming', 'brightness'], tolerance.brightness) &&
    isNear(lamp, action, ['color_temperature', 'mirek'], tolerance.mirek) &&
    isNear(lamp, action, ['color', 'xy', 'x'], tolerance.xy) &&
    isNear(lamp, action, ['color', 'xy', 'y'], tolerance.xy)
  );
}

function isNear(
  lamp: unknown,
  action: unknown,
  path: readonly string[],
  maxDistance: number,
): boolean {
  const wanted = getNestedMember(action, ...path);
  if (typeof wanted !== 'number' || getNestedMember(lamp, ...path.slice(0, 1)) === undefined)
    return true;
  const shown = getNestedMember(lamp, ...path);
  return typeof shown === 'number' && Math.abs(shown - wanted) <= maxDistance;
}

interface SceneAction {
  readonly target: { readonly rid: string; readonly rtype: 'light' };
  readonly action: Members;
}

/** @returns one action for each lamp; a lamp that is off gets only `on: false` */
export function buildSceneActions(lamps: readonly Resource[]): ParseResult<readonly SceneAction[]> {
  const actions: SceneAction[] = [];
  for (const lamp of lamps) {
    const command = parseLightCommand(lamp, lamp, 'light', { at: `light ${lamp.id}` });
    if (!command.ok) return command;
    const { members } = command.value.body;
    // Hue CLIP API reference, `scene`, `actions`.
    const action = Object.fromEntries(
      lampAppearanceMembers.flatMap((name) =>
        members[name] === undefined ? [] : [[name, members[name]]],
      ),
    );
    actions.push({ target: { rid: lamp.id, rtype: 'light' }, action });
  }
  return accept(actions);
}

/** Hue CLIP API reference, `scene`, `palette`. */
const maxPaletteColors = 9;

/** @returns undefined if no lamp shows a colour or a white */
export function buildPaletteFromSceneActions(
  actions: readonly SceneAction[],
): Record<string, unknown> | undefined {
  const lit = actions.flatMap(({ action }) =>
    isObject(action['dimming']) ? [{ action, dimming: action['dimming'] }] : [],
  );
  const colors = lit.flatMap(({ action, dimming }) =>
    listColors(action).map((color) => ({ color, dimming })),
  );
  const whites = lit.flatMap(({ action, dimming }) =>
    isObject(action['color_temperature'])
      ? [{ color_temperature: action['color_temperature'], dimming }]
      : [],
  );
  if (colors.length === 0 && whites.length === 0) return undefined;
  return {
    color: removeDuplicates(colors).slice(0, maxPaletteColors),
    dimming: [],
    color_temperature: whites.slice(0, 1),
    effects: [],
  };
}

function listColors(action: Members): readonly unknown[] {
  const points = getNestedMember(action, 'gradient', 'points');
  const colors = Array.isArray(points)
    ? points.map((point: unknown) => getNestedMember(point, 'color'))
    : [action['color']];
  return colors.filter(isObject);
}

const removeDuplicates = <Value>(values: readonly Value[]): Value[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];

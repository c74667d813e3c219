import { compareNames } from '../../../resources/values/compare-names';
import { idPattern } from '../../../resources/values/identifiers';
import { normalizeNameForComparison } from '../../../vocabulary/lookup';
import type { Choice } from '../../fields/controls';
import type { ResourceListItem } from '../../routes/admin-route-client';

type Resources = readonly ResourceListItem[];

/** Holds scenes of the chosen room or zone; all scenes without one. */
export interface SceneChoices {
  readonly choices: readonly Choice[];
  /** Scene of an added slot; empty without a room. */
  readonly first: string;
  /** @param scene name or id */
  normalize(scene: string): string;
  /** Also for other scenes, such as those of another room. */
  getLabel(scene: string): string;
}

/**
 * @param resources of the whole bridge
 * @param groupId room or zone; empty for none
 */
export function createSceneChoices(resources: Resources, groupId: string): SceneChoices {
  const scenes = resources.filter(
    (one) => one.rtype === 'scene' && (groupId === '' || one.room?.rid === groupId),
  );
  const getLabel = (scene: string): string => {
    const resource = resources.find(({ rid }) => rid === scene);
    return resource === undefined ? scene : toChoiceWithRoom(resource)[1];
  };
  if (groupId === '') {
    const choices = scenes.map(toChoiceWithRoom).toSorted(compareLabels);
    return { choices, first: '', normalize: (scene) => scene, getLabel };
  }
  const choices = toChoices(scenes);
  const normalize = (scene: string): string => normalizeReference(scene, scenes);
  return { choices, first: choices[0]?.[0] ?? '', normalize, getLabel };
}

/** Sorts by label. The value is the name if unique, otherwise the id. */
export const toChoices = (resources: Resources): Choice[] =>
  resources
    .map((resource): Choice => [toResourceNameOrId(resource, resources), resource.name])
    .toSorted(compareLabels);

/** Returns the reference itself if no resource matches. */
export function normalizeReference(reference: string, resources: Resources): string {
  const resource = reference === '' ? undefined : findResourceByNameOrId(reference, resources);
  return resource === undefined ? reference : toResourceNameOrId(resource, resources);
}

export const findResourceByNameOrId = (
  reference: string,
  resources: Resources,
): ResourceListItem | undefined =>
  resources.find(({ rid }) => rid === reference) ??
  resources.find(
    ({ name }) => normalizeNameForComparison(name) === normalizeNameForComparison(reference),
  );

const compareLabels = ([, one]: Choice, [, other]: Choice): number => compareNames(one, other);

const toChoiceWithRoom = ({ rid, name, room }: ResourceListItem): Choice => [
  rid,
  room === null ? name : `${room.name} / ${name}`,
];

function toResourceNameOrId({ rid, name }: ResourceListItem, resources: Resources): string {
  const isShared = resources.some(
    (one) =>
      one.rid !== rid && normalizeNameForComparison(one.name) === normalizeNameForComparison(name),
  );
  return isShared || name.trim() === '' || name.includes('/') || idPattern.test(name) ? rid : name;
}

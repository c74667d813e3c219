import {
  compareByLabel,
  normalizeReference,
  toSelectOptions,
  toSelectOptionWithRoom,
} from './select-options';
import type { ResourceListItem } from '../../routes/admin-route-client';
import type { SelectOption } from './select-options';

/** The scenes of the chosen room or zone; all scenes while none is chosen. */
export class SceneChoices {
  readonly #resources: readonly ResourceListItem[];
  readonly #getGroupId: () => string;

  /**
   * @param resources all resources of the bridge
   * @param getGroupId returns the id of the chosen room or zone; empty for none
   */
  constructor(resources: readonly ResourceListItem[], getGroupId: () => string) {
    this.#resources = resources;
    this.#getGroupId = getGroupId;
  }

  getOptions(): readonly SelectOption[] {
    return this.#getGroupId() === ''
      ? this.#list().map(toSelectOptionWithRoom).toSorted(compareByLabel)
      : toSelectOptions(this.#list());
  }

  /**
   * Returns the id of the scene of an added slot: the first of the chosen room; empty if no room is
   * chosen.
   */
  getFirstId(): string {
    return this.#getGroupId() === '' ? '' : (this.getOptions()[0]?.value ?? '');
  }

  /** Returns the option value of a scene that is stored by name or id. */
  normalize(scene: string): string {
    return this.#getGroupId() === '' ? scene : normalizeReference(scene, this.#list());
  }

  /** Returns the label of a scene that is not among the options, such as one of another room. */
  getLabel(scene: string): string {
    const resource = this.#resources.find(({ rid }) => rid === scene);
    return resource === undefined ? scene : toSelectOptionWithRoom(resource).label;
  }

  #list(): readonly ResourceListItem[] {
    const groupId = this.#getGroupId();
    return this.#resources.filter(
      (one) => one.rtype === 'scene' && (groupId === '' || one.room?.rid === groupId),
    );
  }
}

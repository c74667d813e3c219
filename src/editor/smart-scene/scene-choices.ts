import {
  compareByLabel,
  normalizeReference,
  toSelectOptions,
  toSelectOptionWithRoom,
} from './select-options';
import type { ResourceListItem } from '../routes/admin-route-client';
import type { SelectOption } from './select-options';

/** The scenes to choose from: those of the chosen room or zone, of all while none is chosen. */
export class SceneChoices {
  readonly #resources: readonly ResourceListItem[];
  readonly #getGroupId: () => string;

  /**
   * @param resources what the bridge has, scenes among others
   * @param getGroupId id of the room or zone that is chosen now; empty for none
   */
  constructor(resources: readonly ResourceListItem[], getGroupId: () => string) {
    this.#resources = resources;
    this.#getGroupId = getGroupId;
  }

  /** The options of a select. */
  getOptions(): readonly SelectOption[] {
    return this.#getGroupId() === ''
      ? this.#list().map(toSelectOptionWithRoom).toSorted(compareByLabel)
      : toSelectOptions(this.#list());
  }

  /** Id of the scene of an added slot: the first of the chosen room; empty when no room is chosen. */
  getFirstId(): string {
    return this.#getGroupId() === '' ? '' : (this.getOptions()[0]?.value ?? '');
  }

  /** A scene as the options have it, whether it is stored by name or by id. */
  normalize(scene: string): string {
    return this.#getGroupId() === '' ? scene : normalizeReference(scene, this.#list());
  }

  /** Label of a scene that is not among the options, such as one of another room. */
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

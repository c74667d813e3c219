import { findChangedPaths } from '../../../bridge/state/resource-state';
import type { Resource } from '../../../resources';
import type { ResourceMessageDetails } from '../../message/resource-message';

/** Changes since the last message about each resource, for a node that sends every poll. */
export class UnsentChanges {
  /** State at the last message of resources that have changed since. */
  readonly #before = new Map<string, Resource>();

  /** Records the state of a resource before a change; the first one since the last message counts. */
  record(previous: Resource): void {
    if (!this.#before.has(previous.id)) this.#before.set(previous.id, previous);
  }

  /** Takes the change of a resource since the last message about it; empty where there is none. */
  take(resource: Resource): Pick<ResourceMessageDetails, 'previous' | 'changed'> {
    const previous = this.#before.get(resource.id);
    if (previous === undefined) return {};
    this.#before.delete(resource.id);
    return { previous, changed: findChangedPaths(previous, resource) };
  }

  forget(rid: string): void {
    this.#before.delete(rid);
  }
}

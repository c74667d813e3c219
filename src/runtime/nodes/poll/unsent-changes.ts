import { findChangedPaths } from '../../../bridge/state/resource-state';
import type { Resource } from '../../../resources';
import type { ResourceMessageDetails } from '../../message/resource-message';

/** Changes since the last message, for a node that sends every poll. */
export class UnsentChanges {
  /** State in the last message. */
  readonly #before = new Map<string, Resource>();

  /** Keeps the state before the first change. */
  record(previous: Resource): void {
    if (!this.#before.has(previous.id)) this.#before.set(previous.id, previous);
  }

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
